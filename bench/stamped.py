"""The server exactly as `config.serve` runs it, noting when moves were committed (`bench.watch`).

`commits-<pid>` in the server's folder has a line for each commit: the moment just after the commit,
in nanoseconds of the machine's monotonic clock, the game and its version. On SIGUSR1 it collects
its garbage and writes down, in `counts-<pid>`, what it has encoded so far.
"""

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from config import serve  # isort: skip  # chooses the loop: before anything of Twisted

import msgspec
from twisted.internet import reactor

encoded: Counter[str] = Counter()
"""How many messages of each kind this process has encoded, whoever they were for."""


def file(name: str) -> Path:
    """Where this process writes something down."""
    return Path(os.environ["INAROW_DATA"]) / f"{name}-{os.getpid()}"


def count_on_signal() -> None:
    """On SIGUSR1 collect garbage, then write down the counts; each time with a higher `time`."""
    times = 0

    def note(signal: int, frame: object) -> None:
        nonlocal times
        gc.collect()
        times += 1
        fresh = file("fresh")
        fresh.write_bytes(msgspec.json.encode({"times": times, "encoded": encoded}))
        fresh.replace(file("counts"))  # whole or not at all

    signal.signal(signal.SIGUSR1, note)


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


def main() -> None:
    count_on_signal()
    reactor.callWhenRunning(stamp)
    serve.main()


if __name__ == "__main__":
    main()
