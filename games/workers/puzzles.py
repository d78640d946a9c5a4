"""Puzzles are found while nothing is urgent: finished games are looked through, one after another.

One process at a time does it for all, by a lease. Its thinker is started when there is a game to
look through, goes last on the machine, rests so long that it has no more than its share of a core,
and ends when all games were looked through.
"""

import asyncio
import logging
import time
from collections.abc import Generator

from games import mnk, puzzles
from games.play.clock import now_ms
from games.play.hub import Hub
from games.review import solving
from games.review.findings import PositionPart
from games.thinking import questions
from games.thinking.pool import NoThinker, Pool, ThinkerFailed
from games.turns import Urgency
from games.workers import leases

log = logging.getLogger(__name__)

NODES = 300_000
"""For each position: a third of a second at most."""
SECONDS = 30.0
"""When a search is given up."""
START_S = 180.0
"""How long the first question waits for the thinker."""
SHARE = 10
"""Percent of a core."""
NICE = 19
"""Its thinker gives way to all other work."""
LOOK_S = 60.0
"""How often it is looked whether there are games, while there are none."""
LEASE = "puzzles"
LEASE_MS = 600_000
"""Longer than one position takes, with the rest after it."""

Walk = Generator[tuple[int, mnk.Position], solving.Solving | None, None]


def walk(variant: mnk.Variant, moves: tuple[mnk.Square, ...]) -> Walk:
    """The positions of a game to look at, with their ply; it is sent the puzzle found at each.

    Where a game goes on as a puzzle found in it does, its side's next positions are that puzzle's
    later turns, and not looked at.
    """
    position = mnk.Position.start(variant)
    latest: dict[mnk.Side, tuple[int, solving.Solving]] = {}
    for ply, square in enumerate(moves):
        side = position.side_to_move
        if side not in latest or not _goes_on(*latest[side], ply, moves):
            found = yield ply, position
            if found is not None:
                latest[side] = (ply, found)
        position = position.play(square)


def _goes_on(start: int, found: solving.Solving, ply: int, moves: tuple[mnk.Square, ...]) -> bool:
    try:
        return solving.turn_after(found, moves[start:ply]) is not None
    except solving.StrangeMoves:
        return False


class Puzzles:
    """One candidate. Started on a hub, it looks for puzzles whenever the lease is its own."""

    def __init__(self, hub: Hub, *, share: int = SHARE) -> None:
        """`share` is how much of a core it may use, in percent."""
        self._hub = hub
        self._rest = 100 / share - 1
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)
        self._pool: Pool | None = None

    async def start(self) -> None:
        """Look for puzzles until the hub closes."""
        self._hub.at_close(self._let_thinker_go)
        # A server that starts has other things to do.
        self._candidate.begin(LOOK_S, self._look, first_s=LOOK_S)

    @property
    def pids(self) -> list[int]:
        """The processes of its thinker, while it has one."""
        return [] if self._pool is None else self._pool.pids

    async def _look(self) -> None:
        """Look through the next game; where there is none, the thinker ends."""
        try:
            looked = await self._look_through_one()
        except ThinkerFailed as error:
            log.warning("puzzles_not_looked_for error=%r", error)
            looked = False
        if looked:
            self._candidate.wake()
        else:
            await self._let_thinker_go()

    async def _look_through_one(self) -> bool:
        """Look through the next game; false if there is none, or somebody else does it."""
        if not await self._candidate.holds():
            return False
        game = await self._hub.read(puzzles.next_unsearched, now_ms())
        if game is None:
            return False
        kept = 0
        steps = walk(game.variant, game.moves)
        found: solving.Solving | None = None
        while True:
            try:
                ply, position = steps.send(found)
            except StopIteration:
                break
            found = await self._find(position)
            if found is not None:
                kept += await self._hub.read(_keep, position, found, game.id, ply)
            if not await self._candidate.holds():
                return False
        await self._hub.read(_note_searched, game.id, kept)
        log.info("puzzles_looked_for game=%d positions=%d new=%d", game.id, len(game.moves), kept)
        return True

    async def _find(self, position: mnk.Position) -> solving.Solving | None:
        if self._pool is None:
            # Warm: on a machine with no time to spare loading takes minutes, and would use up a
            # position's own time.
            self._pool = Pool(1, nice=NICE)
            self._pool.start()
        began = time.monotonic()
        question = questions.FindPuzzle(PositionPart.of(position), NODES)
        try:
            answer = await self._pool.ask(
                question, seconds=SECONDS, patience=START_S, urgency=Urgency.PUZZLE
            )
        except NoThinker:
            raise
        except ThinkerFailed as error:
            # It may be this position that no thinker survives: the others are looked at still.
            log.warning(
                "puzzle_not_found position=%s error=%r", mnk.position_line(position), str(error)
            )
            return None
        finally:
            await asyncio.sleep(self._rest * (time.monotonic() - began))
        return answer.solving if isinstance(answer, questions.PuzzleFound) else None

    async def _let_thinker_go(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await pool.close()


def _keep(position: mnk.Position, found: solving.Solving, game_id: int, ply: int) -> bool:
    return puzzles.keep(position, found, game_id=game_id, ply=ply, at=now_ms())


def _note_searched(game_id: int, kept: int) -> None:
    puzzles.note_searched(game_id, kept, at=now_ms())
