"""Positions that somebody wants to have assessed now, set up or played.

They have a thinker of their own: neither a bot nor a review waits for them, nor they for those.
"""

import asyncio
import logging

from django.db import DatabaseError

from games import mnk
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

SECONDS = 20.0
"""When a search is given up."""
PATIENCE_S = 15.0
"""How long a question waits for the thinker to be free."""
MOST_WAITING = 20
"""More positions than this at once are refused."""


class Analyst:
    """Assesses positions for one server process, and keeps what is found."""

    def __init__(self, hub: Hub, *, warm: bool = True) -> None:
        self._hub = hub
        self._pool = LazyPool(hub, 1, nice=10, warm=warm)
        self._asked: dict[bytes, asyncio.Task[findings.Assessment | None]] = {}
        """What is being found, by key: who asks the same meanwhile waits for the same."""
        hub.part(Desk).find = self.find

    async def find(self, position: mnk.Position) -> findings.Assessment:
        """The assessment of a position in which the game goes on. Raises `NobodyToAsk`."""
        form = Form.of(position)
        finding = self._asked.get(form.key)
        if finding is None:
            if len(self._asked) >= MOST_WAITING:
                raise NobodyToAsk
            finding = self._asked[form.key] = self._hub.spawn(self._find(form))
        # Shielded: who asked may leave, and others wait for the same.
        found = await asyncio.shield(finding)
        if found is None:
            raise NobodyToAsk
        return form.to_original(found)

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
        finally:
            del self._asked[form.key]

    async def _keep(self, position: mnk.Position, found: findings.Assessment, nodes: int) -> None:
        try:
            await self._hub.read(_keep, position, found, nodes)
        except DatabaseError as error:  # it is found, all the same
            log.warning("assessment_not_kept error=%r", error)


def _keep(position: mnk.Position, found: findings.Assessment, nodes: int) -> None:
    assessments.keep(position, found, nodes=nodes)
