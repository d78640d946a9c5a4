"""What people ask of thinkers at one server process: one queue, with a fair share for each visitor.

Hints, heat maps, assessments and proofs come here. Bots, reviews and puzzles have pools of their
own: neither they nor people wait for each other.
"""

import asyncio
from dataclasses import dataclass, field
from functools import partial

from games.play.hub import Hub
from games.thinking import questions
from games.thinking.lazy import LazyPool
from games.thinking.pool import Pool
from games.turns import Urgency

THINKERS = 3
"""At most: each is started when a question waits and no other is free."""
ROOM = {Urgency.PAGE: 2, Urgency.PROOF: 1}
"""A hint waits for no page, and a page for no proof: one thinker is kept for each."""
OF_SHARE = 8
"""Questions of one share that may wait. As many again would wait for longer than anybody does."""
IN_ALL = 64
"""Questions that may wait in all: who comes then takes the place of who has the most waiting."""
IDLE_S = 600.0
"""So long after its last answer a pool is ended: a player may think for some minutes between two
hints, and starting anew takes seconds."""
NICE = 10
_WITHOUT_SEARCH = (questions.FindBenefits,)


class Thinking:
    """Answers for one server process; thinkers are started with the first question."""

    def __init__(self, hub: Hub, *, warm: bool = True) -> None:
        self._hub = hub
        self._searching = LazyPool(hub, partial(_searching, warm), idle_s=IDLE_S)
        # What takes no search waits for none: this thinker loads no engine.
        self._looking = LazyPool(hub, _looking, idle_s=IDLE_S)
        self._asked: dict[questions.Question, _Asked] = {}

    @property
    def pids(self) -> list[int]:
        """The processes of its thinkers."""
        return [*self._searching.pids, *self._looking.pids]

    async def ask(
        self,
        question: questions.Question,
        urgency: Urgency,
        *,
        of: str,
        seconds: float,
        patience: float,
    ) -> questions.Answer:
        """The answer, within `seconds` of search that begins within `patience` seconds.

        `of` is whose share it counts for. What several ask is found once: each of them has a turn,
        the first that comes counts. Who leaves while others wait takes nothing from them; what is
        being searched is searched to its end. Raises `ThinkerFailed` or `TooManyQuestions`.
        """
        asked = self._asked.get(question)
        if asked is None:
            asked = self._asked[question] = _Asked(self._hub.loop.create_future())
        if asked.by is None:
            pool = self._looking if isinstance(question, _WITHOUT_SEARCH) else self._searching
            waiting = self._hub.loop.create_task(
                pool.ask(
                    question,
                    seconds=seconds,
                    patience=patience,
                    urgency=urgency,
                    of=of,
                    on_turn=lambda: asked.begin(waiting),
                )
            )
            asked.waiting.add(waiting)
            waiting.add_done_callback(partial(self._end, question, asked))
            try:
                await asyncio.wait((waiting, asked.answer), return_when=asyncio.FIRST_COMPLETED)
            finally:
                if asked.by is None:  # whoever asked has left
                    waiting.cancel()
            if asked.by is None:
                return waiting.result()
        # Shielded: whoever asked may leave, others wait for the same, and a thinker whose asker
        # left would have to be replaced.
        return await asyncio.shield(asked.answer)

    def _end(
        self, question: questions.Question, asked: "_Asked", waiting: asyncio.Task[questions.Answer]
    ) -> None:
        asked.waiting.discard(waiting)
        if asked.by is waiting:
            del self._asked[question]
            if waiting.cancelled():
                asked.answer.cancel()
            elif (error := waiting.exception()) is not None:
                asked.answer.set_exception(error)
                asked.answer.exception()  # seen: all who asked may have left
            else:
                asked.answer.set_result(waiting.result())
        elif asked.by is None and not asked.waiting:
            del self._asked[question]


@dataclass(eq=False, slots=True)
class _Asked:
    """A question that is waited for, however many asked it."""

    answer: asyncio.Future[questions.Answer]
    waiting: set[asyncio.Task[questions.Answer]] = field(default_factory=set)
    """A place for each who asked, until the turn of one has come."""
    by: asyncio.Task[questions.Answer] | None = None
    """Whose turn came first."""

    def begin(self, waiting: asyncio.Task[questions.Answer]) -> None:
        """The turn of one has come: it asks for all."""
        self.by = waiting
        for other in self.waiting - {waiting}:
            other.cancel()


def _searching(warm: bool) -> Pool:
    return Pool(
        THINKERS, nice=NICE, warm=warm, grows=True, room=ROOM, of_share=OF_SHARE, in_all=IN_ALL
    )


def _looking() -> Pool:
    return Pool(1, nice=NICE, warm=False, of_share=OF_SHARE, in_all=IN_ALL)
