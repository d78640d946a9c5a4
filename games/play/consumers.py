"""The sockets: decode a frame, call one service, end. What is told comes by the hub."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Never, TypeAlias, assert_never

from channels.consumer import AsyncConsumer
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import Error as DatabaseError
from django.http.cookie import parse_cookie

from games import mnk, refusals, shares
from games.play import commit, errors, metrics, protocol
from games.play.chat.feed import ChatFeed
from games.play.clock import now_ms
from games.play.failing import refusal_of
from games.play.hub import Followed, current
from games.play.lobby import LobbyFeed
from games.play.protocol import CloseCode
from games.play.services import commands, hints, queries
from games.players.identify import Visitor, visitor_of

log = logging.getLogger(__name__)

_Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
_Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
"""Only promised to be awaited: granian's returns no coroutine."""


FRAME_EXTENSION = "inarow.frame"
"""Under this name a server that takes finished frames, and measures the lag, offers both in the
scope's extensions."""

BACKLOG = 1000
"""Texts kept for a socket under a server that takes no finished frames."""
GOODBYE_S = 1.0
"""How long they may take to be sent before such a socket is closed."""


class Allowance:
    """How many frames a socket may still send: a bucket that fills at a steady rate."""

    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._at = now
        self._left = float(settings.INAROW_FRAMES_BURST)

    def spend(self, now: float) -> float:
        """Take one frame's worth; what is left is negative when the socket is too fast."""
        rate, burst = settings.INAROW_FRAMES_PER_SECOND, settings.INAROW_FRAMES_BURST
        self._left = min(burst, self._left + (now - self._at) * rate) - 1
        self._at = now
        return self._left


class SocketClosed(Exception):
    """The client is gone, or has been sent away."""


class Socket(AsyncConsumer):
    """One websocket: what the game's and the lobby's sockets have in common.

    Channels' own loop starts a task for every frame and a thread for every dispatch; this one
    reads the frames one after the other and dispatches nothing, at a third of the cost.
    """

    _draining: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: _Receive, send: _Send) -> None:  # type: ignore[override]  # Channels' own types stand for every protocol at once
        self.scope = scope
        self._receive = receive
        self._send = send
        extension = scope.get("extensions", {}).get(FRAME_EXTENSION)
        self._write_frame: Callable[[bytes], None] | None = extension and extension["write"]
        self._lag: Callable[[], int | None] | None = extension and extension["lag"]
        self._backlog: deque[str] = deque()
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
            if self._draining is not None:
                self._draining.cancel()

    def lag_ms(self) -> int:
        """How long it is to the client and back, as the server's own pings find it.

        0 before the first answer, and always under a server that does not tell. It is measured from
        when this is first called.
        """
        return (self._lag and self._lag()) or 0

    async def serve(self) -> None:
        """Talk until `SocketClosed`."""
        raise NotImplementedError

    async def next_frame(self) -> str:
        """The next text frame. Sends away who sends binary, too much or too often."""
        while True:
            event = await self._receive()
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
            self.reject(errors.TooFast.code, errors.TooFast.sentence, id=id, version=0)

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
            # A plain number: autobahn, below daphne, takes no subclass of int for one.
            await self._send({"type": "websocket.close", "code": int(code)})
        raise SocketClosed

    def push(self, text: str, frame: bytes | None = None) -> None:
        """Send a text; never waits, never raises. `frame` is the text as a finished frame.

        Our server takes finished frames (config.frames). Other servers' ways of sending may wait:
        there one task a socket sends what is owed, in order.
        """
        if self._write_frame is not None:
            self._write_frame(protocol.text_frame(text) if frame is None else frame)
            return
        # Beyond the backlog texts are dropped: the client sees the gap and asks for all.
        if len(self._backlog) < BACKLOG:
            self._backlog.append(text)
        if self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._backlog:
                await self._send({"type": "websocket.send", "text": self._backlog.popleft()})
        except (OSError, RuntimeError):  # the connection is going; its disconnect will come
            self._backlog.clear()
        finally:
            self._draining = None

    async def visitor(self) -> Visitor:
        """Who opened the socket: by a seat's key, else by the browser's session.

        Nobody, if it asks to be a spectator's (`?as=spectator`), as a frame on another site does.
        """
        if self.scope["query_string"] == b"as=spectator":
            return Visitor()
        headers = dict(self.scope["headers"])
        scheme, _, key = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if scheme.lower() == "bearer" and key:
            return Visitor(keys=frozenset([key.strip()]))
        # A browser always says its origin, and config.origins has let only ours pass. Who says
        # none is a program, and no cookie speaks for it.
        if b"origin" not in headers:
            return Visitor()
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        session_key = cookies.get(settings.SESSION_COOKIE_NAME)
        if not session_key:
            return Visitor()
        return await visitor_of(SessionStore(session_key))


class GameSocket(Socket):
    """A seat's or a spectator's view of one game: `/ws/game/<slug>/`."""

    side: mnk.Side | None = None
    spectator: protocol.SpectatorPart | None = None
    _is_sent_away = False

    async def serve(self) -> None:
        slug: str = self.scope["url_route"]["kwargs"]["slug"]
        visitor = self.who = await self.visitor()
        hub = self._hub = current()
        chat = self._chat = hub.part(ChatFeed)
        came = hub.loop.time()
        try:
            async with hub.games.following(slug) as followed:
                # They may have seen a move, or sat down, a moment ago in another process: this one
                # may not have heard it yet.
                await hub.games.make_sure(followed, since=came)
                if visitor.keys:
                    await hub.keys.make_sure(followed)
                # A player is seated and subscribed without a wait in between: whose key is renewed
                # from here on loses the seat by name.
                if not followed.game.admits(visitor):
                    await self.close(CloseCode.PRIVATE)
                self.side = followed.game.side_of(visitor)
                if self.side is None and visitor.player_id is not None:
                    self.spectator = await hub.read(queries.spectator, visitor.player_id)
                word = None if self.side is None else protocol.SideWord.of(self.side)
                self.push(protocol.encode(protocol.Welcome(word)))
                await hub.games.subscribe(followed, self)
                chat.greet(followed, self)
                if self.side is not None and followed.game.state.clock is not None:
                    self.lag_ms()
                role = metrics.spectators if self.side is None else metrics.players
                try:
                    with role.track_inprogress():
                        while True:
                            frame = await self.next_frame()
                            if not self._is_sent_away:
                                await self._hear(followed, frame)
                finally:
                    hub.games.unsubscribe(followed, self)
        except errors.NoSuchGame:
            await self.close(CloseCode.NOT_FOUND)
        except errors.DatabaseAway:
            # No answer is the best answer: the client comes back, and sends its command again.
            await self.close(CloseCode.DATABASE_AWAY)

    def lose_seat(self) -> None:
        """Play no longer, and go; what still comes from there is not heard."""
        self.side, self._is_sent_away = None, True
        self._hub.spawn(self._go())

    async def _go(self) -> None:
        with contextlib.suppress(SocketClosed, OSError, RuntimeError):
            await self.close(CloseCode.SEAT_RENEWED)

    async def _hear(self, followed: Followed, frame: str) -> None:
        try:
            message = protocol.decode(frame)
        except protocol.BadFrame as bad:
            self.reject(bad.code, bad.sentence, id=bad.id, version=followed.version_for(self))
            return
        match message:
            case protocol.Ping():
                version, now = followed.version_for(self), self._hub.games.now_for(followed, self)
                self.push(protocol.encode(protocol.Pong(version, now)))
            case protocol.Resync():
                metrics.resyncs.inc()
                # If that cannot be: what is held is no older than what this socket has been told.
                with contextlib.suppress(errors.DatabaseAway):
                    await self._hub.games.make_sure(followed, since=self._hub.loop.time())
                self.push(protocol.encode(await self._hub.games.snapshot_for(followed, self)))
            case protocol.AskHint():
                await self._tell_hint(followed, message)
            case protocol.Say():
                # No move waits for a line to be kept.
                self._hub.spawn(self._say(followed, message))
            case protocol.ReadChat():
                self._chat.greet(followed, self, always=True)
            case _:
                await self._carry_out(followed, message)

    async def _say(self, followed: Followed, command: protocol.Say) -> None:
        try:
            told = await self._chat.say(followed, self.side, self.who.player_id, command)
        except refusals.Refused as refusal:
            self._refuse(refusal, command, followed)
        except DatabaseError as error:
            not_kept = refusal_of(error)
            if not isinstance(not_kept, errors.NotKept):
                raise  # it is not known whether it was kept
            self._refuse(not_kept, command, followed)
        else:
            if told is not None:
                self.push(told)

    async def _carry_out(self, followed: Followed, command: protocol.Command) -> bool:
        """Carry out a command; whether it was."""
        side, away_ms = self.side, 0
        if side is not None and isinstance(command, protocol.ClaimAbandoned):
            away_ms = self._hub.presence.away_ms(followed, side.other)
        lag_ms = 0 if followed.game.state.clock is None else self.lag_ms()
        heard = commands.Heard(now_ms(), lag_ms, away_ms)
        work = commands.carry_out(self._hub, followed, side, command, heard)
        try:
            return await self._answer(followed, command, work)
        except errors.TimeIsUp:
            # Other frames are heard meanwhile: it may take some seconds to know.
            assert side is not None, "a spectator has no time"
            self._hub.spawn(self._answer_late(followed.game.slug, side, command, heard))
            return False

    async def _answer_late(
        self, slug: str, side: mnk.Side, command: protocol.Command, heard: commands.Heard
    ) -> None:
        async with self._hub.games.following(slug) as followed:
            late = commands.settle_late(self._hub, followed, side, command, heard)
            # Without an answer the client asks again.
            with contextlib.suppress(errors.TimeIsUp, errors.DatabaseAway):
                await self._answer(followed, command, late)

    async def _answer(
        self,
        followed: Followed,
        command: protocol.Command,
        work: Coroutine[Any, Any, commit.Submitted],
    ) -> bool:
        """Answer a command with what comes of it; whether it was carried out."""
        try:
            submitted = await work
        except (errors.TimeIsUp, errors.DatabaseAway):
            raise  # no refusal: it is not known yet what becomes of it
        except refusals.ANY as refusal:
            self._refuse(refusal, command, followed)
            return False
        if not submitted.is_new:
            # Sent before and carried out then: the sender alone hears again what came of it.
            self.push(protocol.encode(submitted.told))
        return True

    async def _tell_hint(self, followed: Followed, command: protocol.AskHint) -> None:
        """Note the hint, if it is new; then find the answer while other frames are heard."""
        game, side = followed.game, self.side
        if side is None or not hints.is_noted(game, side, command):
            if not await self._carry_out(followed, command):
                return
        elif command.ply != game.state.ply:
            self._refuse(errors.HintTooLate(), command, followed)
            return
        assert side is not None, "a spectator's is refused"
        self._hub.spawn(self._answer_hint(followed, side, command))

    async def _answer_hint(
        self, followed: Followed, side: mnk.Side, command: protocol.AskHint
    ) -> None:
        game = followed.game
        if game.state.ply != command.ply or game.state.is_over:
            return  # the answer would come too late: the board has changed, and it says so
        try:
            if self._hub.answer_hint is None:
                raise errors.HintUnavailable
            share = shares.of_socket(self.scope.get("client"))
            hint = await self._hub.answer_hint(game, side, command, share)
            self.push(protocol.encode(hint))
        except refusals.Refused as refusal:
            self._refuse(refusal, command, followed)

    def _refuse(
        self,
        refusal: refusals.Refusal,
        command: protocol.Command | protocol.Say,
        followed: Followed,
    ) -> None:
        version = followed.version_for(self)
        self.reject(refusal.code, refusal.sentence, id=command.id, version=version)


class LobbySocket(Socket):
    """The lobby, live: `/ws/lobby/`."""

    async def serve(self) -> None:
        feed = current().part(LobbyFeed)
        feed.join(self)
        try:
            with metrics.lobbies.track_inprogress():
                while True:
                    self._hear(feed, await self.next_frame())
        finally:
            feed.leave(self)

    def _hear(self, feed: LobbyFeed, frame: str) -> None:
        try:
            message = protocol.decode_lobby(frame)
        except protocol.BadFrame as bad:
            self.reject(bad.code, bad.sentence, id=bad.id, version=0)
            return
        match message:
            case protocol.Ping():
                self.push(protocol.encode(protocol.Pong(feed.number)))
            case protocol.Resync():
                metrics.resyncs.inc()
                feed.show(self)
            case _:
                assert_never(message)


class UnknownSocket(Socket):
    """Any other address: nothing is there."""

    async def serve(self) -> None:
        await self.close(CloseCode.NOT_FOUND)
