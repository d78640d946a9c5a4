"""A pool of thinkers that is there while there is something to ask, and for a while after that."""

import asyncio
from collections.abc import Callable

from games.play.hub import Hub
from games.thinking import questions
from games.thinking.pool import NoThinker, Pool
from games.turns import Urgency

IDLE_S = 120.0
"""So long after its last answer a pool is ended."""


class LazyPool:
    """A pool that starts with its first question and ends when it has been idle for long.

    Where nothing is asked it costs nothing. It ends with the hub, too.
    """

    def __init__(self, hub: Hub, make: Callable[[], Pool], *, idle_s: float = IDLE_S) -> None:
        """`make` makes the pool each time that one is needed."""
        self._hub = hub
        self._make = make
        self._idle_s = idle_s
        self._pool: Pool | None = None
        self._asking = 0
        self._ending: asyncio.TimerHandle | None = None
        self._closed = False
        hub.at_close(self._close)

    @property
    def pids(self) -> list[int]:
        """The processes of its thinkers; none while it sleeps."""
        return [] if self._pool is None else self._pool.pids

    async def ask(
        self,
        question: questions.Question,
        *,
        seconds: float,
        patience: float,
        urgency: Urgency,
        of: str = "",
        on_turn: Callable[[], None] = lambda: None,
    ) -> questions.Answer:
        """As `Pool.ask`."""
        if self._closed:
            raise NoThinker("The thinkers have been ended.")
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._pool is None:
            self._pool = self._make()
            self._pool.start()
        self._asking += 1
        try:
            return await self._pool.ask(
                question,
                seconds=seconds,
                patience=patience,
                urgency=urgency,
                of=of,
                on_turn=on_turn,
            )
        finally:
            self._asking -= 1
            if not self._asking and not self._closed:
                self._ending = self._hub.loop.call_later(self._idle_s, self._end)

    def _end(self) -> None:
        self._ending = None
        if self._pool is not None:
            self._hub.spawn(self._pool.close())
            self._pool = None

    async def _close(self) -> None:
        self._closed = True
        if self._ending is not None:
            self._ending.cancel()
        if self._pool is not None:
            await self._pool.close()
            self._pool = None
