"""A server seen from outside: its memory, its statements, and the figures it has for Prometheus."""

import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.live import parts


def memory_bytes(pid: int, kind: str = "Rss") -> int:
    """Resident memory of a process; `Pss`: with only its share of what others use too."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(f"{kind}:"):
            return int(line.split()[1]) * 1024
    raise ValueError(kind)


def statements_file(environment: Mapping[str, str]) -> Path:
    """Where a server of this environment counts its statements, in eight bytes."""
    return Path(environment["INAROW_DATA"]) / "statements.count"


def statements(server: parts.Server) -> int:
    """How many statements `bench.statements` has sent its database until now."""
    return int.from_bytes(statements_file(server.environment).read_bytes(), "little")


def figures(server: parts.Server) -> dict[str, int]:
    """The counts among the server's Prometheus figures, by name and labels."""
    port = server.environment["INAROW_METRICS_PORT"]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    parted = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: int(float(value)) for name, _, value in parted}
