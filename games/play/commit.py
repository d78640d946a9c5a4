"""The write path: every change of every live game, kept before anybody is told.

Changes that wait, of whatever games, are written in one transaction by one thread. No delay is
added: while one transaction is being written the next batch gathers by itself. A game's version is
compared and set, so of two processes that change a game at once one finds that it was second,
reads the game again and takes its step from there.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
from django.db import Error as DatabaseError
from django.db import IntegrityError, connection, transaction

from games import mnk, refusals
from games.play import errors, facts, history, metrics, notices, protocol, wire
from games.play.clock import now_ms
from games.play.hub import Followed, Hub, close_threads
from games.play.live import LiveGame
from games.play.models import Fact, Game, Move

log = logging.getLogger(__name__)

ATTEMPTS = 5
"""How often a step is taken from a fresh read before its sender is told that the game is busy."""
SETTLE_S = 1.0
"""How soon a database that could not say what became of a write is asked again."""
PATIENCE_S = 3.0
"""How long a sender waits for a database that is away; less than a page takes to give up a line."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a step comes to."""

    fact: facts.Fact
    also: Callable[[], None] | None = None
    """More rows to write in the same transaction (in the writer's thread)."""


Step: TypeAlias = Callable[[LiveGame], Change]
"""From a game as it is to what happens to it; raises a refusal and changes nothing."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken, ready to be kept."""

    game: LiveGame
    """The game after it."""
    happened: facts.Happened
    also: Callable[[], None] | None = None


def take(
    game: LiveGame,
    step: Step,
    *,
    at: int,
    side: mnk.Side | None = None,
    command: protocol.Command | None = None,
) -> Taken:
    """Take a step of a game at a moment (ms since 1970 UTC). Raises what refuses it."""
    change = step(game)
    is_move = isinstance(change.fact, facts.Played)
    happened = facts.Happened(
        game.version + 1,
        at,
        change.fact,
        side,
        "" if command is None else command.id,
        "" if command is None or is_move else facts.digest(command),
    )
    return Taken(game.after(happened), happened, change.also)


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of a step."""

    told: protocol.Numbered
    is_new: bool
    """Whether everybody was told just now; if not, the command had been carried out before."""


async def submit(
    hub: Hub,
    followed: Followed,
    step: Step,
    *,
    at: int,
    side: mnk.Side | None = None,
    command: protocol.Command | None = None,
) -> Submitted:
    """Take a step of a game the caller follows, keep it, tell everybody; return what was told.

    `at` is when it was heard (ms since 1970 UTC). A command this side has sent before is not
    carried out again: what came of it is returned. Raises what `step` raises, `CommandIdReused`,
    `NotKept`, `Busy`, or `DatabaseAway` when it is not known what became of it: then send it again.
    """
    async with followed.writing:
        is_sure = hub.others.is_alone
        for _ in range(ATTEMPTS):
            if followed.is_doubtful:
                await _refresh(hub, followed)
            if side is not None and command is not None:
                before = followed.answered.get((side, command.id))
                if before is not None:
                    return Submitted(await _told(hub, followed, before, command), is_new=False)
            try:
                taken = take(followed.game, step, at=at, side=side, command=command)
            except refusals.ANY:
                # Another process may have changed the game just now, and its notice be still on
                # the way, or lost: nobody is refused for what is true no longer.
                if is_sure:
                    raise
                is_sure = True
                await _refresh(hub, followed)
                continue
            try:
                told = await hub.part(Writer).keep(followed, taken, followed.game.version)
            except Overtaken:
                await _refresh(hub, followed)
                continue
            return Submitted(told, is_new=True)
        raise errors.Busy


async def _refresh(hub: Hub, followed: Followed) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            if await hub.games.refresh(followed):
                return
    except TimeoutError:
        pass
    # Not NotKept: the command may have been sent before, and kept.
    raise errors.DatabaseAway


async def _told(
    hub: Hub, followed: Followed, before: facts.Happened, command: protocol.Command
) -> protocol.Numbered:
    """What was told of a command that was carried out; raises `CommandIdReused` for another."""
    if not _came_of(before, command):
        raise errors.CommandIdReused
    game = followed.game
    if before.version != game.version:
        game = (await hub.read(history.load, game.slug, before.version)).game
    return wire.told(before, game)


def _came_of(happened: facts.Happened, command: protocol.Command) -> bool:
    if isinstance(happened.fact, facts.Played):
        move = happened.fact
        return isinstance(command, protocol.PlayMove) and (command.ply, command.square) == (
            move.ply,
            move.square,
        )
    # Before version 0.3.0 none was kept: then the id is believed.
    return happened.digest in ("", facts.digest(command))


# --- The writer ------------------------------------------------------------------------------


class Overtaken(Exception):
    """The game's version in the database is no longer the one the step was taken from."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    followed: Followed
    taken: Taken
    version_before: int
    kept: "asyncio.Future[protocol.Numbered]"


class Writer:
    """Keeps steps that were taken, all that wait in one transaction, from one thread; tells them.

    Telling does not depend on whoever asked: should their connection end while the transaction
    runs, the move is kept and everybody else hears of it all the same.
    """

    def __init__(self, hub: Hub) -> None:
        self.batches = 0
        self.steps = 0
        self._hub = hub
        self._loop = hub.loop
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="inarow-write")
        self._waiting: list[_Waiting] = []
        self._idle = asyncio.Event()
        self._idle.set()
        hub.at_close(self._close)

    def keep(
        self, followed: Followed, taken: Taken, version_before: int
    ) -> "asyncio.Future[protocol.Numbered]":
        """A future that is done when the step is kept and told: what was told.

        It fails by `Overtaken` or `NotKept`, and by `DatabaseAway` when neither can be found out in
        `PATIENCE_S`. Even then it is told as soon as it is known to be kept.
        """
        kept: asyncio.Future[protocol.Numbered] = self._loop.create_future()
        # Followed until it is told: whoever comes now shares what will hear of it, even if the
        # one who asked leaves.
        followed.users += 1
        self._waiting.append(_Waiting(followed, taken, version_before, kept))
        if self._idle.is_set():
            self._idle.clear()
            # After the commands that this turn of the loop still brings: they go along.
            self._loop.call_soon(self._write_batch)
        return kept

    def _write_batch(self) -> None:
        batch, self._waiting = self._waiting, []
        self.batches += 1
        self.steps += len(batch)
        done = self._loop.run_in_executor(
            self._thread, write, [(waiting.taken, waiting.version_before) for waiting in batch]
        )
        began = self._loop.time()
        done.add_done_callback(lambda done: self._written(batch, done, began))

    def _written(
        self, batch: Sequence[_Waiting], done: "asyncio.Future[set[int]]", began: float
    ) -> None:
        metrics.batch_size.observe(len(batch))
        metrics.batch_seconds.observe(self._loop.time() - began)
        # The next batch goes to the disk while this one is told.
        if self._waiting:
            self._write_batch()
        else:
            self._idle.set()
        error = done.exception()
        if error is not None:
            metrics.batches_not_kept.inc()
            log.log(
                logging.WARNING if isinstance(error, DatabaseError) else logging.ERROR,
                "batch_failed size=%d error=%r",
                len(batch),
                error,
            )
            for waiting in batch:
                waiting.followed.is_doubtful = True
            self._hub.spawn(self._settle(batch))
            return
        self._end(batch, {at: Overtaken() for at in done.result()})

    def _end(self, batch: Sequence[_Waiting], refusals: Mapping[int, Exception]) -> None:
        """Tell what is kept; the refusals, by their places in the batch, go to who asked."""
        moves = encoded = 0
        for at, waiting in enumerate(batch):
            refusal = refusals.get(at)
            told: protocol.Numbered | None = None
            if refusal is None:
                told = self._tell(waiting.followed, waiting.taken)
                encoded += 1
                moves += isinstance(told, protocol.MovePlayed)
            self._hub.games.release(waiting.followed)
            if waiting.kept.done():  # whoever asked has gone
                continue
            if told is not None:
                waiting.kept.set_result(told)
            elif refusal is not None:
                waiting.kept.set_exception(refusal)
        # Once a batch: counting each move as it is told would cost half a percent of it.
        metrics.moves.inc(moves)
        metrics.messages_encoded.inc(encoded)

    async def _settle(self, batch: Sequence[_Waiting]) -> None:
        """Find out what became of a transaction that failed; then end it as any other."""
        giving_up = self._loop.call_later(PATIENCE_S, _give_up, batch)
        try:
            found = await self._find([waiting.taken for waiting in batch])
        except BaseException:  # the hub closes
            _give_up(batch)
            for waiting in batch:
                self._hub.games.release(waiting.followed)
            raise
        finally:
            giving_up.cancel()
        log.info("batch_settled size=%d kept=%d", len(batch), len(found.kept))
        refusals: dict[int, Exception] = {}
        for at, waiting in enumerate(batch):
            is_as_before = found.versions.get(waiting.taken.game.id) == waiting.version_before
            if at not in found.kept:
                refusals[at] = errors.NotKept() if is_as_before else Overtaken()
        self._end(batch, refusals)
        for waiting in batch:
            followed = waiting.followed
            version = found.versions.get(followed.game.id, 0)
            if version == followed.game.version:
                followed.is_doubtful = False
            elif version > followed.game.version:  # another process has taken a step since
                self._hub.spawn(self._hub.games.catch_up(followed, version))

    async def _find(self, batch: Sequence[Taken]) -> "Found":
        while True:
            try:
                return await self._hub.read(find, batch)
            except DatabaseError as error:
                log.warning("batch_not_settled size=%d error=%r", len(batch), error)
            await asyncio.sleep(SETTLE_S)

    def _tell(self, followed: Followed, taken: Taken) -> protocol.Numbered:
        if taken.game.version > followed.game.version:
            followed.take_step(taken.happened, taken.game)
        hub, game = self._hub, followed.game
        news = history.News.of(taken.happened, taken.game)
        # Encoded once: every socket gets the same bytes.
        followed.tell(news.mark, protocol.encode(news.message))
        hub.others.tell(notices.GameChanged(game.slug, taken.happened))
        if game.bot_due is not None:
            hub.others.tell_all(notices.BotDue(game.slug, game.id, game.version, now_ms()))
        if not news.mark.is_move or game.state.is_over:
            hub.others.tell_all(notices.LobbyChanged())
        return news.message

    async def _close(self) -> None:
        await self._idle.wait()
        await close_threads(self._thread, 1)


def _give_up(batch: Sequence[_Waiting]) -> None:
    for waiting in batch:
        if not waiting.kept.done():
            waiting.kept.set_exception(errors.DatabaseAway())


# --- A transaction that failed ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a batch."""

    kept: frozenset[int]
    """The places of those that were kept."""
    versions: Mapping[int, int]
    """The version each game has, by its row's id."""


def find(batch: Sequence[Taken]) -> Found:
    """Find out which steps are kept, when nothing can change that any more.

    A connection may break while its commit is under way: what is not there yet might come. So the
    games are locked as the commit has locked them, and that is waited for, a second at the longest
    (then it raises a database error, as it does when the database is away).
    """
    games = {taken.game.id for taken in batch}
    made = {taken.happened.version for taken in batch}
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '1s'")
        locked = Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk")
        versions = dict(locked.values_list("pk", "version"))
        rows: set[tuple[object, ...]] = set(
            Move.objects.filter(game__in=games, version__in=made).values_list(
                "game_id", "version", "at_ms", "command", "square"
            )
        )
        rows.update(
            Fact.objects.filter(game__in=games, version__in=made).values_list(
                "game_id", "version", "at_ms", "command", "text"
            )
        )
    return Found(frozenset(at for at, taken in enumerate(batch) if _mark(taken) in rows), versions)


def _mark(taken: Taken) -> tuple[object, ...]:
    """By this the row of a step is known from that of any other."""
    happened, fact = taken.happened, taken.happened.fact
    what = fact.square if isinstance(fact, facts.Played) else facts.encode(fact)
    return taken.game.id, happened.version, happened.at, happened.command, what


# --- Rows ------------------------------------------------------------------------------------
# Plain statements, many rows each: instances of models would cost half the throughput again. SQLite
# takes all rows in one statement, because `executemany` hands the interpreter's lock over at every
# row; PostgreSQL takes them one after the other, in the order in which they are to be locked
# (docs/decisions/0002).

_UPDATE_GAME = f"""
    UPDATE {Game._meta.db_table}
    SET version = %s, ply = %s, last_square = %s, started = %s, winner = %s, termination = %s,
        changed_ms = %s, bot_due = %s, due_ms = %s
    WHERE id = %s AND version = %s
"""
_INSERT_MOVE = f"""
    INSERT INTO {Move._meta.db_table} (game_id, version, at_ms, command, ply, square, taken_back)
    VALUES (%s, %s, %s, %s, %s, %s, 0)
"""
_UPDATE_GAMES_SQLITE = f"""
    UPDATE {Game._meta.db_table}
    SET version = row.value ->> 0, ply = row.value ->> 1, last_square = row.value ->> 2,
        started = row.value ->> 3, winner = row.value ->> 4, termination = row.value ->> 5,
        changed_ms = row.value ->> 6, bot_due = row.value ->> 7, due_ms = row.value ->> 8
    FROM json_each(%s) AS row
    WHERE {Game._meta.db_table}.id = row.value ->> 9
        AND {Game._meta.db_table}.version = row.value ->> 10
"""
_INSERT_MOVES_SQLITE = f"""
    INSERT INTO {Move._meta.db_table} (game_id, version, at_ms, command, ply, square, taken_back)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, 0
    FROM json_each(%s)
"""
_INSERT_FACT = f"""
    INSERT INTO {Fact._meta.db_table} (game_id, version, at_ms, command, side, digest, text)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
"""


def write(batch: Sequence[tuple[Taken, int]]) -> set[int]:
    """Write steps with the versions they were taken from; all that fit are kept on return.

    Returns the places in the batch of those that were overtaken and are not kept. Raises a
    database error when nothing was kept, or when that is not known.
    """
    try:
        try:
            with transaction.atomic():
                if _write_rows(batch):
                    return set()
                raise Overtaken
        except (Overtaken, IntegrityError):
            return _write_one_by_one(batch)
    except DatabaseError:
        connection.close()  # whatever state it is in, the next batch begins with a new one
        raise


def _write_one_by_one(batch: Sequence[tuple[Taken, int]]) -> set[int]:
    overtaken = set()
    with transaction.atomic():
        for at, (taken, version_before) in sorted(enumerate(batch), key=lambda each: _row(each[1])):
            try:
                with transaction.atomic():
                    if not _write_rows([(taken, version_before)]):
                        raise Overtaken
            except (Overtaken, IntegrityError):
                overtaken.add(at)
    return overtaken


def _row(waiting: tuple[Taken, int]) -> int:
    """By this the rows of games are locked in one order, whichever process writes them.

    Two batches over the same games in opposite orders would each wait for the other.
    """
    return waiting[0].game.id


def _write_rows(batch: Sequence[tuple[Taken, int]]) -> bool:
    """Write rows; false if some game's version was another, and the transaction must not stand."""
    games, moves, others = [], [], []
    for taken, version_before in sorted(batch, key=_row):
        game, happened, state = taken.game, taken.happened, taken.game.state
        outcome, fact = state.outcome, happened.fact
        games.append(
            (
                game.version,
                state.ply,
                state.moves[-1] if state.moves else None,
                game.is_started,
                None if outcome is None else outcome.winner,
                "" if outcome is None else outcome.termination.value,
                happened.at,
                game.bot_due is not None,
                game.due_ms,
                game.id,
                version_before,
            )
        )
        made = game.id, happened.version, happened.at, happened.command
        if isinstance(fact, facts.Played):
            moves.append((*made, fact.ply, fact.square))
        else:
            others.append((*made, happened.by, happened.digest, facts.encode(fact)))
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_UPDATE_GAMES_SQLITE, [_json(games)])
        else:
            cursor.executemany(_UPDATE_GAME, games)
        if cursor.rowcount != len(batch):
            return False
        if moves and connection.vendor == "sqlite":
            cursor.execute(_INSERT_MOVES_SQLITE, [_json(moves)])
        elif moves:
            cursor.executemany(_INSERT_MOVE, moves)
        if others:
            cursor.executemany(_INSERT_FACT, others)
    for taken, _ in batch:
        if taken.also is not None:
            taken.also()
    return True


def _json(rows: Sequence[tuple[object, ...]]) -> str:
    return msgspec.json.encode(rows).decode()
