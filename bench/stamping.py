"""What a watched server notes about itself (`bench.watch`), whatever serves it.

`commits-<pid>` in the server's folder has a line for each commit: the moment just after the commit,
in nanoseconds of the machine's monotonic clock, the game and its version. `counts-<pid>` has what
the process has encoded, as of its last SIGUSR1, at which it also collects its garbage.
"""

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

encoded: Counter[str] = Counter()
"""How many messages of each kind this process has encoded, whoever they were for."""


def file(name: str) -> Path:
    """Where this process writes something down."""
    return Path(os.environ["INAROW_DATA"]) / f"{name}-{os.getpid()}"


def count_on_signal() -> None:
    """On SIGUSR1 collect garbage and write down the counts, each time with a higher `times`.

    They are there from now on: so it is known which processes count.
    """
    times = 0

    def note() -> None:
        fresh = file("fresh")
        fresh.write_bytes(msgspec.json.encode({"times": times, "encoded": encoded}))
        fresh.replace(file("counts"))  # whole or not at all

    def count(signal: int, frame: object) -> None:
        nonlocal times
        gc.collect()
        times += 1
        note()

    signal.signal(signal.SIGUSR1, count)
    note()


def stamp() -> None:
    """Note each commit, and each message encoded, from now on."""
    from games.play import protocol, sql, steps

    write: Callable[[Sequence[tuple[steps.Taken, int]]], set[int]] = sql.write
    encode = protocol.encode
    lines = file("commits").open("a")

    def stamped(batch: Sequence[tuple[steps.Taken, int]]) -> set[int]:
        overtaken = write(batch)
        at_ns = time.perf_counter_ns()
        for at, (taken, _) in enumerate(batch):
            if at not in overtaken:
                lines.write(f"{at_ns} {taken.game.slug} {taken.game.version}\n")
        lines.flush()
        return overtaken

    def counted(
        message: protocol.FromServer | protocol.FromLobbyServer | protocol.FromMeServer,
    ) -> str:
        encoded[type(message).__name__] += 1
        return encode(message)

    sql.write = stamped
    protocol.encode = counted
