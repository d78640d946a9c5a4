"""The timekeeper: gives clocks back what ran in downtimes, and lets flags fall.

One process at a time does it for all, with a lease; if it dies, another takes over.

1. lease     whose turn it is
2. note      which processes have fallen silent, and which downtimes are over
3. give back what ran in those, to every clock
4. flag      whose time was up while everything was well: games nobody looks at, too
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from games import mnk, refusals
from games.play import commit, errors
from games.play.clock import now_ms
from games.play.clocktime import downtime, timekeeping
from games.play.hub import Hub
from games.play.services import queries
from games.workers import leases

log = logging.getLogger(__name__)

TICK_S = 0.25
IDLE_S = 1.0
"""How often it looks while no clock runs. A clock that begins has more than that."""
LEASE_MS = 2_000
GAMES_AT_ONCE = 20
LEASE = "timekeeper"


class Timekeeper:
    """One candidate. Started on a hub, it keeps time whenever the lease is its own."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)

    async def start(self) -> None:
        """Keep time until the hub closes."""
        self._hub.part(commit.Writer)  # made before the end is noted: closed after it
        await self._hub.hear_others()
        self._candidate.begin(TICK_S, self.tick)

    async def tick(self) -> None:
        """Do once what is due."""
        read = self._hub.read
        found = await self._candidate.look(_look)
        if found is None:
            return
        owed, clocks = found
        if owed:
            since = min(span.began_ms for span in owed.values())
            ms = sum(span.ms for span in owed.values())
            slow = ms >= timekeeping.SLOW_CREDIT_MS
            slugs = await read(partial(queries.games_running, since, slow=slow))
            log.info("downtime_over count=%d ms=%d games=%d", len(owed), ms, len(slugs))
            if not await self._for_each(slugs, self._credit):
                return
            await read(downtime.settle, owed)
            clocks = await read(_clocks)
        if not clocks.run:
            self._candidate.rest(IDLE_S)
        await self._for_each(clocks.up, self._flag)

    async def _for_each(
        self, slugs: Sequence[str], see_to: Callable[[str], Awaitable[None]]
    ) -> bool:
        """See to games while the lease is held; whether all have been seen to."""
        for first in range(0, len(slugs), GAMES_AT_ONCE):
            if not await self._candidate.holds():
                return False
            await asyncio.gather(*map(see_to, slugs[first : first + GAMES_AT_ONCE]))
        return True

    async def _credit(self, slug: str) -> None:
        with _alone(slug):
            async with self._hub.games.following(slug) as followed:
                await timekeeping.credit(self._hub, followed, at=now_ms())

    async def _flag(self, slug: str) -> None:
        with _alone(slug):
            async with self._hub.games.following(slug) as followed:
                await timekeeping.flag(
                    self._hub, followed, at=now_ms(), grace_ms=timekeeping.LAG_CAP_MS
                )


@contextlib.contextmanager
def _alone(slug: str) -> Iterator[None]:
    """See to one game: whatever is wrong with it keeps nobody from seeing to the others."""
    try:
        yield
    except (errors.NoSuchGame, mnk.GameIsOver):
        pass
    except (errors.NotKept, errors.DatabaseAway, errors.Busy):
        raise
    except refusals.ANY as refusal:
        log.error("time_not_kept game=%s code=%s", slug, refusal.code)


@dataclass(frozen=True, slots=True)
class _Clocks:
    """What is known of all clocks with a flag."""

    run: bool
    """Whether one of them runs."""
    up: list[str]
    """The games in which the time was up while everything was well, longest first."""


def _look() -> tuple[dict[int, downtime.Span], _Clocks]:
    """Note which processes are silent and which downtimes are over; what is owed, and the clocks.

    One visit to a reader thread for all of it: this is asked several times a second.
    """
    now = now_ms()
    downtime.declare_dead(now)
    if not downtime.is_any_left():
        return {}, _clocks()
    downtime.close(now)
    return downtime.owed(now), _clocks()


def _clocks() -> _Clocks:
    first = queries.next_flag()
    if first is None:
        return _Clocks(run=False, up=[])
    before = downtime.calm_until() - timekeeping.LAG_CAP_MS
    return _Clocks(run=True, up=queries.games_due(before) if first < before else [])
