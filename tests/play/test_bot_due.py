"""When a bot has something to do: nothing else wakes its workers."""

import pytest

from games import mnk
from games.play import history, notices
from games.play.clock import now_ms
from games.play.hub import Hub, others
from games.play.services import queries
from tests.people import Table, all_hear
from tests.workers.games import TEN, against, puts

BLACK, WHITE = mnk.Side


@pytest.mark.parametrize("side", list(mnk.Side))
async def test_a_bot_is_due_when_it_is_its_turn(hub: Hub, side: mnk.Side) -> None:
    row = await against("club", side=side.other)

    game = (await hub.read(history.load, row.slug)).game

    assert game.bot_due is (side if side is mnk.Side.BLACK else None)


async def test_between_people_no_bot_is_due(table: Table, hub: Hub) -> None:
    row = await table.game()

    assert (await hub.read(history.load, row.slug)).game.bot_due is None


async def test_a_bot_is_due_when_it_is_offered_something(table: Table, hub: Hub) -> None:
    """Nobody sees to it in this test: it stays due."""
    row = await against("club")
    alice = await table.sits(row, BLACK)
    due: list[tuple[mnk.Side | None, int]] = []
    for says, told in (
        ("offer draw", "offered"),  # though it is Alice's turn
        ("resign", "gameEnded"),
        ("offer rematch", "offered"),
    ):
        await alice.says(says)
        assert (await alice.hears())["type"] == told
        waiting = await hub.read(queries.games_waiting_for_bots, now_ms())
        due.append((hub.games.followed[row.slug].game.bot_due, waiting))

    assert due == [(WHITE, 1), (None, 0), (WHITE, 1)]


async def test_against_a_bot_a_takeback_needs_no_answer(table: Table, hub: Hub) -> None:
    row = await against("club")
    alice = await table.sits(row, BLACK)
    await puts(alice, 0, 4)
    assert hub.games.followed[row.slug].game.bot_due is WHITE

    await alice.says("offer takeback")

    told = await alice.hears()
    assert (told["type"], told["ply"]) == ("takenBack", 0)
    assert hub.games.followed[row.slug].game.bot_due is None


async def test_everybody_hears_how_aggressive_a_bot_is_from_now_on(table: Table) -> None:
    row = await against("aggressive", TEN)
    alice, eve = await table.sits(row, BLACK), await table.sits(row, None)

    await alice.says("setAggressiveness", value=1.75)

    told = await all_hear(alice, eve)
    assert (told["type"], told["by"], told["value"]) == ("aggressivenessSet", "black", 1.75)
    assert (await eve.sees_afresh())["aggressiveness"] == 1.75


async def test_a_worker_is_there_while_it_says_so(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = [hub.others.hears_workers]
    hub.others.tell_all(notices.Worker())
    heard.append(hub.others.hears_workers)
    monkeypatch.setattr(others, "WORKER_EXPIRES_S", 0.0)
    heard.append(hub.others.hears_workers)

    assert heard == [False, True, False]
