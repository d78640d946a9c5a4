"""The forgetter: lets go of guests who left no trace, and of sessions that are over.

One process at a time does it for all, with a lease, in batches that hold the database for a few
milliseconds, with a rest after each.
"""

import asyncio
import logging

from django.utils import timezone

from games.play.disk import allow_lazy_flush
from games.play.hub import Hub
from games.players import forgetting
from games.workers import leases

log = logging.getLogger(__name__)

FIRST_S = 60.0
"""A server that starts has other things to do."""
EVERY_S = 3_600.0
REST_S = 0.1
"""Between two batches: most of the time the database is left to others."""
LEASE_MS = 30_000
LEASE = "forgetter"


class Forgetter:
    """One candidate. Started on a hub, it forgets whenever the lease is its own.

    `days` is how long a guest without a trace is kept; 0: for good.
    """

    def __init__(self, hub: Hub, *, days: int) -> None:
        self._hub = hub
        self._days = days
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)

    async def start(self) -> None:
        """Forget until the hub closes."""
        self._candidate.begin(EVERY_S, self.tick, first_s=FIRST_S)

    async def tick(self) -> tuple[int, int]:
        """Forget what there is to forget, and return how many guests and sessions that was."""
        guests = sessions = 0
        after: int | None = 0 if self._days else None
        while after is not None and await self._candidate.holds():
            after, count = await self._hub.read(_guests, self._days, after)
            guests += count
            await asyncio.sleep(REST_S)
        while await self._candidate.holds() and (count := await self._hub.read(_sessions)):
            sessions += count
            await asyncio.sleep(REST_S)
        if guests or sessions:
            log.info("forgotten guests=%d sessions=%d", guests, sessions)
        return guests, sessions


def _guests(days: int, after: int) -> tuple[int | None, int]:
    allow_lazy_flush()  # what comes back after a power cut is forgotten again
    return forgetting.forget_guests(timezone.now(), days=days, after=after)


def _sessions() -> int:
    allow_lazy_flush()
    return forgetting.forget_sessions(timezone.now())
