"""When a bot has something to do: nothing else wakes its workers."""

import pytest

from games import mnk
from games.play import history
from games.play.hub import Hub
from tests.people import Table
from tests.workers.games import against


@pytest.mark.parametrize("side", list(mnk.Side))
async def test_a_bot_is_due_when_it_is_its_turn(hub: Hub, side: mnk.Side) -> None:
    row = await against("club", side=side.other)

    game = (await hub.read(history.load, row.slug)).game

    assert game.bot_due is (side if side is mnk.Side.BLACK else None)


async def test_between_people_no_bot_is_due(table: Table, hub: Hub) -> None:
    row = await table.game()

    assert (await hub.read(history.load, row.slug)).game.bot_due is None
