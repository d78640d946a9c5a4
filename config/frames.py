"""daphne's websocket, taught to take a finished frame: the same bytes for every socket of a game.

A message to a game is encoded once; without this each socket would wrap it again, through daphne
and autobahn, at a third of the cost of a move (docs/decisions/0006). The application finds the
shortcut as `scope["extensions"]["inarow.frame"]`; under another server it is simply not there.
Beside it, `"lag"` tells how long the client's answers take, as this server's own pings measure it,
and `"hear"` takes what is asked first whether it deals with a text at once.
"""

import asyncio
import contextlib
import functools
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from autobahn.twisted import websocket as autobahn_twisted
from autobahn.websocket import protocol as autobahn_protocol
from daphne import server as daphne_server
from daphne import ws_protocol
from twisted.internet import defer, task

from config.doors import Doors
from config.finished import EXTENSION, PING_EVERY_S, RoundTrips, extension, hears_nothing, outbox_of
from config.inbox import Inbox
from config.web import PATHSEND, DoorFactory

log = logging.getLogger(__name__)


def _uncoloured(value: object) -> object:
    return value


# Autobahn colours what it puts into debug lines, logged or not: a twenty-fifth of a handshake.
for _module in (autobahn_twisted, autobahn_protocol):
    vars(_module).update(hltype=_uncoloured, hlval=_uncoloured)


RESTARTING = 1012
"""The close code of a server that will be back (IANA's registry; games.play.protocol)."""
ANSWER_S = 2.0
"""How long it may take to answer what was heard before the end."""
GOODBYE_S = 1.0
"""How long a client may take to confirm its goodbye."""

TURN_S = 0.1
"""How often the server looks whose ping is due. Thousands at once would delay each other."""
_TEXT_HEAD = b"\x81\x80"
"""Of a frame that is a whole text and masked; its length is added to the second byte."""
_MASK_BYTES = 4
_SHORT = 125
"""The most bytes of a frame whose head says its length in one."""
_OPTIONS = frozenset(ws_protocol.WebSocketProtocol.CONFIG_ATTRS)
"""What a socket has from its factory."""


class Noted:
    """A moment that daphne notes and compares by the wall clock, kept by one that nobody sets."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}_at"

    def __get__(self, socket: object, owner: type | None = None) -> float:
        at: float = getattr(socket, self._name)
        return time.time() - (time.monotonic() - at)

    def __set__(self, socket: object, moment: float) -> None:
        setattr(socket, self._name, time.monotonic() - (time.time() - moment))


class FrameSocket(ws_protocol.WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """One socket, and the producer of its bytes (Twisted's IPushProducer).

    While its client reads too slowly, frames are left out. A client that missed one sees the gap in
    the versions and asks for a snapshot: a slow reader costs 64 KiB of buffer and no more.
    """

    CONFIG_ATTRS = ()
    """None for Autobahn to copy into each socket: they are its factory's (`__getattr__`)."""
    is_slow = False
    muted: bool = False
    # If the wall clock were set back, nobody would be asked for that long if they are there.
    socket_opened = Noted()
    last_ping = Noted()
    _gone: "asyncio.Future[None] | None" = None

    def __init__(self) -> None:
        super().__init__()
        self.hears: Callable[[str], bool] = hears_nothing
        """Whether the application has dealt with a text at once; what it has not is queued."""
        self._owed: list[bytes] = []
        """Frames that are sent when the loop's turn ends."""
        self.is_measured = False
        """Whether the round trips of this socket are of interest to the application."""
        self._round_trips = RoundTrips()
        self.held = contextlib.ExitStack()
        """What is given back when the connection ends (config.web)."""

    def __getattr__(self, name: str) -> Any:
        if name in _OPTIONS:
            return getattr(self.factory, name)
        raise AttributeError(f"no {name} in {type(self).__name__}")

    def onOpen(self) -> None:  # noqa: N802
        self.unregisterProducer()  # the HTTP channel, which spoke here until the upgrade
        self.registerProducer(self, True)
        # From here on without Twisted's way to a reader, at whose every step it notes whose logs
        # are written: that is as much as dealing with a move.
        asyncio.get_running_loop().add_reader(self.transport.fileno(), self._read)
        # What the handshake said the application has been told.
        self.http_request_data = b""
        self.http_headers.clear()
        super().onOpen()

    def _read(self) -> None:
        """Take what has come."""
        transport = self.transport
        try:
            data = transport.socket.recv(transport.bufferSize)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:  # the end, which Twisted shall find and see to
            transport.stopReading()
            transport.startReading()
            return
        try:
            self.dataReceived(data)
        except Exception:
            log.exception("socket_failed")
            transport.abortConnection()

    def write_frame(self, frame: bytes) -> None:
        """Send a frame that is made already, when this turn of the loop ends. Never waits, never
        raises.
        """
        if self.state == self.STATE_OPEN and not self.is_slow:
            if not self._owed:
                outbox_of(asyncio.get_running_loop()).append(self)
            self._owed.append(frame)

    def flush(self) -> None:
        """Send the frames that are owed."""
        if self._owed:
            owed, self._owed = self._owed, []
            self._send_now(b"".join(owed))

    def _send_now(self, data: bytes) -> None:
        if self.state == self.STATE_OPEN and not self.is_slow:
            self.sendData(data)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Send bytes now: Autobahn's as well, an answer to a handshake, a pong, a goodbye. It never
        asks for them to be sent in pieces."""
        try:
            self._write(data)
        except (OSError, RuntimeError) as error:
            # uvloop drops the descriptor of a connection that was reset before Twisted hears of
            # it. Only this socket is at its end: the others are still to be told.
            log.info("socket_lost error=%r", error)
            self.is_slow = True
            self.transport.abortConnection()

    def _write(self, data: bytes) -> None:
        transport = self.transport
        sent = 0
        # At once, unless something waits before it. Twisted's own way, through its buffer and the
        # event loop, which has to watch the connection and to forget it again, takes three times
        # as long; with a thousand spectators that is what a move costs.
        if transport.connected and not (transport.dataBuffer or transport._tempDataBuffer):
            sent = transport.writeSomeData(data)
            if sent == len(data):
                return
            if not isinstance(sent, int):
                sent = 0  # the connection is lost; Twisted is about to find out
        transport.write(data[sent:])

    def lag_ms(self) -> int | None:
        """The time from here to the client and back, in ms; None while unknown.

        It is measured from when it is first asked for: pings to 5,000 sockets that nobody needs
        would cost 7 % of a core.
        """
        if not self.is_measured:
            self.is_measured = True
            self.server.ping_in_turn(self, at=time.monotonic())
        return self._round_trips.lag_ms

    def ping(self, *, at: float) -> bool:
        """Ping the client, if it can be reached now; whether to ping it again. Never raises."""
        if self.state != self.STATE_OPEN or self.muted:
            return False
        # daphne's ping asks silent clients whether they are there, and they may answer the last
        # ping alone (RFC 6455, 5.5.3): then that must be daphne's, or they would be dropped.
        if not self.is_slow and not self.autoPingPending:
            self._send_now(self._round_trips.ping(at=at))
        return True

    def onPong(self, payload: bytes) -> None:  # noqa: N802
        if self._round_trips.hear(payload, at=time.monotonic()):
            self.last_ping = time.time()  # They are there: daphne need not ask.

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        text = self._short_text_in(data)
        if text is None:
            # Autobahn's own first makes a coloured debug line of every read, logged or not.
            self._dataReceived(data)
        elif not self.muted and self.hears(text.decode()):
            self.last_ping = time.time()
        else:
            self.onMessage(text, False)

    def _short_text_in(self, data: bytes) -> bytes | None:
        """What a move comes in: one whole text frame (RFC 6455, 5.2), masked, short, plain ASCII.

        None for everything else, which is Autobahn's to read or to refuse: frames in parts, several
        at once, what follows them, anything wrong. Its way through a frame takes ten times as long.
        """
        length = len(data) - len(_TEXT_HEAD) - _MASK_BYTES
        if (
            0 <= length <= _SHORT
            and data[0] == _TEXT_HEAD[0]
            and data[1] == _TEXT_HEAD[1] | length
            and self.state == self.STATE_OPEN
            and not self.data
            and self.current_frame is None
            and not self.inside_message
            and self.autoPingTimeoutCall is None
        ):
            mask = data[2:6] * (length // _MASK_BYTES + 1)
            masked = int.from_bytes(data[6:]) ^ int.from_bytes(mask[:length])
            text = masked.to_bytes(length)
            return text if text.isascii() else None
        return None

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        self.flush()
        self.unregisterProducer()  # or a closing that waits for the last bytes would wait for more
        super().serverClose(code)

    def ask_first(self, hears: Callable[[str], bool]) -> None:
        """Have the application asked about each short text before it is queued: whether it has
        dealt with it. That spares a move the way through a queue and a task."""
        self.hears = hears

    def hear_no_more(self) -> None:
        """Let what was heard so far be the last: the application answers it, then it ends."""
        if not self.muted and hasattr(self, "application_queue"):
            self.muted = True
            self.application_queue.put_nowait({"type": "websocket.disconnect", "code": RESTARTING})

    def say_goodbye(self) -> "asyncio.Future[None]":
        """Tell the client that the server will be back; done when the connection is closed."""
        self._gone = asyncio.get_running_loop().create_future()
        if self.state == self.STATE_OPEN:
            self.flush()
            self.unregisterProducer()
            # Not sendClose: that takes only applications' codes.
            self.sendCloseFrame(code=RESTARTING, reasonUtf8=b"restarting", isReply=False)
        elif self.state != self.STATE_CLOSING:
            self._gone.set_result(None)
        return self._gone

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:  # noqa: N802, N803
        super().onClose(wasClean, code, reason)
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(None)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self.held.close()
        super().connectionLost(reason)
        # Nothing leads back to this socket: its memory goes at once, not when the garbage collector
        # has looked through everybody's.
        del self.is_closed
        self.hears = hears_nothing

    def pauseProducing(self) -> None:  # noqa: N802
        self.is_slow = True

    def resumeProducing(self) -> None:  # noqa: N802
        self.is_slow = False

    def stopProducing(self) -> None:  # noqa: N802
        self.is_slow = True


class FrameServer(daphne_server.Server):  # type: ignore[misc]  # daphne has no types
    """daphne with such sockets, doors, and manners: it finishes, says goodbye, and then ends."""

    def __init__(
        self,
        *args: Any,
        doors: Doors,
        at_goodbye: Callable[[], None],
        at_end: Callable[[], Coroutine[Any, Any, None]],
        **options: Any,
    ):
        super().__init__(*args, **options)
        self.doors = doors
        self._at_goodbye = at_goodbye
        self._at_end = at_end
        self._ports: list[Any] = []
        self._turns: deque[tuple[float, FrameSocket]] = deque()
        """When each open socket is to be pinged: all at the same interval, so the next is first."""
        self._looking = task.LoopingCall(lambda: self.ping_those_due(at=time.monotonic()))
        """Runs while there is a socket to be pinged."""

    def listen_success(self, port: Any) -> None:
        self._ports.append(port)  # serve.py says where it listens

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Inbox:
        if scope["type"] == "websocket":
            scope["extensions"] = {EXTENSION: extension(protocol)}
        else:
            scope["extensions"] = {PATHSEND: {}}
        scope["asgi"] = {"version": "3.0"}
        inbox, say = Inbox(), functools.partial(self.handle_reply, protocol)
        application = asyncio.ensure_future(
            self.application(scope=scope, receive=inbox.get, send=say)
        )
        application.add_done_callback(functools.partial(self._application_ended, protocol))
        self.connections[protocol]["application_instance"] = application
        return inbox

    def application_checker(self) -> None:
        """Nothing. daphne looks through all connections here, once a second, for those that have
        ended: here they are seen to when they end, and their memory is free at once.
        """

    def protocol_disconnected(self, protocol: Any) -> None:
        connection = self.connections.get(protocol)
        if connection is None or "disconnected" in connection:
            return
        connection["disconnected"] = True
        application = connection.get("application_instance")
        if application is None:
            del self.connections[protocol]
        else:
            connection["late"] = asyncio.get_running_loop().call_later(
                self.application_close_timeout, _end_late, application
            )

    def _application_ended(self, protocol: Any, application: "asyncio.Future[None]") -> None:
        connection = self.connections[protocol]
        del connection["application_instance"]
        error = None if application.cancelled() else application.exception()
        if error is not None:
            log.error("application_failed", exc_info=error)
        if "disconnected" in connection:
            connection["late"].cancel()
            del self.connections[protocol]
        elif error is not None:
            protocol.handle_exception(error)

    def run(self) -> None:
        daphne_server.HTTPFactory = DoorFactory
        ws_protocol.WebSocketFactory.protocol = FrameSocket
        super().run()

    def ping_in_turn(self, socket: FrameSocket, *, at: float) -> None:
        """Ping a socket now and, while it is open, again and again."""
        if socket.ping(at=at):
            self._turns.append((at + PING_EVERY_S, socket))
            if not self._looking.running:
                self._looking.start(TURN_S, now=False)

    def ping_those_due(self, *, at: float) -> None:
        """Ping the sockets whose turn it is."""
        while self._turns and self._turns[0][0] <= at:
            _, socket = self._turns.popleft()
            self.ping_in_turn(socket, at=at)
        if not self._turns and self._looking.running:
            self._looking.stop()

    def kill_all_applications(self) -> "defer.Deferred[None]":
        """What daphne does before the reactor stops, which waits for it."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        self._at_goodbye()
        # 1. Nobody new. Where several processes share the address, another takes them.
        for port in self._ports:
            port.stopListening()
        # 2. What was heard is answered; what comes now is not heard, and its sender sends it again.
        sockets = [each for each in self.connections if isinstance(each, FrameSocket)]
        for socket in sockets:
            socket.hear_no_more()
        await _all_done(self._applications(), ANSWER_S)
        # 3. Goodbye.
        await _all_done([socket.say_goodbye() for socket in sockets], GOODBYE_S)
        # 4. What still works is ended; then what it wrote is finished.
        await _all_done(self._applications(), 0)
        await self._at_end()

    def _applications(self) -> list["asyncio.Future[None]"]:
        running = (each.get("application_instance") for each in self.connections.values())
        return [application for application in running if application is not None]


def _end_late(application: "asyncio.Future[None]") -> None:
    log.warning("application_goes_on application=%r", application)
    application.cancel()


async def _all_done(work: "Iterable[asyncio.Future[None]]", seconds: float) -> None:
    """Wait this long; then cancel what is not done."""
    tasks = list(work)
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
