"""Who is connected: to each game that is followed here, and in all."""

from collections import Counter
from collections.abc import Callable, Mapping

from games import mnk
from games.play import live, models, notices, protocol
from games.play.clock import now_ms
from games.play.connected import Connected
from games.play.crowd import Subscriber
from games.play.hub.followed import FollowedGame
from games.play.hub.others import Others
from games.play.hub.process import Process
from games.play.notices import Online
from games.play.watching import Visibility

PRESENCE_S = 1.0
"""Presence is told at most this often per game: it is for people."""
PRESENCE_EXPIRES_S = 12.0
"""What another process said about presence holds this long."""


class Presence:
    """Who is connected to the games that are followed here, as far as this process knows."""

    def __init__(
        self, process: Process, others: Others, followed: Mapping[str, FollowedGame]
    ) -> None:
        self._process = process
        self._others = others
        self._followed = followed
        self.count_lobbies: Callable[[], int] = lambda: 0
        """Counts the lobby's sockets here."""
        self.on_going: Callable[[FollowedGame, Subscriber], None] = lambda followed, socket: None
        """Hears of each socket that leaves a game here."""
        self._players: Counter[int] = Counter()
        """Sockets of each player to public games, here."""
        self._online: dict[str, tuple[float, Online]] = {}
        """How many are at other processes, and when they said so (loop time)."""
        others.on(notices.Online, self._hear_online)
        others.on(notices.Attended, self._hear_attended)

    def comes(self, followed: FollowedGame, subscriber: Subscriber) -> None:
        """A socket has come: it is told who is there, and the others that it is."""
        followed.here.comes(subscriber.side, subscriber.spectator)
        self._count(followed, subscriber, 1)
        self._note_attendance(followed, subscriber, came=True)
        # To the newcomer at once: the others are told only if it differs from what they know.
        subscriber.push(protocol.encode(self._presence(followed, self.present(followed))))
        self.changed(followed)

    def goes(self, followed: FollowedGame, subscriber: Subscriber) -> None:
        """A socket goes."""
        self.present(followed)  # as it was until now
        followed.here.goes(subscriber.side, subscriber.spectator)
        self._count(followed, subscriber, -1)
        self._note_attendance(followed, subscriber, came=False)
        self.on_going(followed, subscriber)
        self.changed(followed)

    def forget(self, followed: FollowedGame) -> None:
        """Nobody here is concerned with a game any more."""
        if followed.presence_due is not None:
            followed.presence_due.cancel()
            followed.presence_due = None
        if followed.presence_told is not None:
            self.tell(followed)  # the other processes: nobody is left here

    def tell_all(self) -> None:
        """Tell the other processes how many are here, and for each game who is."""
        self._others.tell(self._online_here())
        for followed in tuple(self._followed.values()):
            self.tell(followed)

    def changed(self, followed: FollowedGame) -> None:
        """Tell soon who is there."""
        if followed.presence_due is None:
            followed.presence_due = self._process.loop.call_later(
                0.05 if followed.presence_told is None else PRESENCE_S,
                self.tell,
                followed,
            )

    def tell(self, followed: FollowedGame) -> None:
        """Tell the other processes who is there, and the sockets here if it is news to them."""
        if followed.presence_due is not None:
            followed.presence_due.cancel()
            followed.presence_due = None
        self._others.tell(notices.Attended(followed.game.slug, followed.here.now()))
        present = self.present(followed)
        if present != followed.presence_told:
            followed.presence_told = present
            followed.push_to_all(protocol.encode(self._presence(followed, present)))

    def present(self, followed: FollowedGame) -> Connected:
        """Who is connected to a game, here and elsewhere, as far as known; notes who is there."""
        now = self._process.loop.time()
        present = followed.here.now()
        for name, (at, there) in tuple(followed.elsewhere.items()):
            if now - at > PRESENCE_EXPIRES_S:
                del followed.elsewhere[name]
            else:
                present += there
        for side in mnk.Side:
            if present.has(side):
                followed.here_until[side] = now
            else:
                followed.here_until.setdefault(side, now)
        return present

    def spectators_of(self, slug: str) -> int:
        """How many watch a game, as far as this process knows: 0 for one it does not follow."""
        followed = self._followed.get(slug)
        return 0 if followed is None else self.present(followed).spectators

    def online(self) -> Online:
        """How many are here and at the other processes, as far as they have said lately."""
        now = self._process.loop.time()
        crowd = self._online_here()
        for name, (at, there) in tuple(self._online.items()):
            if now - at > PRESENCE_EXPIRES_S:
                del self._online[name]
            else:
                crowd += there
        return crowd

    def _count(self, followed: FollowedGame, subscriber: Subscriber, sockets: int) -> None:
        """Note whose socket comes or goes; where not everybody may watch, nobody is seen."""
        player = subscriber.who.player_id
        if player is None or followed.game.watching.visibility is not Visibility.PUBLIC:
            return
        self._players[player] += sockets
        if self._players[player] <= 0:
            del self._players[player]

    def _online_here(self) -> Online:
        online, spectators = self.count_lobbies(), 0
        for followed in self._followed.values():
            here = followed.here.now()
            online += here.black + here.white + here.spectators
            spectators += here.spectators
        return Online(online, spectators, frozenset(self._players))

    def away_ms(self, followed: FollowedGame, side: mnk.Side) -> int:
        """How long a side's player has not been connected, as far as this process knows."""
        if self.present(followed).has(side):
            return 0
        return int((self._process.loop.time() - followed.here_until[side]) * 1000)

    def _presence(self, followed: FollowedGame, present: Connected) -> protocol.Presence:
        def claim_ms(side: mnk.Side) -> int | None:
            if present.has(side) or not followed.game.can_be_left:
                return None
            return max(0, live.LEAVE_MS - self.away_ms(followed, side))

        return protocol.Presence(
            black=present.black > 0,
            white=present.white > 0,
            spectators=present.spectators,
            names=present.named,
            black_claim_ms=claim_ms(mnk.Side.BLACK),
            white_claim_ms=claim_ms(mnk.Side.WHITE),
        )

    def _note_attendance(
        self, followed: FollowedGame, subscriber: Subscriber, *, came: bool
    ) -> None:
        """Keep for the timing log that a player's connection came or went."""
        game = followed.game
        if subscriber.side is not None and game.state.clock is not None and not game.state.is_over:
            note = models.Attendance(
                game_id=game.id, side=subscriber.side, at_ms=now_ms(), came=came
            )
            self._process.spawn(self._process.read(note.save))

    def _hear_online(self, sender: str, notice: Online) -> None:
        self._online[sender] = self._process.loop.time(), notice

    def _hear_attended(self, sender: str, notice: notices.Attended) -> None:
        followed = self._followed.get(notice.game)
        if followed is not None:
            self.present(followed)  # as it was until now
            followed.elsewhere[sender] = self._process.loop.time(), notice.there
            self.changed(followed)
