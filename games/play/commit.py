"""The write path: every change to every live game, kept before anybody is told.

One thread writes all waiting changes, of whatever games, in one transaction. No delay is added:
while one transaction is being written the next batch gathers by itself. A game's version is
compared and set: if two processes change a game at once, one finds that it was second, reads the
game again and takes its step from there.
"""

import asyncio
import functools
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import msgspec
from django.db import Error as DatabaseError

from games import metrics, mnk, refusals
from games.play import errors, facts, history, notices, protocol, sql, wire
from games.play.answering import answer
from games.play.clock import now_ms
from games.play.hub import FollowedGame, Hub, close_threads
from games.play.sql import Overtaken
from games.play.steps import Step, Taken, take

log = logging.getLogger(__name__)

ATTEMPTS = 5
"""How many times a step is taken from a fresh read before its sender is told the game is busy."""
SETTLE_S = 1.0
"""How soon a database that could not say what became of a write is asked again."""
PATIENCE_S = 3.0
"""How long a sender waits for a database that is away; less than a page takes to give up."""


class Submitted(msgspec.Struct, frozen=True, gc=False):
    """What came of a step."""

    told: protocol.Numbered
    is_new: bool
    """Whether everybody was told just now; if not, the command had been carried out before."""


async def submit(
    hub: Hub,
    followed: FollowedGame,
    step: Step,
    *,
    at: int,
    side: mnk.Side | None = None,
    command: protocol.Command | None = None,
) -> Submitted:
    """Take a step in a game the caller follows, keep it, tell everybody; return what was told.

    `at` is when it was heard (ms since 1970 UTC). A command that this side's player has sent before
    is not carried out again: what came of it is returned. Raises what `step` raises,
    `CommandIdReused`, `NotKept`, `Busy`, or `DatabaseAway` when it is not known what became of it:
    then send it again.
    """
    sender = None if side is None else followed.game.first_side(side)
    async with followed.writing:
        is_sure = hub.others.is_alone
        for _ in range(ATTEMPTS):
            if followed.is_doubtful:
                await _refresh(hub, followed)
            if sender is not None and command is not None:
                before = followed.answered.get((sender, command.id))
                if before is not None:
                    return Submitted(await _told(hub, followed, before, command), is_new=False)
            try:
                taken = take(followed.game, step, at=at, side=side, command=command)
            except refusals.ANY:
                # Another process may have changed the game just now, and its notice may still be
                # on the way, or lost: nobody is refused for what is no longer true.
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


def submit_now(
    hub: Hub,
    followed: FollowedGame,
    step: Step,
    *,
    at: int,
    side: mnk.Side,
    command: protocol.Command,
    then: Callable[[Exception | None], None],
) -> bool:
    """Begin to do what `submit` does, in this turn of the loop; whether it could be begun.

    It cannot if another step of the game is under way, if the command has been sent before, or if
    it is refused: then nothing has changed, and `submit` does it or says why not. Otherwise `then`
    is called when everybody has been told, or with what has gone wrong, `Overtaken` included.
    """
    game = followed.game
    is_known = (game.first_side(side), command.id) in followed.answered
    if is_known or followed.is_doubtful or not followed.begin_writing():
        return False
    try:
        taken = take(game, step, at=at, side=side, command=command)
    except BaseException as error:  # whatever goes wrong, the game goes on
        followed.writing.release()
        if isinstance(error, refusals.ANY):
            return False
        raise

    def ended(outcome: protocol.Numbered | Exception) -> None:
        followed.writing.release()
        then(outcome if isinstance(outcome, Exception) else None)

    hub.part(Writer).write(followed, taken, game.version, ended)
    return True


async def _refresh(hub: Hub, followed: FollowedGame) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            if await hub.games.refresh(followed):
                return
    except TimeoutError:
        pass
    # Not NotKept: the command may have been sent before, and kept.
    raise errors.DatabaseAway


async def _told(
    hub: Hub, followed: FollowedGame, before: facts.Happened, command: protocol.Command
) -> protocol.Numbered:
    """What was told about a command that was carried out; raises `CommandIdReused` for another."""
    if not _came_of(before, command):
        raise errors.CommandIdReused
    game = followed.game
    if before.version != game.version:
        game = (await hub.read(history.load, game.slug, before.version)).game
    return wire.told(before, game)


def _came_of(happened: facts.Happened, command: protocol.Command) -> bool:
    if isinstance(happened.fact, facts.Played):
        if not isinstance(command, protocol.PlayMove):
            return False
        return happened.fact == facts.Played(command.ply, command.square)
    # Before version 0.3.0 no digest was kept: then the id is believed.
    return happened.digest in ("", facts.digest(command))


# --- The writer ------------------------------------------------------------------------------

Ended: TypeAlias = Callable[[protocol.Numbered | Exception], None]
"""Hears what everybody has been told about a step, or why it is not kept."""


class _Waiting(msgspec.Struct):
    followed: FollowedGame
    taken: Taken
    version_before: int
    ended: Ended | None
    """Hears what came of it; None once it has heard."""

    def end(self, outcome: protocol.Numbered | Exception) -> None:
        """Say what came of it to whoever asked, once."""
        ended, self.ended = self.ended, None
        if ended is not None:
            ended(outcome)


class Writer:
    """Keeps the steps taken, all waiting ones in one transaction, from one thread; tells them.

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
        self, followed: FollowedGame, taken: Taken, version_before: int
    ) -> "asyncio.Future[protocol.Numbered]":
        """A future that is done when the step is kept and told: what was told.

        It fails with `Overtaken` or `NotKept`, or with `DatabaseAway` when that is not known within
        `PATIENCE_S`. Even then it is told as soon as it is known to be kept.
        """
        kept: asyncio.Future[protocol.Numbered] = self._loop.create_future()
        self.write(followed, taken, version_before, functools.partial(answer, kept))
        return kept

    def write(
        self, followed: FollowedGame, taken: Taken, version_before: int, ended: Ended
    ) -> None:
        """The same for somebody who is called back."""
        # Followed until it is told: a newcomer shares the game that will hear of it, even if
        # the one who asked leaves.
        followed.users += 1
        self._waiting.append(_Waiting(followed, taken, version_before, ended))
        if self._idle.is_set():
            self._idle.clear()
            # After the commands still to come in this turn of the loop: they go along.
            self._loop.call_soon(self._write_batch)

    def _write_batch(self) -> None:
        batch, self._waiting = self._waiting, []
        self.batches += 1
        self.steps += len(batch)
        done = self._loop.run_in_executor(
            self._thread, sql.write, [(waiting.taken, waiting.version_before) for waiting in batch]
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
        """Tell what is kept; the refusals, by their places in the batch, go to those who asked."""
        moves = encoded = 0
        for at, waiting in enumerate(batch):
            outcome: protocol.Numbered | Exception | None = refusals.get(at)
            if outcome is None:
                outcome = self._tell(waiting.followed, waiting.taken)
                encoded += 1
                moves += isinstance(outcome, protocol.MovePlayed)
            self._hub.games.release(waiting.followed)
            waiting.end(outcome)
        # Once per batch: counting each move as it is told would cost half a percent of it.
        metrics.moves.inc(moves)
        metrics.messages_encoded.inc(encoded)

    async def _settle(self, batch: Sequence[_Waiting]) -> None:
        """Find out what became of a transaction that failed; then end it like any other."""
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
            else:  # another process has taken a step since
                self._hub.spawn(self._hub.games.catch_up(followed, version))

    async def _find(self, batch: Sequence[Taken]) -> sql.Fate:
        while True:
            try:
                return await self._hub.read(sql.find, batch)
            except DatabaseError as error:
                log.warning("batch_not_settled size=%d error=%r", len(batch), error)
            await asyncio.sleep(SETTLE_S)

    def _tell(self, followed: FollowedGame, taken: Taken) -> protocol.Numbered:
        if taken.game.version > followed.game.version:
            followed.take_step(taken.happened, taken.game)
        hub, game = self._hub, followed.game
        news = history.News.of(taken.happened, taken.game)
        followed.tell(news)
        hub.others.tell_all(notices.GameChanged(game.slug, taken.happened))
        if game.bot_due is not None:
            hub.others.tell_all(notices.BotDue(game.slug, game.id, game.version, now_ms()))
        fact, state = news.happened.fact, game.state
        if isinstance(fact, facts.Played) and not state.is_over and state.opening is None:
            return news.message  # as most are
        opens = state.opening is not None and state.ply <= state.opening.stones
        if state.is_over or opens or isinstance(fact, facts.SeatTaken | facts.TakenBack):
            hub.others.tell_all(notices.ForPeople(game.people))
        if not isinstance(fact, facts.Played) or state.is_over:
            hub.others.tell_all(notices.LobbyChanged())
        return news.message

    async def _close(self) -> None:
        await self._idle.wait()
        await close_threads(self._thread, 1)


def _give_up(batch: Sequence[_Waiting]) -> None:
    for waiting in batch:
        waiting.end(errors.DatabaseAway())
