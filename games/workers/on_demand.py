"""Positions that somebody wants to have assessed or weighed now, set up or played.

They have thinkers of their own: neither a bot nor a review waits for them, nor they for those.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

from django.db import DatabaseError

from games import mnk
from games.play.clock import now_ms
from games.play.hub import Hub
from games.review import findings
from games.review.errors import NobodyToAsk
from games.review.forms import Form
from games.review.services import assessments
from games.review.services.desk import Desk
from games.workers import questions
from games.workers.lazy import LazyPool
from games.workers.pool import ThinkerFailed

log = logging.getLogger(__name__)

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")

SECONDS = 20.0
"""When a search is given up."""
PATIENCE_S = 15.0
"""How long a question waits for the thinker to be free."""
MOST_WAITING = 20
"""More positions than this at once are refused, of each kind of question."""


class Analyst:
    """Assesses positions for one server process, and keeps what is found."""

    def __init__(self, hub: Hub, *, warm: bool = True) -> None:
        self._hub = hub
        self._pool = LazyPool(hub, 1, nice=10, warm=warm)
        # What takes no search waits for none: this thinker loads no engine.
        self._quick = LazyPool(hub, 1, nice=10, warm=False)
        self._asked: dict[bytes, asyncio.Task[findings.Assessment | None]] = {}
        """What is being found, by the key of its form."""
        self._weighed: dict[mnk.Position, asyncio.Task[findings.Benefits | None]] = {}
        hub.part(Desk).find = self.find
        hub.part(Desk).find_benefits = self.find_benefits

    @property
    def pids(self) -> list[int]:
        """The process of the thinker that weighs; none while it sleeps."""
        return self._quick.pids

    async def find(self, position: mnk.Position) -> findings.Assessment:
        """The assessment of a position in which the game goes on. Raises `NobodyToAsk`."""
        form = Form.of(position)
        found = await self._once(self._asked, form.key, lambda: self._find(form))
        return form.to_original(found)

    async def find_benefits(self, position: mnk.Position) -> findings.Benefits:
        """What the squares of a position bring the side to move. Raises `NobodyToAsk`."""
        return await self._once(self._weighed, position, lambda: self._weigh(position))

    async def _once(
        self,
        asked: dict[Key, asyncio.Task[Found | None]],
        key: Key,
        find: Callable[[], Coroutine[Any, Any, Found | None]],
    ) -> Found:
        """What is found: once for all who ask the same meanwhile. Raises `NobodyToAsk`."""
        finding = asked.get(key)
        if finding is None:
            if len(asked) >= MOST_WAITING:
                raise NobodyToAsk
            finding = asked[key] = self._hub.spawn(find())
            finding.add_done_callback(lambda _: asked.pop(key))
        # Shielded: who asked may leave, others wait for the same, and a thinker whose asker left
        # would have to be replaced.
        found = await asyncio.shield(finding)
        if found is None:
            raise NobodyToAsk
        return found

    async def _weigh(self, position: mnk.Position) -> findings.Benefits | None:
        there = findings.PositionPart.of(position)
        question = questions.FindBenefits(there, position.side_to_move)
        try:
            answer = await self._quick.ask(question, seconds=SECONDS, patience=PATIENCE_S)
        except ThinkerFailed as error:
            log.warning("benefits_failed error=%r", str(error))
            return None
        if not isinstance(answer, questions.BenefitsFound):
            log.error("benefits_wrong answer=%r", answer)
            return None
        return findings.Benefits(squares=answer.squares)

    async def _find(self, form: Form) -> findings.Assessment | None:
        nodes = assessments.nodes_for(form.position.variant)
        question = questions.Assess(findings.PositionPart.of(form.position), nodes)
        try:
            answer = await self._pool.ask(question, seconds=SECONDS, patience=PATIENCE_S)
            if not isinstance(answer, questions.Assessed):
                log.error("assessment_wrong answer=%r", answer)
                return None
            await self._keep(form.position, answer.assessment, nodes)
            return answer.assessment
        except ThinkerFailed as error:
            log.warning("assessment_failed error=%r", str(error))
            return None

    async def _keep(self, position: mnk.Position, found: findings.Assessment, nodes: int) -> None:
        try:
            await self._hub.read(_keep, position, found, nodes)
        except DatabaseError as error:  # it is found, all the same
            log.warning("assessment_not_kept error=%r", error)


def _keep(position: mnk.Position, found: findings.Assessment, nodes: int) -> None:
    assessments.keep(position, found, nodes=nodes, asked_ms=now_ms())
