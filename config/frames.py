"""daphne's websocket, taught to take a finished frame: the same bytes for every socket of a game.

A message to a game is encoded once; without this each socket would wrap it again, through daphne
and autobahn, at a third of the cost of a move (docs/decisions/0006). The application finds the
shortcut as `scope["extensions"]["inarow.frame"]`; under another server it is simply not there.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from daphne import ws_protocol
from daphne.server import Server
from twisted.internet import defer

log = logging.getLogger(__name__)

EXTENSION = "inarow.frame"
"""Under this name `games.play.consumers` looks for it."""


RESTARTING = 1012
"""The close code of a server that will be back (IANA's registry; games.play.protocol)."""
ANSWER_S = 2.0
"""How long what was heard before the end may take to be answered."""
GOODBYE_S = 1.0
"""How long a client may take to confirm its goodbye."""


class FrameSocket(ws_protocol.WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """One socket, and the producer of its bytes (Twisted's IPushProducer).

    While its client reads too slowly, frames are left out. A client that missed one sees the gap in
    the versions and asks for a snapshot: a slow reader costs 64 KiB of buffer and no more.
    """

    is_slow = False
    muted: bool = False
    _gone: "asyncio.Future[None] | None" = None

    def onOpen(self) -> None:  # noqa: N802
        self.unregisterProducer()  # the HTTP channel, which spoke here until the upgrade
        self.registerProducer(self, True)
        super().onOpen()

    def write_frame(self, frame: bytes) -> None:
        """Send a text frame that is made already. Never waits, never raises."""
        if self.state == self.STATE_OPEN and not self.is_slow:
            try:
                self.transport.write(frame)
            except (OSError, RuntimeError) as error:
                # uvloop drops the descriptor of a connection that was reset before Twisted hears
                # of it. Only this socket is at its end: the others are still to be told.
                log.info("socket_lost error=%r", error)
                self.is_slow = True
                self.transport.abortConnection()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        # Autobahn's own makes a coloured debug line of every read first, logged or not.
        self._dataReceived(data)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        self.unregisterProducer()  # or a closing that waits for the last bytes would wait for more
        super().serverClose(code)

    def hear_no_more(self) -> None:
        """Let what was heard so far be the last: the application answers it, then it ends."""
        if not self.muted and hasattr(self, "application_queue"):
            self.muted = True
            self.application_queue.put_nowait({"type": "websocket.disconnect", "code": RESTARTING})

    def say_goodbye(self) -> "asyncio.Future[None]":
        """Tell the client that the server will be back; done when the connection is closed."""
        self._gone = asyncio.get_running_loop().create_future()
        if self.state == self.STATE_OPEN:
            self.unregisterProducer()
            # Not sendClose: that takes the codes of applications alone.
            self.sendCloseFrame(code=RESTARTING, reasonUtf8=b"restarting", isReply=False)
        elif self.state != self.STATE_CLOSING:
            self._gone.set_result(None)
        return self._gone

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:  # noqa: N802, N803
        super().onClose(wasClean, code, reason)
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(None)

    def pauseProducing(self) -> None:  # noqa: N802
        self.is_slow = True

    def resumeProducing(self) -> None:  # noqa: N802
        self.is_slow = False

    def stopProducing(self) -> None:  # noqa: N802
        self.is_slow = True


class FrameServer(Server):  # type: ignore[misc]  # daphne has no types
    """daphne with such sockets, and with manners: it finishes, says goodbye, and then ends."""

    def __init__(self, *args: Any, at_end: Callable[[], Coroutine[Any, Any, None]], **options: Any):
        super().__init__(*args, **options)
        self._at_end = at_end
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        self._ports.append(port)
        super().listen_success(port)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            scope["extensions"] = {EXTENSION: {"write": protocol.write_frame}}
        return super().create_application(protocol, scope)

    def run(self) -> None:
        ws_protocol.WebSocketFactory.protocol = FrameSocket
        super().run()

    def kill_all_applications(self) -> "defer.Deferred[None]":
        """What daphne does before the reactor stops, which waits for it."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
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
        # 4. Who still works is ended; then what they wrote is finished.
        await _all_done(self._applications(), 0)
        await self._at_end()

    def _applications(self) -> list["asyncio.Future[None]"]:
        running = (each.get("application_instance") for each in self.connections.values())
        return [application for application in running if application is not None]


async def _all_done(work: "Iterable[asyncio.Future[None]]", seconds: float) -> None:
    """Wait for so long; then cancel what is not done."""
    tasks = list(work)
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
