"""daphne's websocket, taught to take a finished frame: the same bytes for every socket of a game.

A message to a game is encoded once; without this each socket would wrap it again, through daphne
and autobahn, at a third of the cost of a move (docs/decisions/0006). The application finds the
shortcut as `scope["extensions"]["inarow.frame"]`; under another server it is simply not there.
"""

import logging
from typing import Any

from daphne import ws_protocol
from daphne.server import Server

log = logging.getLogger(__name__)

EXTENSION = "inarow.frame"
"""Under this name `games.play.consumers` looks for it."""


class FrameSocket(ws_protocol.WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """One socket, and the producer of its bytes (Twisted's IPushProducer).

    While its client reads too slowly, frames are left out. A client that missed one sees the gap in
    the versions and asks for a snapshot: a slow reader costs 64 KiB of buffer and no more.
    """

    is_slow = False

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

    def pauseProducing(self) -> None:  # noqa: N802
        self.is_slow = True

    def resumeProducing(self) -> None:  # noqa: N802
        self.is_slow = False

    def stopProducing(self) -> None:  # noqa: N802
        self.is_slow = True


class FrameServer(Server):  # type: ignore[misc]  # daphne has no types
    """daphne with such sockets."""

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            scope["extensions"] = {EXTENSION: {"write": protocol.write_frame}}
        return super().create_application(protocol, scope)

    def run(self) -> None:
        ws_protocol.WebSocketFactory.protocol = FrameSocket
        super().run()
