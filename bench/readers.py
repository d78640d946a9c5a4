"""Those who read pages in `drills.attack` while others are attacked: a process of its own.

Reads a `Read` from stdin, and when to begin (`bench.line`). Prints what was `Seen`.
"""

import asyncio
import itertools
import sys

import msgspec
import uvloop

from bench.line import Begin, Opened, now, orders, say

PAUSE_S = 0.2
"""From one answer to the next request of the same reader."""
PATIENCE_S = 60.0


class Read(msgspec.Struct, frozen=True):
    """What is read, by one person after another."""

    host: str
    port: int
    paths: tuple[str, ...]
    readers: int


class Seen(msgspec.Struct, frozen=True):
    """How long pages took, from before the connection until the answer was whole."""

    pages_ms: tuple[float, ...]
    problems: tuple[str, ...]
    """What was not answered with 200."""


async def main() -> None:
    told = await orders()
    task = msgspec.json.decode(await told.readline(), type=Read)
    say(Opened(0.0))
    begin = msgspec.json.decode(await told.readline(), type=Begin)
    pages: list[float] = []
    problems: list[str] = []
    paths = itertools.cycle(task.paths)

    async def one() -> None:
        await asyncio.sleep(begin.measure_from - now())
        while now() < begin.measure_until:
            path, began = next(paths), now()
            try:
                async with asyncio.timeout(PATIENCE_S):
                    status = await _get(task, path)
            except (OSError, EOFError, ValueError, TimeoutError) as error:
                status = repr(error)
            pages.append(1e3 * (now() - began))
            if status != "200":
                problems.append(f"{path}: {status}")
            await asyncio.sleep(PAUSE_S)

    await asyncio.gather(*(one() for _ in range(task.readers)))
    say(Seen(tuple(pages), tuple(problems)))


async def _get(task: Read, path: str) -> str:
    """The status of a page, read to its end."""
    reader, writer = await asyncio.open_connection(task.host, task.port)
    try:
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {task.host}:{task.port}\r\n"
            "Connection: close\r\n\r\n".encode()
        )
        answer = await reader.read()
        return answer.split(b" ", 2)[1].decode()
    finally:
        writer.transport.abort()


if __name__ == "__main__":
    sys.exit(uvloop.run(main()))
