"""Proofs asked for by visitors, found by a thinker of their own: a hint does not wait for one."""

from collections import OrderedDict

from games import mnk
from games.play.hub import Hub
from games.review.errors import ProofUnavailable
from games.review.findings import PositionPart, Proving
from games.review.services.desk import PROOF_NODES, Desk
from games.workers import questions
from games.workers.lazy import LazyPool
from games.workers.pool import ThinkerFailed

SECONDS = 40.0
"""When a search is given up. `NODES` take a few seconds; a busy machine may need more."""
PATIENCE_S = 30.0
"""How long a question waits for its thinker to be free."""
MOST_WAITING = 10
"""More questions than this at once are refused."""
KEPT = 30
"""Answers remembered, each of at most a mebibyte."""


class Proofs:
    """Answers for one server process."""

    def __init__(self, hub: Hub, *, warm: bool = True) -> None:
        self._pool = LazyPool(hub, 1, nice=10, warm=warm)
        self._kept: OrderedDict[mnk.Position, Proving] = OrderedDict()
        hub.part(Desk).find_proof = self.answer

    async def answer(self, position: mnk.Position) -> Proving:
        """What can be proved of a position; raises `ProofUnavailable`."""
        kept = self._kept.get(position)
        if kept is not None:
            self._kept.move_to_end(position)
            return kept
        if self._pool.waiting >= MOST_WAITING:
            raise ProofUnavailable
        question = questions.Prove(PositionPart.of(position), PROOF_NODES)
        try:
            answer = await self._pool.ask(question, seconds=SECONDS, patience=PATIENCE_S)
        except ThinkerFailed:
            raise ProofUnavailable from None
        if not isinstance(answer, questions.ProofFound):
            raise ProofUnavailable
        self._kept[position] = answer.proving
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return answer.proving
