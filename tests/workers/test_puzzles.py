"""Puzzles are found by a worker in finished games, each looked through once, in a real thinker."""

import asyncio
from collections.abc import AsyncIterator
from io import StringIO

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command

from games import mnk
from games import puzzles as service
from games.play import models
from games.play.clock import now_ms
from games.play.hub import Hub
from games.review import solving
from games.review.models import Puzzle, PuzzleSearch
from games.thinking import puzzling
from games.thinking.service import Thinking
from games.workers import leases, puzzles
from games.workers.puzzles import Puzzles, walk
from tests.people import Table
from tests.puzzles.puzzlegames import finished

T3 = mnk.PRESETS["3x3"].variant


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at once."""
    monkeypatch.setattr(puzzles, "LOOK_S", 0.05)
    monkeypatch.setattr(puzzles, "SECONDS", 100.0)


@pytest_asyncio.fixture
async def seeker(hub: Hub, thinking: Thinking) -> AsyncIterator[Puzzles]:
    """A worker that looks for puzzles and rests no longer than it must."""
    seeker = Puzzles(hub, thinking, share=100)
    await seeker.start()
    yield seeker


async def _all_searched(count: int) -> None:
    async with asyncio.timeout(100):
        while True:
            if await PuzzleSearch.objects.acount() >= count:
                return
            await asyncio.sleep(0.05)


def _game_with_a_puzzle() -> models.Game:
    """White begins beside the corner: only one square wins for black. Black does not see it."""
    return finished(T3, "b3a1a2c3a3c2b2b1c1")


def _positions(game: models.Game) -> list[mnk.Position]:
    squares = models.Move.objects.filter(game=game).order_by("ply").values_list("square", flat=True)
    positions = [mnk.Position.start(game.variant)]
    for square in list(squares)[:-1]:
        positions.append(positions[-1].play(square))
    return positions


# --- Which positions -----------------------------------------------------------------------------


def _asked(variant: mnk.Variant, moves: str) -> list[int]:
    """The plies a walk looks at, with what is found there."""
    plies: list[int] = []
    steps = walk(variant, mnk.moves_from_text(moves, variant))
    found: solving.Solving | None = None
    while True:
        try:
            ply, position = steps.send(found)
        except StopIteration:
            return plies
        plies.append(ply)
        found = puzzling.find(position, 100_000)


def test_a_game_that_goes_on_as_its_puzzle_does_is_one_puzzle() -> None:
    variant = mnk.Variant(4, 4, 4)
    line = mnk.position_from_line("4x4x4-freestyle/OO1X/O1XO/XOXO/X2X/X")
    found = puzzling.find(line, 100_000)
    assert found is not None
    first, reply, last = found.line
    before = _an_order(line)

    names = mnk.moves_text([*before, first, reply, last], variant)
    elsewhere = next(at for at in line.empty_squares() if at not in (first, reply, last))
    strayed = mnk.moves_text([*before, elsewhere, first, reply], variant)

    ply = len(before)
    assert [each for each in _asked(variant, names) if each >= ply] == [ply, ply + 1]
    assert [each for each in _asked(variant, strayed) if each >= ply] == [ply, ply + 1, ply + 2]


def _an_order(position: mnk.Position) -> list[mnk.Square]:
    black, white = position.stones(mnk.Side.BLACK), position.stones(mnk.Side.WHITE)
    return [square for pair in zip(black, white, strict=True) for square in pair]


# --- The worker ----------------------------------------------------------------------------------


async def test_a_finished_game_is_looked_through_once_and_its_puzzle_kept(
    hub: Hub, seeker: Puzzles
) -> None:
    game = await sync_to_async(_game_with_a_puzzle)()

    await _all_searched(1)

    search = await PuzzleSearch.objects.aget()
    rows = [row async for row in Puzzle.objects.all()]
    assert search.game_id == game.pk
    assert search.found == len(rows) > 0
    positions = await sync_to_async(_positions)(game)
    for row in rows:
        assert row.game_id == game.pk
        assert mnk.position_from_line(row.position) == positions[row.ply]
    assert await hub.read(service.next_unsearched, now_ms()) is None


async def test_the_thinker_is_started_for_games_and_leaves_when_there_are_none(
    table: Table, monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    monkeypatch.setattr("games.thinking.service.LATER_IDLE_S", 0.2)
    thinking = Thinking(hub)
    await Puzzles(hub, thinking, share=100).start()
    await table.game()  # it goes on: none of the seeker's business
    await asyncio.sleep(0.3)
    assert thinking.later.pids == []

    await sync_to_async(finished)(T3, "a1b1a2b2a3")
    await _all_searched(1)

    async with asyncio.timeout(60):
        while True:
            if not thinking.later.pids:
                return
            await asyncio.sleep(0.05)


async def test_one_process_at_a_time_looks_for_puzzles(hub: Hub, thinking: Thinking) -> None:
    assert await hub.read(leases.hold, puzzles.LEASE, "Robo", now_ms(), 600_000)
    await sync_to_async(finished)(T3, "a1b1a2b2a3")
    second = Puzzles(hub, thinking, share=100)
    await second.start()

    await asyncio.sleep(0.5)

    assert not await PuzzleSearch.objects.aexists()
    assert thinking.later.pids == []


async def test_it_looks_again_at_once_while_games_are_left_and_they_are_its_own(
    hub: Hub, thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would ask the database all the time."""
    seeker = Puzzles(hub, thinking, share=100)
    again: list[bool] = []
    monkeypatch.setattr(seeker._candidate, "wake", lambda: again.append(True))

    async def looks() -> bool:
        again.clear()
        await seeker._look()
        return bool(again)

    await sync_to_async(finished)(T3, "a1b1a2b2a3")
    assert await looks()
    assert not await looks()
    await seeker._candidate.end()
    assert await hub.read(leases.hold, puzzles.LEASE, "Robo", now_ms(), 600_000)
    await sync_to_async(finished)(T3, "a1b1a2b2a3")
    assert not await looks()


async def test_it_rests_nine_times_as_long_as_it_thinks(
    hub: Hub, thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    seeker = Puzzles(hub, thinking)
    game = await sync_to_async(finished)(T3, "a1b1a2b2a3")
    positions = await sync_to_async(_positions)(game)
    await seeker._find(positions[1])  # starts the thinker
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await seeker._find(positions[3])
    took = loop.time() - began
    monkeypatch.undo()

    assert slept
    assert slept[0] <= 9 * took
    assert slept[0] > 9 * took / 3


async def test_games_called_off_are_not_looked_through(hub: Hub) -> None:
    game = await sync_to_async(finished)(T3, "a1b1a2b2a3")
    await models.Game.objects.filter(pk=game.pk).aupdate(
        termination=mnk.Termination.ABORT.value, winner=None
    )
    assert await hub.read(service.next_unsearched, now_ms()) is None


# --- At once -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_all_games_at_once_and_then_none_is_left() -> None:
    for _ in range(2):
        _game_with_a_puzzle()
    finished(T3, "a1b1a2b2a3")
    told = [_find_puzzles("--games", "1"), _find_puzzles(), _find_puzzles()]

    assert told[0].startswith("1 games looked through, ")
    assert told[1].startswith("2 games looked through, ")
    assert told[2] == "0 games looked through, 0 new puzzles.\n"
    searches = PuzzleSearch.objects.order_by("game_id").values_list("found", flat=True)
    assert sum(searches) == Puzzle.objects.count() > 0
    assert searches.first() == 0  # the same game again holds the same puzzles
    with pytest.raises(CommandError, match="at least 1"):
        _find_puzzles("--games", "0")


def _find_puzzles(*arguments: str) -> str:
    out = StringIO()
    call_command("find_puzzles", *arguments, stdout=out)
    return out.getvalue()
