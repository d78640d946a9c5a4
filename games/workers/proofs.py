"""Proofs asked for by visitors: searches that take so long that little else waits for them."""

from collections import OrderedDict

from games import mnk
from games.play.hub import Hub
from games.review.errors import ProofUnavailable
from games.review.findings import PositionPart, Proving
from games.reviews.evaluations import PROOF_NODES, Evaluations
from games.thinking import questions
from games.thinking.pool import ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency

SECONDS = 40.0
"""When a search is given up. `NODES` take a few seconds; a busy machine may need more."""
PATIENCE_S = 60.0
"""How long a question waits for its turn: longer than one other search takes."""
KEPT = 30
"""Answers remembered, each of at most a mebibyte."""


class Proofs:
    """Answers for one server process."""

    def __init__(self, hub: Hub, thinking: Thinking) -> None:
        self._thinking = thinking
        self._kept: OrderedDict[mnk.Position, Proving] = OrderedDict()
        hub.part(Evaluations).find_proof = self.answer

    async def answer(self, position: mnk.Position, of: str) -> Proving:
        """What can be proved about a position; it counts for the share `of`.

        Raises `ProofUnavailable` or `TooManyQuestions`.
        """
        kept = self._kept.get(position)
        if kept is not None:
            self._kept.move_to_end(position)
            return kept
        question = questions.Prove(PositionPart.of(position), PROOF_NODES)
        try:
            answer = await self._thinking.ask(
                question, Urgency.PROOF, of=of, seconds=SECONDS, patience=PATIENCE_S
            )
        except ThinkerFailed:
            raise ProofUnavailable from None
        if not isinstance(answer, questions.ProofFound):
            raise ProofUnavailable
        self._kept[position] = answer.proving
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return answer.proving
