"""A person's own socket: what is theirs, on whatever page they are."""

from typing import assert_never

from games import metrics
from games.friends.feed import PersonalFeed
from games.play import protocol
from games.play.hub import current
from games.play.protocol import CloseCode
from games.sockets.socket import Socket


class MeSocket(Socket):
    """What a player has: `/ws/me/`. Strangers are sent away, and so are programs with a key."""

    async def serve(self) -> None:
        visitor = await self.visitor()
        player_id = visitor.player_id
        if player_id is None:
            await self.close(CloseCode.NOT_FOUND)
        feed = current().part(PersonalFeed)
        feed.join(self, player_id)
        try:
            with metrics.people.track_inprogress():
                while True:
                    self._hear(feed, player_id, await self.next_frame())
        finally:
            feed.leave(self, player_id)

    def _hear(self, feed: PersonalFeed, player_id: int, frame: str) -> None:
        number = feed.number_of(player_id)
        try:
            message = protocol.decode_lobby(frame)
        except protocol.BadFrame as bad:
            self.reject(bad.code, bad.sentence, id=bad.id, version=number)
            return
        match message:
            case protocol.Ping():
                self.push(protocol.encode(protocol.Pong(number)))
            case protocol.Resync():
                metrics.resyncs.inc()
                feed.show(self, player_id)
            case _:
                assert_never(message)
