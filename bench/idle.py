"""What a server that nobody visits uses: `python -m bench.idle` (`--seconds 60`).

`make run`'s server (SQLite, one process, bots) and the cluster (two servers, a worker, PostgreSQL
and Redis) are started one after the other. After a page has been asked for and half a minute has
passed, their CPU time is taken from /proc for a while, and their memory (PSS: of what processes
share, each has its part).
"""

import argparse
import time
import urllib.request

from bench import cpu
from bench.look import memory_bytes
from tests.live import parts

SETTLE_S = 30.0
"""What a start leaves to be done is done by then."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    seconds = parser.parse_args().seconds
    print(cpu.machine())
    with parts.server(thinkers=1) as server:
        _tell("one process", server, seconds)
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
            memory = [sum(memory_bytes(each, "Pss") for each in _family(pid)) for pid in pids]
            print(
                f"{name}, {kind}: {', '.join(f'{share:.1f} %' for share in shares)} of a core; "
                f"{', '.join(f'{size / 1e6:.0f} MB' for size in memory)}"
            )


def _family(pid: int) -> list[int]:
    """A process and all it has started."""
    return [pid, *(each for child in parts.children(pid) for each in _family(child))]


if __name__ == "__main__":
    main()
