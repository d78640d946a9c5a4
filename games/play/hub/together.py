"""What is asked for at the same time is read together."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from games.play.answering import answer

Key = TypeVar("Key")
Found = TypeVar("Found")

Read: TypeAlias = Callable[[Collection[Key]], Mapping[Key, Found | Exception]]
"""Answers for each key it is given, or says what is wrong with it. It runs in a thread, for several
people at once: what it finds is in nobody's language."""
MOST = 16
"""At most this many are read at once: whoever asked for a short game waits for long ones, too."""


class Together(Generic[Key, Found]):
    """Reads of one kind, each by its key: those asked for while one is under way are the next one.

    When thousands come at once, as they do after a restart, a visit to a thread costs more than
    what is read there.
    """

    def __init__(
        self,
        read: Read[Key, Found],
        in_thread: Callable[..., Awaitable[Mapping[Key, Found | Exception]]],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._read = read
        self._in_thread = in_thread
        self._spawn = spawn
        self._asked: list[tuple[Key, asyncio.Future[Found]]] = []
        self._is_reading = False

    async def __call__(self, key: Key) -> Found:
        """What is found when it is read, from now on. Raises what is wrong with it."""
        waiting: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._asked.append((key, waiting))
        if not self._is_reading:
            self._is_reading = True
            self._spawn(self._read_all())
        return await waiting

    async def _read_all(self) -> None:
        asked: list[tuple[Key, asyncio.Future[Found]]] = []
        try:
            while self._asked:
                asked, self._asked = self._asked[:MOST], self._asked[MOST:]
                keys = list(dict.fromkeys(key for key, _ in asked))
                try:
                    found = await self._in_thread(self._read, keys)
                except Exception as error:
                    found = dict.fromkeys(keys, error)
                for key, waiting in asked:
                    answer(waiting, found[key])
        finally:
            self._is_reading = False
            asked += self._asked
            self._asked = []
            for _, waiting in asked:  # if this was ended
                waiting.cancel()
