"""Seeks stand while their hosts are at the board: every process notes it for the hosts it sees.

One statement for all of them, every few seconds; no socket waits for it. A host who was seen here
and has left, for longer than a page takes to load again, is no longer looking: their seek is
called off. Every process also looks for seeks that have lapsed: whichever is first calls them off.
"""

from games.lobby import seeks
from games.play import commit
from games.play.clock import now_ms
from games.play.disk import allow_lazy_flush
from games.play.hub import Hub

TICK_S = 2.5
"""A sixth of what a seek lasts: notes may be late, and some be lost."""


class Seeking:
    """The seeks of one hub's hosts. It looks after them from `start` until the hub closes."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._seen: frozenset[str] = frozenset()
        """The games whose hosts were here, and have not been away for long."""

    def start(self) -> None:
        """Begin."""
        self._hub.part(commit.Writer)  # made before the first is called off
        self._hub.every(TICK_S, lambda: self.tick(now_ms()), "seeks")

    async def tick(self, at: int) -> None:
        """Note who is here at `at` (ms since 1970 UTC); call off what was left and what lapsed."""
        hosts = seeks.hosts_here(self._hub)
        if hosts:
            await self._hub.read(_put_off, hosts, at)
        away = self._seen - hosts
        # A host may have come back through another process.
        left = away - self._hub.presence.at_board().keys() if away else away
        self._seen = hosts | (away - left)
        over = await self._hub.read(seeks.still_open, left) if left else []
        for slug in {*over, *await self._hub.read(seeks.lapsed, at)}:
            await seeks.call_off(self._hub, slug, at=at)


def _put_off(hosts: frozenset[str], at: int) -> None:
    allow_lazy_flush()  # after a power cut everybody has left
    seeks.put_off(hosts, at)
