"""daphne's HTTP with doors: what is too large, too slow or too much is refused before it is kept.

Twisted and daphne read a whole request, parse the forms in it for nobody, and only then ask the
application (docs/decisions/0015). Here a request is looked at as soon as its headers are there,
its body is counted as it comes, and every wait for a client has an end.
"""

import time
from contextlib import ExitStack
from enum import Enum, auto
from io import BytesIO
from pathlib import Path
from typing import Any

from daphne import http_protocol
from daphne.server import twisted_loop
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web import http
from twisted.web.http_headers import Headers

from config import bodies, refusals
from config.doors import Doors
from config.forwarded import last_address, last_word
from config.refusals import Refusal
from games.networks import network_of

HEADERS_S = 10.0
"""How long the headers of a request may take, from when the connection or they begin."""
GRACE_S = 20.0
"""How long a body may take; every byte that has come allows more time, at …"""
SLOWEST = 4096
"""… this many bytes a second: a slow telephone line."""
UNREAD_S = 60.0
"""How long a client may read nothing of an answer, or say nothing after it."""
LINGER_S = 5.0
"""A refused client may go on sending for this long, or it would not hear why; at most …"""
LINGER_BYTES = 32 * 1024 * 1024
"""… this many bytes, of which none is kept."""
MOST_CHUNKS = 4096
"""In a body. One chunk for each byte would hold up everybody for as long as that takes."""
MOST_DIGITS = 18
"""In a length; Python does not read numbers of thousands of digits."""
PATHSEND = "http.response.pathsend"
"""ASGI's name for an answer whose content is a file."""
LOOK_S = 1.0
"""How often the server looks for those whose time is over."""


class Stage(Enum):
    """What a connection waits for."""

    HEADERS = auto()
    BODY = auto()
    ANSWER = auto()
    IDLE = auto()
    """The next request, once its client has read the answer."""
    ENDING = auto()
    """The last bytes are sent, then it is closed."""
    REFUSED = auto()
    """As above, and what still comes is thrown away."""
    HANDED_OVER = auto()
    """It is a websocket now."""


class DoorRequest(http_protocol.WebRequest):  # type: ignore[misc]  # daphne has no types
    """A request whose body has a limit, and is parsed by nobody on the event loop."""

    def __init__(self, channel: "DoorChannel", queued: object) -> None:
        super().__init__(channel, queued, parsePOSTFormSubmission=False)
        self.held = ExitStack()
        """What is given back when it has been answered, or abandoned."""
        self.network = channel.network
        """Whose share it counts for."""
        self._most = 0
        self._kept = 0
        self._chunks = 0

    @property
    def is_handshake(self) -> bool:
        """Whether it asks for a websocket, as daphne sees it."""
        upgrade: list[bytes] = self.requestHeaders.getRawHeaders(b"Upgrade", [b""])
        return upgrade[0].lower() == b"websocket"

    def refusal(self, path: bytes, length: int | None, doors: Doors) -> Refusal | None:
        """Why it is not let in, if so: its headers are there, nothing of its body.

        `length` is the body's in bytes; None if it is not known yet.
        """
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")  # daphne believes anybody
        if doors.is_proxied:
            self._believe_proxy()
        self._most = bodies.most_bytes(path)
        if length is not None and length > self._most:
            return refusals.too_big(self._most)
        if self.is_handshake:
            names = self.requestHeaders.getRawHeaders(b"Sec-WebSocket-Protocol", [])
            if length != 0 or not all(name.isascii() for name in names):
                return refusals.BAD_HANDSHAKE
        if not doors.requests.take(self.network):
            return refusals.TOO_MANY_REQUESTS
        self.held.callback(doors.requests.give_back, self.network)
        self.held.callback(self._let_go_of_body, doors)
        return None

    def _let_go_of_body(self, doors: Doors) -> None:
        doors.bytes_kept.give_back(self.network, self._kept)

    def _believe_proxy(self) -> None:
        """Keep only what the proxy itself says about the client; daphne reads it later."""
        headers = self.requestHeaders
        address = last_address(headers.getRawHeaders(b"X-Forwarded-For", []))
        headers.removeHeader(b"X-Forwarded-For")
        if address is not None:
            self.network = network_of(address)
            headers.setRawHeaders(b"X-Forwarded-For", [address.encode()])
        scheme = last_word(headers.getRawHeaders(b"X-Forwarded-Proto", []))
        headers.removeHeader(b"X-Forwarded-Proto")
        if scheme in ("http", "https"):
            headers.setRawHeaders(b"X-Forwarded-Proto", [scheme.encode()])

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        self.content = BytesIO()  # Twisted would use a file for more than 100 kB

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        channel: DoorChannel = self.channel
        if channel.stage is Stage.REFUSED:
            return
        self._chunks += channel.length is None
        if self._kept + len(data) > self._most:
            channel.refuse(refusals.too_big(self._most))
        elif self._chunks > MOST_CHUNKS:
            channel.refuse(refusals.TOO_MANY_CHUNKS)
        elif not channel.doors.bytes_kept.take(self.network, len(data)):
            channel.refuse(refusals.TOO_MANY_UPLOADS)
        else:
            self._kept += len(data)
            self.content.write(data)
            channel.hear_of_body(self._kept)

    def process(self) -> None:
        channel: DoorChannel = self.channel
        super().process()
        # An application runs on when its client has gone; it counts until it is done.
        running = self.server.connections.get(self, {}).get("application_instance")
        if running is None:
            self.held.close()
        else:
            running.add_done_callback(lambda _: self.held.close())
        channel.look_for_upgrade()

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Sends what the application says. A file is read at once: the system has it in memory."""
        if message["type"] == PATHSEND:
            body = Path(message["path"]).read_bytes()
            message = {"type": "http.response.body", "body": body}
        super().handle_reply(message)

    def handle_exception(self, exception: BaseException) -> None:
        """Says that the application has failed, or breaks off: what was sent is not all."""
        if self._response_started:
            self.channel.transport.abortConnection()
        else:
            super().handle_exception(exception)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        super().connectionLost(reason)
        if self.application_queue is None:
            self.held.close()


class DoorChannel(http.HTTPChannel):
    """A connection that speaks HTTP, whose client has limited time for each thing."""

    factory: "DoorFactory"
    transport: Any
    _networkProducer: Any  # noqa: N815
    maxHeaders = 100  # noqa: N815

    def __init__(self, network: str, doors: Doors) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.network = network
        """Where it comes from."""
        self.doors = doors
        self.held = ExitStack()
        """What is given back when it ends."""
        self.stage = Stage.HEADERS
        self._deadline: float | None = None
        self._is_beyond = doors.sockets.is_exceeded(network)
        self._body_since = 0.0
        self._unsent = 0
        self._discarded = 0
        self._answered: DoorRequest | None = None
        """A request that is done except for its client, who has yet to read the answer."""

    # --- Requests come --------------------------------------------------------------------------

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()  # type: ignore[no-untyped-call]
        self._enter(Stage.HEADERS, HEADERS_S)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.stage is Stage.REFUSED:
            self._discarded += len(data)
            if self._discarded > LINGER_BYTES:
                self.transport.abortConnection()
            return
        if self.stage is Stage.IDLE:
            self._enter(Stage.HEADERS, HEADERS_S)
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def lineReceived(self, line: bytes) -> None:  # noqa: N802
        if self.stage is Stage.REFUSED:
            return  # it came together with what was refused
        if self.stage is Stage.IDLE:
            self._enter(Stage.HEADERS, HEADERS_S)
        if (
            self._receivedHeaderSize + len(line) > self.totalHeadersSize
            or self._receivedHeaderCount >= self.maxHeaders
        ):
            self.refuse(refusals.HEADERS_TOO_LARGE)
        elif line[:1] in (b" ", b"\t"):
            self.refuse(refusals.BAD_REQUEST)  # a folded header: RFC 9112, 5.2
        else:
            super().lineReceived(line)  # type: ignore[no-untyped-call]

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802
        self.refuse(refusals.HEADERS_TOO_LARGE)

    def _maybeChooseTransferDecoder(self, header: bytes, data: bytes) -> bool:  # noqa: N802
        if header == b"Content-Length" and data.isdigit() and len(data) > MOST_DIGITS:
            self.refuse(refusals.too_big(bodies.most_bytes(self._asked_path())))
            return False
        return bool(super()._maybeChooseTransferDecoder(header, data))  # type: ignore[no-untyped-call]

    def allHeadersReceived(self) -> None:  # noqa: N802
        if self.stage is Stage.REFUSED:
            return
        request: DoorRequest = self.requests[-1]
        refusal = request.refusal(self._asked_path(), self.length, self.doors)
        refusal = refusal or self._too_many_sockets(request)
        if refusal is not None:
            self.refuse(refusal, request.network)
            return
        super().allHeadersReceived()  # type: ignore[no-untyped-call]
        self._body_since = time.monotonic()
        self._enter(Stage.BODY, GRACE_S)

    def _too_many_sockets(self, request: DoorRequest) -> Refusal | None:
        if self.doors.is_proxied and request.is_handshake:
            self._is_beyond = not self.doors.sockets.take(request.network)
            if not self._is_beyond:
                self.held.callback(self.doors.sockets.give_back, request.network)
        return refusals.TOO_MANY_SOCKETS if self._is_beyond else None

    def hear_of_body(self, size: int) -> None:
        """This many bytes of the body have come: a slow line has more time for the next."""
        self._deadline = self._body_since + GRACE_S + size / SLOWEST

    def allContentReceived(self) -> None:  # noqa: N802
        if self.stage is not Stage.REFUSED:
            self._enter(Stage.ANSWER, None)
            super().allContentReceived()  # type: ignore[no-untyped-call]

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.stage is Stage.REFUSED:
            return
        super().rawDataReceived(data)
        # Twisted forgets this while an answer waits for its client.
        if sum(map(len, self._dataBuffer)) > self._optimisticEagerReadSize:
            self._networkProducer.pauseProducing()

    def look_for_upgrade(self) -> None:
        """daphne may have made a websocket of this connection: let go of it."""
        socket = self.transport.protocol
        if socket is not self:
            self.factory.channels.discard(self)
            self._enter(Stage.HANDED_OVER, None)
            self.requests.clear()  # they know this channel: a circle, for the garbage collector
            socket.held = self.held

    # --- Requests are done ----------------------------------------------------------------------

    def requestDone(self, request: Any) -> None:  # noqa: N802
        if self._waitingForTransport and self.persistent:
            # Or a client that sends hundreds of requests and reads nothing would have every answer
            # kept.
            self.requests.remove(request)
            self._answered = request
            self._networkProducer.pauseProducing()
            self._enter(Stage.ANSWER, UNREAD_S)
            return
        self._enter(Stage.IDLE, UNREAD_S)
        super().requestDone(request)  # type: ignore[no-untyped-call]

    def resumeProducing(self) -> None:  # noqa: N802
        super().resumeProducing()  # type: ignore[no-untyped-call]
        if self._answered is not None:
            request, self._answered = self._answered, None
            self.requests.insert(0, request)
            self.requestDone(request)

    def refuse(self, refusal: Refusal, network: str = "") -> None:
        """Say so, and close the connection once that has been heard."""
        if self.stage is Stage.REFUSED:
            return
        if refusal.retry_after_s is not None:
            self.doors.warn(refusal.code, network or self.network)
        self._enter(Stage.REFUSED, LINGER_S)
        self._networkProducer.unregisterProducer()
        self.transport.write(refusal.answer(as_json=self._wants_json()))
        # A connection closed with bytes unread is reset, and its client never hears why.
        self.transport.loseWriteConnection()
        self.transport.resumeProducing()

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802
        self.refuse(refusals.BAD_REQUEST)

    def _asked_path(self) -> bytes:
        path: bytes = getattr(self, "_path", b"")
        return path.partition(b"?")[0]

    def _wants_json(self) -> bool:
        if self._asked_path().startswith((b"/api/", b"/ws/")):
            return True
        headers = self.requests[-1].requestHeaders if self.requests else Headers()
        told = [*headers.getRawHeaders(b"Accept", []), *headers.getRawHeaders(b"Content-Type", [])]
        return any(b"application/json" in each for each in told)

    def loseConnection(self) -> None:  # noqa: N802
        self._enter(Stage.ENDING, UNREAD_S)
        super().loseConnection()  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        self.factory.channels.discard(self)
        self.held.close()
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    # --- Time -----------------------------------------------------------------------------------

    def _enter(self, stage: Stage, seconds: float | None) -> None:
        self.stage = stage
        self._unsent = self._bytes_unsent()
        self._deadline = None if seconds is None else time.monotonic() + seconds

    def end_if_overdue(self, *, at: float) -> None:
        """End the connection if its client's time is over at this moment (monotonic seconds)."""
        if self._deadline is None or at < self._deadline:
            return
        match self.stage:
            case Stage.HEADERS if not self._buffer and not self.requests:
                self.loseConnection()  # it never said a word, like browsers' spare connections
            case Stage.HEADERS | Stage.BODY:
                self.refuse(refusals.TOO_SLOW)
            case Stage.IDLE if not self._bytes_unsent():
                self.loseConnection()
            case _ if 0 < (unsent := self._bytes_unsent()) < self._unsent:
                self._unsent = unsent  # slow, but they do read
                self._deadline = at + UNREAD_S
            case _:
                self.transport.abortConnection()

    def _bytes_unsent(self) -> int:
        """How much of the answers waits here until their client reads."""
        line = self.transport
        waiting: int = len(line.dataBuffer) - line.offset + line._tempDataLen
        return waiting


class DoorFactory(http_protocol.HTTPFactory):  # type: ignore[misc]  # daphne has no types
    """Makes such connections, as many as there is room for."""

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.doors: Doors = server.doors
        self.timeOut = None  # Twisted's own begins anew with each byte
        self.channels: set[DoorChannel] = set()
        """Those that speak HTTP at the moment."""

    def buildProtocol(self, addr: Any) -> DoorChannel | None:  # noqa: N802
        """A connection from this address; None if there is no room, and it is closed at once."""
        network = network_of(str(getattr(addr, "host", "")))
        held = ExitStack()
        if not self.doors.enter(network, held):
            return None
        channel = DoorChannel(network, self.doors)
        channel.factory = self
        channel.requestFactory = DoorRequest  # type: ignore[assignment]  # daphne has no types
        channel.timeOut = self.timeOut
        channel.held = held
        self.channels.add(channel)
        return channel

    def startFactory(self) -> None:  # noqa: N802
        super().startFactory()
        twisted_loop.call_later(LOOK_S, self._look)

    def _look(self) -> None:
        # By the loop's own clock: Twisted's timers stop while the wall clock is set back.
        twisted_loop.call_later(LOOK_S, self._look)
        self.end_those_overdue(at=time.monotonic())

    def end_those_overdue(self, *, at: float) -> None:
        """End the connections whose clients' time is over."""
        for channel in list(self.channels):
            channel.end_if_overdue(at=at)
