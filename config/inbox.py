"""What an application has yet to hear: as an `asyncio.Queue`, at an eighth of its size.

Every open socket has one, and `asyncio.Queue` has four deques of 760 bytes.
"""

import asyncio
from typing import Any


class Inbox:
    """Events in their order, for one reader at a time."""

    __slots__ = ("_events", "_expecting")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._expecting: asyncio.Future[None] | None = None
        """Done when something has come; None if nobody waits for it."""

    def put_nowait(self, event: Any) -> None:
        """Let the reader have an event."""
        self._events.append(event)
        if self._expecting is not None and not self._expecting.done():
            self._expecting.set_result(None)

    async def get(self) -> Any:
        """The next event, once there is one."""
        while not self._events:
            self._expecting = asyncio.get_running_loop().create_future()
            try:
                await self._expecting
            finally:
                self._expecting = None
        return self._events.pop(0)
