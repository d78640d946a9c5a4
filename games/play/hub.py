"""The hub of a server process: one subscription per game, the same bytes to every socket.

A game is *followed* while a socket or a command here is concerned with it: read once, held as a
value, and moved on by each fact. Facts of other processes come by the channel layer as notices. One
that fits is applied; one that leaves a gap makes the hub read the game again. Notices can be lost,
so when a layer joins several processes a sweep compares versions with the database every `SWEEP_S`
seconds; so it is done before a game is shown to a socket that comes.
"""

import asyncio
import functools
import logging
import math
import threading
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar, assert_never

from django.db import Error as DatabaseError
from django.db import close_old_connections, connections

from games import mnk
from games.play import facts, history, live, metrics, models, notices, protocol, wire
from games.play.audience import Audience
from games.play.clock import now_ms
from games.play.crowd import Crowd, Hears, Subscriber
from games.play.errors import DatabaseAway, NoSuchGame
from games.play.notices import Notice, Online
from games.play.present import Here, Present
from games.play.relay import Relay, end_tasks
from games.play.tick import Tick, Work
from games.play.watching import Mark

log = logging.getLogger(__name__)

T = TypeVar("T")

SWEEP_S = 2.0
"""How often versions are compared with the database when processes share games."""
PRESENCE_S = 1.0
"""Presence is told at most this often per game: it is for people."""
PRESENCE_EXPIRES_S = 12.0
"""What another process said of presence holds this long."""
WORKER_S = 2.0
"""A worker says this often that it is there."""
WORKER_EXPIRES_S = 7.0
"""A worker that has said nothing for so long is taken for gone."""
MOST_NEWS = 50
"""Who has missed more than so many messages gets a snapshot."""
READERS = 4
"""Threads that read the database for this process."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class Followed:
    """A game this process follows."""

    game: live.LiveGame
    answered: dict[tuple[mnk.Side, str], facts.Happened]
    """What came of each command, by who sent it and its id."""
    subscribers: Crowd = field(default_factory=Crowd)
    """Those who see it as it is played."""
    audience: Audience | None = None
    """The spectators, if it is shown late."""
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from reading the game to telling of its change: one command at a time per game."""
    users: int = 0
    is_doubtful: bool = False
    """Whether what is held may differ from the database, after a write of unknown fate."""
    comparing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while its version, or its seats' keys, are compared with the database, for all who come
    meanwhile."""
    sure_at: float = -math.inf
    """What is held is no older than the database was then (loop time)."""
    here: Here = field(default_factory=Here)
    """Who is connected by this process."""
    elsewhere: dict[str, tuple[float, Present]] = field(default_factory=dict)
    """What other processes said of presence, and when (loop time)."""
    presence_told: Present | None = None
    here_until: dict[mnk.Side, float] = field(default_factory=dict)
    """When each side's player was last known to be connected (loop time); at the latest, since
    when this process follows the game."""
    presence_due: asyncio.TimerHandle | None = None

    def take(self, loaded: history.Loaded) -> None:
        """Hold what was read from the database."""
        self.game, self.answered = loaded.game, loaded.answered
        self.is_doubtful = False

    def take_step(self, happened: facts.Happened, after: live.LiveGame) -> None:
        """Hold the game after what has happened, and that it answers a command, if it does."""
        self.game = after
        if happened.by is None or not happened.command:
            return
        key = happened.by, happened.command
        before = self.answered.get(key)
        if before is not None and before.version != happened.version:
            what = f"command {happened.command}"
            history.note_doubled(after.slug, happened.version, what)
        self.answered[key] = happened

    def tell(self, mark: Mark, text: str) -> None:
        """Tell what has happened: the same bytes to every socket here, when it may know."""
        self.push(text)
        if self.audience is not None:
            self.audience.hear(mark, text, is_over=self.game.state.is_over)

    def push(self, text: str) -> None:
        """The same bytes to every socket here that sees the game as it is played."""
        self.subscribers.push(text)

    def push_to_all(self, text: str, hears: Hears = lambda side: True) -> None:
        """The same bytes to every socket here that hears them: nothing of the game is in them."""
        self.subscribers.push(text, hears)
        if self.audience is not None:
            self.audience.subscribers.push(text, hears)

    def audience_of(self, subscriber: Subscriber) -> Audience | None:
        """The audience a socket belongs to; none if it sees the game as it is played."""
        return None if subscriber.side is not None else self.audience

    def beside(self, subscriber: Subscriber) -> Crowd:
        """Those a socket belongs to."""
        audience = self.audience_of(subscriber)
        return self.subscribers if audience is None else audience.subscribers

    def version_for(self, subscriber: Subscriber) -> int:
        """The version a socket has been shown."""
        audience = self.audience_of(subscriber)
        return self.game.version if audience is None else audience.version


Answer: TypeAlias = Callable[
    [live.LiveGame, mnk.Side, protocol.AskHint, str], Awaitable[protocol.Hint]
]
"""From a game, who asks what, and whose share it counts for, to the answer; raises
`HintUnavailable` or `TooManyQuestions`."""


class Hub:
    """The games one process follows, and its line to the other processes.

    All methods but `read` and the constructor belong on the event loop that the hub was made on.
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.games: dict[str, Followed] = {}
        metrics.games_followed.set_function(self.games.__len__)
        metrics.tasks.set_function(functools.partial(_count_tasks, self.loop))
        self.encoded = 0
        """How many messages were encoded for all sockets here, for the figures."""
        self.on_lobby_changed: Callable[[], None] = lambda: None
        self.on_chat_changed: Callable[[Followed, str], None] = lambda followed, text: None
        self.count_lobbies: Callable[[], int] = lambda: 0
        """Counts the lobby's sockets here."""
        self._online: dict[str, tuple[float, Online]] = {}
        """How many are at other processes, and when they said so (loop time)."""
        self.on_bot_due: Callable[[notices.BotDue], None] = lambda due: None
        """Called with a game whose bot has something to do."""
        self.answer_hint: Answer | None = None
        """Finds the answer to a hint asked for; none where there is nobody to ask."""
        self.under_way: dict[int, int] = {}
        """When each command was heard that is neither kept nor refused yet."""
        self._loading: dict[str, asyncio.Task[Followed]] = {}
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="inarow-read")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closers: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._parts: dict[object, Any] = {}
        self._worker_heard: float | None = None
        """When a worker, here or elsewhere, last said that it was there (loop time)."""
        self.relay = Relay(self._hear)
        self._sweeping: Tick | None = None

    def part(self, kind: Callable[["Hub"], T]) -> T:
        """The one `kind` of this hub, made when first asked for: the layers above keep it here."""
        if kind not in self._parts:
            self._parts[kind] = kind(self)
        part: T = self._parts[kind]
        return part

    def kept_until(self, now: int) -> int:
        """Until when everything that was heard here has been kept, or refused."""
        return min(self.under_way.values(), default=now + 1) - 1

    # --- Following a game --------------------------------------------------------------------

    @asynccontextmanager
    async def following(self, slug: str) -> AsyncIterator[Followed]:
        """The game while the caller is concerned with it. Raises `NoSuchGame`."""
        followed = await self._follow(slug)
        try:
            yield followed
        finally:
            self.release(followed)

    def release(self, followed: Followed) -> None:
        """One of those concerned with a game is no longer; the last one's going forgets it."""
        followed.users -= 1
        if followed.users == 0:
            self._forget(followed)

    async def subscribe(self, followed: Followed, subscriber: Subscriber) -> None:
        """Send all that happens from now on to a socket, beginning with a snapshot.

        Nothing is awaited between the snapshot and the subscription: no message falls between.
        Raises `DatabaseAway`.
        """
        subscriber.push(protocol.encode(await self.snapshot_for(followed, subscriber)))
        followed.beside(subscriber).add(subscriber)
        followed.here.comes(subscriber.side, subscriber.spectator)
        self._note_attendance(followed, subscriber, came=True)
        # To the newcomer at once: the others are told only if it differs from what they know.
        subscriber.push(protocol.encode(self._presence(followed, self._present(followed))))
        self._presence_changed(followed)

    async def snapshot_for(self, followed: Followed, subscriber: Subscriber) -> protocol.Snapshot:
        """All of the game that a socket may see now. Raises `DatabaseAway`."""
        audience = followed.audience_of(subscriber)
        if audience is None:
            return wire.snapshot(followed.game, now_ms())
        while (seen := audience.shown) is None:
            version = audience.version
            try:
                read = await self.read(history.load, followed.game.slug, version)
            except DatabaseError as error:
                log.warning("game_unreadable game=%s error=%r", followed.game.slug, error)
                raise DatabaseAway from error
            if version == audience.version:
                audience.shown = read.game
        return wire.snapshot(seen, self.now_for(followed, subscriber))

    def now_for(self, followed: Followed, subscriber: Subscriber) -> int:
        """What time it is, for a socket: who sees the game late sees its clock late, too."""
        return followed.game.now_for(subscriber.side, now_ms())

    def unsubscribe(self, followed: Followed, subscriber: Subscriber) -> None:
        """Send a socket nothing more; nothing happens if that has been done."""
        if subscriber not in followed.beside(subscriber):
            return
        self._present(followed)  # as it was until now
        followed.beside(subscriber).discard(subscriber)
        followed.here.goes(subscriber.side, subscriber.spectator)
        self._note_attendance(followed, subscriber, came=False)
        self._presence_changed(followed)

    async def _follow(self, slug: str) -> Followed:
        followed = self.games.get(slug)
        if followed is None:
            loading = self._loading.get(slug)
            if loading is None:
                loading = self._loading[slug] = self.spawn(self._load(slug))
            # Shielded: one visitor who leaves must not stop the reading for another.
            try:
                followed = await asyncio.shield(loading)
            except asyncio.CancelledError:
                # Should nobody else wait for it, nobody would let go of it.
                loading.add_done_callback(self._forget_unused)
                raise
            # The last other user may have left, and the game been forgotten, in the meantime.
            followed = self.games.setdefault(slug, followed)
        followed.users += 1
        return followed

    async def _load(self, slug: str) -> Followed:
        try:
            # 1. Hear first, then read: a move in between comes twice rather than never.
            await self.hear_others()
            # 2. Read.
            began = self.loop.time()
            loaded = await self.read(history.load, slug)
            followed = Followed(loaded.game, loaded.answered, sure_at=began)
            if loaded.game.watching.delay:
                await self._seat_audience(followed)
            self._present(followed)
            self.games[slug] = followed
            return followed
        finally:
            del self._loading[slug]

    async def _seat_audience(self, followed: Followed) -> None:
        """Find out what who watches late may see by now, and what is to come."""
        loaded = await self.read(history.load, followed.game.slug, None, 0)
        followed.take(loaded)
        audience = Audience(
            loaded.game.watching.delay,
            history.horizon(loaded, now=now_ms()),
            now=now_ms,
            show=lambda text: audience.subscribers.push(text),  # noqa: PLW0108 - it is set below
        )
        for news in loaded.news:
            # What was shown already is passed over.
            text = protocol.encode(news.message)
            audience.hear(news.mark, text, is_over=loaded.game.state.is_over)
        if followed.audience is not None:
            followed.audience.stop()
            audience.subscribers = followed.audience.subscribers
        followed.audience = audience

    def _forget_unused(self, loading: "asyncio.Task[Followed]") -> None:
        if not loading.cancelled() and loading.exception() is None and not loading.result().users:
            self._forget(loading.result())

    def _forget(self, followed: Followed) -> None:
        slug = followed.game.slug
        if self.games.get(slug) is followed:
            del self.games[slug]
        if followed.audience is not None:
            followed.audience.stop()
        if followed.presence_due is not None:
            followed.presence_due.cancel()
            followed.presence_due = None
        if followed.presence_told is not None:
            self._tell_presence(followed)  # the other processes: nobody is left here

    async def read(self, function: Callable[..., T], *args: object) -> T:
        """Run a database query in one of the reader threads."""
        return await self.loop.run_in_executor(self._readers, _query, function, args)

    async def refresh(self, followed: Followed) -> bool:
        """Read a game again, and tell the sockets here what is new; false if it cannot be read.

        They get the messages they lack, as everybody else got them; a snapshot if those are many,
        or do not follow from what was told. Call with `followed.writing` held.
        """
        held = followed.game
        try:
            loaded = await self.read(history.load, held.slug, None, held.version)
        except DatabaseError as error:
            followed.is_doubtful = True
            log.warning("game_unreadable game=%s error=%r", held.slug, error)
            return False
        if loaded.game.version < followed.game.version != held.version:
            return True  # it was moved on, and told, after it was read
        is_lost = _is_lost(held, loaded.game)
        if is_lost:
            metrics.moves_lost.inc()
            log.error(
                "move_lost game=%s version=%d found=%d",
                *(held.slug, held.version, loaded.game.version),
            )
        told = followed.game.version
        followed.take(loaded)
        news = [each for each in loaded.news if each.mark.version > told]
        follow = [each.mark.version for each in news] == [*range(told + 1, loaded.game.version + 1)]
        if is_lost or not follow or len(news) > MOST_NEWS:
            followed.push(protocol.encode(wire.snapshot(followed.game, now_ms())))
            if followed.audience is not None:
                await self._show_afresh(followed)
        else:
            for each in news:
                followed.tell(each.mark, protocol.encode(each.message))
        return True

    async def _show_afresh(self, followed: Followed) -> None:
        """Show those who watch late the game as it is kept."""
        try:
            await self._seat_audience(followed)
            assert followed.audience is not None
            for subscriber in tuple(followed.audience.subscribers):
                subscriber.push(protocol.encode(await self.snapshot_for(followed, subscriber)))
        except (DatabaseError, DatabaseAway) as error:
            followed.is_doubtful = True
            log.warning("audience_unreadable game=%s error=%r", followed.game.slug, error)

    async def make_sure(self, followed: Followed, *, since: float) -> None:
        """Hold a game that is no older than the database was at `since` (loop time).

        Whatever notices are on their way, whoever has seen a version by then, in whatever process,
        finds it here. One query, where processes share games; those who come together share it.
        Raises `NoSuchGame` or `DatabaseAway`.
        """
        if self.relay.is_alone:
            return
        async with followed.comparing:
            if followed.sure_at >= since:
                return
            began, held = self.loop.time(), followed.game
            try:
                versions = await self.read(_versions, (held.slug,))
            except DatabaseError as error:
                log.warning("game_unreadable game=%s error=%r", held.slug, error)
                raise DatabaseAway from error
            if not versions:
                raise NoSuchGame
            await self._compare(followed, held.version, versions[0][1])
            if followed.game.version < versions[0][1]:
                raise DatabaseAway
            followed.sure_at = began

    # --- The keys of seats -------------------------------------------------------------------

    async def tell_renewed(self, slugs: Iterable[str]) -> None:
        """Seats of these games have other keys from now on: look here, and have the others look.

        When this returns nobody here plays by an old key.
        """
        games = list(slugs)
        self.relay.tell(notices.SeatsRenewed(tuple(games)))
        await self._renewed(games)

    async def _renewed(self, slugs: Iterable[str]) -> None:
        for slug in slugs:
            if slug in self.games:
                await self._look_at_keys(self.games[slug])

    async def make_sure_of_keys(self, followed: Followed) -> None:
        """Hold the keys of a game's seats as they are now: for who comes by one. One query.

        Whoever sits here by a key that is no more loses the seat. Raises `DatabaseAway`.
        """
        try:
            await self._look_at_keys(followed)
        except DatabaseError as error:
            log.warning("keys_unreadable game=%s error=%r", followed.game.slug, error)
            raise DatabaseAway from error

    async def _look_at_keys(self, followed: Followed) -> None:
        # One after the other: what was read first is not taken for what is so now.
        async with followed.comparing:
            keys = await self.read(history.seat_keys, followed.game.id)
            game = followed.game
            if keys != game.seats.map(lambda seat: seat.key):
                black, white = game.seats
                now = mnk.BySide(replace(black, key=keys.black), replace(white, key=keys.white))
                followed.game = replace(game, seats=now)
            for each in tuple(followed.subscribers):
                if each.side is not None and followed.game.side_of(each.who) is not each.side:
                    self.unsubscribe(followed, each)
                    each.lose_seat()

    async def _look_at_all_keys(self) -> None:
        """Find the keys that were renewed elsewhere, should a notice be lost."""
        sat_by_key = {
            followed.game.id: followed
            for followed in self.games.values()
            if any(each.side is not None and each.who.keys for each in followed.subscribers)
        }
        for game_id, side, key in await self.read(_keys, tuple(sat_by_key)):
            followed = sat_by_key[game_id]
            if followed.game.seats[side].key != key:
                await self._look_at_keys(followed)

    # --- Other processes ---------------------------------------------------------------------

    def tell(self, notice: Notice) -> None:
        """Tell every process, this one as well."""
        self._hear("", notice)
        self.relay.tell(notice)

    @property
    def hears_workers(self) -> bool:
        """Whether a worker, here or elsewhere, has been heard from lately."""
        heard = self._worker_heard
        return heard is not None and self.loop.time() - heard < WORKER_EXPIRES_S

    async def hear_others(self) -> None:
        """Hear the notices of other processes from now on, and look for what they may have lost."""
        if not self.relay.is_alone and self._sweeping is None:
            self._sweeping = self.every(SWEEP_S, self._sweep, "sweep", first_s=SWEEP_S)
        await self.relay.join()

    def _hear(self, sender: str, notice: Notice) -> None:
        match notice:
            case notices.LobbyChanged():
                self.on_lobby_changed()
            case notices.Worker():
                self._worker_heard = self.loop.time()
            case notices.Online():
                self._online[sender] = self.loop.time(), notice
            case notices.BotDue():
                self.on_bot_due(notice)
            case notices.SeatsRenewed(games=slugs):
                self.spawn(self._renewed(slugs))
            case (
                notices.BotThinks(game=slug)
                | notices.ChatChanged(game=slug)
                | notices.GameChanged(game=slug)
                | notices.Attended(game=slug)
            ):
                if slug in self.games:
                    self._hear_of(self.games[slug], sender, notice)
            case _:
                assert_never(notice)

    def _hear_of(
        self,
        followed: Followed,
        sender: str,
        notice: notices.BotThinks | notices.ChatChanged | notices.GameChanged | notices.Attended,
    ) -> None:
        match notice:
            case notices.BotThinks(text=text):
                followed.push(text)
            case notices.ChatChanged(text=text):
                self.on_chat_changed(followed, text)
            case notices.GameChanged(happened=happened):
                self._heard(followed, happened)
            case notices.Attended(there=there):
                self._present(followed)  # as it was until now
                followed.elsewhere[sender] = self.loop.time(), there
                self._presence_changed(followed)
            case _:
                assert_never(notice)

    def _heard(self, followed: Followed, happened: facts.Happened) -> None:
        """Another process has taken a step. Whatever does not fit: the database tells."""
        game, version = followed.game, happened.version
        if version <= game.version + 1 and not followed.writing.locked():
            move = happened.fact
            if isinstance(move, facts.Played) and _is_doubled(game, version, move):
                history.note_doubled(game.slug, version, f"ply {move.ply}")
            elif version == game.version + 1:
                try:
                    after = game.after(happened)
                except mnk.RuleError:
                    pass
                else:
                    followed.take_step(happened, after)
                    news = history.News.of(happened, after)
                    followed.tell(news.mark, protocol.encode(news.message))
                    return
        if version > game.version:
            self.spawn(self.catch_up(followed, version))

    async def catch_up(self, followed: Followed, version: int) -> None:
        """Bring a game to at least `version`."""
        async with followed.writing:
            if version > followed.game.version:
                await self.refresh(followed)

    async def _compare(self, followed: Followed, held: int, version: int) -> None:
        """Read a game again if the database had another version than was held when it was asked."""
        if version == held:
            return
        async with followed.writing:
            if version < held or version > followed.game.version:
                await self.refresh(followed)

    async def compare_all(self) -> None:
        """Hold every game at the version that the database has."""
        held = {slug: followed.game.version for slug, followed in self.games.items()}
        for slug, version in await self.read(_versions, tuple(held)):
            followed = self.games.get(slug)
            if followed is not None and not followed.writing.locked():
                await self._compare(followed, held[slug], version)

    async def _sweep(self) -> None:
        self.relay.tell(self._online_here())
        await self.compare_all()
        await self._look_at_all_keys()
        for followed in tuple(self.games.values()):
            self._tell_presence(followed)

    # --- Presence ----------------------------------------------------------------------------

    def _presence_changed(self, followed: Followed) -> None:
        if followed.presence_due is None:
            followed.presence_due = self.loop.call_later(
                0.05 if followed.presence_told is None else PRESENCE_S,
                self._tell_presence,
                followed,
            )

    def _tell_presence(self, followed: Followed) -> None:
        if followed.presence_due is not None:
            followed.presence_due.cancel()
            followed.presence_due = None
        self.relay.tell(notices.Attended(followed.game.slug, followed.here.now()))
        present = self._present(followed)
        if present != followed.presence_told:
            followed.presence_told = present
            followed.push_to_all(protocol.encode(self._presence(followed, present)))

    def _present(self, followed: Followed) -> Present:
        """Who watches a game, here and elsewhere, as far as is known; notes who is there."""
        now = self.loop.time()
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
        """How many watch a game, as far as this process knows: of one it does not follow, 0."""
        followed = self.games.get(slug)
        return 0 if followed is None else self._present(followed).spectators

    def online(self) -> Online:
        """How many are here and at the other processes, as far as they have said lately."""
        now = self.loop.time()
        crowd = self._online_here()
        for name, (at, there) in tuple(self._online.items()):
            if now - at > PRESENCE_EXPIRES_S:
                del self._online[name]
            else:
                crowd += there
        return crowd

    def _online_here(self) -> Online:
        online, spectators = self.count_lobbies(), 0
        for followed in self.games.values():
            here = followed.here.now()
            online += here.black + here.white + here.spectators
            spectators += here.spectators
        return Online(online, spectators)

    def away_ms(self, followed: Followed, side: mnk.Side) -> int:
        """How long a side's player has not been connected, as far as this process knows."""
        if self._present(followed).has(side):
            return 0
        return int((self.loop.time() - followed.here_until[side]) * 1000)

    def _presence(self, followed: Followed, present: Present) -> protocol.Presence:
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

    def _note_attendance(self, followed: Followed, subscriber: Subscriber, *, came: bool) -> None:
        """Keep for the timing log that a player's connection came or went."""
        game = followed.game
        if subscriber.side is not None and game.state.clock is not None and not game.state.is_over:
            note = models.Attendance(
                game_id=game.id, side=subscriber.side, at_ms=now_ms(), came=came
            )
            self.spawn(self.read(note.save))

    # --- Life --------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run a task for as long as the hub lives; a failure is logged."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def every(
        self, seconds: float, work: Work, name: str, *, first_s: float = 0.0, pause_s: float = 0.0
    ) -> Tick:
        """Do a piece of work every `seconds`, and whenever it is woken, until the hub closes.

        The first run begins after `first_s`; each is followed by a rest of `pause_s`, woken or not.
        The log calls the work by its name.
        """
        return Tick(self.spawn, seconds, work, name, first_s=first_s, pause_s=pause_s)

    def at_close(self, closer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call this when the hub closes: what was registered last is called first."""
        self._closers.append(closer)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, DatabaseError):
            log.warning("hub_task_failed error=%r", error)
        elif error is not None and not isinstance(error, NoSuchGame):
            log.error("hub_task_failed", exc_info=error)

    async def close(self) -> None:
        """Finish the writes, end the tasks and close the threads' connections."""
        for closer in reversed(self._closers):
            await closer()
        await end_tasks(self._tasks)
        await self.relay.close()
        await close_threads(self._readers, READERS)
        _hubs.pop(self.loop, None)


_hubs: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = weakref.WeakKeyDictionary()


def current() -> Hub:
    """The hub of the running event loop; made when first asked for."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub


async def close_threads(threads: ThreadPoolExecutor, count: int) -> None:
    """Close the database connections of a pool's threads, then the pool."""
    loop = asyncio.get_running_loop()
    # Each thread waits for the others: so no thread takes two of the jobs and another none.
    all_closed = threading.Barrier(count)

    def close() -> None:
        connections.close_all()
        all_closed.wait()

    await asyncio.gather(*(loop.run_in_executor(threads, close) for _ in range(count)))
    threads.shutdown()


def _count_tasks(loop: asyncio.AbstractEventLoop) -> int:
    return len(asyncio.all_tasks(loop))


def _query(function: Callable[..., T], args: Iterable[object]) -> T:
    close_old_connections()
    return function(*args)


def _versions(slugs: tuple[str, ...]) -> list[tuple[str, int]]:
    return list(models.Game.objects.filter(slug__in=slugs).values_list("slug", "version"))


def _keys(games: tuple[int, ...]) -> list[tuple[int, mnk.Side, str]]:
    seats = models.Seat.objects.filter(game__in=games)
    return [
        (game, mnk.Side(side), key) for game, side, key in seats.values_list("game", "side", "key")
    ]


def _is_lost(told: live.LiveGame, kept: live.LiveGame) -> bool:
    """Whether the database holds less than what was told, or another move at a ply."""
    if kept.version < told.version:
        return True
    # Otherwise they may have been taken back since.
    is_as_told = kept.taken_back == told.taken_back
    return is_as_told and kept.state.moves[: told.state.ply] != told.state.moves


def _is_doubled(game: live.LiveGame, version: int, move: facts.Played) -> bool:
    """Whether a notice tells of another move at a ply, or at a version, that is held."""
    moves = game.state.moves
    if version > game.version:
        return move.ply < len(moves) or move.square in moves
    if version < game.taken_back:
        return False  # it may be one of those that were taken back
    return move.ply >= len(moves) or moves[move.ply] != move.square
