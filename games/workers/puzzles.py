"""Puzzles are found while nothing is urgent: finished games are looked through, one after another.

One process at a time does it for all, with a lease. It asks the thinkers that review, after the
reviews, and rests long enough between two questions to use no more than its share of a core.
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
from games.thinking.pool import NoThinker, ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency
from games.workers import leases

log = logging.getLogger(__name__)

NODES = 300_000
"""For each position: at most a third of a second."""
SECONDS = 30.0
"""When a search is given up."""
START_S = 180.0
"""How long a question waits for a thinker, even behind reviews."""
SHARE = 10
"""Percent of a core."""
LOOK_S = 60.0
"""How often to look for games while there are none."""
LEASE = "puzzles"
LEASE_MS = 600_000
"""Longer than one position takes, with the rest after it."""

Walk = Generator[tuple[int, mnk.Position], solving.Solving | None, None]


def walk(variant: mnk.Variant, moves: tuple[mnk.Square, ...]) -> Walk:
    """The positions of a game to look at, with their ply; send it the puzzle found at each.

    If a game goes on as a puzzle found in it does, that side's next positions are the puzzle's
    later turns, and are not looked at.
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

    def __init__(self, hub: Hub, thinking: Thinking, *, share: int = SHARE) -> None:
        """`share` is how much of a core it may use, in percent."""
        self._hub = hub
        self._thinking = thinking
        self._rest = 100 / share - 1
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)

    async def start(self) -> None:
        """Look for puzzles until the hub closes."""
        # A server that starts has other things to do.
        self._candidate.begin(LOOK_S, self._look, first_s=LOOK_S)

    async def _look(self) -> None:
        """Look through the next game, and soon through another."""
        try:
            looked = await self._look_through_one()
        except ThinkerFailed as error:
            log.warning("puzzles_not_looked_for error=%r", error)
            looked = False
        if looked:
            self._candidate.wake()

    async def _look_through_one(self) -> bool:
        """Look through the next game; False if there is none, or somebody else does it."""
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
        began = time.monotonic()
        question = questions.FindPuzzle(PositionPart.of(position), NODES)
        try:
            answer = await self._thinking.ask(
                question, Urgency.PUZZLE, seconds=SECONDS, patience=START_S
            )
        except NoThinker:
            raise
        except ThinkerFailed as error:
            # It may be this position that no thinker survives: the others are still looked at.
            log.warning(
                "puzzle_not_found position=%s error=%r", mnk.position_line(position), str(error)
            )
            return None
        finally:
            # Waiting for its turn is not work; but if it takes long, others need the thinkers.
            await asyncio.sleep(self._rest * min(SECONDS, time.monotonic() - began))
        return answer.solving if isinstance(answer, questions.PuzzleFound) else None


def _keep(position: mnk.Position, found: solving.Solving, game_id: int, ply: int) -> bool:
    return puzzles.keep(position, found, game_id=game_id, ply=ply, at=now_ms())


def _note_searched(game_id: int, kept: int) -> None:
    puzzles.note_searched(game_id, kept, at=now_ms())
