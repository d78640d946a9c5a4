"""How a benchmark begins: enough sockets, the machine in one line, a file for its figures."""

import json
import resource
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import cpu

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True, slots=True)
class Record:
    """Lines of JSON in `bench/results`, the machine's first."""

    file: Path
    machine: str
    """Which machine it was, in a sentence."""

    def add(self, figures: Mapping[str, Any]) -> None:
        """Write a line; it is in the file when this returns."""
        with self.file.open("a") as lines:
            lines.write(json.dumps(figures) + "\n")


def begin(name: str) -> Record:
    """Say which machine this runs on, and where the figures are written down."""
    # Sockets by the thousand, here and in the processes started from here.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    machine = cpu.machine()
    print(f"{machine}\n", flush=True)
    RESULTS.mkdir(exist_ok=True)
    record = Record(RESULTS / time.strftime(f"{name}-%Y%m%d-%H%M%S.jsonl"), machine)
    record.add({"machine": machine})
    return record
