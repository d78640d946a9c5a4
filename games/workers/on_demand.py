"""Positions that somebody wants to have assessed or weighed now, set up or played."""

import asyncio
import logging

from django.db import DatabaseError

from games import mnk
from games.play.clock import now_ms
from games.play.hub import Hub
from games.review import findings
from games.review.canonical import CanonicalForm
from games.review.errors import NobodyToAsk
from games.reviews import assessments
from games.reviews.evaluations import Evaluations
from games.thinking import questions
from games.thinking.pool import ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency

log = logging.getLogger(__name__)

SECONDS = 20.0
"""When a search is given up."""
PATIENCE_S = 45.0
"""How long a question waits for its turn: longer than two other searches take."""


class Analyst:
    """Assesses positions for one server process, and keeps what is found."""

    def __init__(self, hub: Hub, thinking: Thinking) -> None:
        self._hub = hub
        self._thinking = thinking
        self._keeping: dict[bytes, asyncio.Task[None]] = {}
        """What is being kept, by the key of its form: once, however many asked for it."""
        hub.part(Evaluations).find = self.find
        hub.part(Evaluations).find_benefits = self.find_benefits

    async def find(self, position: mnk.Position, of: str) -> findings.Assessment:
        """The assessment of a position in which the game goes on; it counts for the share `of`.

        Raises `NobodyToAsk` or `TooManyQuestions`.
        """
        form = CanonicalForm.of(position)
        nodes = assessments.nodes_for(form.position.variant)
        question = questions.Assess(findings.PositionPart.of(form.position), nodes)
        answer = await self._ask(question, Urgency.PAGE, of)
        if not isinstance(answer, questions.Assessed):
            log.error("assessment_wrong answer=%r", answer)
            raise NobodyToAsk
        keeping = self._keeping.get(form.key)
        if keeping is None:
            keep = self._keep(form.position, answer.assessment, nodes)
            keeping = self._keeping[form.key] = self._hub.spawn(keep)
            keeping.add_done_callback(lambda _: self._keeping.pop(form.key))
        await asyncio.shield(keeping)
        return form.to_original(answer.assessment)

    async def find_benefits(self, position: mnk.Position, of: str) -> findings.Benefits:
        """What the squares of a position bring the side to move; it counts for the share `of`.

        Raises `NobodyToAsk` or `TooManyQuestions`.
        """
        there = findings.PositionPart.of(position)
        question = questions.FindBenefits(there, position.side_to_move)
        answer = await self._ask(question, Urgency.GLANCE, of)
        if not isinstance(answer, questions.BenefitsFound):
            log.error("benefits_wrong answer=%r", answer)
            raise NobodyToAsk
        return findings.Benefits(squares=answer.squares)

    async def _ask(
        self, question: questions.Question, urgency: Urgency, of: str
    ) -> questions.Answer:
        try:
            return await self._thinking.ask(
                question, urgency, of=of, seconds=SECONDS, patience=PATIENCE_S
            )
        except ThinkerFailed as error:
            kind = type(question).__name__
            log.warning("position_not_looked_at question=%s error=%r", kind, str(error))
            raise NobodyToAsk from None

    async def _keep(self, position: mnk.Position, found: findings.Assessment, nodes: int) -> None:
        try:
            await self._hub.read(_keep, position, found, nodes)
        except DatabaseError as error:  # it has been found all the same
            log.warning("assessment_not_kept error=%r", error)


def _keep(position: mnk.Position, found: findings.Assessment, nodes: int) -> None:
    assessments.keep(position, found, nodes=nodes, asked_ms=now_ms())
