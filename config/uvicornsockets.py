"""uvicorn's websocket, taught to take finished frames: `--ws config.uvicornsockets:FrameProtocol`.

As `config.frames` teaches daphne's: a message to a game is written as it is, a move that fits is
dealt with as it is read, and the lag is measured by pings of our own. uvicorn keeps its limits, its
options and its goodbye.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from config.finished import EXTENSION, PING_EVERY_S, RoundTrips, extension, hears_nothing, outbox_of


class FrameProtocol(WebSocketsSansIOProtocol):
    """One socket. While its client reads too slowly, frames are left out: it sees the gap."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._hears: Callable[[str], bool] = hears_nothing
        self._offered: dict[str, Any] = {}
        """The extensions that its application has been offered."""
        self._round_trips = RoundTrips()
        self._outbox = outbox_of(self.loop)
        self._owed: list[bytes] = []
        self._pinging: asyncio.TimerHandle | None = None
        """The next ping, once the round trips are of interest to the application."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            offered: dict[str, Any] = self.scope["extensions"]
            offered[EXTENSION] = extension(self)
            self._offered = offered

    def ask_first(self, hears: Callable[[str], bool]) -> None:
        """As `config.finished.Taker` says."""
        self._hears = hears

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and len(self.frames) == 1 and self._is_open:
            text = bytes(self.frames[0])
            if text.isascii() and self._hears(text.decode()):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def write_frame(self, frame: bytes) -> None:
        """As `config.finished.Taker` says."""
        if self._is_open and self.writable.is_set():
            if not self._owed:
                self._outbox.append(self)
            self._owed.append(frame)

    def flush(self) -> None:
        """As `config.finished.Taker` says."""
        owed, self._owed = self._owed, []
        if owed and self._is_open:
            self.transport.write(b"".join(owed))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # Nothing leads back to this socket: its memory goes at once (config.frames says why).
        self._hears = hears_nothing
        self._offered.pop(EXTENSION, None)

    async def send(self, message: Any) -> None:
        self.flush()  # before a goodbye, if it is one
        await super().send(message)

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()

    def lag_ms(self) -> int | None:
        """As `config.finished.Taker` says."""
        if self._pinging is None:
            self._ping()
        return self._round_trips.lag_ms

    def _ping(self) -> None:
        if self._is_open:
            # A client may answer the last ping alone (RFC 6455, 5.5.3): if uvicorn has asked
            # whether they are there, that must be its own.
            if self.pending_ping_payload is None and self.writable.is_set():
                self.transport.write(self._round_trips.ping(at=time.monotonic()))
            self._pinging = self.loop.call_later(PING_EVERY_S, self._ping)

    def handle_pong(self, event: Frame) -> None:
        if not self._round_trips.hear(bytes(event.data), at=time.monotonic()):
            super().handle_pong(event)

    def stop_keepalive(self) -> None:
        super().stop_keepalive()
        if self._pinging is not None:
            self._pinging.cancel()

    @property
    def _is_open(self) -> bool:
        return self.handshake_complete and not self.close_sent and not self.transport.is_closing()
