"""People's own sockets: what somebody has, whatever page is open, and what becomes of it.

A person is read when their first page opens, and again when a notice says that there is news for
them; many at a time. Moves are counted as they are told, without a query. Who has gone from a page
is kept in mind for a moment: mostly they come to another.

A notice may be lost: where several processes share the games, what is new in the database is looked
for every `LOOK_S` seconds, and everybody is read again every `AGAIN_S`.
"""

import logging
import math
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Protocol, TypeAlias, TypeVar

from django.db import Error as DatabaseError

from games import mnk
from games.friends import challenges, reading
from games.friends.models import LastSeen
from games.friends.reading import FriendRow, Reading
from games.play import commit, facts, notices, protocol
from games.play.clock import now_ms
from games.play.disk import allow_lazy_flush
from games.play.hub import Hub
from games.play.protocol import FriendPart, FriendsChanged, Me, MeChanged
from games.play.tick import Tick

log = logging.getLogger(__name__)

T = TypeVar("T")

TURNS_S = 1.0
"""Whose turn it is, is told at most this often."""
PAUSE_S = 0.1
"""The least time between two readings."""
LOOK_S = 2.0
"""How often the other processes are told who is here, and what is new is looked for."""
AGAIN_S = 30.0
"""How often everybody is read again …"""
ALONE_S = 300.0
"""… and where no notice can be lost: for what only time changes."""
LINGER_S = 8.0
"""How long somebody is still here after their last page has closed: another may be opening."""
GONE_S = 12.0
"""What another process said about who is there holds this long."""
LAPSES_S = 10.0
"""How often challenges are looked for whose time is up."""
AT_ONCE = 100
"""People who are read at once."""
_MARGIN_MS = 10_000
"""What was written this long before the last look may have been kept after it."""

_Playing: TypeAlias = Mapping[str, mnk.BySide[tuple[int, protocol.PlayingPart]]]


class Listener(Protocol):
    """A person's socket."""

    def push(self, text: str, frame: bytes | None = None) -> None:
        """Send a text; never waits, never raises. `frame` is the text as a finished frame."""

    def change_person(self) -> None:
        """Go, and have the page come back as whoever it is now."""


class _Person:
    """Somebody who has a page open here, or had one a moment ago."""

    __slots__ = ("id", "left_at", "listeners", "me", "playing", "read_at", "reading")

    def __init__(self, id: int) -> None:
        self.id = id
        self.listeners: set[Listener] = set()
        self.reading: Reading | None = None
        """None before the first, as is what was told."""
        self.me: Me | None = None
        """What was told last."""
        self.read_at = -math.inf
        self.playing = ""
        """The game that others are told they play; empty if there is none."""
        self.left_at: float | None = None
        """When the last page closed (loop time); None while one is open."""

    @property
    def has_friends(self) -> bool:
        return self.reading is not None and bool(self.reading.friends)

    def tell(self, message: Me | MeChanged) -> None:
        text = protocol.encode(message)
        frame = protocol.text_frame(text)
        for each in tuple(self.listeners):
            each.push(text, frame)


class PersonalFeed:
    """The people of one process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._people: dict[int, _Person] = {}
        self._watchers: dict[int, set[int]] = {}
        """By friend, the people here whose friend they are."""
        self._sitters: dict[str, set[int]] = {}
        """By game, the people here who play it."""
        self._news: dict[int, None] = {}
        """Who is to be read, in the order in which that became known."""
        self._meanwhile: dict[str, int] | None = None
        """How many moves have been played in games, as told while some people are being read."""
        self._turned: set[int] = set()
        """Those who may have a turn more or less."""
        self._moved: set[int] = set()
        """Those who have come, gone, or begun to play something else."""
        self._elsewhere: dict[str, tuple[float, dict[int, str]]] = {}
        """Who is at other processes, and when they said so (loop time)."""
        self._rotation: deque[int] = deque()
        self._looked_at = hub.loop.time()
        self._looked_ms = now_ms()
        self._reader: Tick | None = None
        self.readings = 0
        """How many people have been read, for the figures."""
        hub.others.on(notices.ForPeople, lambda sender, notice: self._mark(notice.players))
        hub.others.on(notices.GameChanged, self._hear_game)
        hub.others.on(notices.Here, self._hear_here)
        hub.at_close(self._note_all)

    def start(self) -> None:
        """Let challenges lapse from now on, whether anybody is here or not."""
        self._hub.part(commit.Writer)  # made before the first is ended
        self._hub.every(LAPSES_S, self._let_lapse, "challenges")

    async def _let_lapse(self) -> None:
        await challenges.let_lapse(self._hub, now_ms())

    # --- Coming and going ------------------------------------------------------------------------

    def join(self, listener: Listener, player_id: int) -> None:
        """Tell a socket what a player has, and what becomes of it, from now on."""
        person = self._people.get(player_id)
        if person is None:
            person = self._people[player_id] = _Person(player_id)
            self._moved.add(player_id)
        person.listeners.add(listener)
        person.left_at = None
        if self._reader is None:
            self._looked_ms = now_ms()
            self._reader = self._hub.every(TURNS_S, self._look, "people", pause_s=PAUSE_S)
        if person.me is None:
            self._mark((player_id,))
        else:
            listener.push(protocol.encode(person.me))

    def leave(self, listener: Listener, player_id: int) -> None:
        """A socket is closed."""
        person = self._people.get(player_id)
        if person is not None:
            person.listeners.discard(listener)
            if not person.listeners and person.left_at is None:
                person.left_at = self._hub.loop.time()

    def show(self, listener: Listener, player_id: int) -> None:
        """Tell a socket once more all that a player has."""
        person = self._people.get(player_id)
        if person is not None and person.me is not None:
            listener.push(protocol.encode(person.me))

    def number_of(self, player_id: int) -> int:
        """The number of what a player was told last."""
        person = self._people.get(player_id)
        return 0 if person is None or person.me is None else person.me.number

    async def now(self, player_id: int) -> Me | None:
        """What a player has at the moment, for a page that is drawn; None if they are nobody."""
        read = (await self._hub.read(reading.read, [player_id], now_ms())).get(player_id)
        if read is None:
            return None
        playing = await self._playing(friend.id for friend in read.friends)
        return self._all(read, playing, number=0)

    # --- Hearing ---------------------------------------------------------------------------------

    def _mark(self, players: Iterable[int]) -> None:
        """There is news for these players."""
        for player_id in players:
            if player_id in self._people:
                self._news[player_id] = None
                if self._reader is not None:
                    self._reader.wake()

    def _hear_game(self, sender: str, notice: notices.GameChanged) -> None:
        fact = notice.happened.fact
        if not isinstance(fact, facts.Played):
            return  # of anything else that matters here there is a notice of its own
        if self._meanwhile is not None:
            self._meanwhile[notice.game] = fact.ply + 1
        for player_id in self._sitters.get(notice.game, ()):
            person = self._people[player_id]
            assert person.reading is not None, "only who has been read sits there"
            running = person.reading.running[notice.game]
            running.ply, running.changed_ms = fact.ply + 1, notice.happened.at
            self._turned.add(player_id)
            if person.reading.found:
                self._mark((player_id,))  # it has begun

    def _hear_here(self, sender: str, notice: notices.Here) -> None:
        _, before = self._elsewhere.get(sender, (0.0, {}))
        self._elsewhere[sender] = self._hub.loop.time(), notice.people
        self._moved.update(id for id, _ in before.items() ^ notice.people.items())

    # --- Looking ---------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Read who is to be read and tell them; tell friends who has come or gone."""
        await self._hub.hear_others()
        now = self._hub.loop.time()
        self._let_go(now)
        if now - self._looked_at >= LOOK_S:
            await self._look_around(now)
        await self._read()
        await self._tell_friends()
        self._tell_turns()
        if self._reader is None:
            return
        if self._news:
            self._reader.wake()
        if not self._people:
            self._hub.others.tell(notices.Here({}))
            reader, self._reader = self._reader, None
            reader.stop()

    def _let_go(self, now: float) -> None:
        """Forget those who have not come to another page."""
        gone = [
            person
            for person in self._people.values()
            if person.left_at is not None and now - person.left_at >= LINGER_S
        ]
        for person in gone:
            del self._people[person.id]
            self._news.pop(person.id, None)
            self._turned.discard(person.id)
            self._moved.add(person.id)
        seen = [person.id for person in gone if person.has_friends]
        for person in gone:
            self._hold(person, None)
        if seen:
            self._hub.spawn(self._hub.read(_note_seen, seen, now_ms() - int(1000 * LINGER_S)))

    async def _look_around(self, now: float) -> None:
        """Tell the others who is here, and find what a notice may have lost."""
        for sender, (at, people) in tuple(self._elsewhere.items()):
            if now - at > GONE_S:
                del self._elsewhere[sender]
                self._moved.update(people)
        is_alone = self._hub.others.is_alone
        if not is_alone:
            here = {id: person.playing for id, person in self._people.items()}
            self._hub.others.tell(notices.Here(here))
            looked_ms = now_ms()
            new = await self._hub.read(reading.changed_since, self._looked_ms - _MARGIN_MS)
            self._looked_ms = looked_ms
            self._mark(new)
        # Everybody has their turn, evenly.
        again_s = ALONE_S if is_alone else AGAIN_S
        due = math.ceil(len(self._people) * (now - self._looked_at) / again_s)
        self._looked_at = now
        if not self._rotation:
            self._rotation.extend(self._people)
        for _ in range(min(due, len(self._rotation))):
            person = self._people.get(self._rotation.popleft())
            if person is not None and now - person.read_at > again_s / 2:
                self._mark((person.id,))

    async def _read(self) -> None:
        """Read those of whom there is news, or some of them, and tell them."""
        ids = list(islice(self._news, AT_ONCE))
        if not ids:
            return
        for id in ids:
            del self._news[id]
        self._meanwhile = {}
        try:
            found = await self._hub.read(reading.read, ids, now_ms())
            self.readings += len(ids)
            for id in ids:
                if (person := self._people.get(id)) is not None:
                    self._take(person, found.get(id), self._meanwhile)
            friends = (friend.id for read in found.values() for friend in read.friends)
            playing = await self._playing(friends)
        except DatabaseError:
            self._mark(ids)
            raise
        finally:
            self._meanwhile = None
        for id in ids:
            person = self._people.get(id)
            if person is not None and person.reading is not None:
                self._tell(person, person.reading, playing)

    def _take(self, person: _Person, read: Reading | None, meanwhile: Mapping[str, int]) -> None:
        """Hold what was read about somebody; None if they are nobody any more."""
        self._hold(person, read)
        person.read_at = self._hub.loop.time()
        if read is None:
            for listener in tuple(person.listeners):
                listener.change_person()
            return
        for slug, ply in meanwhile.items():
            if slug in read.running:
                read.running[slug].ply = max(read.running[slug].ply, ply)
        playing = reading.played_now(read, now_ms())
        if playing != person.playing:
            person.playing = playing
            self._moved.add(person.id)
        if read.found:
            self._hub.loop.call_later(reading.FOUND_MS / 1000, self._mark, (person.id,))

    def _hold(self, person: _Person, read: Reading | None) -> None:
        before, person.reading = person.reading, read
        for friend in () if before is None else before.friends:
            _drop(self._watchers, friend.id, person.id)
        for slug in () if before is None else before.running:
            _drop(self._sitters, slug, person.id)
        for friend in () if read is None else read.friends:
            self._watchers.setdefault(friend.id, set()).add(person.id)
        for slug in () if read is None else read.running:
            self._sitters.setdefault(slug, set()).add(person.id)

    # --- Telling ---------------------------------------------------------------------------------

    def _tell(self, person: _Person, read: Reading, playing: _Playing) -> None:
        """Tell somebody what was read, or what is new of it."""
        before = person.me
        me = self._all(read, playing, number=0 if before is None else before.number)
        if before is None:
            person.me = me
            person.tell(me)
        else:
            self._change(
                person,
                before,
                challenges=_new(before.challenges, me.challenges),
                asking=_new(before.asking, me.asking),
                friends=_new(before.friends, me.friends),
                turns=_new(before.turns, me.turns),
                found=_new(before.found, me.found),
            )

    def _all(self, read: Reading, playing: _Playing, *, number: int) -> Me:
        return Me(
            player=read.slug,
            number=number,
            challenges=tuple(read.challenges),
            asking=tuple(read.asking),
            friends=tuple(self._friend(friend, playing) for friend in read.friends),
            turns=reading.turns_of(read),
            found=tuple(part for part in read.found if not self._is_at_board(part)),
        )

    def _change(
        self,
        person: _Person,
        before: Me,
        *,
        challenges: tuple[protocol.ChallengePart, ...] | None = None,
        asking: tuple[protocol.PlayerPart, ...] | None = None,
        friends: tuple[FriendPart, ...] | None = None,
        turns: tuple[str, ...] | None = None,
        found: tuple[protocol.FoundPart, ...] | None = None,
    ) -> None:
        """Tell somebody what is new; None: nothing is."""
        if all(part is None for part in (challenges, asking, friends, turns, found)):
            return
        number = before.number + 1
        person.me = Me(
            player=before.player,
            number=number,
            challenges=before.challenges if challenges is None else challenges,
            asking=before.asking if asking is None else asking,
            friends=before.friends if friends is None else friends,
            turns=before.turns if turns is None else turns,
            found=before.found if found is None else found,
        )
        person.tell(
            MeChanged(
                number=number,
                challenges=challenges,
                asking=asking,
                friends=None if friends is None else _friends_changed(before.friends, friends),
                turns=turns,
                found=found,
            )
        )

    def _tell_turns(self) -> None:
        turned, self._turned = self._turned, set()
        for id in turned:
            person = self._people.get(id)
            if person is not None and person.reading is not None and person.me is not None:
                turns = _new(person.me.turns, reading.turns_of(person.reading))
                self._change(person, person.me, turns=turns)

    async def _tell_friends(self) -> None:
        """Tell the friends of those who have come, gone, or begun to play something else."""
        moved, self._moved = self._moved, set()
        moved = {id for id in moved if id in self._watchers}
        if not moved:
            return
        try:
            playing = await self._playing(moved)
        except DatabaseError:
            self._moved |= moved
            raise
        now = now_ms()
        concerned = {watcher for id in moved for watcher in self._watchers.get(id, ())}
        for person in [self._people[id] for id in concerned]:
            if person.reading is None or person.me is None:
                continue
            for row in person.reading.friends:
                if row.id in moved and self._where(row.id) is None:
                    row.seen_ms = now
            new = {
                row.slug: self._friend(row, playing)
                for row in person.reading.friends
                if row.id in moved
            }
            friends = tuple(new.get(each.player, each) for each in person.me.friends)
            self._change(person, person.me, friends=_new(person.me.friends, friends))

    def _friend(self, friend: FriendRow, playing: _Playing) -> FriendPart:
        slug = self._where(friend.id)
        games = playing.get(slug) if slug else None
        shown = [part for id, part in games or () if id == friend.id]
        return FriendPart(
            player=friend.slug,
            name=friend.name,
            here=slug is not None,
            playing=shown[0] if shown else None,
            seen=friend.seen_ms if slug is None else None,
        )

    def _where(self, player_id: int) -> str | None:
        """What somebody plays who is here or elsewhere, empty for nothing; None if they are not."""
        person = self._people.get(player_id)
        if person is not None:
            return person.playing
        for _, people in self._elsewhere.values():
            if player_id in people:
                return people[player_id]
        return None

    def _is_at_board(self, part: protocol.FoundPart) -> bool:
        """Whether whoever waited for a game is there, as far as this process knows."""
        followed = self._hub.games.followed.get(part.game)
        side = mnk.Side[part.side.name]
        return followed is not None and self._hub.presence.present(followed).has(side)

    async def _playing(self, ids: Iterable[int]) -> _Playing:
        slugs = {slug for id in ids if (slug := self._where(id))}
        return await self._hub.read(reading.playing, slugs) if slugs else {}

    async def _note_all(self) -> None:
        """The process ends: those who are here were here."""
        here = [person.id for person in self._people.values() if person.has_friends]
        if here:
            try:
                await self._hub.read(_note_seen, here, now_ms())
            except DatabaseError as error:
                log.warning("last_seen_not_kept people=%d error=%r", len(here), error)


def _new(before: tuple[T, ...], now: tuple[T, ...]) -> tuple[T, ...] | None:
    return None if before == now else now


def _friends_changed(before: tuple[FriendPart, ...], now: tuple[FriendPart, ...]) -> FriendsChanged:
    held = {friend.player: friend for friend in before}
    wanted = {friend.player for friend in now}
    return FriendsChanged(
        gone=tuple(player for player in held if player not in wanted),
        came=tuple(friend for friend in now if held.get(friend.player) != friend),
    )


def _drop(table: dict[T, set[int]], key: T, id: int) -> None:
    ids = table.get(key)
    if ids is not None:
        ids.discard(id)
        if not ids:
            del table[key]


def _note_seen(ids: list[int], at: int) -> None:
    allow_lazy_flush()  # after a power cut everybody has left
    rows = [LastSeen(player_id=id, at_ms=at) for id in ids]
    LastSeen.objects.bulk_create(
        rows, update_conflicts=True, update_fields=["at_ms"], unique_fields=["player"]
    )
