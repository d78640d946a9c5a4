"""Work that is done every so often: one loop for everything that looks, notes, renews or tidies."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeAlias

from django.db import Error as DatabaseError

from games.play import errors

log = logging.getLogger(__name__)

END_AGAIN_S = 0.5
"""How soon a task that was cancelled and goes on is cancelled again."""

Work: TypeAlias = Callable[[], Awaitable[object]]


class Tick:
    """Work that is done again and again: one run at a time.

    A database that is away does not end a tick, nor does a busy game: the work is tried again when
    it is due. The log says once that it fails, and once that it goes on. Any other failure is a
    fault of ours, and ends it. `Hub.every` begins one.
    """

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"],
        seconds: float,
        work: Work,
        name: str,
        *,
        first_s: float,
        pause_s: float,
    ) -> None:
        self._seconds = self._rest_s = seconds
        self._work = work
        self._name = name
        self._pause_s = pause_s
        self._woken = asyncio.Event()
        self._failing_since: float | None = None
        """When the first of the latest failures in a row happened (loop time)."""
        self._task = spawn(self._run(first_s))

    def wake(self) -> None:
        """Do it at once, or once more after the run that is under way."""
        self._woken.set()

    def stop(self) -> None:
        """Stop doing it; a run that is under way is cut short."""
        self._task.cancel()

    async def end(self) -> None:
        """Stop, and wait until nothing of it runs."""
        await end_tasks([self._task])

    def rest(self, seconds: float) -> None:
        """Called by the work: it is due again only after this long, unless it is woken."""
        self._rest_s = seconds

    async def _run(self, first_s: float) -> None:
        await asyncio.sleep(first_s)
        loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            self._rest_s = self._seconds
            await self._do()
            await asyncio.sleep(self._pause_s)
            due = loop.call_later(self._rest_s, self._woken.set)
            try:
                await self._woken.wait()
            finally:
                due.cancel()

    async def _do(self) -> None:
        now = asyncio.get_running_loop().time
        try:
            await self._work()
        except (DatabaseError, errors.Unavailable, errors.Busy) as error:
            if self._failing_since is None:
                self._failing_since = now()
                log.warning("tick_failed name=%s error=%r", self._name, error)
        else:
            if self._failing_since is not None:
                failed_s = now() - self._failing_since
                self._failing_since = None
                log.info("tick_recovered name=%s after_s=%.1f", self._name, failed_s)


async def end_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended: a library may swallow one cancellation, not all."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=END_AGAIN_S)
