"""The lobby's sockets: a fresh list at most once a second, encoded once, if somebody looks."""

import asyncio
import contextlib
import logging
from typing import Protocol

from django.db import DatabaseError

from games.play import protocol
from games.play.hub import Hub
from games.play.services import queries

log = logging.getLogger(__name__)

PAUSE_S = 1.0
"""The least time between two lists. The first after a quiet time goes out at once."""
LOOK_AGAIN_S = 5.0
"""Lists are read this often without a hint: plies move on, hints get lost."""


class Watcher(Protocol):
    """A socket that shows the lobby."""

    def push(self, text: str) -> None:
        """Send a text; never waits, never raises."""


class LobbyFeed:
    """The lobby of one process. Reads the lists only while somebody watches."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._watchers: set[Watcher] = set()
        self._changed = asyncio.Event()
        self._told: str | None = None
        self._task: asyncio.Task[None] | None = None
        hub.on_lobby_hint = self._changed.set

    async def join(self, watcher: Watcher) -> None:
        """Show the lobby to a socket, from now on."""
        if self._task is None:
            self._task = self._hub.spawn(self._run())
        if self._told is None:
            self._changed.set()
        else:
            watcher.push(self._told)
        self._watchers.add(watcher)

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        if not self._watchers and self._task is not None:
            self._task.cancel()
            self._task = None
            self._told = None

    async def _run(self) -> None:
        await self._hub.hear_others()
        while True:
            # Not wait_for: up to Python 3.11 it swallows a cancellation that comes together with
            # what it waits for, and this would go on for ever.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN_S):
                    await self._changed.wait()
            self._changed.clear()
            try:
                text = protocol.encode(await self._hub.read(queries.lobby))
            except DatabaseError as error:
                log.warning("lobby_unreadable error=%r", error)
            else:
                if text != self._told:
                    self._told = text
                    for watcher in self._watchers:
                        watcher.push(text)
            await asyncio.sleep(PAUSE_S)
