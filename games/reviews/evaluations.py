"""Where a server process asks for what only thinkers can find. The workers' part sits behind it.

`hub.part(Evaluations)` is this process's.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from django.db import DatabaseError

from games import mnk
from games.play.clock import now_ms
from games.play.hub import Hub
from games.review.ended import assessed_if_over
from games.review.errors import (
    LinesTooLong,
    NobodyToAsk,
    NoCertificates,
    NoHeatMap,
    ProofUnavailable,
    TwoWinners,
)
from games.review.findings import Assessment, Benefits, Proving
from games.review.heat import is_weighed
from games.reviews import assessments
from games.say import say

log = logging.getLogger(__name__)

Assess: TypeAlias = Callable[[mnk.Position, str], Awaitable[Assessment]]
"""From a position in which the game goes on, and whose share the search counts for, to what is
found about it; raises `NobodyToAsk` or `TooManyQuestions`."""

Weigh: TypeAlias = Callable[[mnk.Position, str], Awaitable[Benefits]]
"""The same, to what its squares bring; raises `NobodyToAsk` or `TooManyQuestions`."""

Prove: TypeAlias = Callable[[mnk.Position, str], Awaitable[Proving]]
"""Looks for a proof with `PROOF_NODES`, for a share; raises `ProofUnavailable` or
`TooManyQuestions`."""

PROOF_NODES = 1_000_000
"""How many positions are looked at for a proof."""


class Evaluations:
    """Takes what is asked at this process; nothing is answered until a worker has said how.

    `of` is whose share a search counts for (games/shares.py). If too many of that share wait,
    `TooManyQuestions` is raised, besides what each method names.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.find: Assess | None = None
        """Finds an assessment; None where there is nobody to ask."""
        self.find_benefits: Weigh | None = None
        self.find_proof: Prove | None = None
        self.on_review_asked: Callable[[], None] = lambda: None
        """Called when a review has been asked for at this process."""

    async def assess(self, position: mnk.Position, *, of: str) -> Assessment:
        """The assessment of any position, set up or played: kept, or found now and kept.

        Raises `TwoWinners` or `NobodyToAsk`.
        """
        if all(position.has_line(side) for side in mnk.Side):
            raise TwoWinners
        over = assessed_if_over(position)
        if over is not None:
            return over
        kept = await self._hub.read(_kept, position)
        if kept is not None:
            self._hub.spawn(self._note_use(position))
            return kept
        if self.find is None:
            raise NobodyToAsk
        return await self.find(position, of)

    async def _note_use(self, position: mnk.Position) -> None:
        """Nobody waits for this; if it fails, what is kept is given all the same."""
        try:
            await self._hub.read(_note_use, position)
        except DatabaseError as error:
            log.info("use_not_noted error=%r", error)

    async def benefits(self, position: mnk.Position, *, of: str) -> Benefits:
        """What the squares of a position bring, set up or played.

        Raises `NoHeatMap`, `LinesTooLong`, `TwoWinners`, `mnk.GameIsOver` or `NobodyToAsk`.
        """
        if not position.variant.line_rule.says.has_benefits:
            raise NoHeatMap
        if not is_weighed(position.variant):
            raise LinesTooLong
        lines = [side for side in mnk.Side if position.has_line(side)]
        if len(lines) > 1:
            raise TwoWinners
        if lines or position.is_stuck:
            raise mnk.GameIsOver(say("The game is over here."))
        if self.find_benefits is None:
            raise NobodyToAsk
        return await self.find_benefits(position, of)

    async def prove(self, position: mnk.Position, *, of: str) -> Proving:
        """What can be proved about a position, any stones, either side to move.

        Raises `mnk.GameIsOver` where a side has a line or the board is full, `NoCertificates` where
        nothing can be proved so, else `ProofUnavailable` where nobody answers.
        """
        if position.is_over:
            raise mnk.GameIsOver(say("The game is over here."))
        if not mnk.has_certificates(position.variant):
            raise NoCertificates
        if self.find_proof is None:
            raise ProofUnavailable
        return await self.find_proof(position, of)


def _kept(position: mnk.Position) -> Assessment | None:
    return assessments.kept(position, nodes=assessments.nodes_for(position.variant))


def _note_use(position: mnk.Position) -> None:
    assessments.note_use(position, at=now_ms())
