"""The server's time, read at the edges and handed on as an argument.

It is a base plus how long this machine has run: setting the wall clock, forward or back, changes
nothing here. The processes agree on the base through the database
(games/play/clocktime/servertime.py); until then it comes from the wall clock.
"""

import time

_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The clock that keeps running while the machine is asleep: on Linux the first, on macOS the second
(`time.monotonic` stands still there). Windows has neither, and needs none."""


def now_ms() -> int:
    """Milliseconds since 1970 UTC, by the server's time."""
    return _base_ms + ran_ms()


def ran_ms() -> int:
    """How long this machine has run, in milliseconds: the same for all processes of one boot.

    Where the system knows it, the time asleep is included.
    """
    ran_ns = time.monotonic_ns() if _CLOCK is None else time.clock_gettime_ns(_CLOCK)
    return ran_ns // 1_000_000


def wall_ms() -> int:
    """Milliseconds since 1970 UTC, by the machine's wall clock, which may step at any time."""
    return time.time_ns() // 1_000_000


def base_ms() -> int:
    """When this machine began to run, by the server's time: milliseconds since 1970 UTC."""
    return _base_ms


def use_base(ms: int) -> None:
    """Reckon from this base from now on, in this process."""
    global _base_ms
    _base_ms = ms


_base_ms = wall_ms() - ran_ms()
