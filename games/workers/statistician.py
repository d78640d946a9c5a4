"""The statistician: bots' ratings, badges, and how moves agree with the engine's, kept up to date.

One process at a time does it for all, with a lease, in steps that hold the database for a few
milliseconds, with a rest after each. Whoever looks finds again what is not done yet.
"""

import asyncio
import logging
import time

from games.library import botratings
from games.play.clock import now_ms
from games.play.disk import allow_lazy_flush
from games.play.hub import Hub
from games.reviews import badges, examining
from games.workers import leases

log = logging.getLogger(__name__)

FIRST_S = 20.0
"""A server that starts has other things to do."""
TICK_S = 10.0
REST_S = 0.1
"""Between two steps: most of the time the database is left to others."""
BOTS_S = 3_600.0
"""How often bots are measured, and their games are looked through from the beginning."""
LEASE_MS = 60_000
LEASE = "statistician"


class Statistician:
    """One candidate. Started on a hub, it works whenever the lease is its own."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)
        self._measured_at = -BOTS_S
        self._mark = badges.BEGINNING

    async def start(self) -> None:
        """Work until the hub closes."""
        self._candidate.begin(TICK_S, self.tick, first_s=FIRST_S)

    async def tick(self) -> None:
        """Do what there is to do."""
        reviews = shown = 0
        while await self._candidate.holds():
            game_id = await self._hub.read(examining.next_review)
            if game_id is None:
                break
            shown += await self._hub.read(_examine, game_id)
            reviews += 1
            await asyncio.sleep(REST_S)
        if time.monotonic() - self._measured_at >= BOTS_S and await self._candidate.holds():
            count = await self._hub.read(botratings.measure, now_ms())
            log.info("bots_measured ratings=%d", count)
            self._measured_at, self._mark = time.monotonic(), badges.BEGINNING
        while await self._candidate.holds():
            batch = await self._hub.read(badges.against_perfect, self._mark)
            if batch.found:
                await self._hub.read(_keep, batch)
                shown += len(batch.found)
            self._mark = batch.until
            if batch.is_last:
                break
            await asyncio.sleep(REST_S)
        if reviews or shown:
            log.info("reviews_examined count=%d badges=%d", reviews, shown)


def _examine(game_id: int) -> int:
    allow_lazy_flush()  # what comes back after a power cut is read again
    return examining.examine(game_id)


def _keep(batch: badges.Batch) -> None:
    allow_lazy_flush()
    for game, shown in batch.found:
        badges.keep(game, shown)
