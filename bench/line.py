"""What those who play and those who watch in `bench.watch` share: sockets, and what they are told.

Both are processes of their own. Each reads its task from stdin, opens its sockets and prints
`Opened`; reads when to `Begin`, and prints what it has seen; and leaves when stdin ends. It ends by
itself as soon as something is wrong.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.load import LoadFailed
from bench.plan import SQUARES
from bench.seats import told_in
from games.play.protocol import SUBPROTOCOL

OPENING_AT_ONCE = 16
"""Handshakes of a process under way at the same time."""
PATIENCE_S = 60.0
LONGEST_ORDER = 2**24
"""Bytes; a task names every game with its keys."""

T = TypeVar("T")


class Opened(msgspec.Struct, frozen=True):
    """All sockets are open and have been told what there is."""

    seconds: float


class Begin(msgspec.Struct, frozen=True):
    """When things are done: seconds of the machine's monotonic clock, one for all processes."""

    play_at: float
    measure_from: float
    measure_until: float


now = time.perf_counter
"""The moment, in seconds of that clock."""


async def orders() -> asyncio.StreamReader:
    """The lines of stdin; not read in a thread, which would keep a failed process from ending."""
    reader = asyncio.StreamReader(LONGEST_ORDER)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    return reader


def say(message: msgspec.Struct) -> None:
    """Print it, in one line."""
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


class Run:
    """A load process: where its sockets go, what it is told, and whether all is well."""

    def __init__(self, host: str, port: int, told: asyncio.StreamReader) -> None:
        self.host = host
        self.port = port
        self.opening = asyncio.Semaphore(OPENING_AT_ONCE)
        self._told = told
        self._failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def fail(self, reason: str) -> None:
        """Something is wrong: the figures would not be worth printing."""
        if not self._failed.done():
            self._failed.set_result(reason)

    async def pass_time(self, seconds: float) -> None:
        """Let others act. Raises `LoadFailed` as soon as something is wrong."""
        done, _ = await asyncio.wait([self._failed], timeout=seconds)
        if done:
            raise LoadFailed(self._failed.result())

    async def pass_until(self, moment: float) -> None:
        """Let others act until then. Raises `LoadFailed` as soon as something is wrong."""
        await self.pass_time(max(0.0, moment - now()))

    async def wait_for(self, is_true: Callable[[], bool], what: str) -> None:
        """Wait for it. Raises `LoadFailed` if it does not come true in time."""
        deadline = now() + PATIENCE_S
        while not is_true():
            if now() > deadline:
                raise LoadFailed(f"not within {PATIENCE_S:.0f} s: {what}")
            await self.pass_time(0.02)

    async def open_all(self, opening: Iterable[Awaitable[None]]) -> None:
        """Open all these; returns how long it took. No garbage is collected from then on."""
        began = now()
        await asyncio.gather(*opening)
        opened = Opened(now() - began)
        gc.collect()
        gc.freeze()
        gc.disable()
        say(opened)

    async def order(self, kind: type[T]) -> T:
        """What is told next. Raises `LoadFailed` if it never is, or if something is wrong."""
        line = await self._line()
        if not line:
            raise LoadFailed(f"no {kind.__name__} was told")
        return msgspec.json.decode(line, type=kind)

    async def dismissed(self) -> None:
        """Stay until stdin ends. Raises `LoadFailed` as soon as something is wrong."""
        while await self._line():
            pass

    async def _line(self) -> bytes:
        line = asyncio.ensure_future(self._told.readline())
        either: tuple[asyncio.Future[bytes] | asyncio.Future[str], ...] = (line, self._failed)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if self._failed.done():
            line.cancel()
            raise LoadFailed(self._failed.result())
        return line.result()


class Line(WSListener):
    """A socket, from its handshake on; ends the run when it is hung up on."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.transport: WSTransport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, path: str, headers: dict[str, str] | None = None) -> None:
        """Open it; return when the first text that says what there is has come."""
        async with self.run.opening:
            await ws_connect(
                lambda: self,
                f"ws://{self.run.host}:{self.run.port}{path}",
                extra_headers={"Sec-WebSocket-Protocol": SUBPROTOCOL, **(headers or {})},
                websocket_handshake_timeout=PATIENCE_S,
            )
            await asyncio.wait_for(self.ready, PATIENCE_S)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.run.fail("the server hung up")

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        at = now()
        if frame.msg_type is WSMsgType.TEXT:
            self.hear(frame.get_payload_as_bytes(), at)
        elif frame.msg_type is WSMsgType.CLOSE:
            transport.disconnect()

    def hear(self, text: bytes, at: float) -> None:
        """A text has come."""
        if not self.ready.done() and told_in(text).type in ("snapshot", "lobby"):
            self.ready.set_result(None)


class Follower(Line):
    """Somebody who sees every move of a game, once and in order."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.plies = 0

    def hear(self, text: bytes, at: float) -> None:
        told = told_in(text)
        match told.type:
            case "movePlayed":
                if told.ply != self.plies or told.square != SQUARES[told.ply]:
                    self.run.fail(f"after {self.plies} moves came {told}")
                self.plies += 1
                self.saw(told.ply, at)
            case "snapshot":
                if self.ready.done():
                    self.run.fail("a second snapshot: something had been left out")
                else:
                    self.plies = len(told.moves)
                    self.ready.set_result(None)
            case "rejected":
                self.run.fail(told.sentence)

    def saw(self, ply: int, at: float) -> None:
        """A move was heard."""
        raise NotImplementedError
