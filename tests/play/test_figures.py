"""What the operator of a server reads of it while games are played."""

from games import metrics, mnk
from games.play.hub import Hub
from tests import figures
from tests.people import Table, plays


async def test_each_move_is_counted_and_so_is_its_transaction(table: Table) -> None:
    game = await table.game()
    people = await table.three(game)
    moves, batches = figures.value(metrics.moves), figures.count(metrics.batch_size)
    timed = figures.count(metrics.batch_seconds)

    await plays(game, "a1a2", *people)

    assert figures.value(metrics.moves) == moves + 2
    assert figures.count(metrics.batch_size) == batches + 2
    assert figures.count(metrics.batch_seconds) == timed + 2


async def test_what_is_open_at_the_moment_is_counted(table: Table, hub: Hub) -> None:
    game = await table.game()
    for side in mnk.Side:
        await table.sits(game, side)
    eve = await table.sits(game, None)

    def now() -> list[float]:
        return [figures.now(each) for each in (metrics.games_followed, *people)]

    people = metrics.players, metrics.spectators
    assert now() == [1, 2, 1]
    assert figures.now(metrics.tasks) > 0
    await eve.leaves()
    assert now() == [1, 2, 0]
    assert len(hub.games.followed[game.slug].subscribers) == len(hub.people._here) == 2


async def test_what_is_refused_is_counted_by_its_code(table: Table) -> None:
    bob = await table.sits(await table.game(), mnk.Side.WHITE)
    refused = metrics.refusals.labels("notYourTurn")
    before = figures.value(refused)
    await bob.says("playMove", ply=0, square=0)
    await bob.is_refused("notYourTurn")
    assert figures.value(refused) == before + 1


async def test_who_asks_for_a_game_anew_is_counted(table: Table) -> None:
    eve = await table.sits(await table.game(), None)
    before = figures.value(metrics.resyncs)
    await eve.sees_afresh()
    assert figures.value(metrics.resyncs) == before + 1
