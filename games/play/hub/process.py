"""This process: its readers, its tasks, and what lives as long as it does."""

import asyncio
import functools
import logging
import threading
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from django.db import Error as DatabaseError
from django.db import close_old_connections, connections
from django.utils import translation

from games import metrics
from games.play.errors import NoSuchGame
from games.play.hub.together import Found, Key, Read, Together
from games.play.tick import Tick, Work, end_tasks

log = logging.getLogger(__name__)

T = TypeVar("T")

READERS = 4
"""Threads that read the database for this process."""


class Process:
    """Reading, tasks and their end. All but `read` belong on the event loop it was made on."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        metrics.tasks.set_function(functools.partial(_count_tasks, self.loop))
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="inarow-read")
        self._together: dict[object, Together[Any, Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closers: list[Callable[[], Coroutine[Any, Any, None]]] = []

    async def read(self, function: Callable[..., T], *args: object) -> T:
        """Run a database query in one of the reader threads, in the language of whoever asks."""
        language = translation.get_language()
        return await self.loop.run_in_executor(self._readers, _query, language, function, args)

    async def read_one(self, function: Read[Key, Found], key: Key) -> Found:
        """Run a query of many keys for one of them: what is asked for at the same time is read
        together. Raises what the query says is wrong with it.
        """
        if function not in self._together:
            self._together[function] = Together(function, self.read, self.spawn)
        return cast(Found, await self._together[function](key))

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run a task for as long as the hub lives; a failure is logged."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def every(
        self, seconds: float, work: Work, name: str, *, first_s: float = 0.0, pause_s: float = 0.0
    ) -> Tick:
        """Do a piece of work every `seconds`, and whenever it is woken, until the process ends.

        The first run begins after `first_s`; each is followed by a rest of `pause_s`, woken or not.
        The log calls the work by its name.
        """
        return Tick(self.spawn, seconds, work, name, first_s=first_s, pause_s=pause_s)

    def at_close(self, closer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call this at the end: what was registered last is called first."""
        self._closers.append(closer)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, DatabaseError):
            log.warning("hub_task_failed error=%r", error)
        elif error is not None and not isinstance(error, NoSuchGame):
            log.error("hub_task_failed", exc_info=error)

    async def close(self) -> None:
        """Finish the writes, end the tasks and close the threads' connections."""
        for closer in reversed(self._closers):
            await closer()
        await end_tasks(self._tasks)
        await close_threads(self._readers, READERS)


async def close_threads(threads: ThreadPoolExecutor, count: int) -> None:
    """Close the database connections of a pool's threads, then the pool."""
    loop = asyncio.get_running_loop()
    # Each thread waits for the others: so no thread takes two of the jobs and another none.
    all_closed = threading.Barrier(count)

    def close() -> None:
        connections.close_all()
        all_closed.wait()

    await asyncio.gather(*(loop.run_in_executor(threads, close) for _ in range(count)))
    threads.shutdown()


def _count_tasks(loop: asyncio.AbstractEventLoop) -> int:
    return len(asyncio.all_tasks(loop))


def _query(language: str | None, function: Callable[..., T], args: Iterable[object]) -> T:
    close_old_connections()
    # The language of a task is not that of a thread it waits for.
    with translation.override(language):
        return function(*args)
