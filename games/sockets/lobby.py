"""The socket of the lobby."""

from typing import assert_never

from django.db import Error as DatabaseError

from games import metrics
from games.lobby.feed import LobbyFeed
from games.play import protocol
from games.play.hub import current
from games.players.identify import Visitor
from games.sockets.socket import Socket


class LobbySocket(Socket):
    """The lobby, live: `/ws/lobby/`."""

    async def serve(self) -> None:
        who = await self._who()
        hub = current()
        feed = hub.part(LobbyFeed)
        hub.presence.enters(who.player_id)
        feed.join(self)
        try:
            with metrics.lobbies.track_inprogress():
                while True:
                    self._hear(feed, await self.next_frame())
        finally:
            feed.leave(self)
            hub.presence.leaves(who.player_id)

    async def _who(self) -> Visitor:
        """Whose socket it is; nobody's, if the database is away: the lobby waits for it, too."""
        try:
            return await self.visitor()
        except DatabaseError:
            return Visitor()

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
