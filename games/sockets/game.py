"""The socket of a game: decode a frame, call one service, end. What is told comes from the hub."""

import asyncio
import contextlib
import contextvars
from collections.abc import Coroutine
from typing import Any

from django.db import Error as DatabaseError

from games import metrics, mnk, refusals, shares
from games.chat.feed import ChatFeed
from games.play import commands, commit, errors, protocol
from games.play.clock import now_ms
from games.play.failing import refusal_of
from games.play.hub import FollowedGame, current
from games.play.protocol import CloseCode
from games.play.services import hints, queries
from games.play.sql import Overtaken
from games.sockets.socket import Socket, SocketClosed


class GameSocket(Socket):
    """A seat's or a spectator's view of one game: `/ws/game/<slug>/`."""

    side: mnk.Side | None = None
    spectator: protocol.SpectatorPart | None = None
    _slug: str
    _context: contextvars.Context
    """Of the task that serves it, in whose language it hears."""
    _followed: FollowedGame | None = None
    """The game, once it hears of it."""
    _begun: "asyncio.Future[None] | None" = None
    """Done when the move is answered that was begun at once; None if there is none."""

    async def serve(self) -> None:
        slug = self._slug = self.scope["url_route"]["kwargs"]["slug"]
        self._context = contextvars.copy_context()
        visitor = await self.visitor()
        hub = self._hub = current()
        chat = self._chat = hub.part(ChatFeed)
        came = hub.loop.time()
        try:
            async with hub.games.following(slug) as followed:
                # They may have seen a move, or sat down, a moment ago in another process: this one
                # may not have heard of it yet.
                await hub.games.make_sure(followed, since=came)
                if hub.keys.may_matter(followed, visitor):
                    await hub.keys.make_sure(followed, since=came)
                # A player is seated and subscribed without a wait in between: one whose key
                # is renewed from here on is found there, and loses the seat.
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
                        self._followed = followed
                        while True:
                            frame = await self.next_frame()
                            await self._until_answered()
                            if not self.hear_now(frame):
                                await self._hear(followed, frame)
                except SocketClosed:
                    await self._until_answered()
                    raise
                finally:
                    self._followed = None
                    hub.games.unsubscribe(followed, self)
        except errors.NoSuchGame:
            await self.close(CloseCode.NOT_FOUND)
        except errors.DatabaseAway:
            # No answer is the best answer: the client comes back, and sends its command again.
            await self.close(CloseCode.DATABASE_AWAY)

    def lose_seat(self) -> None:
        """Stop playing, and go; what still comes from this socket is not heard."""
        self.side = None
        self.send_away(CloseCode.SEAT_RENEWED)

    def hear_now(self, frame: str) -> bool:
        """Begin to play a move that fits, as most do."""
        if self._is_sent_away:
            return True  # it is not heard
        followed = self._followed
        if followed is None or self._begun is not None:
            return False
        try:
            message = protocol.decode(frame)
        except protocol.BadFrame:
            return False
        side = self.side
        if side is None or not isinstance(message, protocol.PlayMove):
            return False
        arrival = self._arrival(followed, message)

        def ended(error: Exception | None) -> None:
            if error is None:
                self._end()
            else:
                self._context.run(self._hub.spawn, self._go_on(message, arrival, error))

        if commands.carry_out_now(self._hub, followed, side, message, arrival, ended):
            self._begun = self._hub.loop.create_future()
            return True
        return False

    def _end(self) -> None:
        begun, self._begun = self._begun, None
        assert begun is not None
        begun.set_result(None)

    async def _until_answered(self) -> None:
        """Frames are answered in order: wait for the move that was begun at once."""
        if self._begun is not None:
            await asyncio.wait([self._begun])

    async def _go_on(
        self, command: protocol.PlayMove, arrival: commands.Arrival, error: Exception
    ) -> None:
        """Play a move anew that another process was quicker than, or say why it is not kept."""
        try:
            async with self._hub.games.following(self._slug) as followed:
                try:
                    if not isinstance(error, Overtaken):
                        raise error
                    await self._carry_out(followed, command, arrival)
                except errors.NotKept as refusal:
                    self._refuse(refusal, command, followed)
        except errors.DatabaseAway:
            self.send_away(CloseCode.DATABASE_AWAY)
        finally:
            self._end()

    async def _hear(self, followed: FollowedGame, frame: str) -> None:
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
                # If that fails: what is held is no older than what this socket has been told.
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
                await self._carry_out(followed, message, self._arrival(followed, message))

    async def _say(self, followed: FollowedGame, command: protocol.Say) -> None:
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

    def _arrival(self, followed: FollowedGame, command: protocol.Command) -> commands.Arrival:
        """What is known about how a command was heard, just now."""
        game, side, away_ms = followed.game, self.side, 0
        if side is not None and isinstance(command, protocol.ClaimAbandoned):
            away_ms = self._hub.presence.away_ms(followed, side.other)
        lag_ms = 0 if game.state.clock is None else self.lag_ms()
        return commands.Arrival(now_ms(), lag_ms, away_ms, game.swapped)

    async def _carry_out(
        self, followed: FollowedGame, command: protocol.Command, arrival: commands.Arrival
    ) -> bool:
        """Carry out a command; return whether it was."""
        side = self.side
        work = commands.carry_out(self._hub, followed, side, command, arrival)
        try:
            return await self._answer(followed, command, work)
        except errors.TimeIsUp:
            # Other frames are heard meanwhile: it may take some seconds to know.
            assert side is not None, "a spectator has no time"
            self._hub.spawn(self._answer_late(followed.game.slug, side, command, arrival))
            return False

    async def _answer_late(
        self, slug: str, side: mnk.Side, command: protocol.Command, arrival: commands.Arrival
    ) -> None:
        async with self._hub.games.following(slug) as followed:
            late = commands.settle_late(self._hub, followed, side, command, arrival)
            # Without an answer the client asks again.
            with contextlib.suppress(errors.TimeIsUp, errors.DatabaseAway):
                await self._answer(followed, command, late)

    async def _answer(
        self,
        followed: FollowedGame,
        command: protocol.Command,
        work: Coroutine[Any, Any, commit.Submitted],
    ) -> bool:
        """Answer a command with what comes of it; return whether it was carried out."""
        try:
            submitted = await work
        except (errors.TimeIsUp, errors.DatabaseAway):
            raise  # not a refusal: it is not known yet what becomes of it
        except refusals.ANY as refusal:
            self._refuse(refusal, command, followed)
            return False
        if not submitted.is_new:
            # Sent before and carried out then: the sender alone hears again what came of it.
            self.push(protocol.encode(submitted.told))
        return True

    async def _tell_hint(self, followed: FollowedGame, command: protocol.AskHint) -> None:
        """Note the hint, if it is new; then find the answer while other frames are heard."""
        game, side = followed.game, self.side
        if side is None or not hints.is_noted(game, side, command):
            arrival = self._arrival(followed, command)
            if not await self._carry_out(followed, command, arrival):
                return
        elif command.ply != game.state.ply:
            self._refuse(errors.HintTooLate(), command, followed)
            return
        assert side is not None, "a spectator's is refused"
        self._hub.spawn(self._answer_hint(followed, side, command))

    async def _answer_hint(
        self, followed: FollowedGame, side: mnk.Side, command: protocol.AskHint
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
        followed: FollowedGame,
    ) -> None:
        version = followed.version_for(self)
        self.reject(refusal.code, refusal.sentence, id=command.id, version=version)
