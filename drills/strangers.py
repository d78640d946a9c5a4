"""Those who attack in `drills.attack`: a process of its own, not at the address of those who play.

Reads a `Raid` from stdin, does it for as long as it says and prints what it was `Answered`. Every
raid is what one visitor could do with a few lines of code. It shares nothing with the server.
"""

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
import uvloop

from games.play.protocol import SUBPROTOCOL

ADDRESS = "127.0.0.2"
"""Where they come from: whoever plays comes from 127.0.0.1."""
NICE = 5
"""An attacker has a machine of their own: here they take what the server and its players leave."""
ANSWER_S = 60.0
"""How long to wait for an answer."""
MEGABYTE = 2**20


class TurnedAway(Exception):
    """No connection could be opened."""


LET_GO = (TurnedAway, OSError, EOFError, TimeoutError)
"""How an attempt that the server does not put up with ends."""


class Raid(msgspec.Struct, frozen=True):
    """What is to be done."""

    name: str
    """One of `RAIDS`."""
    host: str
    port: int
    seconds: float
    games: tuple[str, ...] = ()
    """Large games that are over."""
    study: str = ""
    """A large study that is shared."""


class Answered(msgspec.Struct, frozen=True):
    """What became of it."""

    statuses: dict[str, int]
    """How often each status came; `closed` where the connection ended without one."""
    open: int
    """The most connections that were open at once."""


class Stranger:
    """One attacker with many connections."""

    def __init__(self, raid: Raid) -> None:
        self.raid = raid
        self.statuses: Counter[str] = Counter()
        self.until = time.monotonic() + raid.seconds
        self.rng = random.Random(1)
        self._open = 0
        self._most = 0

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    @property
    def answered(self) -> Answered:
        return Answered(dict(self.statuses), self._most)

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection of its own. Raises `TurnedAway` if nobody takes it."""
        try:
            async with asyncio.timeout(ANSWER_S):
                reader, writer = await asyncio.open_connection(
                    self.raid.host, self.raid.port, local_addr=(ADDRESS, 0)
                )
        except (OSError, TimeoutError):
            self.statuses["not let in"] += 1
            await asyncio.sleep(0.05)
            raise TurnedAway from None
        self._open += 1
        self._most = max(self._most, self._open)
        try:
            yield reader, writer
        finally:
            self._open -= 1
            writer.transport.abort()

    async def answer(self, reader: asyncio.StreamReader) -> int | None:
        """The status of the next answer, which is read to its end; None if there is none."""
        try:
            async with asyncio.timeout(ANSWER_S):
                head = await reader.readuntil(b"\r\n\r\n")
                status = int(head.split(b" ", 2)[1])
                length = _length_in(head)
                if length is None:
                    await reader.read()
                else:
                    await reader.readexactly(length)
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
            self.statuses["closed"] += 1
            return None
        except TimeoutError:
            self.statuses["no answer"] += 1
            return None
        self.statuses[str(status)] += 1
        return status

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", *, extra: str = ""
    ) -> None:
        """One request on a connection of its own."""
        async with self.connection() as (reader, writer):
            writer.write(_head(self.raid, method, path, len(body), kind, extra) + body)
            # A server that refuses a body need not read it: its answer may come before the end.
            sending = asyncio.ensure_future(writer.drain())
            await self.answer(reader)
            await _end(sending)

    async def again(self, work: Callable[[], Awaitable[None]], at_once: int) -> None:
        """Do it again and again, this many at once, until the time is up."""

        async def one() -> None:
            while self.goes_on:
                with contextlib.suppress(*LET_GO):
                    await work()

        await asyncio.gather(*(one() for _ in range(at_once)))


async def _end(task: asyncio.Future[Any]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, ConnectionError):
        await task


def _length_in(head: bytes) -> int | None:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":", 1)[1])
    return None


def _head(raid: Raid, method: str, path: str, length: int, kind: str, extra: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {raid.host}:{raid.port}", "Connection: close"]
    if method != "GET":
        lines += [f"Content-Length: {length}", f"Content-Type: {kind}"]
    return "\r\n".join([*lines, *filter(None, [extra]), "", ""]).encode()


def form(size: int) -> tuple[bytes, str]:
    """A multipart form with this many bytes in many small fields."""
    part = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'
    return part * (size // len(part)) + b"--b--\r\n", "multipart/form-data; boundary=b"


async def forms(stranger: Stranger, size: int, at_once: int = 1) -> None:
    """Forms of this many bytes to an address that takes none."""
    body, kind = form(size)
    await stranger.again(lambda: stranger.ask("POST", "/healthz", body, kind), at_once)


async def endless_body(stranger: Stranger) -> None:
    """Bodies in chunks that never end."""
    host, port = stranger.raid.host.encode(), stranger.raid.port
    chunk = b"10000\r\n" + bytes(0x10000) + b"\r\n"

    async def one() -> None:
        async with stranger.connection() as (reader, writer):
            writer.write(
                b"POST /games/new HTTP/1.1\r\nHost: %s:%d\r\nTransfer-Encoding: chunked\r\n"
                b"Content-Type: multipart/form-data; boundary=b\r\n\r\n" % (host, port)
            )
            answering = asyncio.ensure_future(stranger.answer(reader))
            try:
                while stranger.goes_on and not answering.done():
                    writer.write(chunk)
                    await writer.drain()
                    await asyncio.sleep(0)
            finally:
                await _end(answering)

    await stranger.again(one, 4)


async def half_open(stranger: Stranger) -> None:
    """1,500 requests whose headers never end: a line more every five seconds."""
    numbers = itertools.count()

    async def one() -> None:
        await asyncio.sleep(next(numbers) % 1500 / 750)
        async with stranger.connection() as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
            reading = asyncio.ensure_future(reader.read())
            while stranger.goes_on and not reading.done():
                writer.write(b"X-A: b\r\n")
                await asyncio.wait([reading], timeout=5)
            stranger.statuses["ended by the server" if reading.done() else "still open"] += 1
            await _end(reading)

    await stranger.again(one, 1500)


async def sockets(stranger: Stranger) -> None:
    """2,000 sockets of the lobby, opened and kept."""
    numbers = itertools.count()
    handshake = (
        f"GET /ws/lobby/ HTTP/1.1\r\nHost: {stranger.raid.host}:{stranger.raid.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
    ).encode()

    async def one() -> None:
        await asyncio.sleep(next(numbers) % 2000 / 1000)
        async with stranger.connection() as (reader, writer):
            writer.write(handshake)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), ANSWER_S)
            stranger.statuses[head.split(b" ", 2)[1].decode()] += 1
            # What is told is read, no ping is answered.
            while await reader.read(65536):
                pass

    await stranger.again(one, 2000)


def position(rng: random.Random) -> bytes:
    """A position on 20×20 that nobody has asked about."""
    squares = rng.sample(range(400), 24)
    return json.dumps(
        {
            "width": 20, "height": 20, "k": 5, "lineRule": "freestyle",
            "black": squares[::2], "white": squares[1::2], "sideToMove": "black",
        }
    ).encode()  # fmt: skip


async def assessments(stranger: Stranger) -> None:
    """30 positions at a time are to be assessed."""
    await stranger.again(
        lambda: stranger.ask(
            "POST", "/api/assessments", position(stranger.rng), "application/json"
        ),
        30,
    )


async def reviews(stranger: Stranger) -> None:
    """Every large game is to be reviewed, and asked about all the time."""
    for slug in stranger.raid.games:
        await stranger.ask("POST", f"/api/games/{slug}/review", b"", "application/json")
    slugs = itertools.cycle(stranger.raid.games)

    async def look() -> None:
        await stranger.ask("GET", f"/api/games/{next(slugs)}/review")
        await asyncio.sleep(0.5)

    await stranger.again(look, 8)


async def animations(stranger: Stranger) -> None:
    """24 animations at a time, each a different one."""
    numbers = itertools.count()

    async def one() -> None:
        number = next(numbers)
        slug = stranger.raid.games[number % len(stranger.raid.games)]
        kind = ("gif", "apng", "webp")[number % 3]
        await stranger.ask("GET", f"/game/{slug}/game.{kind}?frame_ms={200 + number % 800}")

    await stranger.again(one, 24)


async def sign_ins(stranger: Stranger) -> None:
    """Sixteen at a time try to sign in as an admin."""

    async def one() -> None:
        token = "a" * 32
        body = f"csrfmiddlewaretoken={token}&username=admin&password={stranger.rng.random()}"
        await stranger.ask(
            "POST",
            "/admin/login/",
            body.encode(),
            "application/x-www-form-urlencoded",
            extra=f"Cookie: inarow_csrf={token}",
        )

    await stranger.again(one, 16)


async def games(stranger: Stranger) -> None:
    """Games are made as fast as twenty connections can."""
    body = b'{"preset": "15x15", "listed": true}'
    await stranger.again(lambda: stranger.ask("POST", "/api/games", body, "application/json"), 20)


async def study(stranger: Stranger) -> None:
    """Eight read a study of thousands of nodes, again and again."""
    paths = itertools.cycle(
        (f"/study/{stranger.raid.study}/data", f"/study/{stranger.raid.study}/")
    )
    await stranger.again(lambda: stranger.ask("GET", next(paths)), 8)


async def pages(stranger: Stranger) -> None:
    """Forty read pages as fast as they come."""
    paths = itertools.cycle(("/", "/watch", "/games", "/puzzles", "/explorer"))
    await stranger.again(lambda: stranger.ask("GET", next(paths)), 40)


RAIDS: dict[str, Callable[[Stranger], Awaitable[None]]] = {
    "forms of 1 MB": lambda stranger: forms(stranger, MEGABYTE),
    "forms of 20 MB": lambda stranger: forms(stranger, 20 * MEGABYTE),
    "a form of 150 MB": lambda stranger: forms(stranger, 150 * MEGABYTE),
    "endless bodies": endless_body,
    "1,500 half-open headers": half_open,
    "2,000 sockets": sockets,
    "30 assessments at once": assessments,
    "8 large reviews": reviews,
    "24 animations at once": animations,
    "16 sign-ins at once": sign_ins,
    "a flood of games": games,
    "8 readers of a large study": study,
    "40 readers of pages": pages,
}
"""What is done, by its name."""


async def main() -> None:
    os.nice(NICE)
    raid = msgspec.json.decode(sys.stdin.buffer.readline(), type=Raid)
    stranger = Stranger(raid)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(raid.seconds + 2):
            await RAIDS[raid.name](stranger)
    sys.stdout.buffer.write(msgspec.json.encode(stranger.answered) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    uvloop.run(main())
