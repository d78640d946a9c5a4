"""The socket of the lobby."""

from typing import assert_never

from games import metrics
from games.lobby.feed import LobbyFeed
from games.play import protocol
from games.play.hub import current
from games.sockets.socket import Socket


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
