"""What a thinker costs: forked, as the product has it, against a Python started anew.

`python -m bench.thinkers` starts some of each in turn, has each think about a move, and tells how
long they took to start, the processor time of it, and the memory they have in all (PSS: what
several share counts once).
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Protocol

from bench import cpu
from bench.look import memory_bytes
from bench.spread import tell
from games import mnk
from games.child import ROOT, Child
from games.thinking import questions
from tests.live import parts

ANEW = (
    "from games.thinking import thinker; import sys; thinker.load(); thinker.run(int(sys.argv[1]))"
)


class _Process(Protocol):
    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]: ...
    def end(self) -> None: ...


class _Anew:
    """A thinker that loads everything itself."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", ANEW, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=ROOT,
            )

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._line = await asyncio.open_unix_connection(sock=self._ours)
        return self._line

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--thinkers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    ways: dict[str, Callable[[], _Process]] = {
        "anew": _Anew,
        "forked": lambda: Child("games.thinking.thinker", 0),
    }
    for _ in range(options.rounds):
        for name, way in ways.items():
            asyncio.run(_measure(name, way, options.thinkers))


async def _measure(name: str, way: Callable[[], _Process], count: int) -> None:
    """`count` of them, one after another; the first of those that are forked is not counted, since
    it waits for the fork server."""
    game = questions.Game.of(mnk.PRESETS["15x15"].variant, (112, 113, 127))
    question = questions.ChooseMove(game, level="club", aggressiveness=None, seed=1, nodes=20_000)
    started, used, all_of_them = [], [], []
    for _ in range(count):
        before, began = _used(), time.perf_counter()
        process = way()
        all_of_them.append(process)
        reader, writer = await process.open()
        await reader.readline()
        started.append(time.perf_counter() - began)
        used.append(_used() - before)
        writer.write(questions.encode(question) + b"\n")
        await reader.readline()
    memory = sum(memory_bytes(pid, "Pss") for pid in parts.descendants(os.getpid()))
    tell(f"{name}: to start", started[1:])
    tell(f"{name}: processor time to start", used[1:])
    print(f"{name}: {count} have {memory / 1e6:.0f} MB in all")
    for process in all_of_them:
        process.end()
    await asyncio.sleep(6)  # the fork server ends


def _used() -> float:
    return sum(map(cpu.of, parts.children(os.getpid()))) + time.process_time()


if __name__ == "__main__":
    main()
