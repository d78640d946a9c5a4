"""Leases: a task that one process at a time does for all, claimed by updating a row."""

import logging
import os
import secrets
import socket
import threading
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import Error as DatabaseError
from django.db.models import Q

from games.play import held
from games.play.clock import now_ms
from games.play.disk import allow_lazy_flush
from games.play.hub import Hub
from games.play.models import Lease
from games.play.tick import Tick, Work

log = logging.getLogger(__name__)

T = TypeVar("T")


class Candidate:
    """One process that may do a task for all: it does while the lease of that name is its own."""

    def __init__(self, hub: Hub, name: str, for_ms: int) -> None:
        self._hub = hub
        self._name = name
        self._for_ms = for_ms
        self._holder = new_holder()
        self._tick: Tick | None = None
        self._turn = threading.Lock()
        """Held by the reader thread that takes, keeps or gives back the lease."""
        self._fresh_until = 0
        """Until when there is no need to renew it: three quarters of it are left then."""
        self._has_ended = False

    def begin(
        self, seconds: float, work: Work, *, first_s: float = 0.0, quiet_s: float | None = None
    ) -> None:
        """Do the task as `Hub.every` does. It asks `holds` before each step."""
        self._tick = self._hub.every(seconds, work, self._name, first_s=first_s, quiet_s=quiet_s)
        self._hub.at_close(self.end)

    def wake(self) -> None:
        """Do it again at once."""
        if self._tick is not None:
            self._tick.wake()

    def rest(self, seconds: float) -> None:
        """Called by the task: it is due again only after this long, unless it is woken."""
        if self._tick is not None:
            self._tick.rest(seconds)

    async def holds(self) -> bool:
        """Take or keep the lease; whether it is this process's."""
        return now_ms() < self._fresh_until or await self._hub.read(self._hold)

    async def look(self, function: Callable[..., T], *args: object) -> T | None:
        """What a database query finds, while the lease is this process's; None if it is not.

        As `holds` and then `Hub.read`, in one visit to a reader thread.
        """
        return await self._hub.read(self._look, function, args)

    async def end(self) -> None:
        """End the task, and give the lease back."""
        if self._tick is not None:
            await self._tick.end()
        try:
            await self._hub.read(self._let_go)
        except DatabaseError as error:
            log.warning("lease_not_let_go error=%r", error)

    def _look(self, function: Callable[..., T], args: Iterable[object]) -> T | None:
        is_ours = now_ms() < self._fresh_until or self._hold()
        return function(*args) if is_ours else None

    def _hold(self) -> bool:
        with self._turn:
            now = now_ms()
            holds = not self._has_ended and hold(self._name, self._holder, now, self._for_ms)
            self._fresh_until = now + self._for_ms // 4 if holds else 0
            return holds

    def _let_go(self) -> None:
        """Nothing takes it again: the thread of a task that was cut short may come only now."""
        with self._turn:
            self._has_ended = True
            self._fresh_until = 0
            let_go(self._name, self._holder)


def new_holder() -> str:
    """A name for one who claims or holds: machine, process, and a number of its own."""
    return f"{socket.gethostname()[:12]}-{os.getpid()}-{secrets.token_hex(3)}"


def hold(name: str, holder: str, now: int, for_ms: int) -> bool:
    """Take or keep a lease until `now + for_ms` (ms since 1970 UTC); whether it is the holder's."""
    allow_lazy_flush()
    rows = Lease.objects.filter(name=name)
    ours = rows.filter(Q(holder=holder) | held.is_free(now, for_ms))
    return held.hold(ours, now, for_ms, holder=holder) or held.make(
        rows, now, for_ms, name=name, holder=holder
    )


def let_go(name: str, holder: str) -> None:
    """Give a lease back: another may take it at once."""
    Lease.objects.filter(name=name, holder=holder).update(until_ms=0)
