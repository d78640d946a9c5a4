"""The games that are followed here: one subscription per game, the same bytes to every socket.

A game is *followed* while a socket or a command here is concerned with it: read once, held as a
value, and moved on by each fact. Facts from other processes come as notices. One that fits is
applied; one that leaves a gap makes this process read the game again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from django.db import Error as DatabaseError

from games import metrics, mnk
from games.play import facts, history, live, models, notices, protocol, wire
from games.play.audience import Audience
from games.play.clock import now_ms
from games.play.crowd import Subscriber
from games.play.errors import DatabaseAway, NoSuchGame
from games.play.hub.followed import FollowedGame
from games.play.hub.others import Others
from games.play.hub.presence import Presence
from games.play.hub.process import Process
from games.prepared import Prepared

log = logging.getLogger(__name__)

MOST_NEWS = 50
"""Whoever has missed more messages than this gets a snapshot."""


@dataclass(eq=False, slots=True)
class _Loading:
    """A game that is being read, and for how many."""

    task: "asyncio.Task[FollowedGame]"
    waiting: int = 0
    followed: FollowedGame | None = None
    """What was read: all who waited are its users by then."""


class OpenGames:
    """The games that are followed here, by their slugs."""

    def __init__(
        self,
        process: Process,
        others: Others,
        presence: Presence,
        followed: dict[str, FollowedGame],
        join: Callable[[], Awaitable[None]],
    ) -> None:
        """`join` has this process hear the others."""
        self._process = process
        self._others = others
        self._presence = presence
        self._join = join
        self.followed = followed
        self._loading: dict[str, _Loading] = {}
        metrics.games_followed.set_function(followed.__len__)
        others.on(notices.GameChanged, self._hear_changed)

    @asynccontextmanager
    async def following(self, slug: str) -> AsyncIterator[FollowedGame]:
        """The game while the caller is concerned with it. Raises `NoSuchGame`."""
        followed = await self._follow(slug)
        try:
            yield followed
        finally:
            self.release(followed)

    def release(self, followed: FollowedGame) -> None:
        """One of those concerned with a game no longer is; when the last one goes, forget it."""
        followed.users -= 1
        if followed.users == 0:
            self._forget(followed)

    async def subscribe(self, followed: FollowedGame, subscriber: Subscriber) -> None:
        """Send a socket everything that happens from now on, beginning with a snapshot.

        Nothing is awaited between the snapshot and the subscription: no message is lost in between.
        Raises `DatabaseAway`.
        """
        subscriber.push(protocol.encode(await self.snapshot_for(followed, subscriber)))
        followed.beside(subscriber).add(subscriber)
        self._presence.comes(followed, subscriber)

    async def snapshot_for(
        self, followed: FollowedGame, subscriber: Subscriber
    ) -> protocol.Snapshot:
        """As much of the game as a socket may see now. Raises `DatabaseAway`."""
        audience = followed.audience_of(subscriber)
        if audience is None:
            return wire.snapshot(followed.game, now_ms())
        while (seen := audience.shown) is None:
            version = audience.version
            try:
                read = await self._process.read(history.load, followed.game.slug, version)
            except DatabaseError as error:
                log.warning("game_unreadable game=%s error=%r", followed.game.slug, error)
                raise DatabaseAway from error
            if version == audience.version:
                audience.shown = read.game
        return wire.snapshot(seen, self.now_for(followed, subscriber))

    def now_for(self, followed: FollowedGame, subscriber: Subscriber) -> int:
        """What time it is, for a socket: one that sees the game late sees its clock late, too."""
        return followed.game.now_for(subscriber.side, now_ms())

    def unsubscribe(self, followed: FollowedGame, subscriber: Subscriber) -> None:
        """Send a socket nothing more; does nothing if that has been done."""
        if subscriber not in followed.beside(subscriber):
            return
        followed.beside(subscriber).discard(subscriber)
        self._presence.goes(followed, subscriber)

    async def _follow(self, slug: str) -> FollowedGame:
        followed = self.followed.get(slug)
        if followed is not None:
            followed.users += 1
            return followed
        loading = self._loading.get(slug)
        if loading is None:
            loading = self._loading[slug] = _Loading(self._process.spawn(self._load(slug)))
        loading.waiting += 1
        try:
            # Shielded: one visitor who leaves must not stop the reading for another.
            return await asyncio.shield(loading.task)
        except asyncio.CancelledError:
            loading.waiting -= 1
            if loading.followed is not None:  # it was read just now
                self.release(loading.followed)
            raise

    async def _load(self, slug: str) -> FollowedGame:
        try:
            # 1. Hear first, then read: a move in between comes twice rather than never.
            await self._join()
            # 2. Read.
            began = self._process.loop.time()
            loaded = await self._process.read_one(history.load_each, slug)
            followed = FollowedGame(
                loaded.game,
                loaded.answered,
                sure_at=began,
                seats_at=began,
                on_swap=self._presence.sides_swapped,
            )
            if loaded.game.watching.delay:
                await self._seat_audience(followed)
        finally:
            loading = self._loading.pop(slug)
        # 3. Hold it for all who wait, before any of them can leave and the game be forgotten: read
        #    once more by somebody else, it would be two, and a move in one not heard in the other.
        loading.followed, followed.users = followed, loading.waiting
        self._presence.present(followed)
        self.followed[slug] = followed
        if followed.users == 0:
            self._forget(followed)
        return followed

    async def _seat_audience(self, followed: FollowedGame) -> None:
        """Find out what late spectators may see by now, and what is to come."""
        loaded = await self._process.read(history.load, followed.game.slug, None, 0)
        followed.take(loaded)
        audience = Audience(
            loaded.game.watching.delay,
            history.horizon(loaded, now=now_ms()),
            now=now_ms,
            show=lambda text: audience.subscribers.push(text),  # noqa: PLW0108 - it is set below
        )
        for news in loaded.news:
            # What was shown already is skipped.
            text = protocol.encode(news.message)
            audience.hear(news.moment, text, is_over=loaded.game.state.is_over)
        if followed.audience is not None:
            followed.audience.stop()
            audience.subscribers = followed.audience.subscribers
        followed.audience = audience

    def _forget(self, followed: FollowedGame) -> None:
        slug = followed.game.slug
        if self.followed.get(slug) is followed:
            del self.followed[slug]
        if followed.audience is not None:
            followed.audience.stop()
        self._presence.forget(followed)

    async def refresh(self, followed: FollowedGame) -> bool:
        """Read a game again, and tell the sockets here what is new; false if it cannot be read.

        They get the messages they lack, as everybody else got them; a snapshot if those are many,
        or do not follow from what was told. Call with `followed.writing` held.
        """
        held = followed.game
        try:
            loaded = await self._process.read(history.load, held.slug, None, held.version)
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
        news = [each for each in loaded.news if each.happened.version > told]
        versions = [each.happened.version for each in news]
        follow = versions == [*range(told + 1, loaded.game.version + 1)]
        if is_lost or not follow or len(news) > MOST_NEWS:
            followed.push(protocol.encode(wire.snapshot(followed.game, now_ms())))
            if followed.audience is not None:
                await self._show_afresh(followed)
        else:
            for each in news:
                followed.tell(each)
        return True

    async def _show_afresh(self, followed: FollowedGame) -> None:
        """Show late spectators the game as it is kept."""
        try:
            await self._seat_audience(followed)
            assert followed.audience is not None
            for subscriber in tuple(followed.audience.subscribers):
                subscriber.push(protocol.encode(await self.snapshot_for(followed, subscriber)))
        except (DatabaseError, DatabaseAway) as error:
            followed.is_doubtful = True
            log.warning("audience_unreadable game=%s error=%r", followed.game.slug, error)

    async def make_sure(self, followed: FollowedGame, *, since: float) -> None:
        """Hold a game that is no older than the database was at `since` (loop time).

        Whatever notices are on their way, anybody who has seen a version by then, in any process,
        finds it here. One query where processes share games; those who come together share it.
        Raises `NoSuchGame` or `DatabaseAway`.
        """
        if self._others.is_alone:
            return
        async with followed.comparing:
            if followed.sure_at >= since:
                return
            began, held = self._process.loop.time(), followed.game
            try:
                versions = await self._process.read(_VERSION, held.slug)
            except DatabaseError as error:
                log.warning("game_unreadable game=%s error=%r", held.slug, error)
                raise DatabaseAway from error
            if not versions:
                raise NoSuchGame
            ((version,),) = versions
            await self._compare(followed, held.version, version)
            if followed.game.version < version:
                raise DatabaseAway
            followed.sure_at = began

    def _hear_changed(self, sender: str, notice: notices.GameChanged) -> None:
        """Another process has taken a step. If it does not fit, the database is read."""
        followed = self.followed.get(notice.game)
        if followed is None or not sender:
            return
        happened = notice.happened
        game, version = followed.game, happened.version
        if version <= game.version + 1 and not followed.writing.locked():
            move = happened.fact
            if isinstance(move, facts.Played) and _is_doubled(game, version, move):
                history.note_doubled(game.slug, version, f"ply {move.ply}")
            elif version == game.version + 1 and not _is_early(game, move):
                try:
                    after = game.after(happened)
                except mnk.RuleError:
                    pass
                else:
                    followed.take_step(happened, after)
                    followed.tell(history.News.of(happened, after))
                    return
        if version > game.version:
            self._process.spawn(self.catch_up(followed, version))

    async def catch_up(self, followed: FollowedGame, version: int) -> None:
        """Bring a game to at least `version`."""
        async with followed.writing:
            if version > followed.game.version:
                await self.refresh(followed)

    async def _compare(self, followed: FollowedGame, held: int, version: int) -> None:
        """Read a game again if the database, when asked, did not have the version held then."""
        if version == held:
            return
        async with followed.writing:
            if version < held or version > followed.game.version:
                await self.refresh(followed)

    async def compare_all(self) -> None:
        """Hold every game at the version that the database has."""
        held = {slug: followed.game.version for slug, followed in self.followed.items()}
        for slug, version in await self._process.read(_versions, tuple(held)):
            followed = self.followed.get(slug)
            if followed is not None and not followed.writing.locked():
                await self._compare(followed, held[slug], version)


_VERSION = Prepared(lambda slug: models.Game.objects.filter(slug=slug).values_list("version"))


def _versions(slugs: tuple[str, ...]) -> list[tuple[str, int]]:
    return list(models.Game.objects.filter(slug__in=slugs).values_list("slug", "version"))


def _is_lost(told: live.LiveGame, kept: live.LiveGame) -> bool:
    """Whether the database holds less than what was told, or another move at a ply."""
    if kept.version < told.version:
        return True
    # Otherwise they may have been taken back since.
    is_as_told = kept.taken_back == told.taken_back
    return is_as_told and kept.state.moves[: told.state.ply] != told.state.moves


def _is_early(game: live.LiveGame, fact: facts.Fact) -> bool:
    """Whether a notice tells of a move at a later ply than the next one."""
    return isinstance(fact, facts.Played) and fact.ply > game.state.ply


def _is_doubled(game: live.LiveGame, version: int, move: facts.Played) -> bool:
    """Whether a notice tells of another move at a ply, or at a version, that is held."""
    moves = game.state.moves
    if version > game.version:
        square = mnk.square_of(move.square, game.state.variant)
        return move.ply < len(moves) or game.state.position.stone(square) is not None
    if version < game.taken_back:
        return False  # it may be one of those that were taken back
    return move.ply >= len(moves) or moves[move.ply] != move.square
