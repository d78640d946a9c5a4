"""uvicorn's socket that takes finished frames: a handshake, and what comes and goes after it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from config.finished import EXTENSION, PAYLOAD_BYTES, PING_EVERY_S
from config.uvicornsockets import FrameProtocol
from games.play.protocol import text_frame


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    is_closed = False

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 5), "sockname": ("127.0.0.1", 80)})
        self.written: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Visit:
    """A client, the server's end of its socket, and the application behind it."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        """What the application has been told by the queue."""
        self.offered: dict[str, Any] = {}
        self._is_open = asyncio.Event()
        self.line = Line()
        self.client = ClientProtocol(parse_uri("ws://127.0.0.1/"))
        config = Config(
            self._application, interface="asgi3", ws=FrameProtocol, ws_ping_interval=None
        )
        config.load()
        self.server = FrameProtocol(config, ServerState(), {})
        self.server.connection_made(self.line)
        self._send: Any = None

    async def opens(self) -> None:
        self.client.send_request(self.client.connect())
        self.says()
        async with asyncio.timeout(30):
            await self._is_open.wait()
        self.hears()

    async def closes(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code})

    def says(self) -> None:
        """What the client has to say reaches the server."""
        for data in self.client.data_to_send():
            self.server.data_received(data)

    def hears(self) -> list[tuple[Opcode, bytes]]:
        """The frames that the client has been sent since."""
        for data in self.line.written:
            self.client.receive_data(data)
        self.line.written.clear()
        found = [each for each in self.client.events_received() if isinstance(each, Frame)]
        return [(each.opcode, bytes(each.data)) for each in found]

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self._send, self.offered = send, scope["extensions"][EXTENSION]
        self._is_open.set()
        while (event := await receive())["type"] != "websocket.disconnect":
            self.events.append(event)


@pytest.fixture
async def visit() -> AsyncIterator[Visit]:
    visit = Visit()
    await visit.opens()
    yield visit
    visit.server.connection_lost(None)
    await asyncio.sleep(0)


async def test_the_frames_of_a_turn_are_sent_in_one_piece_when_it_ends(visit: Visit) -> None:
    for text in ("one", "two"):
        visit.offered["write"](text_frame(text))
    assert visit.line.written == []
    await asyncio.sleep(0)
    assert len(visit.line.written) == 1
    assert visit.hears() == [(Opcode.TEXT, b"one"), (Opcode.TEXT, b"two")]


async def test_who_reads_too_slowly_misses_frames_until_they_have_caught_up(visit: Visit) -> None:
    visit.server.pause_writing()
    visit.offered["write"](text_frame("missed"))
    await asyncio.sleep(0)
    visit.server.resume_writing()
    visit.offered["write"](text_frame("heard"))
    await asyncio.sleep(0)
    assert visit.hears() == [(Opcode.TEXT, b"heard")]


async def test_what_is_owed_goes_before_the_goodbye_and_nothing_after_it(visit: Visit) -> None:
    visit.offered["write"](text_frame("last"))
    await visit.closes(4404)
    visit.offered["write"](text_frame("too late"))
    await asyncio.sleep(0)
    assert visit.hears() == [
        (Opcode.TEXT, b"last"),
        (Opcode.CLOSE, (4404).to_bytes(2)),
    ]


async def test_a_server_that_ends_sends_what_it_owes_and_says_goodbye(visit: Visit) -> None:
    visit.offered["write"](text_frame("last"))
    visit.server.shutdown()
    assert visit.hears() == [(Opcode.TEXT, b"last"), (Opcode.CLOSE, (1012).to_bytes(2))]


@pytest.mark.parametrize("is_dealt_with", [True, False])
async def test_the_application_is_asked_before_a_text_is_queued(
    visit: Visit, *, is_dealt_with: bool
) -> None:
    hears = Mock(return_value=is_dealt_with)
    visit.offered["hear"](hears)
    visit.client.send_text(b"a move")
    visit.says()
    await asyncio.sleep(0)
    hears.assert_called_once_with("a move")
    assert len(visit.events) == 1 - is_dealt_with
    assert visit.server.frames == []


async def test_nobody_is_asked_about_what_is_no_plain_text(visit: Visit) -> None:
    visit.offered["hear"](Mock(side_effect=AssertionError))
    visit.client.send_text("größer".encode())
    visit.says()
    await asyncio.sleep(0)
    visit.client.send_binary(b"a move")
    visit.says()
    await asyncio.sleep(0)
    assert [event.get("text", event.get("bytes")) for event in visit.events] == [
        "größer",
        b"a move",
    ]


async def test_the_lag_is_measured_from_when_it_is_asked_for(visit: Visit) -> None:
    assert visit.hears() == []
    assert visit.offered["lag"]() is None
    ((opcode, payload),) = visit.hears()
    assert (opcode, len(payload)) == (Opcode.PING, PAYLOAD_BYTES)
    visit.says()  # the pong, which the client has made
    assert visit.offered["lag"]() is not None
    assert visit.hears() == [], "the next ping has its time"
    visit.server._ping()
    assert visit.hears()[0][1] != payload


async def test_a_pong_that_answers_no_ping_of_ours_is_uvicorns(visit: Visit) -> None:
    visit.server.ping_interval = 1000.0
    visit.server.send_keepalive_ping()
    assert visit.offered["lag"]() is None
    assert [opcode for opcode, _ in visit.hears()] == [Opcode.PING], "its own is the last one"
    visit.says()
    assert visit.server.pending_ping_payload is None
    assert visit.offered["lag"]() is None


async def test_nobody_is_pinged_when_the_socket_has_ended() -> None:
    visit = Visit()
    await visit.opens()
    visit.offered["lag"]()
    next_ping = visit.server._pinging
    assert next_ping is not None
    assert next_ping.when() <= asyncio.get_running_loop().time() + PING_EVERY_S
    visit.server.connection_lost(None)
    assert next_ping.cancelled()
    visit.hears()
    visit.server._ping()
    assert visit.line.written == []


async def test_a_handshake_that_fails_offers_nothing() -> None:
    visit = Visit()
    visit.server.data_received(b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n")
    await asyncio.sleep(0)
    assert visit.offered == {}
    assert visit.line.written[0].startswith(b"HTTP/1.1 4")
