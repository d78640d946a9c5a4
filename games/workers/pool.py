"""A pool of thinkers: processes that search while the games go on.

Each thinker is a process with one line to it. One that dies, or takes too long and is killed,
takes with it only the question it was asked; another is started in its place.
"""

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from games.play import metrics
from games.play.relay import end_tasks
from games.workers import questions

log = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[2]
MAX_LINE = 1 << 20
"""Bytes a line of a thinker may have."""
START_S = 120.0
"""How long a thinker may take to start: the first time ever it compiles its kernels."""
SOON_S = 2.0
"""How long a question waits when all thinkers have died."""
PAUSE_S = 1.0
"""How long to wait before a thinker that died at once is replaced."""

OnProgress: TypeAlias = Callable[[questions.Progress], None]

_ENVIRONMENT = ("PATH", "HOME", "LANG", "PYTHONPATH", "VIRTUAL_ENV", "TMPDIR")
"""What a thinker gets to know of its surroundings, beside settings of numba: no secrets."""


class ThinkerFailed(Exception):
    """A thinker died, or took too long and was killed, before it answered."""


class NoThinker(ThinkerFailed):
    """Nobody was free to answer in time."""


class Thinker:
    """One process. Asked by one caller at a time."""

    def __init__(self, nice: int, warm: bool) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "games.workers.thinker"),
                    *(str(theirs.fileno()), str(nice), str(int(warm))),
                ],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd=ROOT,
                env={
                    name: value
                    for name, value in os.environ.items()
                    if name in _ENVIRONMENT or name.startswith("NUMBA_")
                },
            )
        self._socket = ours
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ready(self) -> None:
        """Wait until it has loaded all it needs. Raises `ThinkerFailed`."""
        self._reader, self._writer = await asyncio.open_unix_connection(
            sock=self._socket, limit=MAX_LINE
        )
        try:
            async with asyncio.timeout(START_S):
                line = await self._next()
        except TimeoutError:
            raise ThinkerFailed(f"A thinker did not start within {START_S:g} s.") from None
        if not isinstance(line, questions.Ready):
            raise ThinkerFailed(f"A thinker began with {line!r}.")

    async def ask(
        self, question: questions.Question, *, seconds: float, on_progress: OnProgress | None
    ) -> questions.Answer:
        """Its answer. Raises `ThinkerFailed`, after which it cannot be asked again."""
        assert self._writer is not None
        try:
            self._writer.write(questions.encode(question) + b"\n")
            async with asyncio.timeout(seconds):
                while isinstance(line := await self._next(), questions.Progress):
                    if on_progress is not None:
                        on_progress(line)
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

    async def end(self) -> None:
        """Kill it, and wait until it is gone."""
        self._process.kill()
        if self._writer is not None:
            self._writer.close()
        else:
            self._socket.close()
        await asyncio.get_running_loop().run_in_executor(None, self._process.wait)


class Pool:
    """Some thinkers, kept at their number. Questions wait their turn, first come, first served."""

    def __init__(self, size: int, *, nice: int = 5, warm: bool = True) -> None:
        """`warm`: whether thinkers load the engines before the first question."""
        self.size = size
        self._warm = warm
        self._nice = nice
        self._idle: deque[Thinker] = deque()
        self._waiting: deque[asyncio.Future[Thinker]] = deque()
        self._all: set[Thinker] = set()
        self._ready: set[Thinker] = set()
        """Those that have started, idle or asked."""
        self._has_started = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a thinker."""
        return len(self._waiting)

    @property
    def pids(self) -> list[int]:
        """The processes of its thinkers."""
        return [thinker.pid for thinker in self._all]

    def start(self) -> None:
        """Start the thinkers; questions may be asked at once, and wait for them."""
        for _ in range(self.size):
            self._spawn()

    async def ask(
        self,
        question: questions.Question,
        *,
        seconds: float,
        patience: float,
        on_progress: OnProgress | None = None,
    ) -> questions.Answer:
        """The answer of the next free thinker, which may take `seconds` from when it is asked.

        Raises `ThinkerFailed`; `NoThinker` when none is free within `patience` seconds, as while
        the first of all compile their kernels. Once there have been thinkers and there are none,
        they die as they start: then nobody waits long.
        """
        if self._has_started and not self._ready:
            patience = min(patience, SOON_S)
        try:
            async with asyncio.timeout(patience):
                thinker = await self._take()
        except TimeoutError:
            metrics.thinkers_failed.inc()
            raise NoThinker(f"No thinker was free within {patience:g} s.") from None
        try:
            answer = await thinker.ask(question, seconds=seconds, on_progress=on_progress)
        except BaseException as error:  # who asked was cancelled, too: the answer would meet
            self._replace(thinker)  # the next one
            if isinstance(error, ThinkerFailed):
                metrics.thinkers_failed.inc()
            raise
        self._give(thinker)
        return answer

    async def close(self) -> None:
        """End all thinkers."""
        self._closed = True
        await end_tasks(self._tasks)
        for waiting in self._waiting:
            waiting.cancel()
        await asyncio.gather(*(thinker.end() for thinker in tuple(self._all)))
        self._all.clear()

    async def _take(self) -> Thinker:
        if self._idle:
            return self._idle.popleft()
        waiting: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self._give(waiting.result())  # it came at the same moment
            raise

    def _give(self, thinker: Thinker) -> None:
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(thinker)
                return
        self._idle.append(thinker)

    def _replace(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        self._ready.discard(thinker)
        self._run(thinker.end())
        self._spawn()

    def _spawn(self) -> None:
        if not self._closed:
            self._run(self._start_one())

    async def _start_one(self) -> None:
        while True:
            thinker = Thinker(self._nice, self._warm)
            self._all.add(thinker)
            try:
                await thinker.ready()
            except ThinkerFailed as error:
                log.warning("thinker_not_started error=%r", str(error))
                self._all.discard(thinker)
                await thinker.end()
                await asyncio.sleep(PAUSE_S)
            else:
                self._has_started = True
                self._ready.add(thinker)
                self._give(thinker)
                return

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
