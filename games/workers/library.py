"""The librarian: shelves games as they end, so that they can be searched and explored.

One process at a time does it for all, with a lease; if it dies, another takes over. It works
alongside the games in play: in batches that hold the database for a few milliseconds, with a rest
after each. Whoever looks finds again what is not shelved yet. It also lets go of assessments that
no review needs, when there are too many, records which puzzle the day has, and finds the themes of
puzzles that were kept before there were any.
"""

import asyncio
import logging
import time

from games import library, puzzles
from games.play.clock import now_ms
from games.play.disk import allow_lazy_flush
from games.play.hub import QUIET_S, Hub
from games.reviews import assessments
from games.workers import leases

log = logging.getLogger(__name__)

TICK_S = 2.0
REST_S = 0.05
"""Between two batches: most of the time the database is left to others."""
LEASE_MS = 10_000
LEASE = "librarian"
LATE_MS = 600_000
"""A game that ended may be found this much later: what was heard then was kept only now."""
WHOLE_S = 3_600.0
"""How often all games are looked through."""
TIDY_S = 600.0
"""How often we count the assessments that could be let go."""
DAY_S = 60.0
"""How often we look whether the day has its puzzle."""
THEMES = 20
"""Puzzles whose themes are found at a time."""


class Librarian:
    """One candidate. Started on a hub, it shelves whenever the lease is its own.

    `most` is how many assessments are kept that no review needs.
    """

    def __init__(self, hub: Hub, *, most: int = assessments.MOST_ON_DEMAND) -> None:
        self._hub = hub
        self._most = most
        self._tidied_at = -TIDY_S
        self._day_at = -DAY_S
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)
        self._mark = library.BEGINNING
        """All games that changed before this have been looked at."""
        self._whole_at = time.monotonic()
        self._has_unnamed = True
        """Whether there may be puzzles without a theme."""

    async def start(self) -> None:
        """Shelve games until the hub closes."""
        self._candidate.begin(TICK_S, self.tick, quiet_s=QUIET_S)

    async def tick(self) -> int:
        """Shelve what there is, if the lease is available, and return how many games that was."""
        count = 0
        if not await self._candidate.holds():
            # The holder may leave some: all are looked through when the lease comes here.
            self._mark = library.BEGINNING
            return count
        if time.monotonic() - self._whole_at > WHOLE_S:
            self._mark, self._whole_at = library.BEGINNING, time.monotonic()
        mark, is_last = self._mark, False
        while not is_last:
            batch = await self._hub.read(_shelve, mark)
            count += batch.count
            mark, is_last = batch.until, batch.is_last
            await asyncio.sleep(REST_S)
            if not is_last and not await self._candidate.holds():
                return count
        self._mark = library.Bookmark(max(0, mark.changed_ms - LATE_MS), 0)
        if count:
            log.info("games_shelved count=%d", count)
        if time.monotonic() - self._day_at >= DAY_S:
            await self._hub.read(_keep_day)
            self._day_at = time.monotonic()
        while self._has_unnamed and await self._candidate.holds():
            self._has_unnamed = await self._hub.read(_name_themes) == THEMES
            await asyncio.sleep(REST_S)
        if time.monotonic() - self._tidied_at >= TIDY_S:
            await self._tidy()
        return count

    async def _tidy(self) -> None:
        """Let go of assessments beyond those that are kept, while the lease is ours."""
        count = 0
        while gone := await self._hub.read(_let_go, self._most):
            count += gone
            await asyncio.sleep(REST_S)
            if not await self._candidate.holds():
                break
        self._tidied_at = time.monotonic()
        if count:
            log.info("assessments_let_go count=%d", count)


def _keep_day() -> None:
    puzzles.keep_day(now_ms())


def _name_themes() -> int:
    return puzzles.name_themes(THEMES)


def _let_go(most: int) -> int:
    allow_lazy_flush()  # what comes back after a power cut is let go again
    return assessments.let_go(most)


def _shelve(mark: library.Bookmark) -> library.Batch:
    allow_lazy_flush()  # a game that is not shelved after a power cut is shelved again
    return library.shelve(mark)
