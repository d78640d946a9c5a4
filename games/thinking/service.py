"""The thinkers of a process: one queue for what somebody waits for, one for what can wait.

Bots' moves, hints, open pages and proofs go to the first, in that order, with a fair share for each
visitor; reviews and puzzles to the second, which gives way to everything else on the machine.
"""

import asyncio
import os
from dataclasses import dataclass, field
from functools import partial

from games.play.hub import Hub
from games.thinking import questions
from games.thinking.pool import Pool
from games.turns import Urgency

SOON = 3
"""At most this many thinkers for what people want to know: each but the first is started when a
question waits and no other is free. Bots have theirs besides."""
SOON_ROOM = {Urgency.PAGE: 2, Urgency.PROOF: 1}
"""A hint waits for no page, and a page for no proof: one thinker is left to each."""
OF_SHARE = 8
"""Questions of one share that may wait. As many again would wait longer than anybody does."""
IN_ALL = 64
"""Questions that may wait in all: a newcomer then takes the place of a share that has more."""
SOON_IDLE_S = 600.0
"""A player may think for some minutes between two hints, and starting anew takes seconds."""
REST_S = 300.0
"""After this long without a visitor no thinker is kept ready: they take half of the memory of a
small server. The next visitor has them started: seconds before anybody can ask them something."""
LOOK_S = 60.0
"""How often it is seen whether they may rest."""
SOON_NICE = 5
"""The games' own process goes first."""

LATER = max(1, min(2, os.cpu_count() or 1))
LATER_ROOM = {Urgency.PUZZLE: 1}
LATER_IDLE_S = 120.0
LATER_NICE = 15


class Thinking:
    """Answers for one server process: `hub.part(Thinking)`."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.soon = Pool(
            SOON,
            nice=SOON_NICE,
            idle_s=SOON_IDLE_S,
            room=SOON_ROOM,
            of_share=OF_SHARE,
            in_all=IN_ALL,
        )
        self.later = Pool(LATER, nice=LATER_NICE, idle_s=LATER_IDLE_S, room=LATER_ROOM)
        self._asked: dict[questions.Question, _Asked] = {}
        self._visited_at = hub.loop.time()
        """When somebody was last seen here (loop time)."""
        hub.every(LOOK_S, self._rest_if_alone, "thinkers")
        hub.at_close(self.soon.close)
        hub.at_close(self.later.close)

    def visited(self) -> None:
        """Somebody is here, and may soon ask something: thinkers are kept ready."""
        self._visited_at = self._hub.loop.time()
        self.soon.wake()

    async def _rest_if_alone(self) -> None:
        if not self._hub.is_quiet:
            self.visited()
        elif self._hub.loop.time() - self._visited_at >= REST_S:
            self.soon.rest()

    async def ask(
        self,
        question: questions.Question,
        urgency: Urgency,
        *,
        seconds: float,
        patience: float,
        of: str = "",
        alone: bool = False,
    ) -> questions.Answer:
        """The answer, within `seconds` of search that begins within `patience` seconds.

        `of` is whose share it counts for. What several ask is found once: each of them has a turn,
        and the first to come counts. One who leaves while others wait takes nothing from them; a
        search that has begun goes on to its end. But whoever asks
        `alone` ends the search by leaving. Raises `ThinkerFailed`; `NoThinker` if the
        turn does not come in time; `TooManyQuestions`.
        """
        pool = self.later if urgency >= Urgency.REVIEW else self.soon
        if alone:
            return await pool.ask(question, urgency, seconds=seconds, patience=patience, of=of)
        asked = self._asked.get(question)
        if asked is None:
            asked = self._asked[question] = _Asked(self._hub.loop.create_future())
        if asked.by is None:
            waiting = self._hub.loop.create_task(
                pool.ask(
                    question,
                    urgency,
                    seconds=seconds,
                    patience=patience,
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
        if not waiting.cancelled():
            waiting.exception()  # seen: whoever asked may have left as it was refused
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
    """A place for each asker, until the turn of one has come."""
    by: asyncio.Task[questions.Answer] | None = None
    """Whose turn came first."""

    def begin(self, waiting: asyncio.Task[questions.Answer]) -> None:
        """The turn of one has come: it asks for all."""
        self.by = waiting
        for other in self.waiting - {waiting}:
            other.cancel()
