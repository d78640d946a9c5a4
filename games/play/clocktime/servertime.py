"""The server's time: how processes, machines and restarts agree on what time it is.

Within a process, time is a base plus how long the machine has run (games/play/clock.py). The base
is kept in the database, one row for each boot of each machine, so all processes of one boot agree
to the millisecond whatever the wall clock does. A process believes the wall clock only if it finds
no base for its boot, or if nobody could lose by it (docs/decisions/0016).

Functions here read and write the database: call them through `Hub.read`.
"""

import asyncio
import functools
import logging
import platform
import secrets
import subprocess
import threading
from pathlib import Path

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import Max, Q, QuerySet

from games import mnk
from games.play import clock
from games.play.hub import Hub
from games.play.models import Downtime, Game, ServerProcess, TimeBase

log = logging.getLogger(__name__)

AGREES_MS = 1_000
"""A new machine believes a wall clock that is no further than this from living servers' time."""
LOOK_S = 1.0
"""A living server beats within this time (downtime.BEAT_S)."""
LOOK_EVERY_S = 0.1
KEEP_S = 1.0
"""How often a process checks that the others have the same time."""
BEHIND_MS = 2_000
"""A server further behind the others has stood still without noticing. More than downtime.STALL_MS:
so moving on to their time is found to be a downtime, and nobody is charged for it."""
AGAIN_S = 0.5
"""How soon a database that is away is asked again."""


class ServerTime:
    """The server's time in one process: agreed on in `start`, and kept to while others live.

    `boot` names the boot of the machine; only tests give another.
    """

    def __init__(self, hub: Hub, boot: str | None = None) -> None:
        self._hub = hub
        self._boot = boot or this_boot()
        self._seen: dict[int, int] | None = None
        """When each server was last seen alive, as this process last read it."""

    async def start(self) -> None:
        """Agree, before anything else is done; waits for a database that is away."""
        is_alone = self._hub.others.is_alone
        while True:
            try:
                await self._hub.read(functools.partial(agree, self._boot, alone=is_alone))
                break
            except DatabaseError as error:
                log.warning("time_not_agreed error=%r", error)
                await asyncio.sleep(AGAIN_S)
        if not is_alone:
            self._hub.every(KEEP_S, self.keep, "time", first_s=KEEP_S)

    async def keep(self) -> None:
        """Go by the base of this boot; should living servers be ahead, move it on to their time."""
        seen = await self._hub.read(_seen)
        living = None if self._seen is None else _living(self._seen, seen)
        self._seen = seen
        clock.use_base(await self._hub.read(_keep, self._boot, living))


def agree(boot: str | None = None, *, alone: bool = False) -> None:
    """Agree with the servers that live or have lived on what time it is; this process goes by it.

    With `alone`, it is known that no other server lives. Otherwise, if the wall clock says
    something new, this takes up to `LOOK_S`.
    """
    boot = boot or this_boot()
    base = _base_of(boot)
    wall = clock.wall_ms() - clock.ran_ms()
    if base is None or abs(wall - base) > AGREES_MS:
        base = _chosen(boot, base, wall, None if alone else _look())
    clock.use_base(base)


@functools.cache
def this_boot() -> str:
    """A name for this boot of this machine: the same for all its processes, never used again.

    Where the system has none, a name of this process's own.
    """
    try:
        match platform.system():
            case "Linux":
                boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
                return boot + _shifted()
            case "Darwin":
                command = ["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"]
                found = subprocess.run(command, capture_output=True, check=True, text=True)
                return found.stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        log.warning("boot_has_no_name error=%r", error)
    return secrets.token_hex(16)


def _shifted() -> str:
    """By how much this process's namespace shifts the time the machine has run."""
    try:
        lines = Path("/proc/self/timens_offsets").read_text().splitlines()
    except FileNotFoundError:  # a kernel without such namespaces
        return ""
    shifts = (line.split()[1:] for line in lines if line.startswith("boottime"))
    return "".join(
        f"+{seconds}.{rest}" for seconds, rest in shifts if (seconds, rest) != ("0", "0")
    )


def _chosen(boot: str, base: int | None, wall: int, living: int | None) -> int:
    """The base for this boot, which had `base` or none and whose wall clock says `wall`."""
    if living is not None:
        if base is not None:
            return base  # theirs, or they and this process keep to each other
        theirs = living - clock.ran_ms()
        chosen = wall if abs(wall - theirs) <= AGREES_MS else theirs
        return _put(boot, chosen, None)
    if not _timed_games().exists():
        # Nobody has anything to lose.
        with transaction.atomic():
            _forget_after(wall + clock.ran_ms())
            return _put(boot, wall, base)
    if base is not None:
        return base
    # Everything between the last living server and now is a downtime, charged to nobody.
    return _put(boot, max(wall, _latest() - clock.ran_ms()), None)


def _look() -> int | None:
    """What time it is for the servers that live; None if none do. Takes up to `LOOK_S`."""
    before = _seen()
    if not before:
        return None
    for _ in range(round(LOOK_S / LOOK_EVERY_S)):
        threading.Event().wait(LOOK_EVERY_S)
        living = _living(before, _seen())
        if living is not None:
            return living
    return None


def _seen() -> dict[int, int]:
    return dict(ServerProcess.objects.values_list("pk", "seen_ms"))


def _living(before: dict[int, int], now: dict[int, int]) -> int | None:
    """The latest moment that a server has noted between two looks; None if none has."""
    return max((seen for pk, seen in now.items() if seen != before.get(pk)), default=None)


def _base_of(boot: str) -> int | None:
    return TimeBase.objects.filter(boot=boot).values_list("base_ms", flat=True).first()


def _put(boot: str, base: int, instead_of: int | None) -> int:
    """Keep a base for this boot, unless another was quicker; return the one that holds now."""
    if instead_of is not None:
        rows = TimeBase.objects.filter(boot=boot, base_ms=instead_of)
        if rows.update(base_ms=base):
            log.info("time_set by_ms=%d", base - instead_of)
    return TimeBase.objects.get_or_create(boot=boot, defaults={"base_ms": base})[0].base_ms


def _keep(boot: str, living: int | None) -> int:
    """The base for this boot, moved on if living servers are too far ahead of it."""
    base = _base_of(boot)
    if base is None:  # a different database, or an older one
        base = _put(boot, clock.base_ms(), None)
    if living is not None and living > base + clock.ran_ms() + BEHIND_MS:
        base = _put(boot, living - clock.ran_ms(), base)
    return base


def _timed_games() -> "QuerySet[Game]":
    """The games in progress whose clocks have begun to run."""
    return Game.objects.filter(
        termination="", started=True, initial_ms__isnull=False, ply__gte=mnk.UNTIMED_PLIES
    )


def _latest() -> int:
    """The latest moment that games with clocks know of."""
    moments = (
        _timed_games().aggregate(at=Max("changed_ms"))["at"],
        ServerProcess.objects.aggregate(at=Max("seen_ms"))["at"],
        Downtime.objects.aggregate(at=Max("began_ms"))["at"],
    )
    return max((at for at in moments if at is not None), default=0)


def _forget_after(now: int) -> None:
    """No server lives and no clock runs: forget what time, once set back, would reach again."""
    ServerProcess.objects.filter(seen_ms__gt=now).delete()
    Downtime.objects.filter(Q(began_ms__gt=now) | Q(ended_ms__gt=now)).delete()
