"""The pulse of a process that serves games: it notes until when all that it heard is kept.

What it leaves when it falls silent is a downtime, and no clock is charged for it (downtime.py).
"""

import asyncio
import logging

from django.db import DatabaseError

from games.play import downtime
from games.play.clock import now_ms
from games.play.hub import Hub

log = logging.getLogger(__name__)


class Pulse:
    """The pulse of one hub. It beats from `start` until the hub closes."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._number: int | None = None
        self._ends_ms: int | None = None

    async def start(self) -> None:
        """Begin to beat; a database that is away is waited for."""
        self._hub.at_close(self._end)
        await self._beat()
        self._hub.spawn(self._run())

    def will_end(self) -> None:
        """The process begins to send its players away."""
        self._ends_ms = now_ms()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(downtime.BEAT_S)
            await self._beat()

    async def _beat(self) -> None:
        if self._ends_ms is not None:
            return
        try:
            if self._number is None:
                alone = self._hub.relay.is_alone
                self._number = await self._hub.read(_begin, now_ms(), alone)
            else:
                kept = self._hub.kept_until(now_ms())
                self._number = await self._hub.read(downtime.beat, self._number, kept)
        except DatabaseError as error:
            log.warning("pulse_not_kept error=%r", error)

    async def _end(self) -> None:
        self._ends_ms = self._ends_ms or now_ms()
        if self._number is None:
            return
        try:
            await self._hub.read(downtime.end, self._number, self._ends_ms)
        except DatabaseError as error:  # the silence will say it
            log.warning("pulse_not_kept error=%r", error)


def _begin(now: int, alone: bool) -> int:
    return downtime.begin(now, alone=alone)
