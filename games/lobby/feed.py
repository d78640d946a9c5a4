"""The lobby's sockets: the whole lobby once, then what changes, encoded once for all watchers.

The lists are read at most once a second, and only while somebody watches.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Protocol

import msgspec
from django.db import DatabaseError

from games.lobby import alive, watchlist
from games.lobby.changes import changed
from games.play import crowd, protocol
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.notices import LobbyChanged
from games.play.tick import Tick

log = logging.getLogger(__name__)

PAUSE_S = 1.0
"""The least time between two readings."""
LOOK_AGAIN_S = 1.0
"""How much longer a quiet lobby waits for a notice; one (an invitation came) ends it at once."""


class Watcher(Protocol):
    """A socket that shows the lobby."""

    def push(self, text: str, frame: bytes | None = None) -> None:
        """Send a text; never waits, never raises. `frame` is the text as a finished frame."""


class LobbyFeed:
    """The lobby of one process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._epoch = secrets.token_hex(4)
        self._watchers: set[Watcher] = set()
        self._waiting: set[Watcher] = set()
        """Those among them that have been shown nothing yet."""
        self._held: tuple[watchlist.Listed, ...] = ()
        self._at_board: alive.AtBoard = {}
        """Who was at which board when the lists were read last."""
        self._switches: watchlist.Switches = {}
        """What is on TV here but not kept yet."""
        self._is_tuned = True
        """Whether it could be kept the last time."""
        self._lobby: protocol.Lobby | None = None
        """What the watchers know, or are being told; None while nobody watches."""
        self._whole: tuple[str, bytes] | None = None
        """The same, encoded."""
        self._tick: Tick | None = None
        self.number = 0
        """How many changes have been told to everybody."""
        self.encoded = 0
        """How many messages were encoded for all sockets here, for the figures."""
        hub.others.on(LobbyChanged, lambda sender, notice: self._look_soon())

    async def now(self) -> protocol.Lobby:
        """The lobby as the watchers know it; read just this once if nobody watches.

        Raises `DatabaseError`.
        """
        if self._lobby is not None:
            return self._lobby
        return self._assembled(await self._read(()))

    def join(self, watcher: Watcher) -> None:
        """Show the lobby to a socket, from now on."""
        self._watchers.add(watcher)
        self.show(watcher)
        if self._tick is None:
            self._tick = self._hub.every(LOOK_AGAIN_S, self._look, "lobby", pause_s=PAUSE_S)

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        self._waiting.discard(watcher)
        if not self._watchers and self._tick is not None:
            self._tick.stop()
            self._tick = self._lobby = self._whole = None

    def show(self, watcher: Watcher) -> None:
        """Tell a socket the whole lobby, as soon as it has been read."""
        if self._lobby is None:
            self._waiting.add(watcher)
            return
        if self._whole is None:
            self._whole = self._encoded(self._lobby)
        watcher.push(*self._whole)

    def _look_soon(self) -> None:
        if self._tick is not None:
            self._tick.wake()

    async def _look(self) -> None:
        reading = await self._read(self._held)
        if reading.switches and await self._tune(reading.switches):
            # Another process may have been first.
            reading = await self._read(reading.live)
        self._held = reading.live
        if await self._tell(self._assembled(reading)):
            self._look_soon()  # where something has changed, more may

    async def _read(self, held: tuple[watchlist.Listed, ...]) -> watchlist.Reading:
        await self._hub.hear_others()
        watched = {listed.game.game: self._spectators(listed) for listed in held}
        at_board = self._at_board = self._hub.presence.at_board()
        reading = await self._hub.read(
            watchlist.read, held, watched, now_ms(), self._switches, at_board
        )
        self._switches = reading.switches
        return reading

    async def _tune(self, switches: watchlist.Switches) -> bool:
        """Keep what is on TV; whether that worked. If not, it is on here all the same."""
        try:
            await self._hub.read(watchlist.tune, switches)
        except DatabaseError as error:
            if self._is_tuned:
                log.warning("tv_not_kept error=%r", error)
            self._is_tuned = False
        else:
            self._is_tuned = True
        return self._is_tuned

    def _spectators(self, listed: watchlist.Listed) -> int:
        return self._hub.presence.spectators_of(listed.game.game)

    def _assembled(self, reading: watchlist.Reading) -> protocol.Lobby:
        online = self._hub.presence.online()
        before = self._lobby
        held = {} if before is None else {game.game: game for game in (*before.open, *before.live)}
        return protocol.Lobby(
            epoch=self._epoch,
            number=self.number,
            open=tuple(self._now(game, held) for game in reading.open),
            live=tuple(self._now(listed.game, held) for listed in reading.live),
            counts=protocol.LobbyCounts(
                online=online.people, playing=reading.playing, spectators=online.spectators
            ),
            tv=reading.tv,
        )

    def _now(
        self, game: protocol.LobbyGame, held: Mapping[str, protocol.LobbyGame]
    ) -> protocol.LobbyGame:
        """A game with who is there; the value that is held, if that says the same: no news."""
        count = self._hub.presence.spectators_of(game.game)
        away = alive.away(game, self._at_board)
        if count or away:
            game = msgspec.structs.replace(game, spectators=count, away=away)
        old = held.get(game.game)
        return old if old == game else game

    async def _tell(self, lobby: protocol.Lobby) -> bool:
        """Tell what is new, if anything is; whether anything was."""
        if self._lobby is None:
            self._lobby = lobby
            waiting, self._waiting = self._waiting, set()
            for watcher in waiting:
                self.show(watcher)
            return True
        lobby = msgspec.structs.replace(lobby, number=self.number + 1)
        change = changed(self._lobby, lobby)
        if change is None:
            return False
        self._lobby, self._whole = lobby, None
        text, frame = self._encoded(change)
        # A newcomer is shown the new lobby, and passes over the change if that comes too.
        for at, watcher in enumerate(tuple(self._watchers), 1):
            if watcher in self._watchers:
                watcher.push(text, frame)
            if at % crowd.AT_ONCE == 0:
                await asyncio.sleep(crowd.PAUSE_S)  # players are heard in between
        self.number = lobby.number
        return True

    def _encoded(self, message: protocol.Lobby | protocol.LobbyChanged) -> tuple[str, bytes]:
        self.encoded += 1
        text = protocol.encode(message)
        return text, protocol.text_frame(text)
