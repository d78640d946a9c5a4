"""What goes with the chat besides its lines: names, mutes, reports; and no file mentions it."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.test import AsyncClient

from games import mnk
from games.play import models
from games.players.models import Mute, Player
from games.players.mutes import MAX_MUTES
from tests.pages.browser import Browser
from tests.people import Table, plays

pytestmark = pytest.mark.usefixtures("hub")


async def _asks(browser: Browser, path: str, status: int, **fields: str) -> Any:
    """What a script of the page asks, with the page's token."""
    token = await browser.token()
    response = await browser.client.post(
        path,
        json.dumps(fields),
        content_type="application/json",
        headers={"accept": "application/json", "x-csrftoken": token},
    )
    assert response.status_code == status, response.content
    return response.json() if response.content else None


async def _line(game: models.Game, name: str, text: str = "Rude") -> models.ChatLine:
    author, _ = await Player.objects.aget_or_create(name=name)
    count = await models.ChatLine.objects.acount()
    return await models.ChatLine.objects.acreate(
        game=game, room="spectators", author=author, text=text, command=f"c{count}", at_ms=1
    )


async def test_who_chooses_a_name_becomes_somebody(table: Table) -> None:
    game, eve = await table.game(), Browser()
    page = await eve.opens(f"/game/{game.slug}/")
    assert page.data["game-data"]["chat"]["me"] is None

    told = await _asks(eve, "/chat/name", 200, name="  Eve ")

    player = await Player.objects.aget(name="Eve")
    assert told == {"player": player.slug, "name": "Eve"}
    page = await eve.opens(f"/game/{game.slug}/")
    assert page.data["game-data"]["chat"]["me"] == player.slug


async def test_a_name_that_cannot_be_is_refused_in_words(table: Table) -> None:
    refused = await _asks(Browser(), "/chat/name", 400, name="\u202e")

    assert refused["code"] == "badName"
    assert refused["sentence"].endswith(".")
    assert (await _asks(Browser(), "/chat/name", 400))["code"] == "badBody"
    assert not await Player.objects.aexists()


async def test_somebody_is_muted_in_every_game_until_they_are_not(table: Table) -> None:
    first, second = await table.game(), await table.game(mnk.PRESETS["15x15"].variant)
    troll = await Player.objects.acreate(name="<b>Troll</b>")
    eve = Browser()

    assert await _asks(eve, f"/mute/{troll.slug}", 204) is None
    await _asks(eve, f"/mute/{troll.slug}", 204)

    for game in (first, second):
        page = await eve.opens(f"/game/{game.slug}/")
        assert page.data["game-data"]["chat"]["muted"] == [troll.slug]
    listed = await eve.opens("/muted")
    assert "<b>Troll</b>" in listed.text
    assert "b" not in listed.tags
    # Their own list, nobody else's; and the button there works without scripts.
    assert "Troll" not in (await Browser().opens("/muted")).text
    answer = await eve.sends(f"/unmute/{troll.slug}")
    assert answer["Location"] == "/muted"
    assert "haven’t muted anyone" in (await eve.opens("/muted")).text
    assert not await Mute.objects.aexists()


async def test_who_cannot_be_muted_is_said_in_words(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = Browser()
    me = (await _asks(eve, "/chat/name", 200, name="Eve"))["player"]

    assert (await _asks(eve, f"/mute/{me}", 400))["sentence"] == "You can’t mute yourself."
    assert (await _asks(eve, "/mute/nobody", 404))["code"] == "noSuchPlayer"
    await eve.sends("/mute/nobody", 404)
    await eve.sends(f"/mute/{me}")
    assert "You can’t mute yourself." in (await eve.opens("/muted")).text

    by = await Player.objects.aget(slug=me)
    others = [Player(name=f"Troll {n}") for n in range(MAX_MUTES + 1)]
    await Player.objects.abulk_create(others)
    rows = [Mute(by=by, whom=other) for other in others[1:]]
    await Mute.objects.abulk_create(rows)
    assert str(MAX_MUTES) in (await _asks(eve, f"/mute/{others[0].slug}", 400))["sentence"]


async def test_a_line_is_reported(table: Table) -> None:
    line, eve = await _line(await table.game(), "Mallory"), Browser()

    await _asks(eve, f"/chat/{line.pk}/report", 204)
    await _asks(eve, f"/chat/{line.pk}/report", 204)

    report = await models.Report.objects.aget()
    assert report.line_id == line.pk
    assert (await _asks(eve, "/chat/99/report", 404))["code"] == "noSuchLine"


async def test_too_many_reports_are_refused_in_words(table: Table) -> None:
    game, eve = await table.game(), Browser()
    lines = [await _line(game, "Mallory", str(n)) for n in range(21)]
    for line in lines[:20]:
        await _asks(eve, f"/chat/{line.pk}/report", 204)

    refused = await _asks(eve, f"/chat/{lines[20].pk}/report", 429)

    assert refused["code"] == "tooManyReports"


@pytest.mark.parametrize("path", ["/mute/x", "/unmute/x", "/chat/1/report", "/chat/name"])
async def test_no_other_site_can_act_here(table: Table, path: str) -> None:
    client = AsyncClient(enforce_csrf_checks=True)

    assert (await client.post(path, {"name": "Eve"})).status_code == 403
    assert (await client.get(path)).status_code == 405


async def test_what_was_said_is_in_no_file_and_no_answer(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("say", room="players", text="Sesame")
    await alice.hears()
    await bob.hears()
    await plays(game, "a1a2b1b2c1", alice, bob, eve)
    await _line(game, "Zoe", "Sesame")
    browser = Browser()

    for path in (
        f"/game/{game.slug}/",
        *(f"/game/{game.slug}/record.{kind}" for kind in ("sgf", "psq", "txt", "json")),
        f"/game/{game.slug}/timing",
        f"/game/{game.slug}/review",
        f"/api/games/{game.slug}",
        f"/api/games/{game.slug}/timing",
        "/api/games",
        "/games",
    ):
        answer = await browser.client.get(path)
        assert answer.status_code == 200, path
        assert b"Sesame" not in answer.content, path
    seat = await models.Seat.objects.aget(game=game, side=0)
    await browser.sends(f"/game/{game.slug}/seat/{seat.key}/")
    archive = await browser.gets("/games/mine.zip?format=json")
    streamed: Any = archive
    packed = b"".join([part async for part in streamed]) if archive.streaming else archive.content
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        assert files.namelist()
        assert all(b"Sesame" not in files.read(name) for name in files.namelist())
