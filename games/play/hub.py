"""The hub of a server process: one subscription per game, the same bytes to every socket.

A game is *followed* while a socket or a command here is concerned with it: read once, held as a
value, and moved on by each numbered message. Messages of other processes come by the channel layer
as hints. A hint that fits is applied; one that leaves a gap makes the hub read the game again.
Hints can be lost, so when a layer joins several processes a sweep compares versions with the
database every `SWEEP_S` seconds.
"""

import asyncio
import logging
import secrets
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import Error as DatabaseError
from django.db import close_old_connections, connections
from redis.exceptions import RedisError

from games import mnk
from games.play import live, models, protocol
from games.play.errors import NoSuchGame

log = logging.getLogger(__name__)

T = TypeVar("T")

SWEEP_S = 2.0
"""How often versions are compared with the database when processes share games."""
PRESENCE_S = 1.0
"""Presence is told at most this often per game: it is for people."""
PRESENCE_EXPIRES_S = 12.0
"""What another process said of presence holds this long."""
READERS = 4
"""Threads that read the database for this process."""

LAYER_ERRORS = (RedisError, OSError)
"""What a channel layer raises when it cannot be reached."""


class Subscriber(Protocol):
    """A socket that watches a game."""

    side: mnk.Side | None

    def push(self, text: str) -> None:
        """Send one frame; never waits, never raises."""


@dataclass(frozen=True, slots=True)
class Present:
    """How many sockets of one process watch a game, by what they are."""

    black: int = 0
    white: int = 0
    spectators: int = 0

    def __add__(self, other: "Present") -> "Present":
        return Present(
            self.black + other.black,
            self.white + other.white,
            self.spectators + other.spectators,
        )

    def message(self) -> protocol.Presence:
        return protocol.Presence(
            black=self.black > 0, white=self.white > 0, spectators=self.spectators
        )


@dataclass(eq=False, slots=True)
class Followed:
    """A game this process follows."""

    game: live.LiveGame
    answered: dict[tuple[mnk.Side, str], protocol.Numbered | live.PastMove]
    subscribers: set[Subscriber] = field(default_factory=set)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from reading the game to telling of its change: one command at a time per game."""
    users: int = 0
    is_doubtful: bool = False
    """Whether what is held may differ from the database, after a write of unknown fate."""
    elsewhere: dict[str, tuple[float, Present]] = field(default_factory=dict)
    """What other processes said of presence, and when (loop time)."""
    presence_told: Present | None = None
    presence_due: asyncio.TimerHandle | None = None

    def take(self, loaded: live.Loaded) -> None:
        """Hold what was read from the database."""
        self.game, self.answered = loaded.game, loaded.answered
        self.is_doubtful = False

    def push(self, text: str) -> None:
        """The same frame to every socket here."""
        for subscriber in self.subscribers:
            subscriber.push(text)

    def present_here(self) -> Present:
        counts = dict.fromkeys((*mnk.Side, None), 0)
        for subscriber in self.subscribers:
            counts[subscriber.side] += 1
        return Present(counts[mnk.Side.BLACK], counts[mnk.Side.WHITE], counts[None])


class Hub:
    """The games one process follows, and its line to the other processes.

    All methods but `read` and the constructor belong on the event loop that the hub was made on.
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.name = secrets.token_hex(4)
        """Marks this hub's own messages when the layer brings them back."""
        self.games: dict[str, Followed] = {}
        self.encoded = 0
        """How many messages were encoded for all sockets here, for the figures."""
        self.on_lobby_hint: Callable[[], None] = lambda: None
        self._loading: dict[str, asyncio.Task[Followed]] = {}
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="inarow-read")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closers: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._parts: dict[object, Any] = {}
        layer = get_channel_layer()
        # The in-memory layer ends at this process: nobody else could hear, so nothing is sent.
        self.layer = None if isinstance(layer, InMemoryChannelLayer) else layer
        self._channel: str | None = None
        """This process's own channel of the layer, through which all its groups come."""
        self._wanted: set[str] = set()
        self._subscribed: set[str] = set()
        self._subscribing = asyncio.Lock()
        """Groups are entered and left one after the other: the last wish wins."""
        self._sweeping: asyncio.Task[None] | None = None

    def part(self, kind: Callable[["Hub"], T]) -> T:
        """The one `kind` of this hub, made when first asked for: the layers above keep it here."""
        if kind not in self._parts:
            self._parts[kind] = kind(self)
        part: T = self._parts[kind]
        return part

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

    def subscribe(self, followed: Followed, subscriber: Subscriber) -> None:
        """Send all that happens from now on to a socket, beginning with a snapshot.

        Nothing is awaited between the snapshot and the subscription: no message falls between.
        """
        subscriber.push(protocol.encode(followed.game.snapshot()))
        followed.subscribers.add(subscriber)
        # To the newcomer at once: the others are told only if it differs from what they know.
        subscriber.push(protocol.encode(self._present(followed).message()))
        self._presence_changed(followed)

    def unsubscribe(self, followed: Followed, subscriber: Subscriber) -> None:
        followed.subscribers.discard(subscriber)
        self._presence_changed(followed)

    async def _follow(self, slug: str) -> Followed:
        followed = self.games.get(slug)
        if followed is None:
            loading = self._loading.get(slug)
            if loading is None:
                loading = self._loading[slug] = self.spawn(self._load(slug))
            # Shielded: one visitor who leaves must not stop the reading for another.
            followed = await asyncio.shield(loading)
            # The last other user may have left, and the game been forgotten, in the meantime.
            followed = self.games.setdefault(slug, followed)
        followed.users += 1
        return followed

    async def _load(self, slug: str) -> Followed:
        try:
            # 1. Hear first, then read: a move in between comes twice rather than never.
            if self.layer is not None:
                await self._hear(_group(slug))
            # 2. Read.
            loaded = await self.read(live.load, slug)
            followed = Followed(loaded.game, loaded.answered)
            self.games[slug] = followed
            return followed
        except BaseException:
            self._stop_hearing(slug)
            raise
        finally:
            del self._loading[slug]

    def _forget(self, followed: Followed) -> None:
        slug = followed.game.slug
        if self.games.get(slug) is followed:
            del self.games[slug]
            self._stop_hearing(slug)
        if followed.presence_due is not None:
            followed.presence_due.cancel()
            followed.presence_due = None
        if followed.presence_told is not None:
            self._tell_presence(followed)  # the other processes: nobody is left here

    def _stop_hearing(self, slug: str) -> None:
        if self.layer is not None:
            self.spawn(self._unhear(_group(slug)))

    async def read(self, function: Callable[..., T], *args: object) -> T:
        """Run a database query in one of the reader threads."""
        return await self.loop.run_in_executor(self._readers, _query, function, args)

    async def refresh(self, followed: Followed) -> None:
        """Read a game again. Call with `followed.writing` held."""
        followed.take(await self.read(live.load, followed.game.slug))

    # --- Other processes ---------------------------------------------------------------------

    def tell_others(self, slug: str, version: int, text: str) -> None:
        """Hint to the other processes that a game has a new version."""
        self._send(
            _group(slug),
            {"type": "game.message", "game": slug, "version": version, "text": text},
        )

    def tell_lobbies(self) -> None:
        """Hint to every process with a lobby that its lists have changed."""
        self.on_lobby_hint()
        self._send("lobby", {"type": "lobby.changed"})

    async def hear_lobby(self) -> None:
        """Begin to hear the lobby hints of other processes."""
        if self.layer is not None:
            await self._hear("lobby")

    def _send(self, group: str, message: dict[str, object]) -> None:
        if self.layer is not None:
            self.spawn(self._send_now(group, message | {"from": self.name}))

    async def _send_now(self, group: str, message: dict[str, object]) -> None:
        assert self.layer is not None
        try:
            await self.layer.group_send(group, message)
        except LAYER_ERRORS as error:
            # The rows are kept; the others find them by their sweep.
            log.warning("layer_send_failed group=%s error=%r", group, error)

    async def _hear(self, group: str) -> None:
        """Ask for a group's hints; if the layer is away, the sweep asks again until it is back."""
        self._wanted.add(group)
        if self._sweeping is None:
            self._sweeping = self.spawn(self._sweep())
        await self._subscribe(group)

    async def _unhear(self, group: str) -> None:
        self._wanted.discard(group)
        async with self._subscribing:
            if group in self._wanted or group not in self._subscribed:  # wanted again meanwhile
                return
            self._subscribed.discard(group)
            assert self.layer is not None
            assert self._channel is not None
            try:
                await self.layer.group_discard(group, self._channel)
            except LAYER_ERRORS as error:
                log.warning("layer_unsubscribe_failed group=%s error=%r", group, error)

    async def _subscribe(self, group: str) -> None:
        assert self.layer is not None
        async with self._subscribing:
            if group in self._subscribed or group not in self._wanted:
                return
            try:
                if self._channel is None:
                    self._channel = await self.layer.new_channel()
                    self.spawn(self._receive(self._channel))
                await self.layer.group_add(group, self._channel)
                self._subscribed.add(group)
            except LAYER_ERRORS as error:
                log.warning("layer_subscribe_failed group=%s error=%r", group, error)

    async def _receive(self, channel: str) -> None:
        assert self.layer is not None
        while True:
            try:
                message = await self.layer.receive(channel)
            except LAYER_ERRORS as error:
                log.warning("layer_receive_failed error=%r", error)
                await asyncio.sleep(1)
                continue
            if message["from"] == self.name:
                continue
            if message["type"] == "lobby.changed":
                self.on_lobby_hint()
                continue
            followed = self.games.get(message["game"])
            if followed is None:
                continue
            if message["type"] == "game.message":
                self._heard(followed, message["version"], message["text"])
            elif message["type"] == "game.presence":
                followed.elsewhere[message["from"]] = (
                    self.loop.time(),
                    Present(*message["present"]),
                )
                self._presence_changed(followed)

    def _heard(self, followed: Followed, version: int, text: str) -> None:
        if version <= followed.game.version:
            return
        if version == followed.game.version + 1 and not followed.writing.locked():
            message = protocol.decode_numbered(text)
            if isinstance(message, protocol.MovePlayed):
                followed.game = _with_move(followed, message)
                followed.push(text)
                return
        self.spawn(self._catch_up(followed, version, text))

    async def _catch_up(self, followed: Followed, version: int, text: str | None = None) -> None:
        """Bring a game to at least `version`; `text` is the message that made it, if known."""
        async with followed.writing:
            held = followed.game.version
            if version <= held:
                return
            try:
                await self.refresh(followed)
            except DatabaseError as error:
                followed.is_doubtful = True
                log.warning("game_unreadable game=%s error=%r", followed.game.slug, error)
                return
            if followed.game.version == held + 1 and text is not None:
                followed.push(text)
            elif followed.game.version > held:
                followed.push(protocol.encode(followed.game.snapshot()))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            for group in self._wanted - self._subscribed:
                await self._subscribe(group)
            try:
                versions = await self.read(_versions, tuple(self.games))
            except DatabaseError as error:
                log.warning("sweep_failed error=%r", error)
                continue
            for slug, version in versions:
                followed = self.games.get(slug)
                if followed is not None and not followed.writing.locked():
                    await self._catch_up(followed, version)
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
        here = followed.present_here()
        self._send(
            _group(followed.game.slug),
            {
                "type": "game.presence",
                "game": followed.game.slug,
                "present": [here.black, here.white, here.spectators],
            },
        )
        present = self._present(followed)
        if present != followed.presence_told:
            followed.presence_told = present
            followed.push(protocol.encode(present.message()))

    def _present(self, followed: Followed) -> Present:
        """Who watches a game, here and elsewhere, as far as is known."""
        now = self.loop.time()
        present = followed.present_here()
        for name, (at, there) in tuple(followed.elsewhere.items()):
            if now - at > PRESENCE_EXPIRES_S:
                del followed.elsewhere[name]
            else:
                present += there
        return present

    # --- Life --------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run a task for as long as the hub lives; a failure is logged."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def at_close(self, closer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call this when the hub closes."""
        self._closers.append(closer)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NoSuchGame):
            log.error("hub_task_failed", exc_info=error)

    async def close(self) -> None:
        """Finish the writes, end the tasks and close the threads' connections."""
        for closer in self._closers:
            await closer()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
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
    await asyncio.gather(
        *(loop.run_in_executor(threads, connections.close_all) for _ in range(count))
    )
    threads.shutdown()


def _group(slug: str) -> str:
    return f"game.{slug}"


def _query(function: Callable[..., T], args: Iterable[object]) -> T:
    close_old_connections()
    return function(*args)


def _versions(slugs: tuple[str, ...]) -> list[tuple[str, int]]:
    return list(models.Game.objects.filter(slug__in=slugs).values_list("slug", "version"))


def _with_move(followed: Followed, message: protocol.MovePlayed) -> live.LiveGame:
    game = followed.game
    side = game.state.side_to_move
    if message.command:
        followed.answered[side, message.command] = message
    return replace(
        game,
        version=message.version,
        state=game.state.play(message.square, by=side),
        move_times=(*game.move_times, message.at),
    )
