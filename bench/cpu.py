"""CPU seconds that processes have used, from /proc: a server's, its database's, our own, all."""

import contextlib
import importlib.metadata
import os
import platform
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.live import parts

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Used:
    """CPU seconds used so far, or between two moments."""

    server: float
    parts: float
    own: float
    machine: float

    def __sub__(self, before: "Used") -> "Used":
        return Used(
            self.server - before.server,
            self.parts - before.parts,
            self.own - before.own,
            self.machine - before.machine,
        )

    @property
    def others(self) -> float:
        """What the rest of the machine used."""
        return max(0.0, self.machine - self.server - self.parts - self.own)


def take(server_pids: Iterable[int], part_pids: Iterable[int]) -> Used:
    """What has been used until now, children included."""
    return Used(
        server=sum(map(of, server_pids)),
        parts=sum(map(of, part_pids)),
        own=time.process_time(),
        machine=_machine(),
    )


def of(pid: int) -> float:
    """What a process and its children have used until now; zero if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS + sum(map(of, parts.children(pid)))


def _machine() -> float:
    user, nice, system, _idle, _wait, irq, softirq, steal = map(
        int, Path("/proc/stat").read_text().split(maxsplit=9)[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / _TICKS


def machine() -> str:
    """What to keep in mind when reading figures from this machine."""
    packages = ("Django", "channels", "daphne", "uvloop", "channels_redis", "psycopg")
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)
    return (
        f"{os.cpu_count()} cores ({_processor()}), {platform.system()} {platform.release()}, "
        f"{platform.python_implementation()} {platform.python_version()}, {versions}; "
        f"load average before {os.getloadavg()[0]:.1f}."
    )


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()
