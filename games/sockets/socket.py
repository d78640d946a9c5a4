"""One websocket, whatever it is for: frames in, texts out, and who is at its other end."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Never, TypeAlias

from channels.consumer import AsyncConsumer
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import Error as DatabaseError
from django.http.cookie import parse_cookie

from games import metrics
from games.play import errors, protocol
from games.play.hub import current, digest_of
from games.play.protocol import CloseCode
from games.players.identify import STRANGER, Visitor, visitor_of

log = logging.getLogger(__name__)

_Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
_Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
"""Only promised to be awaitable: granian's does not return a coroutine."""

FRAME_EXTENSION = "inarow.frame"
"""A server that takes finished frames, and measures the lag, offers both under this name in the
scope's extensions."""

BACKLOG = 1000
"""Texts kept for a socket under a server that does not take finished frames."""
GOODBYE_S = 1.0
"""How long they may take to be sent before such a socket is closed."""


class Allowance:
    """How many frames a socket may still send: a bucket that fills at a steady rate."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, now: float) -> None:
        self._at = now
        self._rate: float = settings.INAROW_FRAMES_PER_SECOND
        self._burst: float = settings.INAROW_FRAMES_BURST
        self._left = self._burst

    def spend(self, now: float) -> float:
        """Take one frame's worth; return what is left, negative when the socket is too fast."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return self._left

    def give_back(self) -> None:
        """Undo what was spent for a frame that will be counted when it is dealt with."""
        self._left += 1


class SocketClosed(Exception):
    """The client is gone, or has been sent away."""


class Socket(AsyncConsumer):
    """One websocket: what the game's and the lobby's sockets have in common.

    Channels' own loop starts a task for every frame and a thread for every dispatch; this one
    reads the frames one at a time and dispatches nothing, at a third of the cost.
    """

    who = STRANGER
    """Whose it is, once it has been asked (`visitor`)."""
    session: str | None = None
    _draining: asyncio.Task[None] | None = None
    _is_sent_away = False
    """Whether it has been told to go: what still comes from it is not heard."""
    _is_waiting = False
    """Whether every frame that came has been dealt with, and the next one is waited for."""

    async def __call__(self, scope: Any, receive: _Receive, send: _Send) -> None:  # type: ignore[override]  # Channels' own types stand for every protocol at once
        self.scope = scope
        self._receive = receive
        self._send = send
        extension = scope.get("extensions", {}).get(FRAME_EXTENSION)
        self._write_frame: Callable[[bytes], None] | None = extension and extension["write"]
        self._lag: Callable[[], int | None] | None = extension and extension["lag"]
        if extension:
            extension["hear"](self._hear_first)
        self._backlog: list[str] = []
        self._allowance = Allowance(time.monotonic())
        await receive()  # websocket.connect
        try:
            if protocol.SUBPROTOCOL not in scope["subprotocols"]:
                await self._send({"type": "websocket.accept"})
                await self.close(CloseCode.BAD_SUBPROTOCOL)
            await self._send({"type": "websocket.accept", "subprotocol": protocol.SUBPROTOCOL})
            await self.serve()
        except SocketClosed:
            pass
        except DatabaseError as error:
            log.warning("socket_not_served path=%s error=%r", scope["path"], error)
            with contextlib.suppress(SocketClosed):
                await self.close(CloseCode.DATABASE_AWAY)
        finally:
            current().people.goes(self)
            if self._draining is not None:
                self._draining.cancel()

    def lag_ms(self) -> int:
        """The round trip to the client, as the server's own pings measure it.

        0 before the first answer, and always under a server that does not tell. Measuring begins
        when this is first called.
        """
        return (self._lag and self._lag()) or 0

    async def serve(self) -> None:
        """Talk until `SocketClosed`."""
        raise NotImplementedError

    def hear_now(self, frame: str) -> bool:
        """Deal with a frame in this turn of the loop; false, and nothing has changed, if it takes
        more than that.
        """
        return False

    def _hear_first(self, frame: str) -> bool:
        """What the server asks before it queues a frame: whether it has been dealt with."""
        if not self._is_waiting:
            return False  # after those that came before it
        if self._allowance.spend(time.monotonic()) >= 0 and self.hear_now(frame):
            return True
        self._allowance.give_back()
        self._is_waiting = False
        return False

    async def next_frame(self) -> str:
        """The next text frame. Sends away a client that sends binary, too much or too often."""
        while True:
            self._is_waiting = True
            event = await self._receive()
            self._is_waiting = False
            if event["type"] != "websocket.receive":
                raise SocketClosed
            text = event.get("text")
            if not isinstance(text, str):
                await self.close(CloseCode.NOT_TEXT)
            if len(text) > protocol.MAX_FRAME:
                await self.close(CloseCode.TOO_BIG)
            left = self._allowance.spend(time.monotonic())
            if left >= 0:
                return text
            if left < -settings.INAROW_FRAMES_BURST:
                await self.close(CloseCode.TOO_MANY)
            id = protocol.id_in(text)
            self.reject(errors.TooFast.code, errors.TooFast().sentence, id=id, version=0)

    def reject(self, code: str, sentence: str, *, id: str | None, version: int) -> None:
        """Tell the sender alone that a frame was refused."""
        metrics.refusals.labels(code).inc()
        self.push(
            protocol.encode(protocol.Rejected(id=id, code=code, sentence=sentence, version=version))
        )

    async def close(self, code: CloseCode) -> Never:
        """Send the client away."""
        if self._draining is not None:
            await asyncio.wait([self._draining], timeout=GOODBYE_S)
        with contextlib.suppress(OSError, RuntimeError):  # the connection is gone already
            # A plain number: autobahn, below daphne, does not accept a subclass of int.
            await self._send({"type": "websocket.close", "code": int(code)})
        raise SocketClosed

    def push(self, text: str, frame: bytes | None = None) -> None:
        """Send a text; never waits, never raises. `frame` is the text as a finished frame.

        Our server takes finished frames (config.frames). Other servers' ways of sending may wait:
        there one task per socket sends what is owed, in order.
        """
        if self._write_frame is not None:
            self._write_frame(protocol.text_frame(text) if frame is None else frame)
            return
        # Beyond the backlog texts are dropped: the client sees the gap and asks for everything.
        if len(self._backlog) < BACKLOG:
            self._backlog.append(text)
        if self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._backlog:
                await self._send({"type": "websocket.send", "text": self._backlog.pop(0)})
        except (OSError, RuntimeError):  # the connection is going; its disconnect will come
            self._backlog.clear()
        finally:
            self._draining = None

    def send_away(self, code: CloseCode) -> None:
        """Close the connection, soon, with the first code that is given."""
        if not self._is_sent_away:
            self._is_sent_away = True
            current().spawn(self._go(code))

    async def _go(self, code: CloseCode) -> None:
        with contextlib.suppress(SocketClosed, OSError, RuntimeError):
            await self.close(code)

    def change_person(self) -> None:
        """Go, and have the page come back as whoever it is now."""
        self.send_away(CloseCode.PERSON_CHANGED)

    async def visitor(self) -> Visitor:
        """Who opened the socket: by a seat's key, else by the browser's session.

        Nobody, if it asks to be a spectator's (`?as=spectator`), as a frame on another site does.
        From then on it is sent away when that changes.
        """
        # Known before it is asked who they are: a change in between is not missed.
        people = current().people
        self.session = digest_of(key) if (key := self._session_key()) else None
        people.comes(self)
        self.who = await self._visitor()
        return self.who

    def _session_key(self) -> str | None:
        """The id of the browser's session, if it speaks for the visitor."""
        headers = dict(self.scope["headers"])
        # A browser always says its origin, and config.origins has let only ours pass. A client
        # that says none is a program, and no cookie speaks for it.
        if b"origin" not in headers or self.scope["query_string"] == b"as=spectator":
            return None
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        return cookies.get(settings.SESSION_COOKIE_NAME)

    async def _visitor(self) -> Visitor:
        if self.scope["query_string"] == b"as=spectator":
            return Visitor()
        headers = dict(self.scope["headers"])
        scheme, _, key = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if scheme.lower() == "bearer" and key:
            return Visitor(keys=frozenset([key.strip()]))
        session_key = self._session_key()
        return await visitor_of(SessionStore(session_key)) if session_key else STRANGER


class UnknownSocket(Socket):
    """Any other address: nothing is there."""

    async def serve(self) -> None:
        await self.close(CloseCode.NOT_FOUND)
