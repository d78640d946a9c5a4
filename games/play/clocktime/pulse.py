"""The pulse of a process that serves games: it notes up to when all it heard is kept.

What it leaves when it falls silent is a downtime, and no clock is charged for it (downtime.py).
"""

import asyncio
import contextlib
import logging
from functools import partial

from django.db import Error as DatabaseError

from games.play.clock import now_ms
from games.play.clocktime import downtime
from games.play.hub import Hub
from games.play.tick import Tick

log = logging.getLogger(__name__)


class Pulse:
    """The pulse of one hub. It beats from `start` until the hub closes."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._number: int | None = None
        self._last_ms = 0
        """Up to when everything heard had been kept, as last noted."""
        self._every_s = downtime.BEAT_S
        """How long after that it was to be noted again."""
        self._tick: Tick | None = None
        self._beating = asyncio.Lock()
        """Keeps beats from being on their way while the end is noted: they would begin anew."""
        self._ends_ms: int | None = None

    async def start(self) -> None:
        """Begin to beat; a database that is away is tried again."""
        self._hub.at_close(self._end)
        with contextlib.suppress(DatabaseError):
            await self._beat()
        self._tick = self._hub.every(downtime.BEAT_S, self._beat, "pulse", first_s=downtime.BEAT_S)

    def will_end(self) -> None:
        """The process begins to send its players away."""
        self._ends_ms = now_ms()

    async def _beat(self) -> None:
        hub = self._hub
        async with self._beating:
            if self._ends_ms is not None:
                return
            # Read on the loop, where nothing comes between a command's moment and its count.
            kept_until = hub.kept_until(now_ms())
            if self._number is None:
                begin = partial(downtime.begin, kept_until, alone=hub.others.is_alone)
                self._number = await hub.read(begin)
            else:
                self._number = await hub.read(
                    _beat, self._number, kept_until, self._last_ms, self._every_s
                )
            self._last_ms = kept_until
            self._every_s = downtime.BEAT_S
            if self._tick is not None and hub.is_quiet:
                self._every_s = downtime.QUIET_BEAT_S
                self._tick.rest(self._every_s)

    async def _end(self) -> None:
        self._ends_ms = self._ends_ms or now_ms()
        async with self._beating:
            if self._number is None:
                return
            try:
                await self._hub.read(downtime.end, self._number, self._ends_ms)
            except DatabaseError as error:  # its silence will tell
                log.warning("pulse_not_kept error=%r", error)


def _beat(number: int, kept_until: int, last: int, every_s: float) -> int:
    # The moment is read here, in the thread: a process that waits for a busy machine is alive.
    return downtime.beat(number, now_ms(), kept_until=kept_until, last=last, every_s=every_s)
