"""Reviews of games, worked through: woken or by looking, claimed, assessed, kept.

1. claim     by updating a row: one worker sees to a review (games/reviews/queue.py)
2. look      which of its positions are assessed already, in whatever game, turned or mirrored
3. assess    the others from the last to the first, in thinkers that nobody waits for
4. keep      each at once: a worker that dies loses the positions it was just looking at
5. teach     put each move in words

If no thinker can be made to answer for a position, its review fails, and nothing else does.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import Error as DatabaseError

from games import mnk
from games.play.clock import now_ms
from games.play.disk import allow_lazy_flush
from games.play.hub import QUIET_S, Hub
from games.play.tick import Tick, end_tasks
from games.review import findings
from games.reviews import assessments, queue
from games.reviews.evaluations import Evaluations
from games.thinking import questions
from games.thinking.pool import NoThinker, ThinkerFailed
from games.thinking.service import LATER, Thinking
from games.turns import Urgency
from games.workers import leases

log = logging.getLogger(__name__)

SWEEP_S = 0.5
"""How often the database is asked for reviews that wait."""
IDLE_S = 2.0
"""How often the only process asks while it has none: whoever wants one wakes it."""
RENEW_S = 1.0
"""How often the claims of this worker are renewed."""
AT_ONCE = 32
"""How many reviews one worker sees to at the same time: thinkers take positions of all in turn, so
that a long one holds up nobody else's."""
AT_ONCE_OF_SHARE = 2
"""How many of one share: a long one does not hold up the next."""
SECONDS = 120.0
"""When the search of one position is given up."""
PATIENCE_S = 150.0
"""A review fails if no thinker has answered anything for this long while it waits: the very first
time they compile their kernels."""
PAUSE_S = 0.5
"""How soon we look again whether there is a thinker."""


class CannotAssess(Exception):
    """A position about which nothing could be learnt."""


@dataclass(eq=False, slots=True)
class _Work:
    """A review this worker sees to."""

    task: queue.Task
    left: list[mnk.Position] = field(default_factory=list)
    """The positions still to be assessed, the next one last."""
    done: int = 0
    run: "asyncio.Task[None] | None" = None


class Reviewer:
    """One worker. Started on a hub, it sees to reviews until the hub closes."""

    def __init__(
        self,
        hub: Hub,
        thinking: Thinking,
        *,
        at_once: int = LATER,
    ) -> None:
        """`at_once` is how many positions of a review are looked at side by side."""
        self.name = leases.new_holder()
        self._hub = hub
        self._thinking = thinking
        self._at_once = at_once
        self._works: dict[int, _Work] = {}
        self._ticks: tuple[Tick, ...] = ()
        self._stopping = False
        self._look_soon: Callable[[], None] = lambda: None
        self._answered = 0.0
        """When a thinker last answered (loop time)."""
        self.asked = 0
        """How many positions its thinkers have assessed, for the figures."""
        self.searched = 0
        """How many positions they have looked at for that."""
        self.depths: list[int] = []
        """How many plies each search for ways looked ahead."""

    @property
    def is_busy(self) -> bool:
        """Whether it sees to a review."""
        return bool(self._works)

    async def start(self) -> None:
        """Look for what waits, and hear what is asked for in this process."""
        looking = self._hub.every(SWEEP_S, self._look, "reviews")
        renewing = self._hub.every(RENEW_S, self._renew, "reviews_renewed", first_s=RENEW_S)
        self._ticks = looking, renewing
        self._hub.part(Evaluations).on_review_asked = self._look_soon = looking.wake
        self._hub.at_close(self.stop)

    async def stop(self) -> None:
        """Give back what is not done: another worker finds what is kept of it."""
        self._stopping = True
        for tick in self._ticks:
            tick.stop()
        self._hub.part(Evaluations).on_review_asked = lambda: None
        works = list(self._works.values())
        await end_tasks({work.run for work in works if work.run is not None})
        for work in works:
            with contextlib.suppress(DatabaseError):  # then the claim runs out
                await self._hub.read(queue.let_go, work.task.game_id, self.name)

    async def _look(self) -> None:
        while len(self._works) < AT_ONCE:
            task = await self._hub.read(self._claim)
            if task is None:
                break
            if task.game_id in self._works:
                continue  # its claim had run out, and is this worker's again: the work goes on
            work = self._works[task.game_id] = _Work(task)
            work.run = self._hub.spawn(self._see_to(work))
        if not self._works and self._hub.others.is_alone:
            self._ticks[0].rest(QUIET_S if self._hub.is_quiet else IDLE_S)

    def _claim(self) -> queue.Task | None:
        held = Counter(work.task.share for work in tuple(self._works.values()))
        full = [share for share, works in held.items() if works >= AT_ONCE_OF_SHARE]
        return queue.claim(self.name, now_ms(), full=full)

    async def _renew(self) -> None:
        for id, work in tuple(self._works.items()):
            held = await self._hub.read(queue.renew, id, self.name, now_ms(), work.done)
            if not held and work.run is not None and self._works.get(id) is work:
                log.info("review_taken_over game=%s", work.task.slug)
                work.run.cancel()

    async def _see_to(self, work: _Work) -> None:
        id, slug = work.task.game_id, work.task.slug
        try:
            try:
                await self._assess_all(work)
                await self._teach_all(work)
            except CannotAssess as error:
                log.warning("review_failed game=%s error=%r", slug, str(error))
                await self._hub.read(queue.fail, id, self.name)
            else:
                await self._hub.read(queue.finish, id, self.name, now_ms())
        except DatabaseError as error:
            log.warning("review_not_kept game=%s error=%r", slug, error)
            # Its claim runs out, and whoever finds it then goes on.
        finally:
            if not self._stopping:  # else it is given back
                del self._works[id]
                self._look_soon()

    async def _assess_all(self, work: _Work) -> None:
        work.left = await self._hub.read(_left, work.task)
        work.done = len(work.task.moves) + 1 - len(work.left)
        await self._side_by_side(partial(self._work_off, work))

    async def _work_off(self, work: _Work) -> None:
        nodes = work.task.nodes
        while work.left:
            position = work.left.pop()
            # It may have been found since, in another game.
            if await self._hub.read(_kept, position, nodes) is None:
                found = await self._assess(position, nodes, work.task.share)
                await self._hub.read(_keep, position, found, nodes)
            work.done += 1

    async def _assess(self, position: mnk.Position, nodes: int, share: str) -> findings.Assessment:
        question = questions.Assess(findings.PositionPart.of(position), nodes)
        answer = await self._ask(question, share)
        if not isinstance(answer, questions.Assessed):
            raise CannotAssess(repr(answer))
        self.asked += 1
        self.searched += answer.assessment.nodes
        if answer.depth is not None:
            self.depths.append(answer.depth)
        return answer.assessment

    async def _teach_all(self, work: _Work) -> None:
        """Tell what every move did, and keep it all at once: it takes a fraction of the rest."""
        variant, moves = work.task.variant, work.task.moves
        nodes = assessments.lesson_nodes_for(variant)
        lessons: list[tuple[findings.Lesson, ...]] = [()] * len(moves)
        left = list(range(len(moves)))

        async def work_off() -> None:
            while left:
                ply = left.pop()
                game = questions.Game.of(variant, moves[: ply + 1])
                answer = await self._ask(questions.Teach(game, nodes), work.task.share)
                if not isinstance(answer, questions.Taught):
                    raise CannotAssess(repr(answer))
                lessons[ply] = answer.lessons

        await self._side_by_side(work_off)
        await self._hub.read(queue.keep_lessons, work.task.game_id, self.name, lessons)

    async def _side_by_side(self, work_off: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Some at a time; if one fails, the others are dropped."""
        runs = {asyncio.ensure_future(work_off()) for _ in range(self._at_once)}
        try:
            await asyncio.gather(*runs)
        finally:
            await end_tasks(runs)

    async def _ask(self, question: questions.Question, share: str) -> questions.Answer:
        """What a thinker finds. If one dies, the question is asked once more."""
        began = self._hub.loop.time()
        deaths = 0
        while True:
            try:
                answer = await self._thinking.ask(
                    question, Urgency.REVIEW, of=share, seconds=SECONDS, patience=PATIENCE_S
                )
            except NoThinker as error:
                # While others are answered its turn will come, too.
                if self._hub.loop.time() >= max(began, self._answered) + PATIENCE_S:
                    raise CannotAssess(str(error)) from None
                await asyncio.sleep(PAUSE_S)
            except ThinkerFailed as error:
                deaths += 1
                if deaths > 1:
                    raise CannotAssess(str(error)) from None
            else:
                self._answered = self._hub.loop.time()
                return answer


def _left(task: queue.Task) -> list[mnk.Position]:
    """The positions of a game not assessed yet with this many nodes, the first one first."""
    positions = task.positions
    assessments.reserve(positions)  # before it is read: what is let go now is found anew
    kept = assessments.kept_all(positions, nodes=task.nodes)
    return [position for position, found in zip(positions, kept, strict=True) if found is None]


def _kept(position: mnk.Position, nodes: int) -> findings.Assessment | None:
    if assessments.kept(position, nodes=nodes) is None:
        return None
    assessments.reserve([position])
    return assessments.kept(position, nodes=nodes)


def _keep(position: mnk.Position, found: findings.Assessment, nodes: int) -> None:
    allow_lazy_flush()  # what is lost is found again
    assessments.keep(position, found, nodes=nodes)
