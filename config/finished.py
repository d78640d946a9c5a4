"""What a server that takes finished frames offers the sockets of the application.

Ours does (`config.frames`), and uvicorn if it is told to (`config.uvicornsockets`).
"""

import asyncio
import os
import statistics
import weakref
from collections.abc import Callable
from typing import Any, Protocol

EXTENSION = "inarow.frame"
"""Under this name `games.sockets.socket` looks for it in the scope's extensions."""
PING_EVERY_S = 5.0
"""How often a socket is pinged. A pong that takes longer comes too late to be measured."""
TRIPS_KEPT = 5
"""The lag is computed from this many round trips."""
PAYLOAD_BYTES = 8
"""Of a ping; random, so that nobody can answer before they have heard it."""


class Taker(Protocol):
    """A server's end of a socket that takes finished frames."""

    def write_frame(self, frame: bytes) -> None:
        """Send a frame that is made already, when this turn of the loop ends. Never waits, never
        raises.
        """

    def flush(self) -> None:
        """Send the frames that are owed. Never waits, never raises."""

    def lag_ms(self) -> int | None:
        """The time from here to the client and back, in ms; None while unknown. It is measured
        from when it is first asked for."""

    def ask_first(self, hears: Callable[[str], bool]) -> None:
        """Have the application asked about each short text before it is queued: whether it has
        dealt with it. That spares a move the way through a queue and a task."""


def extension(taker: Taker) -> dict[str, Any]:
    """What the application finds in the scope of such a socket."""
    return {"write": taker.write_frame, "lag": taker.lag_ms, "hear": taker.ask_first}


def hears_nothing(text: str) -> bool:
    """What is asked while no application is."""
    return False


class Outbox:
    """The sockets that are owed frames: they get them together, when this turn of the loop ends.

    Each in one piece, and all one right after the other. Sent as they are made, a frame at a time,
    they cost the system twice as much: whoever waits for one is woken and asleep again before the
    next one comes.
    """

    def __init__(self) -> None:
        self._sockets: list[Taker] = []

    def append(self, socket: Taker) -> None:
        """Send to a socket, too."""
        if not self._sockets:
            asyncio.get_running_loop().call_soon(self._send)
        self._sockets.append(socket)

    def _send(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            socket.flush()


_outboxes: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox]" = (
    weakref.WeakKeyDictionary()
)


def outbox_of(loop: asyncio.AbstractEventLoop) -> Outbox:
    """The one outbox of an event loop."""
    return _outboxes.setdefault(loop, Outbox())


class RoundTrips:
    """How long the latest pings of one socket took to be answered. Times are monotonic seconds.

    The lag is their median, the lower one of an even number: one late answer does not move it,
    whether the browser or this server was busy, or it was held back on purpose. Nobody can answer
    early; a client that holds back most answers does seem further away, so what is granted for
    that has to be bounded.
    """

    __slots__ = ("_asked_at", "_payload", "_trips_ms")

    def __init__(self) -> None:
        self._payload: bytes | None = None
        self._asked_at = 0.0
        self._trips_ms: tuple[int, ...] = ()

    @property
    def lag_ms(self) -> int | None:
        """The round trip to reckon with; None while no ping has been answered."""
        return statistics.median_low(self._trips_ms) if self._trips_ms else None

    def ask(self, payload: bytes, *, at: float) -> None:
        """A ping with this payload is sent; the pongs of earlier ones come too late from now on."""
        if self._payload is not None:
            # A client that stops answering is soon unknown again: no lag is granted for ever.
            self._trips_ms = self._trips_ms[1:]
        self._payload = payload
        self._asked_at = at

    def ping(self, *, at: float) -> bytes:
        """The frame of a ping that is sent now (RFC 6455, 5.5.2)."""
        payload = os.urandom(PAYLOAD_BYTES)
        self.ask(payload, at=at)
        return bytes((0x89, PAYLOAD_BYTES)) + payload

    def hear(self, payload: bytes, *, at: float) -> bool:
        """A pong came; whether it is the first to answer the latest ping. No other counts."""
        if payload != self._payload:
            return False
        self._payload = None
        trip_ms = int((at - self._asked_at) * 1000)
        self._trips_ms = (*self._trips_ms, trip_ms)[-TRIPS_KEPT:]
        return True
