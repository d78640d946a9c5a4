"""What an artist's process is asked to draw in tests, and what it does instead."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

PATIENCE_S = 60.0


@dataclass(frozen=True)
class Waits:
    """Leaves a file in `begun`, and is drawn once there is a file `go_on`."""

    begun: Path
    go_on: Path

    def __call__(self) -> bytes:
        (self.begun / uuid4().hex).touch()
        until = time.monotonic() + PATIENCE_S
        while not self.go_on.exists() and time.monotonic() < until:
            time.sleep(0.01)
        return b"drawn"


def fails() -> bytes:
    """Cannot be drawn."""
    raise ZeroDivisionError


def dies() -> bytes:
    """Takes its artist with it."""
    os._exit(1)
