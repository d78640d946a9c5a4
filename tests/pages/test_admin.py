"""The admin: games are looked at, never edited by hand."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.test import AsyncClient

from games.notices.models import Channel, Delivery, Kind, Notice, PushSubscription
from games.play import models
from games.players.models import Player
from tests.pages.browser import shows
from tests.people import Table, plays
from tests.puzzles.puzzlegames import ONE_WAY, kept, shown


@pytest.fixture
async def admin(hub: None) -> AsyncClient:
    """The operator, signed in."""
    client = AsyncClient()
    await client.aforce_login(await User.objects.acreate_superuser("operator"))
    return client


@pytest.fixture
async def game(table: Table) -> models.Game:
    """A game with moves and a message."""
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2", alice, bob, eve)
    await bob.says("resign")
    for person in (alice, bob, eve):
        await person.hears()
    return game


async def test_a_game_is_shown_with_its_moves_and_messages(
    admin: AsyncClient, game: models.Game
) -> None:
    listed = await shows(admin, "/admin/play/game/")
    assert game.slug in listed
    assert "Alice – Bob" in listed

    shown = await shows(admin, f"/admin/play/game/{game.pk}/change/")
    assert "a1" in shown
    assert "b2" in shown
    assert "resignation" in shown


async def test_no_page_of_the_admin_shows_a_seat_key(admin: AsyncClient, game: models.Game) -> None:
    keys = [seat.key async for seat in game.seats.all()]
    for path in ("/admin/play/game/", f"/admin/play/game/{game.pk}/change/"):
        shown = await shows(admin, path)
        assert not any(key in shown for key in keys)


async def test_what_was_played_is_not_edited(admin: AsyncClient, game: models.Game) -> None:
    move, player = await models.Move.objects.afirst(), await Player.objects.afirst()
    assert move is not None
    assert player is not None
    for path in (
        "/admin/play/game/add/",
        f"/admin/play/game/{game.pk}/delete/",
        "/admin/play/move/add/",
        f"/admin/play/move/{move.pk}/delete/",
        "/admin/players/player/add/",
        f"/admin/players/player/{player.pk}/delete/",
    ):
        assert (await admin.get(path)).status_code == 403, path
    for path in (f"/admin/play/game/{game.pk}/change/", f"/admin/play/move/{move.pk}/change/"):
        assert (await admin.post(path, {"square": 5, "ply": 0})).status_code == 403, path
    await game.arefresh_from_db()
    assert (game.version, game.termination) == (3, "resignation")


async def test_moves_and_players_are_listed(admin: AsyncClient, game: models.Game) -> None:
    assert game.slug in await shows(admin, "/admin/play/move/")
    assert "Alice" in await shows(admin, "/admin/players/player/")


async def test_a_rude_name_is_mended(admin: AsyncClient, game: models.Game) -> None:
    bob = await Player.objects.aget(name="Bob")

    await admin.post(f"/admin/players/player/{bob.pk}/change/", {"name": "Robert"})

    await bob.arefresh_from_db()
    assert (bob.name, bob.kind) == ("Robert", "guest")
    page = await shows(admin, f"/admin/players/player/{bob.pk}/change/")
    assert f'<a href="/moderation/player/{bob.slug}' in page

    await admin.post(f"/admin/players/player/{bob.pk}/change/", {"name": "Perfect"})

    await bob.arefresh_from_db()
    assert bob.name == "Robert"
    listed = await shows(admin, "/admin/players/player/")
    assert "Nothing was changed: Perfect is a bot." in listed


@pytest.mark.parametrize("path", ["/admin/", "/admin/play/game/", "/admin/players/player/"])
async def test_the_admin_is_for_the_operator(table: Table, path: str) -> None:
    response: Any = await AsyncClient().get(path)

    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")


async def test_how_bots_came_by_their_moves_is_listed(
    admin: AsyncClient, game: models.Game
) -> None:
    move = await game.moves.aget(ply=1)
    await models.Thought.objects.acreate(
        move=move, level="club", seed=1, nodes=6000, waited_ms=3, ms=17
    )
    assert "club" in await shows(admin, "/admin/play/thought/")
    await models.Exhibition.objects.acreate(title="Robots’ evening", at_once=1)
    assert "Robots’ evening" in await shows(admin, "/admin/play/exhibition/")


async def test_what_is_to_be_sent_is_listed_without_its_address(
    admin: AsyncClient, game: models.Game
) -> None:
    bob = await Player.objects.aget(name="Bob")
    notice = await Notice.objects.acreate(
        player=bob, kind=Kind.TURN, about="the first turn", at_ms=1, game=game
    )
    browser = await PushSubscription.objects.acreate(
        player=bob, endpoint="https://push.example.net/send/laptop", since_ms=1
    )
    row = await Delivery.objects.acreate(
        notice=notice, channel=Channel.PUSH, subscription=browser, next_ms=1
    )
    for path in ("", f"{row.pk}/change/"):
        page = await shows(admin, f"/admin/notices/delivery/{path}")
        for told in ("Bob", Kind.TURN.value, "the first turn"):
            assert told in page
        assert "push.example.net" not in page


async def test_puzzles_are_looked_at_and_not_edited(admin: AsyncClient) -> None:
    row = await sync_to_async(kept)(shown(ONE_WAY))
    assert row.slug in await shows(admin, "/admin/review/puzzle/?q=" + row.slug)
    page = await shows(admin, f"/admin/review/puzzle/{row.pk}/change/")
    assert row.position in page
    assert 'name="_save"' not in page
    for path in ("/admin/review/puzzle/add/", f"/admin/review/puzzle/{row.pk}/delete/"):
        assert (await admin.get(path)).status_code == 403
