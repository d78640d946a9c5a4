"""Engines that behave play whole games, on both event loops."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from games import mnk
from games.engines import RunningEngine, host
from games.engines.config import BoardSizes, EngineSpec
from tests.engines.conftest import BOARD, RECORDER, Zoo, soon


@pytest.mark.parametrize(
    "variant", [mnk.Variant(5, 5, 5), mnk.Variant(6, 4, 3, mnk.LineRule.EXACT)], ids=str
)
async def test_an_engine_plays_a_game_against_itself(zoo: Zoo, variant: mnk.Variant) -> None:
    alice = await zoo.start(zoo.rogue("good"), variant)
    bob = await zoo.start(zoo.rogue("good"), variant)

    game = mnk.GameState.start(variant)
    while not game.is_over:
        engine = bob if game.ply % 2 else alice
        square = await engine.move(game.moves, budget_ms=1000)
        game = game.play(square, by=game.side_to_move)

    # It takes the first free square from the top left.
    assert mnk.name(game.moves[0], variant) == f"a{variant.height}"
    assert mnk.name(game.moves[1], variant) == f"b{variant.height}"


async def test_what_an_engine_is_told(zoo: Zoo) -> None:
    engine, told = await recorder(zoo, mnk.Variant(3, 4, 3), "0,0", "1,1")
    moves = [mnk.square("b1", engine.variant)]
    moves.append(await engine.move(moves, budget_ms=5000))
    moves.append(mnk.square("c3", engine.variant))
    moves.append(await engine.move(moves, budget_ms=100))

    assert mnk.moves_text(moves, engine.variant) == "b1a4c3b3"
    infos = [
        "INFO timeout_turn 1000",
        "INFO timeout_match 100000000",
        "INFO time_left 100000000",
        "INFO max_memory 367001600",
        "INFO game_type 1",
        "INFO rule 0",
        f"INFO folder {told.parent}",
        "INFO mnk_k 3",
    ]
    assert told.read_text().splitlines() == [
        *infos,
        "RECTSTART 3,4",
        *infos,
        "TURN 1,3",
        "INFO timeout_turn 100",
        "TURN 2,1",
    ]


async def test_an_engine_joins_a_game_by_its_board(zoo: Zoo) -> None:
    engine, told = await recorder(zoo, BOARD, "0,0")
    moves = mnk.moves_from_text("a1 b1 c3", BOARD)
    assert mnk.name(await engine.move(moves, budget_ms=1000), BOARD) == "a5"

    assert told.read_text().splitlines()[-5:] == ["BOARD", "0,4,2", "1,4,1", "2,2,2", "DONE"]


async def test_it_begins_only_on_an_empty_board(zoo: Zoo) -> None:
    engine, told = await recorder(zoo, BOARD, "2,2")
    assert mnk.name(await engine.move([], budget_ms=1000), BOARD) == "c3"
    assert told.read_text().splitlines()[-1] == "BEGIN"
    assert "mnk_k" not in told.read_text()


async def test_after_a_takeback_it_starts_afresh(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("good"))
    moves: list[int] = []
    for _ in range(2):
        moves.append(await engine.move(moves, budget_ms=1000))
        moves.append(BOARD.squares // 2 - len(moves))

    again = await engine.move(moves[:2], budget_ms=1000)
    from_the_start = await engine.move([], budget_ms=1000)

    assert (again, from_the_start) == (moves[2], moves[0])


async def test_an_engine_that_chats_is_understood(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("noisy"))
    assert mnk.name(await engine.move([], budget_ms=1000), BOARD) == "a5"


async def test_a_suggestion_is_accepted(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("suggest"))
    assert mnk.name(await engine.move([], budget_ms=1000), BOARD) == "a5"


async def test_a_second_answer_is_not_taken_for_the_next_move(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("twice"))
    moves = [await engine.move([], budget_ms=1000)]
    moves.append(mnk.square("b5", BOARD))  # its second answer: now it would be an illegal move

    assert mnk.name(await engine.move(moves, budget_ms=1000), BOARD) == "c5"


async def test_an_engine_that_is_told_to_end_leaves_by_itself(zoo: Zoo) -> None:
    engine, told = await recorder(zoo, BOARD, "0,0")
    assert told.exists()
    await engine.close()
    await engine.close()
    assert zoo.running() == []
    assert not told.parent.exists()


async def test_an_engine_has_a_pause_after_its_answer(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("good"))
    moves = [await engine.move([], budget_ms=1000)]
    answered = time.monotonic()
    await engine.move([*moves, mnk.square("c3", BOARD)], budget_ms=1000)

    assert time.monotonic() - answered > 0.8 * host._PAUSE_S  # a loop may be a little early


async def test_a_cancelled_move_leaves_nothing_behind(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("late-once"))
    moves = [await engine.move([], budget_ms=1000)]
    moves.append(mnk.square("c3", BOARD))
    thinking = asyncio.create_task(engine.move(moves, budget_ms=60_000))
    await asyncio.sleep(0.05)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert await soon(lambda: not zoo.running())

    assert mnk.name(await engine.move(moves, budget_ms=1000), BOARD) == "b5"


async def test_a_start_that_is_cancelled_leaves_nothing_behind(zoo: Zoo) -> None:
    for delay_s in (0, 0.002, 0.05):
        starting = asyncio.create_task(zoo.start(zoo.rogue("silent-at-start")))
        await asyncio.sleep(delay_s)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting

    assert await soon(lambda: not zoo.left())


async def test_an_engine_is_not_started_for_a_game_it_does_not_play(zoo: Zoo) -> None:
    with pytest.raises(ValueError, match="Rogue 1 does not play 3×3, full lines"):
        await zoo.start(zoo.rogue("good"), mnk.Variant.full_lines(3, 3))


async def recorder(zoo: Zoo, variant: mnk.Variant, *answers: str) -> tuple[RunningEngine, Path]:
    """An engine that writes down what it is told, and the file it writes to."""
    spec = EngineSpec(
        "recorder",
        "Recorder",
        (sys.executable, str(RECORDER), zoo.marker, *answers),
        (BoardSizes((1, 1), (32, 32)),),
        k=(3, 5),
        as_root=True,
    )
    zoo.jail = "landlock"  # in other jails its folder could not be seen from here
    engine = await zoo.start(spec, variant)
    (folder,) = zoo.folders.iterdir()
    return engine, folder / "told"
