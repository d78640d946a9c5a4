"""A game that opens by a rule is called so wherever it is named."""

import json

import pytest
from asgiref.sync import sync_to_async

from games import library
from games.play import models
from games.players.models import Player
from tests.pages.browser import Browser
from tests.people import Table, all_hear
from tests.play.test_openings import chooses, places, three_placed

pytestmark = pytest.mark.usefixtures("hub")

TITLE = "15×15, five in a row, swap2 opening"


async def _says(path: str) -> None:
    """The page calls the game by its whole name, and no less."""
    page = await Browser().opens(path)
    html = page.response.content.decode().replace("Board, 15×15, five in a row.", "")
    assert TITLE in html, path
    assert html.count("15×15, five in a row") == html.count(TITLE), path


async def test_while_it_is_played(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    await chooses(bob, 3, "white", alice, bob, eve)
    await places(game, bob, "a1", alice, bob, eve)
    seat = await models.Seat.objects.select_related("player").aget(game=game, side=0)
    assert isinstance(seat.player, Player)

    await _says(f"/player/{seat.player.slug}/")
    assert "swap2 opening" in (await Browser().opens("/watch")).text
    follower = Browser()
    await follower.sends(f"/follow/{seat.player.slug}")
    now = json.loads((await follower.gets("/following/now")).content)
    assert [each["variant"] for each in now["playing"]] == [TITLE]


async def test_when_it_is_over(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    await chooses(bob, 3, "white", alice, bob, eve)
    await places(game, bob, "a1", alice, bob, eve)
    await alice.says("resign")
    await all_hear(alice, bob, eve)
    await sync_to_async(library.shelve)()
    seat = await models.Seat.objects.select_related("player").aget(game=game, side=0)
    assert isinstance(seat.player, Player)

    for path in (
        f"/player/{seat.player.slug}/",
        f"/game/{game.slug}/review",
        f"/game/{game.slug}/timing",
    ):
        await _says(path)
    listed = (await Browser().opens("/games")).text
    assert TITLE in listed


async def test_in_ones_own_list() -> None:
    alice = Browser()
    await alice.sends("/games/new", 302, preset="15x15", opening="swap2", invite="link")

    home = await alice.opens("/")
    mine = home.text.partition("My games")[2]
    assert TITLE in mine
