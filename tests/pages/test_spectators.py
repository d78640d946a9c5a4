"""A spectator's page, before any script runs: its title, and the link that is shared from it."""

import re

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.play import models
from games.play.watching import Visibility, Watching
from games.players.models import Player
from tests.pages.browser import Browser, Page
from tests.people import Table

pytestmark = pytest.mark.usefixtures("hub")


def _title(page: Page) -> str:
    found = re.search(r"<title>(.*?)</title>", page.response.content.decode())
    assert found is not None
    return found[1]


async def test_the_title_names_the_players_whatever_they_are_called(table: Table) -> None:
    game = await table.game()
    await sync_to_async(Player.objects.filter(name="Bob").update)(name="</title><b>Bob")

    page = await Browser().opens(f"/game/{game.slug}/")

    assert _title(page) == ("Alice – &lt;/title&gt;&lt;b&gt;Bob – 3×3, three in a row – Inarow")


async def test_the_title_of_a_game_that_waits_names_nobody(table: Table) -> None:
    game = await table.invitation()

    assert _title(await Browser().opens(f"/game/{game.slug}/")).startswith("3×3, three")


async def test_a_player_of_a_private_game_shares_the_watch_link_as_long_as_it_is_kept(
    table: Table,
) -> None:
    game = await table.game(watching=Watching(Visibility.PRIVATE))
    alice = Browser()
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.BLACK)
    await alice.sends(f"/game/{game.slug}/seat/{seat.key}/")

    data = (await alice.opens(f"/game/{game.slug}/")).data["game-data"]

    assert data["side"] == "black"
    assert data["invitation"].endswith(f"/game/{game.slug}/watch/{game.watch_key}/")
