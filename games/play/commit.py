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
from games.play import errors, live, metrics, protocol
from games.play.announce import announce
from games.play.hub import Followed, Hub, close_threads
from games.play.models import Game, Message, Move

log = logging.getLogger(__name__)

ATTEMPTS = 5
"""How often a step is taken from a fresh read before its sender is told that the game is busy."""
SETTLE_S = 1.0
"""How soon a database that could not say what became of a write is asked again."""
PATIENCE_S = 3.0
"""How long a sender waits for a database that is away; less than a page takes to give up a line."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One step of a game, ready to be kept."""

    game: live.LiveGame
    """The game after the step; its version is one more than before."""
    message: protocol.Numbered
    at_ms: int
    side: mnk.Side | None = None
    """Whose command it was, if a seat's."""
    also: Callable[[], None] | None = None
    """More rows to write in the same transaction (in the writer's thread)."""


Step: TypeAlias = Callable[[live.LiveGame], Transition]
"""From a game as it is to what becomes of it; raises a refusal and changes nothing."""


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
    side: mnk.Side | None = None,
    command: protocol.Command | None = None,
) -> Submitted:
    """Take a step of a game the caller follows, keep it, tell everybody; return what was told.

    A command this side has sent before is not carried out again: what came of it is returned.
    Raises what `step` raises, `CommandIdReused`, `NotKept`, `Busy`, or `DatabaseAway` when it is
    not known what became of it: then send it again.
    """
    async with followed.writing:
        is_sure = hub.relay.is_alone
        for _ in range(ATTEMPTS):
            if followed.is_doubtful:
                await _refresh(hub, followed)
            if side is not None and command is not None:
                answer = await _answer(hub, followed, side, command)
                if answer is not None:
                    return Submitted(answer, is_new=False)
            try:
                taken = step(followed.game)
            except refusals.ANY:
                # Another process may have changed the game just now, and its hint be still on the
                # way, or lost: nobody is refused for what is true no longer.
                if is_sure:
                    raise
                is_sure = True
                await _refresh(hub, followed)
                continue
            try:
                await hub.part(Writer).keep(followed, taken, followed.game.version)
            except Overtaken:
                await _refresh(hub, followed)
                continue
            return Submitted(taken.message, is_new=True)
        raise errors.Busy


async def _refresh(hub: Hub, followed: Followed) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            if await hub.refresh(followed):
                return
    except TimeoutError:
        pass
    # Not NotKept: the command may have been sent before, and kept.
    raise errors.DatabaseAway


async def _answer(
    hub: Hub, followed: Followed, side: mnk.Side, command: protocol.Command
) -> protocol.Numbered | None:
    """What came of this command before; none if it is new."""
    answer = followed.answered.get((side, command.id))
    if isinstance(answer, live.PastMove):
        then = await hub.read(live.load, followed.game.slug, answer.version)
        answer = live.last_move_message(then.game, command.id)
    if answer is None or _came_of(answer, command):
        return answer
    raise errors.CommandIdReused


def _came_of(message: protocol.Numbered, command: protocol.Command) -> bool:
    match message:
        case protocol.MovePlayed():
            return (
                isinstance(command, protocol.PlayMove)
                and command.ply == message.ply
                and command.square == message.square
            )
        case protocol.Offered(what=what):
            return isinstance(command, protocol.MakeOffer) and command.what is what
        case protocol.Declined(what=what):
            return isinstance(command, protocol.DeclineOffer) and command.what is what
        case protocol.Cancelled(what=what):
            return isinstance(command, protocol.CancelOffer) and command.what is what
        case protocol.TakenBack():
            return _is_agreement(command, mnk.Offer.TAKEBACK)
        case protocol.Paused():
            return _is_agreement(command, mnk.Offer.PAUSE)
        case protocol.HintsAgreed():
            return _is_agreement(command, mnk.Offer.HINTS)
        case protocol.RematchAgreed():
            return _is_agreement(command, mnk.Offer.REMATCH)
        case protocol.Resumed():
            return isinstance(command, protocol.Resume)
        case protocol.TimeAdded():
            return isinstance(command, protocol.AddTime)
        case protocol.GameEnded(outcome=outcome):
            return _is_end(command, outcome)
        case protocol.AggressivenessSet(value=value):
            return isinstance(command, protocol.SetAggressiveness) and command.value == value
        case protocol.HintAsked(kind=kind, ply=ply):
            return (
                isinstance(command, protocol.AskHint)
                and command.kind is kind
                and command.ply == ply
            )
        case protocol.SeatTaken() | protocol.TimeCredited() | protocol.Rated():
            return False


def _is_agreement(command: protocol.Command, what: mnk.Offer) -> bool:
    return isinstance(command, protocol.MakeOffer | protocol.AcceptOffer) and command.what is what


def _is_end(command: protocol.Command, outcome: protocol.OutcomePart) -> bool:
    match outcome.termination:
        case mnk.Termination.RESIGNATION:
            return isinstance(command, protocol.Resign)
        case mnk.Termination.ABORT:
            return isinstance(command, protocol.Abort)
        case mnk.Termination.AGREEMENT:
            return _is_agreement(command, mnk.Offer.DRAW)
        case mnk.Termination.DEAD_BOARD:
            return isinstance(command, protocol.ClaimDraw)
        case mnk.Termination.ABANDONMENT:
            claim = "draw" if outcome.winner is None else "win"
            return isinstance(command, protocol.ClaimAbandoned) and command.claim == claim
        case mnk.Termination.LINE | mnk.Termination.FULL_BOARD | mnk.Termination.TIME:
            return False


# --- The writer ------------------------------------------------------------------------------


class Overtaken(Exception):
    """The game's version in the database is no longer the one the step was taken from."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    followed: Followed
    taken: Transition
    version_before: int
    kept: "asyncio.Future[None]"


class Writer:
    """Keeps transitions, all that wait in one transaction, from one thread; then tells them.

    Telling does not depend on whoever asked: should their connection end while the transaction
    runs, the move is kept and everybody else hears of it all the same.
    """

    def __init__(self, hub: Hub) -> None:
        self.batches = 0
        self.transitions = 0
        self._hub = hub
        self._loop = hub.loop
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="inarow-write")
        self._waiting: list[_Waiting] = []
        self._idle = asyncio.Event()
        self._idle.set()
        hub.at_close(self._close)

    def keep(
        self, followed: Followed, taken: Transition, version_before: int
    ) -> "asyncio.Future[None]":
        """A future that is done when the transition is kept and told.

        It fails by `Overtaken` or `NotKept`, and by `DatabaseAway` when neither can be found out in
        `PATIENCE_S`. Even then it is told as soon as it is known to be kept.
        """
        kept: asyncio.Future[None] = self._loop.create_future()
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
        self.transitions += len(batch)
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
        moves, encoded = 0, self._hub.encoded
        for at, waiting in enumerate(batch):
            refusal = refusals.get(at)
            if refusal is None:
                self._tell(waiting.followed, waiting.taken)
                moves += isinstance(waiting.taken.message, protocol.MovePlayed)
            self._hub.release(waiting.followed)
            if waiting.kept.done():  # whoever asked has gone
                continue
            if refusal is not None:
                waiting.kept.set_exception(refusal)
            else:
                waiting.kept.set_result(None)
        # Once a batch: counting each move as it is told would cost half a percent of it.
        metrics.moves.inc(moves)
        metrics.messages_encoded.inc(self._hub.encoded - encoded)

    async def _settle(self, batch: Sequence[_Waiting]) -> None:
        """Find out what became of a transaction that failed; then end it as any other."""
        giving_up = self._loop.call_later(PATIENCE_S, _give_up, batch)
        try:
            found = await self._find([waiting.taken for waiting in batch])
        except BaseException:  # the hub closes
            _give_up(batch)
            for waiting in batch:
                self._hub.release(waiting.followed)
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
                self._hub.spawn(self._hub.catch_up(followed, version))

    async def _find(self, batch: Sequence[Transition]) -> "Found":
        while True:
            try:
                return await self._hub.read(find, batch)
            except DatabaseError as error:
                log.warning("batch_not_settled size=%d error=%r", len(batch), error)
            await asyncio.sleep(SETTLE_S)

    def _tell(self, followed: Followed, taken: Transition) -> None:
        if taken.game.version > followed.game.version:
            followed.game = taken.game
            if taken.side is not None:
                followed.note_answer(taken.side, taken.message)
        announce(self._hub, followed, taken.message)

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


def find(batch: Sequence[Transition]) -> Found:
    """Find out which transitions are kept, when nothing can change that any more.

    A connection may break while its commit is under way: what is not there yet might come. So the
    games are locked as the commit has locked them, and that is waited for, a second at the longest
    (then it raises a database error, as it does when the database is away).
    """
    games = {taken.game.id for taken in batch}
    made = {taken.message.version for taken in batch}
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '1s'")
        locked = Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk")
        versions = dict(locked.values_list("pk", "version"))
        rows: set[tuple[object, ...]] = set(
            Move.objects.filter(game__in=games, version__in=made).values_list(
                "game_id", "version", "square", "command", "at_ms"
            )
        )
        rows.update(
            Message.objects.filter(game__in=games, version__in=made).values_list(
                "game_id", "version", "text", "at_ms"
            )
        )
    return Found(frozenset(at for at, taken in enumerate(batch) if _mark(taken) in rows), versions)


def _mark(taken: Transition) -> tuple[object, ...]:
    """By this the row of a transition is known from that of any other."""
    message, game = taken.message, taken.game.id
    if isinstance(message, protocol.MovePlayed):
        return game, message.version, message.square, message.command or "", message.at
    return game, message.version, protocol.encode(message), taken.at_ms


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
    INSERT INTO {Move._meta.db_table} (game_id, ply, square, at_ms, version, command, taken_back)
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
    INSERT INTO {Move._meta.db_table} (game_id, ply, square, at_ms, version, command, taken_back)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, 0
    FROM json_each(%s)
"""
_INSERT_MESSAGE = f"""
    INSERT INTO {Message._meta.db_table} (game_id, version, side, command, text, at_ms)
    VALUES (%s, %s, %s, %s, %s, %s)
"""


def write(batch: Sequence[tuple[Transition, int]]) -> set[int]:
    """Write transitions with the versions they start from; all that fit are kept on return.

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


def _write_one_by_one(batch: Sequence[tuple[Transition, int]]) -> set[int]:
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


def _row(waiting: tuple[Transition, int]) -> int:
    """By this the rows of games are locked in one order, whichever process writes them.

    Two batches over the same games in opposite orders would each wait for the other.
    """
    return waiting[0].game.id


def _write_rows(batch: Sequence[tuple[Transition, int]]) -> bool:
    """Write rows; false if some game's version was another, and the transaction must not stand."""
    games, moves, messages = [], [], []
    for taken, version_before in sorted(batch, key=_row):
        game, message, state = taken.game, taken.message, taken.game.state
        outcome = state.outcome
        games.append(
            (
                game.version,
                state.ply,
                state.moves[-1] if state.moves else None,
                game.is_started,
                None if outcome is None else outcome.winner,
                "" if outcome is None else outcome.termination.value,
                taken.at_ms,
                game.bot_due is not None,
                game.due_ms,
                game.id,
                version_before,
            )
        )
        if isinstance(message, protocol.MovePlayed):
            moves.append(
                (
                    game.id,
                    message.ply,
                    message.square,
                    message.at,
                    message.version,
                    message.command or "",
                )
            )
        else:
            messages.append(
                (
                    game.id,
                    message.version,
                    taken.side,
                    message.command or "",
                    protocol.encode(message),
                    taken.at_ms,
                )
            )
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
        if messages:
            cursor.executemany(_INSERT_MESSAGE, messages)
    for taken, _ in batch:
        if taken.also is not None:
            taken.also()
    return True


def _json(rows: Sequence[tuple[object, ...]]) -> str:
    return msgspec.json.encode(rows).decode()
