"""What a server that nobody visits uses: `python -m bench.idle` (`--seconds 60`, `--rest`).

`make run`'s server (SQLite, one process, bots) and the cluster (two servers, a worker, PostgreSQL
and Redis) are started one after the other. After a page has been asked for and half a minute has
passed, their CPU time is taken from /proc for a while, and their memory (PSS: of what processes
share, each has its part).

With `--rest` the one process is left alone until no thinker is kept ready any more: its memory is
taken again, and how long somebody who comes then waits for a bot's first stone. They ask for the
home page, then `READS_S` later for the game.
"""

import argparse
import time
import urllib.request
from functools import partial

from bench import cpu
from bench.look import memory_bytes
from tests.live import parts

SETTLE_S = 30.0
"""What a start leaves to be done is done by then."""
READS_S = 2.0
"""How long a visitor looks at the home page before they ask for a game."""
_GAME = {"preset": "15x15", "opponent": "club", "side": "white"}
"""The bot has Black, and begins."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rest", action="store_true")
    options = parser.parse_args()
    seconds: float = options.seconds
    print(cpu.machine())
    with parts.server(thinkers=1) as server:
        _tell("one process", server, seconds)
        if options.rest:
            _tell_rest(server)
            return
    with parts.cluster(workers=1, thinkers=1) as server:
        _tell("cluster", server, seconds)


def _tell(name: str, server: parts.Server, seconds: float) -> None:
    """Print the share of a core of each server and worker, and the memory of each with its own."""
    urllib.request.urlopen(server.url, timeout=60).read()
    time.sleep(SETTLE_S)
    for kind, programs in (("server", server.processes), ("worker", server.workers)):
        pids = [each.pid for each in programs]
        if pids:
            before = [cpu.of(pid) for pid in pids]
            time.sleep(seconds)
            shares = [
                100 * (cpu.of(pid) - was) / seconds for pid, was in zip(pids, before, strict=True)
            ]
            print(
                f"{name}, {kind}: {', '.join(f'{share:.1f} %' for share in shares)} of a core; "
                f"{', '.join(f'{_memory_mb(pid):.0f} MB' for pid in pids)}"
            )


def _tell_rest(server: parts.Server) -> None:
    """Print the memory once the thinkers rest, and how long a visitor then waits for a bot."""
    pid = server.processes[0].pid
    for stones, reads_s in enumerate((None, READS_S), 1):
        parts.until(lambda: not parts.children(pid), within_s=900)
        print(f"at rest: {_memory_mb(pid):.0f} MB")
        if reads_s is not None:
            urllib.request.urlopen(server.url, timeout=60).read()
            time.sleep(reads_s)
        began = time.monotonic()
        server.post("/api/games", _GAME)
        parts.until(partial(_has_stones, server, stones))
        how = "without a page" if reads_s is None else f"{reads_s:g} s after the home page"
        print(f"a bot's first stone, asked for {how}: {time.monotonic() - began:.2f} s")


def _has_stones(server: parts.Server, count: int) -> bool:
    return parts.rows(server, "select count(*) from play_move") == [(count,)]


def _memory_mb(pid: int) -> float:
    return sum(memory_bytes(each, "Pss") for each in _family(pid)) / 1e6


def _family(pid: int) -> list[int]:
    """A process and all it has started."""
    return [pid, *(each for child in parts.children(pid) for each in _family(child))]


if __name__ == "__main__":
    main()
