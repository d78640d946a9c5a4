"""Who is connected: to each game, here and at the other processes, and in all."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice

from games import mnk
from games.play import live, models, notices, protocol
from games.play.clock import now_ms
from games.play.connected import NOBODY, Connected
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
BLINK_S = 5.0
"""Somebody who is back within this time has not been away: they have reloaded their page."""
MOST_TOLD = 2_000
"""At most this many people are told to the other processes one by one; the others are counted."""


class Presence:
    """Who is connected, as far as this process knows.

    Of the games that are followed here it knows at once; of all others what the other processes
    say, whenever it changes and with every sweep.
    """

    def __init__(
        self, process: Process, others: Others, followed: Mapping[str, FollowedGame]
    ) -> None:
        self._process = process
        self._others = others
        self._followed = followed
        self.on_going: Callable[[FollowedGame, Subscriber], None] = lambda followed, socket: None
        """Hears of each socket that leaves a game here."""
        self.on_swap: Callable[[FollowedGame], None] = lambda followed: None
        """Hears of each game here whose two players have changed sides."""
        self._elsewhere: dict[str, dict[str, tuple[float, Connected]]] = {}
        """By game: what other processes said of it, and when (loop time)."""
        self._left: dict[tuple[str, mnk.Side], float] = {}
        """When the last socket of a side's player closed (loop time), the latest at the end."""
        self._people: Counter[int | None] = Counter()
        """The sockets here, to games and lobbies, by the player whose they are."""
        self._online: dict[str, tuple[float, Online]] = {}
        """Who is at other processes, and when they said so (loop time)."""
        others.on(notices.Online, self._hear_online)
        others.on(notices.Attended, self._hear_attended)
        others.on(notices.Joined, lambda sender, notice: self.tell_all())

    def comes(self, followed: FollowedGame, subscriber: Subscriber) -> None:
        """A socket has come: it is told who is there, and the others that it is."""
        followed.here.comes(subscriber.side, subscriber.spectator)
        self.enters(_seen(followed, subscriber))
        self._note_attendance(followed, subscriber, came=True)
        # To the newcomer at once: the others are told only if it differs from what they know.
        subscriber.push(protocol.encode(self._presence(followed, self.present(followed))))
        self.changed(followed)

    def goes(self, followed: FollowedGame, subscriber: Subscriber) -> None:
        """A socket goes."""
        before = self.present(followed)
        followed.here.goes(subscriber.side, subscriber.spectator)
        self._note_left(followed.game.slug, before, self.present(followed))
        self.leaves(_seen(followed, subscriber))
        self._note_attendance(followed, subscriber, came=False)
        self.on_going(followed, subscriber)
        self.changed(followed)

    def sides_swapped(self, followed: FollowedGame) -> None:
        """The two players of a game have changed sides: whoever was there still is."""
        slug = followed.game.slug
        followed.here.swap_sides()
        until = followed.here_until
        followed.here_until = {side.other: at for side, at in until.items()}
        if followed.presence_told is not None:
            followed.presence_told = followed.presence_told.swapped()
        said = self._elsewhere.get(slug, {})
        for name, (at, there) in said.items():
            said[name] = at, there.swapped()
        left = {side: self._left.pop((slug, side), None) for side in mnk.Side}
        self._left |= {(slug, side.other): at for side, at in left.items() if at is not None}
        self.changed(followed)
        self.on_swap(followed)

    def enters(self, player_id: int | None) -> None:
        """A socket has been opened here by a player, or by somebody who is nobody yet."""
        self._people[player_id] += 1

    def leaves(self, player_id: int | None) -> None:
        """Such a socket is closed."""
        self._people[player_id] -= 1
        if self._people[player_id] == 0:
            del self._people[player_id]

    def forget(self, followed: FollowedGame) -> None:
        """Nobody here is concerned with a game any more."""
        if followed.presence_due is not None:
            followed.presence_due.cancel()
            followed.presence_due = None
        if followed.presence_told is not None:
            self.tell(followed)  # the other processes: nobody is left here

    def tell_all(self) -> None:
        """Tell the other processes who is here, and for each game who is."""
        for slug in tuple(self._elsewhere):
            self._said_elsewhere(slug)  # what has expired is forgotten
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
        present = followed.here.now() + self._said_elsewhere(followed.game.slug)
        for side in mnk.Side:
            if present.has(side):
                followed.here_until[side] = now
            else:
                followed.here_until.setdefault(side, now)
        return present

    def spectators_of(self, slug: str) -> int:
        """How many watch a game, as far as this process knows."""
        followed = self._followed.get(slug)
        present = self._said_elsewhere(slug) if followed is None else self.present(followed)
        return present.spectators

    def at_board(self) -> dict[str, mnk.BySide[bool]]:
        """The games at whose board a player is, and whether each of the two is.

        Whoever left less than `BLINK_S` ago is still there. Private games are among them.
        """
        there = {
            (slug, side): True
            for slug, followed in self._followed.items()
            for side in mnk.Side
            if followed.here.has(side)
        }
        for slug in tuple(self._elsewhere):
            said = self._said_elsewhere(slug)
            there |= {(slug, side): True for side in mnk.Side if said.has(side)}
        self._forget_left()
        there |= dict.fromkeys(self._left, True)
        return {
            slug: mnk.BySide(
                there.get((slug, mnk.Side.BLACK), False), there.get((slug, mnk.Side.WHITE), False)
            )
            for slug, _ in there
        }

    def online(self) -> Online:
        """Who is here and at the other processes, as far as they have said lately."""
        now = self._process.loop.time()
        crowd = self._online_here()
        for name, (at, there) in tuple(self._online.items()):
            if now - at > PRESENCE_EXPIRES_S:
                del self._online[name]
            else:
                crowd += there
        return crowd

    def _online_here(self) -> Online:
        known = (player_id for player_id in self._people if player_id is not None)
        told = frozenset(islice(known, MOST_TOLD))
        nobody = self._people.get(None, 0)
        more = len(self._people) - (None in self._people) - len(told)
        spectators = sum(followed.here.now().spectators for followed in self._followed.values())
        return Online(told, nobody + more, spectators)

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
            black=present.has(mnk.Side.BLACK),
            white=present.has(mnk.Side.WHITE),
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
        slug, followed = notice.game, self._followed.get(notice.game)
        if followed is not None:
            self.present(followed)  # as it was until now
        before = self._said_elsewhere(slug)
        said = self._elsewhere.setdefault(slug, {})
        if notice.there == NOBODY:
            said.pop(sender, None)
        else:
            said[sender] = self._process.loop.time(), notice.there
        self._note_left(slug, before, self._said_elsewhere(slug))
        if followed is not None:
            self.changed(followed)

    def _said_elsewhere(self, slug: str) -> Connected:
        """Who is connected to a game at the other processes; forgets what has expired."""
        said = self._elsewhere.get(slug)
        if said is None:
            return NOBODY
        now, present = self._process.loop.time(), NOBODY
        for name, (at, there) in tuple(said.items()):
            if now - at > PRESENCE_EXPIRES_S:
                del said[name]
            else:
                present += there
        if not said:
            del self._elsewhere[slug]
        return present

    def _note_left(self, slug: str, before: Connected, after: Connected) -> None:
        self._forget_left()
        for side in mnk.Side:
            if before.has(side) and not after.has(side):
                self._left.pop((slug, side), None)  # to stand at the end
                self._left[slug, side] = self._process.loop.time()

    def _forget_left(self) -> None:
        since = self._process.loop.time() - BLINK_S
        for who, at in tuple(self._left.items()):
            if at > since:
                break  # so are all the others: the latest stand at the end
            del self._left[who]


def _seen(followed: FollowedGame, subscriber: Subscriber) -> int | None:
    """Whom others may see to be here; None where not everybody may watch: nobody is seen there."""
    is_public = followed.game.watching.visibility is Visibility.PUBLIC
    return subscriber.who.player_id if is_public else None
