"""A network that fails: a TCP proxy whose connections drop, fall silent, crawl or end in mid-frame.

Every connection has its own troubles, which follow from the seed and the connection's number. What
the proxy cannot do is duplicate or reorder the bytes of a connection: TCP does not either. Those
two happen where several connections carry the same command, so the clients do them (drills.client).
"""

import asyncio
import contextlib
import random
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never


class Kind(StrEnum):
    """What can happen to a connection."""

    DROP = "drop"
    """It is reset, both ways."""
    HALF_OPEN = "half-open"
    """Nothing gets through any more, and neither end is told."""
    DELAY = "delay"
    """For a while each chunk is held back; their order stays."""
    TRICKLE = "trickle"
    """For a while only a few bytes get through at a time."""
    TRUNCATE = "truncate"
    """A frame gets through in part, then the connection ends."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One fault of one connection."""

    kind: Kind
    after_s: float
    """Since the connection was opened, or since its last trouble was over."""
    lasts_s: float
    """Of troubles that pass."""


Troubles = Callable[[int], Iterator[Trouble]]
"""From a connection's number to its troubles, in order."""

SILENT_S = 40.0
"""How long a half-open connection is kept for the server, which is not told it is dead."""
TRICKLE_BYTES = 48
TRICKLE_S = 0.05


def seeded(seed: int, mean_s: float) -> Troubles:
    """Troubles of all kinds in equal numbers, one about every `mean_s` of a connection."""

    def of(number: int) -> Iterator[Trouble]:
        rng = random.Random(f"{seed}/connection/{number}")
        # The first are dealt, so that any five connections in a row have all five.
        hand = random.Random(f"{seed}/hand/{number // len(Kind)}").sample(list(Kind), len(Kind))
        kind = hand[number % len(Kind)]
        while True:
            yield Trouble(kind, rng.expovariate(1 / mean_s), rng.uniform(0.3, 2.0))
            kind = rng.choice(list(Kind))

    return of


class FaultProxy:
    """Stands in front of one address and passes everything on, with troubles."""

    def __init__(self, host: str, port: int, troubles: Troubles) -> None:
        self.happened: Counter[Kind] = Counter()
        """Troubles that touched a connection: bytes held back or cut, or an end that was open."""
        self.hurt: set[int] = set()
        """The ports of clients whose connection met a fault that ends or silences it."""
        self.slowed: set[int] = set()
        """The ports of clients whose connection was slow when bytes came, so far or just now."""
        self.connections = 0
        self.is_calm = False
        """Whether no trouble begins any more."""
        self.is_refusing = False
        """Whether nobody listens behind it: new connections are refused."""
        self._target = (host, port)
        self._troubles = troubles
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "FaultProxy":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=1024)
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def port(self) -> int:
        """The port where it listens, on 127.0.0.1."""
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_refusing:
            _reset(writer)
            return
        client: int = writer.get_extra_info("peername")[1]
        self.hurt.discard(client)
        self.slowed.discard(client)
        number, self.connections = self.connections, self.connections + 1
        task = asyncio.get_running_loop().create_task(
            self._carry(reader, writer, self._troubles(number))
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        troubles: Iterator[Trouble],
    ) -> None:
        try:
            up_reader, up_writer = await asyncio.open_connection(*self._target)
        except OSError:
            _reset(writer)
            return
        line = _Line(self, (writer, up_writer))
        pumps = {
            asyncio.ensure_future(line.pump(reader, up_writer)),
            asyncio.ensure_future(line.pump(up_reader, writer)),
        }
        fate = asyncio.ensure_future(line.suffer(troubles))
        try:
            done, _ = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            if line.kind is Kind.HALF_OPEN and pumps > done:
                # One end has let go. The other is not told: it has to find out by itself.
                await asyncio.wait(pumps - done, timeout=SILENT_S)
        finally:
            for task in (*pumps, fate):
                task.cancel()
            await asyncio.gather(*pumps, fate, return_exceptions=True)
            for end in line.ends:
                end.close()


class _Line:
    """One connection through the proxy, and its current trouble."""

    def __init__(
        self, proxy: FaultProxy, ends: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    ) -> None:
        self.ends = ends
        self.kind: Kind | None = None
        self._proxy = proxy
        self._client: int = ends[0].get_extra_info("peername")[1]
        self._rng = random.Random(proxy.connections)
        self._is_counted = False

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what one end says until it ends."""
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._pass(data, writer)

    async def suffer(self, troubles: Iterator[Trouble]) -> None:
        """Have one trouble after the other."""
        for trouble in troubles:
            await asyncio.sleep(trouble.after_s)
            if self._proxy.is_calm:
                return
            self.kind = trouble.kind
            self._is_counted = False
            match trouble.kind:
                case Kind.DROP:
                    self._count()
                    for end in self.ends:
                        _reset(end)
                    return
                case Kind.HALF_OPEN:
                    self._count()
                    return
                case Kind.TRUNCATE:
                    return  # at the next chunk
                case Kind.DELAY | Kind.TRICKLE:
                    await asyncio.sleep(trouble.lasts_s)
                    self.kind = None
                case _:
                    assert_never(trouble.kind)

    async def _pass(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        match self.kind:
            case None:
                writer.write(data)
            case Kind.DELAY:
                self._count()
                await asyncio.sleep(self._rng.uniform(0.05, 0.5))
                writer.write(data)
            case Kind.TRICKLE:
                self._count()
                while data and self.kind is Kind.TRICKLE:
                    writer.write(data[:TRICKLE_BYTES])
                    data = data[TRICKLE_BYTES:]
                    await asyncio.sleep(TRICKLE_S)
                writer.write(data)
            case Kind.TRUNCATE:
                self._count()
                # A chunk ends with a frame: without its last bytes that frame is not whole.
                cut = self._rng.randrange(1, min(len(data), 16) + 1)
                writer.write(data[:-cut])
                raise ConnectionAbortedError
            case Kind.HALF_OPEN | Kind.DROP:
                pass  # lost
            case _:
                assert_never(self.kind)
        await writer.drain()

    def _count(self) -> None:
        if not self._is_counted:
            self._is_counted = True
            assert self.kind is not None
            self._proxy.happened[self.kind] += 1
            if self.kind in (Kind.DELAY, Kind.TRICKLE):
                self._proxy.slowed.add(self._client)
            else:
                self._proxy.hurt.add(self._client)


def _reset(writer: asyncio.StreamWriter) -> None:
    """End a connection by RST."""
    end = writer.get_extra_info("socket")
    if end is not None:
        with contextlib.suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
