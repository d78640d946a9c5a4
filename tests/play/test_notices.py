"""What the rest of the server, in every process, hears of what happens to a game."""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.play import models, notices
from games.play.hub import Hub
from games.players import bots
from tests.people import Table, all_hear, plays


@pytest.fixture
def heard(hub: Hub) -> Callable[[], list[str]]:
    """The kinds of notices heard since this was last asked."""
    found: list[str] = []
    for kind in (
        notices.GameChanged,
        notices.BotDue,
        notices.ForPeople,
        notices.LobbyChanged,
    ):
        hub.others.on(kind, lambda sender, notice: found.append(type(notice).__name__))

    def since() -> list[str]:
        news, found[:] = [*found], []
        return news

    return since


async def test_a_move_is_for_who_follows_the_game_its_end_for_everybody(
    table: Table, heard: Callable[[], list[str]]
) -> None:
    game = await table.game()
    people = await table.three(game)
    heard()
    await plays(game, "a1", *people)
    assert heard() == ["GameChanged"]
    await people[0].says("offer draw")
    await all_hear(*people)
    assert heard() == ["GameChanged", "LobbyChanged"]
    await people[1].says("resign")
    await all_hear(*people)
    assert heard() == ["GameChanged", "ForPeople", "LobbyChanged"]


async def test_whoever_plays_the_bots_hears_that_it_is_their_turn(
    table: Table, heard: Callable[[], list[str]]
) -> None:
    game = await table.game()
    bot = await sync_to_async(bots.player_of)(bots.find("novice"))
    await models.Seat.objects.filter(game=game, side=mnk.Side.WHITE).aupdate(player=bot)
    alice = await table.sits(game, mnk.Side.BLACK)
    heard()
    await plays(game, "a1", alice)
    assert heard() == ["GameChanged", "BotDue"]
