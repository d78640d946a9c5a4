"""A pool of thinkers: processes that search while the games go on.

Each thinker is a process with one line to it. One that dies, or takes too long and is killed,
takes with it only the question it was asked; another is started in its place.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from games import metrics
from games.child import Child
from games.play.errors import TooManyQuestions
from games.play.tick import end_tasks
from games.thinking import questions
from games.turns import Turns, Urgency

log = logging.getLogger(__name__)

MAX_LINE = 1 << 20
"""Bytes a line of a thinker may have."""
START_S = 120.0
"""How long a thinker may take to start: the very first time kernels are compiled."""
SOON_S = 2.0
"""How long a question waits when all thinkers have died."""
PAUSE_S = 1.0
"""How long to wait before a thinker that died at once is replaced."""


class ThinkerFailed(Exception):
    """A thinker died, or took too long and was killed, before it answered."""


class NoThinker(ThinkerFailed):
    """Nobody was free to answer in time."""


class Thinker:
    """One process. Asked by one caller at a time."""

    def __init__(self, nice: int) -> None:
        """Raises `ThinkerFailed` if no process can be started."""
        self.pid: int | None = None
        """Its process, once it has started."""
        try:
            self._child = Child("games.thinking.thinker", nice)
        except OSError as error:
            raise ThinkerFailed(f"A thinker cannot be started: {error}.") from None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ready(self) -> None:
        """Wait until it has started. Raises `ThinkerFailed`."""
        self._reader, self._writer = await self._child.open(limit=MAX_LINE)
        try:
            async with asyncio.timeout(START_S):
                line = await self._next()
        except TimeoutError:
            raise ThinkerFailed(f"A thinker did not start within {START_S:g} s.") from None
        if not isinstance(line, questions.Ready):
            raise ThinkerFailed(f"A thinker began with {line!r}.")
        self.pid = line.pid

    async def ask(self, question: questions.Question, *, seconds: float) -> questions.Answer:
        """Its answer. Raises `ThinkerFailed`, after which it cannot be asked again."""
        assert self._writer is not None
        try:
            self._writer.write(questions.encode(question) + b"\n")
            async with asyncio.timeout(seconds):
                line = await self._next()
        except TimeoutError:
            raise ThinkerFailed(f"No answer within {seconds:g} s.") from None
        except OSError as error:
            raise ThinkerFailed(f"A thinker cannot be reached: {error}.") from None
        if isinstance(line, questions.Ready):
            raise ThinkerFailed("A thinker answered out of turn.")
        return line

    async def _next(self) -> questions.Line:
        assert self._reader is not None
        try:
            text = await self._reader.readline()
            if not text.endswith(b"\n"):
                raise ThinkerFailed("A thinker died.")
            return questions.decode_line.decode(text)
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            raise ThinkerFailed(f"A thinker's line cannot be read: {error}.") from None

    def end(self) -> None:
        """Have it killed."""
        self._child.end()


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """The place of a waiting question."""

    urgency: Urgency
    thinker: asyncio.Future[Thinker]


class Pool:
    """A number of thinkers. `Turns` says whose question is next.

    Some are kept ready, unless the pool rests. More are started, one at a time, when a question
    waits and no thinker is free, and end when nothing has been asked for a while.
    """

    def __init__(
        self,
        most: int,
        *,
        nice: int,
        idle_s: float,
        room: Mapping[Urgency, int] | None = None,
        of_share: int | None = None,
        in_all: int | None = None,
    ) -> None:
        """At `most` this many thinkers, besides those kept for bots (`keep`).

        After `idle_s` seconds without a question, those not kept ready end. `room` says how many
        thinkers may be busy at once with questions of an urgency or a lesser one: the others are
        left for more urgent ones. `of_share` and `in_all` are how many questions may wait; None: as
        many as come.
        """
        self._most = most
        self._kept = 0
        self._rests = False
        self._for_moves = 0
        self._nice = nice
        self._idle_s = idle_s
        self._room = room or {}
        self._idle: deque[Thinker] = deque()
        self._waiting: Turns[_Place] = Turns(of_share=of_share, in_all=in_all)
        self._busy: Counter[Urgency] = Counter()
        """How many thinkers are busy, by the urgency of what they were asked."""
        self._all: set[Thinker] = set()
        self._starting = 0
        self._has_started = False
        self._ending: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """The processes of its thinkers."""
        return [thinker.pid for thinker in self._all if thinker.pid is not None]

    @property
    def for_moves(self) -> int:
        """How many thinkers are left for bots."""
        return self._for_moves

    def keep(self, *, for_moves: int = 0, for_others: int = 0) -> None:
        """Keep this many more thinkers ready. Those for moves are asked only what a bot plays and
        what takes no search: no bot waits for what people want to know."""
        self._most += for_moves
        self._for_moves += for_moves
        self._kept += for_moves + for_others
        self._refill()

    def rest(self) -> None:
        """End the idle thinkers that are kept ready, too, until the pool is woken. A question that
        comes meanwhile has thinkers started like any other."""
        if not self._rests:
            self._rests = True
            self._has_started = False  # that none is left does not mean that they die
            self._end_idle()

    def wake(self) -> None:
        """Keep thinkers ready again, if the pool rests."""
        if self._rests:
            self._rests = False
            self._refill()

    async def ask(
        self,
        question: questions.Question,
        urgency: Urgency,
        *,
        seconds: float,
        patience: float,
        of: str = "",
        on_turn: Callable[[], None] = lambda: None,
    ) -> questions.Answer:
        """The answer of a thinker, which may take `seconds` from when it is asked.

        `of` is the share that the question counts for. `on_turn` is called when its turn has come.
        Raises `ThinkerFailed`; `NoThinker` when its turn does not come within `patience` seconds,
        as while the very first ones compile their kernels; `TooManyQuestions` at once, or later if
        others come. If thinkers are kept ready but none is left, they die as they start: then
        nobody waits long.
        """
        if self._closed:
            raise NoThinker("The thinkers have been ended.")
        if self._to_keep() and self._has_started and not self._ready():
            patience = min(patience, SOON_S)
        try:
            async with asyncio.timeout(patience):
                thinker = await self._take(urgency, of)
        except TimeoutError:
            metrics.thinkers_failed.inc()
            raise NoThinker(f"No thinker was free within {patience:g} s.") from None
        try:
            on_turn()
            answer = await thinker.ask(question, seconds=seconds)
        except BaseException as error:  # cancelled too: the late answer would meet
            self._busy[urgency] -= 1
            self._replace(thinker)  # the next question
            if isinstance(error, ThinkerFailed):
                metrics.thinkers_failed.inc()
            raise
        self._busy[urgency] -= 1
        self._give(thinker)
        return answer

    async def close(self) -> None:
        """End all thinkers."""
        self._closed = True
        self._call_off_ending()
        await end_tasks(self._tasks)
        while (place := self._waiting.next()) is not None:
            place.thinker.cancel()
        for thinker in self._all:
            thinker.end()
        self._all.clear()

    async def _take(self, urgency: Urgency, share: str) -> Thinker:
        """A thinker whose turn it is to answer this; it counts as busy from then on."""
        self._call_off_ending()
        place = _Place(urgency, asyncio.get_running_loop().create_future())
        evicted = self._waiting.enter(place, urgency, share)
        if evicted is not None and not evicted.thinker.done():
            evicted.thinker.set_exception(TooManyQuestions())
        self._pair()
        try:
            return await place.thinker
        except asyncio.CancelledError:
            self._waiting.leave(place)
            if place.thinker.done() and not place.thinker.cancelled():
                self._busy[urgency] -= 1
                self._give(place.thinker.result())  # it came at the same moment
            raise

    def _give(self, thinker: Thinker) -> None:
        self._idle.append(thinker)
        self._pair()

    def _pair(self) -> None:
        """Give free thinkers to the questions whose turn it is; start one more if it helps."""
        while self._idle and (place := self._waiting.next(self._may_begin)) is not None:
            if not place.thinker.done():  # else whoever asked has just left
                self._busy[place.urgency] += 1
                place.thinker.set_result(self._idle.popleft())
        if len(self._waiting):
            is_short = self._waiting.has_next(partial(self._has_room, thinkers=self._most))
            if is_short and not (self._starting or self._closed) and len(self._all) < self._most:
                self._spawn()
        elif self._ending is None and self._to_keep() < self._ready() == len(self._idle):
            self._ending = asyncio.get_running_loop().call_later(self._idle_s, self._end_idle)

    def _may_begin(self, urgency: Urgency) -> bool:
        return self._has_room(urgency, thinkers=self._ready())

    def _to_keep(self) -> int:
        """How many thinkers are kept ready now."""
        return 0 if self._rests else self._kept

    def _ready(self) -> int:
        """How many thinkers have started, idle or asked."""
        return len(self._idle) + self._busy.total()

    def _has_room(self, urgency: Urgency, *, thinkers: int) -> bool:
        """Whether this many thinkers could answer one more question of this urgency now."""
        # What takes a search leaves the bots theirs.
        room = {Urgency.HINT: thinkers - self._for_moves, **self._room}
        return all(
            sum(busy for each, busy in self._busy.items() if each >= level) < most
            for level, most in room.items()
            if level <= urgency
        )

    def _call_off_ending(self) -> None:
        """Let those stay that were to end because nothing was asked."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _end_idle(self) -> None:
        """Nothing was asked for a while: end all but those that are kept ready."""
        self._call_off_ending()
        while self._idle and self._ready() > self._to_keep():
            self._end(self._idle.pop())

    def _replace(self, thinker: Thinker) -> None:
        self._end(thinker)
        self._refill()
        self._pair()

    def _end(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        thinker.end()

    def _refill(self) -> None:
        """Start what is missing of those kept ready: the bots' at once, then the others one by one,
        so that bots wait for no other when the kernels are compiled for the first time."""
        while (there := self._ready() + self._starting) < self._to_keep() and not self._closed:
            if there >= self._for_moves and self._starting:
                return
            self._spawn()

    def _spawn(self) -> None:
        self._starting += 1
        self._run(self._start_one())

    async def _start_one(self) -> None:
        while True:
            try:
                thinker = await self._started()
            except ThinkerFailed as error:
                log.warning("thinker_not_started error=%r", str(error))
                await asyncio.sleep(PAUSE_S)
            else:
                self._has_started = True
                self._starting -= 1
                self._give(thinker)
                self._refill()
                return

    async def _started(self) -> Thinker:
        thinker = Thinker(self._nice)
        self._all.add(thinker)
        try:
            await thinker.ready()
        except ThinkerFailed:
            self._end(thinker)
            raise
        return thinker

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
