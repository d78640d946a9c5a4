"""Moderators look through what is said, hide lines and silence people."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission, User
from django.test import AsyncClient
from django.utils import timezone

from games.moderation.models import Entry
from games.play import models
from games.players.models import FOR_GOOD, Player
from tests.pages.browser import shows
from tests.people import Person, Table, all_hear

LINES = "/admin/play/chatline/"
PLAYERS = "/admin/players/player/"


@pytest.fixture
async def moderator(hub: None) -> AsyncClient:
    """Somebody who may change players and look at lines, signed in."""
    return await _staff("view_chatline", "view_report", "view_player", "change_player")


async def _staff(*may: str) -> AsyncClient:
    for app in ("play", "players"):
        await sync_to_async(create_permissions)(apps.get_app_config(app), verbosity=0)
    user = await User.objects.acreate_user(f"staff-{len(may)}", is_staff=True)
    await user.user_permissions.aset(
        [permission async for permission in Permission.objects.filter(codename__in=may)]
    )
    client = AsyncClient()
    await client.aforce_login(user)
    return client


async def _does(
    client: AsyncClient, path: str, action: str, rows: Sequence[models.ChatLine | Player]
) -> str:
    """Do something with the rows of a list in the admin; the list as it says so."""
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    response: Any = await client.post(path, chosen)
    assert response.status_code == 302, response.content[:300]
    return (await client.get(response["Location"])).content.decode()


async def _talk(table: Table) -> tuple[Person, Person, list[models.ChatLine]]:
    """Alice and Bob have said something."""
    game = await table.game()
    alice, bob, _ = await table.three(game)
    for person, text in ((alice, "<b>Rude</b>"), (bob, "Please stop")):
        await person.says("say", room="players", text=text)
        await all_hear(alice, bob)
    return alice, bob, [line async for line in models.ChatLine.objects.order_by("pk")]


async def test_lines_are_found_by_who_said_them_and_by_what(
    table: Table, moderator: AsyncClient
) -> None:
    _, _, (rude, _) = await _talk(table)
    bob = await Player.objects.aget(name="Bob")
    await models.Report.objects.acreate(line=rude, by=bob, at_ms=1)

    every = await shows(moderator, LINES)
    assert "&lt;b&gt;Rude&lt;/b&gt;" in every
    assert "<b>Rude</b>" not in every
    assert "Please stop" in every
    for query, found in (("q=Alice", True), ("q=rude", True), ("q=bob", False)):
        assert ("Rude" in await shows(moderator, f"{LINES}?{query}")) == found, query
    assert "Please stop" not in await shows(moderator, f"{LINES}?reported=yes")
    assert "Please stop" in await shows(moderator, f"{LINES}?reported=no")
    assert "Rude" in await shows(moderator, "/admin/play/report/?q=Alice")


def _column(page: str, name: str) -> list[str]:
    """What a column of the admin's list says, from top to bottom; a picture by its description."""
    cells = re.findall(rf'<t[dh] class="field-{name}[^"]*">(.*?)</t[dh]>', page)
    return [re.sub(r'<img[^>]*alt="(\w+)"[^>]*>|<[^>]*>', r"\1", cell) for cell in cells]


async def test_each_line_is_listed_with_all_that_a_moderator_needs(
    table: Table, moderator: AsyncClient
) -> None:
    _, _, (rude, stop) = await _talk(table)
    alice, bob = await Player.objects.aget(name="Alice"), await Player.objects.aget(name="Bob")
    await models.Report.objects.acreate(line=rude, by=bob, at_ms=1_600_000_000_000)
    until = datetime(2050, 1, 2, 3, 4, tzinfo=UTC)
    await Player.objects.filter(pk=alice.pk).aupdate(silenced_until=until)
    await models.ChatLine.objects.filter(pk=stop.pk).aupdate(hidden_ms=1, at_ms=1_600_000_060_000)
    game = await models.Game.objects.aget()

    lines, reports = await shows(moderator, LINES), await shows(moderator, "/admin/play/report/")

    assert _column(lines, "said")[0] == "13 Sep 2020, 12:27 p.m."
    assert _column(lines, "author") == ["Bob", "Alice"]
    assert _column(lines, "line") == ["Please stop", "&lt;b&gt;Rude&lt;/b&gt;"]
    assert _column(lines, "page") == [game.slug] * 2
    assert lines.count(f'href="/game/{game.slug}/"') == 2
    assert _column(lines, "reports") == ["0", "1"]
    assert _column(lines, "is_hidden") == ["True", "False"]
    assert _column(lines, "silenced") == ["-", "2 Jan 2050, 3:04 a.m."]
    assert _column(reports, "reported") == ["13 Sep 2020, 12:26 p.m."]
    assert _column(reports, "author") == ["Alice"]
    assert _column(reports, "by") == ["Bob"]


async def test_a_hidden_line_goes_from_the_pages_that_are_open(
    table: Table, moderator: AsyncClient
) -> None:
    alice, bob, (rude, polite) = await _talk(table)

    assert "Lines hidden: 1." in await _does(moderator, LINES, "hide", [rude])

    gone = {"type": "chatHidden", "room": "players", "id": rude.pk}
    assert await all_hear(alice, bob) == gone
    await rude.arefresh_from_db()
    await polite.arefresh_from_db()
    assert (rude.hidden_ms is None, polite.hidden_ms is None) == (False, True)

    shown = await _does(moderator, LINES, "show_again", [rude, polite])

    assert "Lines shown again: 1." in shown
    told = await all_hear(alice, bob)
    assert (told["type"], told["line"]["id"]) == ("said", rude.pk)
    for person in (alice, bob):
        await person.hears_nothing()
    noted = Entry.objects.order_by("pk").values_list("action", "line")
    assert [entry async for entry in noted] == [("hide", rude.pk), ("show", rude.pk)]


async def test_somebody_is_silenced_by_a_line_of_theirs(
    table: Table, moderator: AsyncClient
) -> None:
    alice, bob, (rude, _) = await _talk(table)
    player = await Player.objects.aget(name="Alice")

    await _does(moderator, LINES, "silence_for_a_day", [rude])

    await player.arefresh_from_db()
    assert player.silenced_until is not None
    left = player.silenced_until - timezone.now()
    assert timedelta(hours=23) < left <= timedelta(days=1)
    await alice.says("say", room="players", text="But")
    await alice.is_refused("silenced")
    await bob.says("say", room="players", text="Thanks!")
    await all_hear(alice, bob)

    await _does(moderator, LINES, "silence_for_good", [rude])
    await player.arefresh_from_db()
    assert player.silenced_until == FOR_GOOD
    assert "Players changed: 1." in await _does(moderator, PLAYERS, "let_speak", [player])
    refused = await _does(moderator, PLAYERS, "let_speak", [player])
    assert '<li class="error">Alice: ' in refused
    await player.arefresh_from_db()
    assert player.silenced_until is None


async def test_who_may_only_look_hides_and_silences_nothing(table: Table) -> None:
    _, _, (rude, _) = await _talk(table)
    onlooker = await _staff("view_chatline", "view_player")

    for action in ("hide", "silence_for_good", "delete_selected"):
        await onlooker.post(LINES, {"action": action, "_selected_action": [rude.pk]})

    await rude.arefresh_from_db()
    assert rude.hidden_ms is None
    assert not await Player.objects.exclude(silenced_until=None).aexists()


async def test_no_line_is_edited_added_or_deleted_by_hand(
    table: Table, moderator: AsyncClient
) -> None:
    _, _, (rude, _) = await _talk(table)
    for path in (f"{LINES}add/", f"{LINES}{rude.pk}/delete/", "/admin/play/report/add/"):
        assert (await moderator.get(path)).status_code == 403, path
    change = await moderator.post(f"{LINES}{rude.pk}/change/", {"text": "Nice"})
    assert change.status_code == 403
