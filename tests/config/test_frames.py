"""daphne's socket that takes finished frames, and its pings that tell how far away a client is."""

import asyncio
import contextlib
import itertools
import socket as connections
import statistics
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, ClassVar, cast
from unittest.mock import Mock

import pytest
from daphne.ws_protocol import WebSocketFactory
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet import task
from twisted.internet.error import ConnectionLost
from twisted.internet.tcp import Connection
from twisted.internet.testing import StringTransport

from config import frames
from config.finished import PAYLOAD_BYTES, PING_EVERY_S, TRIPS_KEPT, RoundTrips
from config.frames import FrameServer, FrameSocket
from games.play.protocol import SUBPROTOCOL
from games.sockets.socket import Socket


class Near:
    """A connection before which nothing waits to be sent."""

    connected = True
    dataBuffer = b""  # noqa: N815 - Twisted's name
    _tempDataBuffer = ()  # noqa: N815 - Twisted's name


class Lost(Near):
    """A connection whose descriptor the event loop has let go of already."""

    is_ended = False

    def writeSomeData(self, frame: bytes) -> Exception:  # noqa: N802 - Twisted's name
        return ConnectionLost()

    def write(self, frame: bytes) -> None:
        raise RuntimeError("unable to perform operation on <UVPoll>; the handler is closed")

    def abortConnection(self) -> None:  # noqa: N802 - Twisted's name
        self.is_ended = True


class Line(Near):
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def writeSomeData(self, frame: bytes) -> int:  # noqa: N802 - Twisted's name
        self.written.append(frame)
        return len(frame)

    def pings(self) -> list[bytes]:
        """The payloads of the ping frames, each of which is whole (RFC 6455, 5.2)."""
        assert all(frame[:2] == bytes((0x89, PAYLOAD_BYTES)) for frame in self.written)
        assert all(len(frame) == 2 + PAYLOAD_BYTES for frame in self.written)
        return [frame[2:] for frame in self.written]


class World:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now + 1.7e9


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(frames, "time", world)
    return world


def _socket(transport: object | None = None) -> Any:
    """A socket as it is once it has been opened."""
    socket: Any = FrameSocket()
    socket.state = FrameSocket.STATE_OPEN
    socket.is_measured = True
    socket.autoPingPending = None
    socket.last_ping = 0.0
    socket.transport = transport or Line()
    return socket


async def _end_of_turn() -> None:
    await asyncio.sleep(0)


def _answered(socket: Any, world: World, after_ms: int) -> None:
    """Ping; the pong comes after `after_ms`."""
    socket.ping(at=world.now)
    world.now += after_ms / 1000 + 1e-6  # otherwise 0.7 s less 0.4 s would be 299 ms
    socket.onPong(socket.transport.pings()[-1])


async def test_a_frame_for_a_connection_that_was_reset_ends_it_and_troubles_nobody_else() -> None:
    socket, other = _socket(lost := Lost()), _socket()

    for each in (socket, other, socket):
        each.write_frame(b"frame")
    await _end_of_turn()

    assert lost.is_ended
    assert other.transport.written == [b"frame"]


async def test_the_frames_of_a_turn_are_sent_in_one_piece_when_it_ends() -> None:
    alice, bob = _socket(), _socket()

    for number in b"123":
        alice.write_frame(bytes([number]))
    bob.write_frame(b"4")
    assert alice.transport.written == bob.transport.written == []
    await _end_of_turn()
    assert (alice.transport.written, bob.transport.written) == ([b"123"], [b"4"])

    alice.write_frame(b"5")
    await _end_of_turn()
    assert (alice.transport.written, bob.transport.written) == ([b"123", b"5"], [b"4"])


@pytest.mark.parametrize("end", ["state", "is_slow"])
async def test_nothing_is_sent_to_a_socket_that_closed_or_fell_behind_in_that_turn(
    end: str,
) -> None:
    socket = _socket()
    socket.write_frame(b"frame")
    setattr(socket, end, FrameSocket.STATE_CLOSED if end == "state" else True)
    await _end_of_turn()
    assert socket.transport.written == []


@pytest.mark.parametrize("says", ["say_goodbye", "serverClose"])
async def test_what_is_owed_is_sent_before_the_goodbye(says: str) -> None:
    socket = _socket()
    socket.unregisterProducer, socket.closeHandshakeTimeout = Mock(), 0
    socket.sendFrame = lambda opcode, payload: socket.transport.written.append(b"goodbye")

    socket.write_frame(b"frame")
    getattr(socket, says)()

    assert socket.transport.written == [b"frame", b"goodbye"]


class Watch:
    """The part of Twisted's reactor that a connection speaks to: what it reads and writes."""

    def __init__(self) -> None:
        self.writers: set[object] = set()
        self.readers: list[object] = []

    def addReader(self, reader: object) -> None:  # noqa: N802 - Twisted's name
        self.readers.append(reader)

    def removeReader(self, reader: object) -> None:  # noqa: N802 - Twisted's name
        self.readers.append(None)

    def addWriter(self, writer: object) -> None:  # noqa: N802 - Twisted's name
        self.writers.add(writer)

    def removeWriter(self, writer: object) -> None:  # noqa: N802 - Twisted's name
        self.writers.discard(writer)


@pytest.fixture
def near() -> Iterator[tuple[Any, Watch, connections.socket]]:
    """A real Twisted connection, the watch that looks after it, and its other end."""
    here, there = connections.socketpair()
    here.setblocking(False)
    watch = Watch()
    with here, there:
        connection = cast(Any, Connection)(here, None, watch)
        connection.connected = True
        yield connection, watch, there


async def test_a_frame_is_on_its_way_at_once(
    near: tuple[Any, Watch, connections.socket],
) -> None:
    connection, watch, there = near

    _socket(connection).write_frame(b"frame")
    await _end_of_turn()

    assert there.recv(100) == b"frame"
    assert not watch.writers, "nothing is left for the event loop to do"


async def test_frames_keep_their_order_where_the_line_takes_only_a_part(
    near: tuple[Any, Watch, connections.socket],
) -> None:
    connection, watch, there = near
    socket = _socket(connection)
    frames_sent = [bytes((number,)) * 50_001 for number in range(40)]

    connection.write(b"goes first")  # as autobahn writes
    for frame in frames_sent:
        socket.write_frame(frame)
    await _end_of_turn()

    assert watch.writers
    heard, all_of_it = b"", b"goes first" + b"".join(frames_sent)
    while watch.writers:
        connection.doWrite()
        heard += there.recv(1_000_000)
    socket.write_frame(b"goes last")
    await _end_of_turn()
    while len(heard) < len(all_of_it) + len(b"goes last"):
        heard += there.recv(1_000_000)
    assert heard == all_of_it + b"goes last"


def test_a_ping_for_a_connection_that_was_reset_ends_it_too() -> None:
    socket = _socket(lost := Lost())
    socket.ping(at=0)
    assert lost.is_ended


def test_the_lag_is_unknown_until_a_pong_has_come(world: World) -> None:
    socket = _socket()
    assert socket.lag_ms() is None
    socket.ping(at=world.now)
    assert socket.lag_ms() is None
    world.now += 0.25
    socket.onPong(socket.transport.pings()[0])
    assert socket.lag_ms() == 250


def test_no_two_pings_are_the_same() -> None:
    socket = _socket()
    for at in range(100):
        socket.ping(at=at)
    assert len(set(socket.transport.pings())) == 100


def test_a_pong_that_answers_no_ping_counts_for_nothing(world: World) -> None:
    socket = _socket()
    for pong in (b"", bytes(PAYLOAD_BYTES)):
        socket.onPong(pong)
    socket.ping(at=world.now)
    for pong in (b"", bytes(PAYLOAD_BYTES), socket.transport.pings()[0][:-1]):
        socket.onPong(pong)
    assert socket.lag_ms() is None
    assert socket.last_ping == 0, "it is no sign of life either"


def test_a_pong_that_comes_after_the_next_ping_counts_for_nothing(world: World) -> None:
    socket = _socket()
    socket.ping(at=world.now)
    socket.ping(at=world.now + 5)
    old, new = socket.transport.pings()
    world.now += 6
    socket.onPong(old)
    assert socket.lag_ms() is None
    socket.onPong(new)
    assert socket.lag_ms() == 1000


def test_a_pong_heard_twice_counts_once(world: World) -> None:
    socket = _socket()
    _answered(socket, world, 100)
    world.now += 4
    for _ in range(TRIPS_KEPT):
        socket.onPong(socket.transport.pings()[0])
    assert socket.lag_ms() == 100


def test_one_late_answer_does_not_move_the_lag(world: World) -> None:
    socket = _socket()
    for after_ms in (80, 90, 4000, 70, 80):
        _answered(socket, world, after_ms)
    assert socket.lag_ms() == 80


@given(trips_ms=st.lists(st.integers(0, 4999), min_size=1, max_size=20))
def test_the_lag_is_the_median_of_the_latest_round_trips(trips_ms: list[int]) -> None:
    trips = RoundTrips()
    at = 0
    for number, trip_ms in enumerate(trips_ms):
        payload = str(number).encode()
        trips.ask(payload, at=at / 1000)
        at += trip_ms
        assert trips.hear(payload, at=at / 1000 + 1e-6)
    assert trips.lag_ms == statistics.median_low(trips_ms[-TRIPS_KEPT:])


def test_who_answers_no_more_is_soon_unknown_again(world: World) -> None:
    socket = _socket()
    for _ in range(TRIPS_KEPT):
        _answered(socket, world, 3000)
    for _ in range(TRIPS_KEPT):
        socket.ping(at=world.now)
        assert socket.lag_ms() == 3000
    socket.ping(at=world.now)
    assert socket.lag_ms() is None


def test_a_player_who_sets_the_wall_clock_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = _socket()
    socket.ping(at=world.now)
    monkeypatch.setattr(world, "time", lambda: 0.0)
    world.now += 0.25
    socket.onPong(socket.transport.pings()[0])
    assert socket.lag_ms() == 250


@pytest.mark.parametrize("state", ["STATE_CONNECTING", "STATE_CLOSING", "STATE_CLOSED"])
def test_only_open_sockets_are_pinged(state: str) -> None:
    socket = _socket()
    socket.state = getattr(FrameSocket, state)
    assert not socket.ping(at=0)
    assert socket.transport.written == []


def test_a_muted_socket_is_not_pinged() -> None:
    socket = _socket()
    socket.muted = True
    assert not socket.ping(at=0)
    assert socket.transport.written == []


def test_who_reads_too_slowly_is_not_pinged_until_they_have_caught_up(world: World) -> None:
    socket = _socket()
    _answered(socket, world, 100)
    socket.pauseProducing()
    for at in range(10):
        assert socket.ping(at=at)
    assert len(socket.transport.written) == 1
    assert socket.lag_ms() == 100
    socket.resumeProducing()
    assert socket.ping(at=10)
    assert len(socket.transport.written) == 2


class Daphne:
    """What daphne's check of a socket looks at."""

    websocket_timeout = -1
    ping_interval = 15


def test_who_answers_pings_is_not_asked_by_daphne_whether_they_are_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daphne.ws_protocol.time", world)
    asked: list[float] = []
    socket = _socket()
    socket.server = Daphne()
    socket.socket_opened = socket.last_ping = world.time()
    socket._sendAutoPing = lambda: asked.append(world.now)

    for _ in range(10):
        world.now += PING_EVERY_S
        _answered(socket, world, 10)
        socket.check_timeouts()
    assert asked == []

    silent_since = world.now
    while not asked:
        world.now += 1
        socket.ping(at=world.now)
        socket.check_timeouts()
    assert asked == [silent_since + Daphne.ping_interval + 1]


@pytest.mark.parametrize("step", [3600, -3600])
def test_a_wall_clock_that_is_set_does_not_change_when_daphne_asks(
    world: World, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr("daphne.ws_protocol.time", world)
    asked: list[float] = []
    socket = _socket()
    socket.server = Daphne()
    socket.socket_opened = socket.last_ping = world.time()
    socket._sendAutoPing = lambda: asked.append(world.now)
    began, real = world.now, world.time
    monkeypatch.setattr(world, "time", lambda: real() + step)

    while world.now < began + 2 * Daphne.ping_interval:
        socket.check_timeouts()
        world.now += 1

    assert asked == [began + Daphne.ping_interval + 1]


def test_while_daphne_asks_its_ping_is_the_last_one() -> None:
    """A client may answer only the last ping: it would be dropped for not answering daphne's."""
    socket = _socket()
    socket.autoPingPending = b"are you there"
    assert socket.ping(at=0)
    assert socket.transport.written == []


def test_a_socket_is_pinged_from_when_its_lag_is_asked_for() -> None:
    socket = _socket()
    socket.is_measured = False
    socket.server = _server()
    assert socket.transport.written == []

    assert [socket.lag_ms(), socket.lag_ms()] == [None, None]

    assert len(socket.transport.pings()) == 1
    assert len(socket.server._turns) == 1
    assert socket.server._looking.running


def _server() -> Any:
    server = FrameServer.__new__(FrameServer)  # making one needs an address to listen on
    server._turns = deque()
    looking: Any = task.LoopingCall(lambda: None)
    looking.clock = task.Clock()
    server._looking = looking
    return server


def test_each_open_socket_is_pinged_in_its_turn() -> None:
    server = _server()
    assert not server._looking.running
    alice, bob, eve = (_socket() for _ in range(3))

    def pinged() -> list[int]:
        return [len(each.transport.written) for each in (alice, bob, eve)]

    server.ping_in_turn(alice, at=0)
    server.ping_in_turn(bob, at=1)
    server.ping_in_turn(eve, at=2)
    assert pinged() == [1, 1, 1]
    server.ping_those_due(at=PING_EVERY_S - 0.1)
    assert pinged() == [1, 1, 1]
    server.ping_those_due(at=PING_EVERY_S)
    assert pinged() == [2, 1, 1]
    server.ping_those_due(at=PING_EVERY_S + 1.1)
    assert pinged() == [2, 2, 1]
    bob.state = FrameSocket.STATE_CLOSED
    for tenth in range(20, 100):
        server.ping_those_due(at=PING_EVERY_S + tenth / 10)
    assert pinged() == [3, 2, 3]
    held = [socket for _, socket in server._turns]
    assert (bob in held, len(held)) == (False, 2)
    for gone in (alice, eve):
        gone.state = FrameSocket.STATE_CLOSED
    assert server._looking.running
    server.ping_those_due(at=10 * PING_EVERY_S)
    assert not server._looking.running  # nobody is looked after


@pytest.mark.parametrize(("told", "lag_ms"), [(None, 0), (0, 0), (123, 123)])
async def test_the_application_reads_the_lag(told: int | None, lag_ms: int) -> None:
    frames = {"write": lambda frame: None, "lag": lambda: told, "hear": lambda hears: None}
    assert await _read({"inarow.frame": frames}) == lag_ms


async def test_under_a_server_that_tells_no_lag_there_is_none() -> None:
    assert await _read({}) == 0


async def _read(extensions: dict[str, Any]) -> int:
    read: list[int] = []

    class Reads(Socket):
        async def serve(self) -> None:
            read.append(self.lag_ms())

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(event: dict[str, Any]) -> None:
        assert event["type"] == "websocket.accept"

    await Reads()({"extensions": extensions, "subprotocols": [SUBPROTOCOL]}, receive, send)
    return read[0]


# --- A connection begins, and the server ends ----------------------------------------------------


async def test_an_open_socket_is_told_when_its_client_reads_too_slowly() -> None:
    class Kept(Line):
        producers: ClassVar[list[object]] = []

        def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: N802
            assert streaming
            self.producers.append(producer)

        def unregisterProducer(self) -> None:  # noqa: N802 - Twisted's name
            self.producers.clear()

        def fileno(self) -> int:
            return here.fileno()

    here, there = connections.socketpair()
    transport = Kept()
    transport.producers.append("the HTTP channel")
    socket = _socket(transport)
    socket.client_addr, socket.request, socket.server = None, Mock(), Mock()
    socket.http_headers = {"Host": "example.org"}
    with here, there:
        socket.onOpen()
        assert asyncio.get_running_loop().remove_reader(here), "it reads from now on"
    assert transport.producers == [socket]
    assert not socket.http_headers, "the application has heard of them"


async def test_the_application_hears_that_the_client_has_gone() -> None:
    socket = _socket()
    socket.client_addr, socket.request, socket.server = None, Mock(), Mock()
    socket.application_queue = asyncio.Queue()
    socket.onClose(True, 1001, "going away")
    assert socket.application_queue.get_nowait() == {"type": "websocket.disconnect", "code": 1001}


def test_what_a_connection_held_is_given_back_when_it_is_lost() -> None:
    given_back: list[str] = []
    socket = _socket()
    socket.held.callback(given_back.append, "its place")
    with contextlib.suppress(AttributeError):  # there is no connection that autobahn could close
        socket.connectionLost(ConnectionLost())
    assert given_back == ["its place"]


async def test_an_open_socket_is_told_that_the_server_will_be_back() -> None:
    socket = _socket()
    socket.unregisterProducer, socket.closeHandshakeTimeout = Mock(), 0
    said: list[tuple[int, bytes]] = []
    socket.sendFrame = lambda opcode, payload: said.append((opcode, payload))

    gone = socket.say_goodbye()

    assert said == [(8, frames.RESTARTING.to_bytes(2, "big") + b"restarting")]
    assert socket.state == FrameSocket.STATE_CLOSING
    assert not gone.done(), "not before they have said goodbye too"
    socket.state = FrameSocket.STATE_CLOSED
    assert socket.say_goodbye().done()


async def test_what_begins_while_the_server_says_goodbye_is_ended_too() -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    class Leaving(FrameSocket):
        def say_goodbye(self) -> "asyncio.Future[None]":
            late["application_instance"] = asyncio.ensure_future(never())
            gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            gone.set_result(None)
            return gone

    late: dict[str, Any] = {}
    told: list[str] = []

    async def at_end() -> None:
        told.append("the end")

    server: Any = FrameServer.__new__(FrameServer)
    server.connections = {Leaving(): {}, "a request": late}
    server._ports = []
    server._at_goodbye, server._at_end = lambda: told.append("goodbye"), at_end
    await server._end()
    assert late["application_instance"].cancelled()
    assert told == ["goodbye", "the end"]


async def test_who_comes_while_the_server_ends_is_let_in_by_another() -> None:
    class Port:
        listens = True

        def stopListening(self) -> None:  # noqa: N802 - Twisted's name
            self.listens = False

    async def at_end() -> None:
        pass

    ports = [Port(), Port()]
    server: Any = FrameServer.__new__(FrameServer)
    server.connections, server._ports = {}, []
    server._at_goodbye, server._at_end = lambda: None, at_end
    for port in ports:
        server.listen_success(port)

    await server._end()

    assert [port.listens for port in ports] == [False, False]


def _serving(application: Callable[..., Coroutine[Any, Any, None]], close_timeout: float) -> Any:
    """A server with one connection, "a request", which has begun its application."""
    server: Any = FrameServer.__new__(FrameServer)
    server.application, server.application_close_timeout = application, close_timeout
    server.connections = {"a request": {}}
    inbox = server.create_application("a request", {"type": "http"})
    inbox.put_nowait("its first event")
    return server


async def test_an_application_that_goes_on_when_its_client_has_gone_is_ended() -> None:
    async def goes_on(**options: object) -> None:
        await asyncio.Event().wait()

    server = _serving(goes_on, 0)
    application = server.connections["a request"]["application_instance"]

    for _ in range(2):  # daphne may say it twice
        server.protocol_disconnected("a request")
    await asyncio.wait([application])
    await _end_of_turn()

    assert application.cancelled()
    assert server.connections == {}


async def test_nobody_waits_for_an_application_that_has_ended() -> None:
    may_end = asyncio.Event()

    async def ends(**options: object) -> None:
        await may_end.wait()

    server = _serving(ends, 60)
    connection = server.connections["a request"]
    server.protocol_disconnected("a request")

    may_end.set()
    await asyncio.wait([connection["application_instance"]])
    await _end_of_turn()

    assert connection["late"].cancelled()
    assert server.connections == {}


class Factory(WebSocketFactory):  # type: ignore[misc]  # daphne has no types
    protocol = FrameSocket


class Paper(Near, StringTransport):
    """A connection that nobody reads at the other end."""

    def writeSomeData(self, data: bytes) -> int:  # noqa: N802 - Twisted's name
        self.write(data)  # type: ignore[no-untyped-call]
        return len(data)


class Heard:
    """A socket that was just opened, and what its application hears."""

    def __init__(self) -> None:
        self.texts: list[Any] = []
        self.socket: Any = Factory(Mock(), server="x").buildProtocol(None)
        self.socket.makeConnection(Paper())  # type: ignore[no-untyped-call]
        self.socket.registerProducer(self.socket, True)
        self.socket.websocket_version = 13
        self.socket.state = FrameSocket.STATE_OPEN
        self.socket.current_frame = None
        self.socket.inside_message = False
        self.socket.client_addr = None
        self.socket.application_queue = Mock(put_nowait=self.texts.append)

    @property
    def said(self) -> bytes:
        written: bytes = self.socket.transport.value()
        return written


def _frame(payload: bytes, mask: bytes, opcode: int = 1, *, is_last: bool = True) -> bytes:
    """A client's frame (RFC 6455, 5.2)."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes([0x80 * is_last | opcode]) + size + mask + masked


MASKS = st.binary(min_size=4, max_size=4)
FRAMES = st.one_of(
    st.builds(_frame, st.text(max_size=150).map(str.encode), MASKS),
    st.builds(_frame, st.binary(max_size=150), MASKS, st.sampled_from([0, 1, 2, 3, 9, 10])),
    st.builds(_frame, st.binary(max_size=40), MASKS, is_last=st.booleans()),
    st.binary(max_size=20),
)


@given(st.lists(FRAMES, max_size=6), st.data())
def test_whatever_comes_is_heard_as_autobahn_hears_it(
    sent: list[bytes], data: st.DataObject
) -> None:
    """In the reads in which it happens to come: whole frames, parts of them, several at once."""
    all_of_it = b"".join(sent)
    ends = {len(b"".join(sent[: number + 1])) for number in range(len(sent))}
    if not data.draw(st.booleans(), label="each frame is a read"):
        ends = data.draw(st.sets(st.integers(0, len(all_of_it)), max_size=6))
    cuts = sorted({0, *ends, len(all_of_it)})
    reads = [all_of_it[begin:end] for begin, end in itertools.pairwise(cuts)]

    _is_heard_as_autobahn_hears_it(reads)


def _is_heard_as_autobahn_hears_it(reads: Sequence[bytes]) -> None:
    ours, autobahns = Heard(), Heard()
    for read in reads:
        if not autobahns.socket.transport.disconnecting:
            ours.socket.dataReceived(read)
            autobahns.socket._dataReceived(read)
    assert ours.texts == autobahns.texts
    assert ours.said == autobahns.said
    assert ours.socket.state == autobahns.socket.state


MOVE = _frame(b"a move", b"abcd")


@pytest.mark.parametrize(
    "reads",
    [
        pytest.param([b"\x81", MOVE], id="after the first byte of a frame"),
        pytest.param([_frame(b"x" * 40, b"abcd")[:9], MOVE], id="in the middle of a frame"),
        pytest.param([_frame(b"x" * 40, b"abcd", 9)[:9], MOVE], id="in the middle of a ping"),
        pytest.param([_frame(b"x", b"abcd", is_last=False), MOVE], id="in a message of parts"),
        pytest.param([b"\x81\x06" + MOVE[2:]], id="not masked"),
        pytest.param([b"\xc1" + MOVE[1:]], id="as if it were compressed"),
        pytest.param([MOVE[:-1]], id="cut short"),
        pytest.param([MOVE + b"\x81"], id="with the first byte of the next"),
        pytest.param([_frame(b"\xff", b"abcd")], id="not UTF-8"),
    ],
)
def test_what_is_nearly_a_move_is_autobahns(reads: Sequence[bytes]) -> None:
    _is_heard_as_autobahn_hears_it(reads)


@pytest.mark.parametrize("length", [0, 1, 50, 125])
def test_a_move_is_read_without_autobahn(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    monkeypatch.setattr(heard.socket, "_dataReceived", None)
    heard.socket.dataReceived(_frame(b"m" * length, b"\x01\xfe\x80\x00"))
    assert heard.texts == [{"type": "websocket.receive", "text": "m" * length}]


@pytest.mark.parametrize(
    ("name", "value"), [("state", FrameSocket.STATE_CLOSED), ("autoPingTimeoutCall", Mock())]
)
def test_autobahn_reads_what_it_has_to_know_of(
    name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is closed, or any frame is the answer to a ping of its own."""
    heard, read = Heard(), Mock()
    monkeypatch.setattr(heard.socket, "_dataReceived", read)
    setattr(heard.socket, name, value)
    heard.socket.dataReceived(MOVE)
    read.assert_called_once_with(MOVE)
    assert heard.texts == []


def test_what_comes_to_a_muted_socket_is_not_heard() -> None:
    heard = Heard()
    heard.socket.muted = True
    heard.socket.dataReceived(_frame(b"too late", b"abcd"))
    assert heard.texts == []


@pytest.mark.parametrize("is_dealt_with", [True, False])
def test_the_application_is_asked_before_a_text_is_queued(
    world: World, monkeypatch: pytest.MonkeyPatch, *, is_dealt_with: bool
) -> None:
    monkeypatch.setattr("daphne.ws_protocol.time", world)
    heard, asked = Heard(), []

    def hears(text: str) -> bool:
        asked.append(text)
        return is_dealt_with

    heard.socket.ask_first(hears)
    heard.socket.dataReceived(MOVE)
    heard.socket.dataReceived(_frame(b"x" * 126, b"abcd"))

    assert asked == ["a move"]
    assert len(heard.texts) == 2 - is_dealt_with
    assert heard.socket.last_ping == world.time(), "they are there"


def test_nobody_is_asked_about_what_comes_to_a_muted_socket() -> None:
    heard = Heard()
    heard.socket.ask_first(Mock(side_effect=AssertionError))
    heard.socket.muted = True
    heard.socket.dataReceived(MOVE)
    assert heard.texts == []


# --- Reading -------------------------------------------------------------------------------------


def test_what_has_come_is_read(near: tuple[Any, Watch, connections.socket]) -> None:
    connection, _, there = near
    socket = _socket(connection)
    read: list[bytes] = []
    socket.dataReceived = read.append

    socket._read()  # nothing has
    there.send(b"some bytes")
    socket._read()

    assert read == [b"some bytes"]


@pytest.mark.parametrize("ends", ["closed", "reset"])
def test_the_end_of_a_connection_is_left_to_twisted(
    ends: str, near: tuple[Any, Watch, connections.socket]
) -> None:
    connection, watch, there = near
    socket = _socket(connection)
    socket.dataReceived = Mock(side_effect=AssertionError)
    there.close()
    if ends == "reset":
        connection.socket = Mock(recv=Mock(side_effect=ConnectionResetError))

    socket._read()

    assert watch.readers == [None, connection], "Twisted's reader instead of ours"


def test_a_fault_in_what_reads_ends_that_connection_alone(
    near: tuple[Any, Watch, connections.socket], caplog: pytest.LogCaptureFixture
) -> None:
    connection, _, there = near
    socket = _socket(connection)
    socket.dataReceived = Mock(side_effect=ZeroDivisionError)
    connection.abortConnection = Mock()
    there.send(b"some bytes")

    socket._read()

    connection.abortConnection.assert_called_once_with()
    assert [record.message for record in caplog.records] == ["socket_failed"]
    caplog.clear()
