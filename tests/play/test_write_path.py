"""The write path: what is told is kept, and what is kept is told."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Never

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import DatabaseError, OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace
from pytest_django import Settings

from config.asgi import pages_and_sockets as application
from games import metrics, mnk
from games.lobby import watchlist
from games.play import commands, commit, errors, history, models, protocol, sql, steps
from games.play.clock import now_ms
from games.play.hub import FollowedGame, Hub
from games.play.protocol import CloseCode
from games.play.services import play, queries
from games.players.identify import Visitor
from games.players.models import Player
from games.sockets.socket import FRAME_EXTENSION
from tests import figures
from tests.people import HOST, PATIENCE_S, PING, Person, Table, all_hear, plays

Batch = Sequence[tuple[steps.Taken, int]]


@pytest.fixture
def real_write() -> Callable[[Batch], set[int]]:
    """The writing itself, whatever a test puts in its place."""
    return sql.write


def _move(
    loaded: history.Loaded, square: int, command: str = "from-elsewhere"
) -> tuple[steps.Taken, int]:
    """A move, ready to be written behind the hub's back."""
    side = loaded.game.state.side_to_move
    message = protocol.PlayMove(id=command, ply=loaded.game.state.ply, square=square)
    heard = commands.Arrival(now_ms())
    step = commands.step_of(side, message, heard)
    taken = steps.take(loaded.game, step, at=heard.at, side=side, command=message)
    return taken, loaded.game.version


async def _plays_elsewhere(game: models.Game, square: int, command: str = "elsewhere") -> None:
    """Another process plays a move; nobody tells this one."""

    def play() -> None:
        assert not sql.write([_move(history.load(game.slug), square, command)])

    await sync_to_async(play)()


class Gate:
    """What waits until it is let go: what happens meanwhile is up to the test."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()

    def holds(self) -> None:
        self.has_begun.set()
        assert self.may_go_on.wait(60)

    async def begins(self) -> None:
        await asyncio.to_thread(self.has_begun.wait, 60)


class Held(Gate):
    """A write that waits until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.write: Callable[[Batch], set[int]] = sql.write
        """What is done when it is let go."""
        self.batches: list[Batch] = []

    def __call__(self, batch: Batch) -> set[int]:
        self.batches.append(batch)
        self.holds()
        return self.write(batch)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """The writes of this test wait until it lets them go."""
    held = Held()
    monkeypatch.setattr(sql, "write", held)
    yield held
    held.may_go_on.set()


@pytest.fixture
def breaks_off(real_write: Callable[[Batch], set[int]]) -> Callable[[Batch], set[int]]:
    """A write that is carried out, and whose answer is lost."""

    def writes(batch: Batch) -> set[int]:
        real_write(batch)
        raise OperationalError("the connection was lost while the answer was awaited")

    return writes


# --- The database fails ----------------------------------------------------------------------


async def test_what_cannot_be_kept_is_told_to_nobody_and_the_game_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    def fails(batch: Batch) -> set[int]:
        raise OperationalError("disk full")

    failed = figures.value(metrics.batches_not_kept)
    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", fails)
        await alice.says("playMove", id="m", ply=0, square=4)
        refusal = await alice.is_refused("notKept")
        assert figures.value(metrics.batches_not_kept) == failed + 1
        assert (refusal["id"], refusal["version"]) == ("m", 0)
    for person in (alice, bob, eve):
        await person.hears_nothing()
    assert await models.Move.objects.acount() == 0

    await alice.says("playMove", id="m", ply=0, square=4)
    assert (await all_hear(alice, bob, eve))["version"] == 1
    await plays(game, "a1", alice, bob, eve)


async def test_a_move_of_unknown_fate_that_was_kept_is_told_as_any_other(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    breaks_off: Callable[[Batch], set[int]],
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", breaks_off)
        await alice.says("playMove", id="m", ply=0, square=4)
        told = await all_hear(alice, bob, eve)
    assert (told["type"], told["command"], told["version"]) == ("movePlayed", "m", 1)

    await alice.says("playMove", id="m", ply=0, square=4)
    assert await alice.hears() == told
    for person in (bob, eve):
        await person.hears_nothing()
    assert await models.Move.objects.acount() == 1
    await plays(game, "a1", alice, bob, eve)


@pytest.mark.parametrize("type", ["resign", "offer draw"])
async def test_it_is_the_same_with_what_is_no_move(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    breaks_off: Callable[[Batch], set[int]],
    type: str,
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    monkeypatch.setattr(sql, "write", breaks_off)

    await alice.says(type, id="r")

    told = await all_hear(alice, bob, eve)
    assert (told["command"], told["version"]) == ("r", 1)
    assert await models.Fact.objects.acount() == 1


async def test_a_seat_whose_taking_broke_off_is_taken(
    table: Table, monkeypatch: pytest.MonkeyPatch, breaks_off: Callable[[Batch], set[int]]
) -> None:
    game = await table.invitation()
    alice = await table.sits(game, mnk.Side.BLACK)
    monkeypatch.setattr(sql, "write", breaks_off)

    assert await table.comes(game) is mnk.Side.WHITE

    assert (await alice.hears())["type"] == "seatTaken"


async def test_a_move_of_unknown_fate_is_told_though_its_asker_is_gone(
    table: Table, breaks_off: Callable[[Batch], set[int]], held: Held
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    held.write = breaks_off
    await alice.says("playMove", id="m", ply=0, square=4)
    await held.begins()

    alice.socket.stop()  # cancels her consumer's task
    alice.is_gone = True
    held.may_go_on.set()

    told = await all_hear(bob, eve)
    assert (told["type"], told["command"], told["version"]) == ("movePlayed", "m", 1)


async def test_after_a_move_of_unknown_fate_another_process_may_have_gone_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, real_write: Callable[[Batch], set[int]]
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    def writes(batch: Batch) -> set[int]:
        real_write(batch)
        assert not real_write([_move(history.load(game.slug), 0)])
        raise OperationalError("the connection was lost while the answer was awaited")

    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", writes)
        await alice.says("playMove", id="m", ply=0, square=4)
        told = await all_hear(alice, bob, eve)
    assert (told["type"], told["command"], told["version"]) == ("movePlayed", "m", 1)
    shown = await all_hear(alice, bob, eve)
    assert (shown["type"], shown["version"]) == ("movePlayed", 2)


async def test_a_step_whose_transaction_failed_is_taken_from_what_another_process_has_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch, real_write: Callable[[Batch], set[int]]
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    fails = [True]

    def writes(batch: Batch) -> set[int]:
        if not fails:
            return real_write(batch)
        fails.clear()
        assert not real_write([_move(history.load(game.slug), 0)])
        raise OperationalError("disk full")

    monkeypatch.setattr(sql, "write", writes)
    await bob.says("resign", id="r")

    shown = await all_hear(alice, bob, eve)
    assert (shown["type"], shown["version"]) == ("movePlayed", 1)
    ended = await all_hear(alice, bob, eve)
    assert (ended["type"], ended["command"], ended["version"]) == ("gameEnded", "r", 2)


async def test_a_commit_that_is_still_under_way_is_waited_for(
    table: Table, monkeypatch: pytest.MonkeyPatch, real_write: Callable[[Batch], set[int]]
) -> None:
    """The line to the database breaks; at its other end the commit goes on."""
    game = await table.game()
    alice, bob, eve = await table.three(game)
    may_commit = threading.Event()
    find = sql.find

    def writes(batch: Batch) -> set[int]:
        is_written = threading.Event()

        def goes_on() -> None:
            try:
                with transaction.atomic():
                    real_write(batch)
                    is_written.set()
                    assert may_commit.wait(60)
            finally:
                connection.close()

        threading.Thread(target=goes_on).start()
        assert is_written.wait(60)
        raise OperationalError("no route to host")

    def looks(batch: Sequence[steps.Taken]) -> sql.Fate:
        assert not models.Move.objects.exists()
        may_commit.set()
        return find(batch)

    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", writes)
        patched.setattr(sql, "find", looks)
        await alice.says("playMove", id="m", ply=0, square=4)
        told = await all_hear(alice, bob, eve)
    assert (told["type"], told["command"], told["version"]) == ("movePlayed", "m", 1)
    await plays(game, "a1", alice, bob, eve)


async def test_while_the_fate_of_a_move_cannot_be_found_out_its_sender_is_told_nothing_untrue(
    table: Table, monkeypatch: pytest.MonkeyPatch, breaks_off: Callable[[Batch], set[int]]
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    again = await table.sits(game, mnk.Side.BLACK)

    def fails(*args: object) -> Never:
        raise OperationalError("no route to host")

    monkeypatch.setattr(commit, "PATIENCE_S", 0.05)
    monkeypatch.setattr(commit, "SETTLE_S", 0.05)
    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", breaks_off)
        patched.setattr(sql, "find", fails)
        patched.setattr(history, "load", fails)
        await alice.says("playMove", id="m", ply=0, square=4)
        await alice.is_sent_away(4503)
        await again.says("playMove", id="m", ply=0, square=4)
        await again.is_sent_away(4503)
        for person in (bob, eve):
            await person.hears_nothing()

    told = await all_hear(bob, eve)
    assert (told["type"], told["command"], told["version"]) == ("movePlayed", "m", 1)
    # Her page comes back, and sends what was not answered.
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("playMove", id="m", ply=0, square=4)
    assert await alice.hears() == told
    assert await models.Move.objects.acount() == 1
    await plays(game, "a1", alice, bob, eve)


async def test_who_waits_for_the_fate_of_a_move_when_the_server_ends_is_told_that_nobody_knows(
    table: Table, monkeypatch: pytest.MonkeyPatch, breaks_off: Callable[[Batch], set[int]]
) -> None:
    slug, hub = (await table.game()).slug, Hub()
    has_looked = asyncio.Event()

    def fails(*args: object) -> Never:
        hub.loop.call_soon_threadsafe(has_looked.set)
        raise OperationalError("no route to host")

    with monkeypatch.context() as patched:
        patched.setattr(commit, "PATIENCE_S", 3600.0)
        patched.setattr(commit, "SETTLE_S", 3600.0)
        patched.setattr(sql, "write", breaks_off)
        patched.setattr(sql, "find", fails)
        async with hub.games.following(slug) as followed:
            step = play.resign(mnk.Side.BLACK)
            asking = asyncio.ensure_future(commit.submit(hub, followed, step, at=now_ms()))
            await has_looked.wait()

            await hub.close()

            with pytest.raises(errors.DatabaseAway):
                async with asyncio.timeout(PATIENCE_S):
                    await asking
    assert not hub.games.followed


# --- The connection breaks for real -----------------------------------------------------------


@pytest.fixture
def breaks_at_commit(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """The writer's connection breaks `before` or `after` its next commit is carried out.

    PostgreSQL ends it, as an administrator would; SQLite, which has none, fails with an error.
    """
    when: list[str] = []
    real = BaseDatabaseWrapper._commit  # type: ignore[attr-defined]  # not part of the stubs

    def breaks(wrapper: BaseDatabaseWrapper) -> None:
        if wrapper.vendor == "postgresql":
            other = connections.create_connection("default")
            try:
                with other.cursor() as cursor:
                    pid = wrapper.connection.info.backend_pid
                    cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])
            finally:
                other.close()
            with wrapper.wrap_database_errors:
                wrapper.connection.execute("SELECT 1")
        raise OperationalError("disk I/O error")

    def commits(wrapper: BaseDatabaseWrapper) -> None:
        is_writer = threading.current_thread().name.startswith("inarow-write")
        match when.pop() if when and is_writer else "":
            case "before":
                breaks(wrapper)
            case "after":
                real(wrapper)
                breaks(wrapper)
            case _:
                real(wrapper)

    monkeypatch.setattr(BaseDatabaseWrapper, "_commit", commits)
    return when.append


async def test_a_connection_that_breaks_before_the_commit_keeps_nothing_and_that_is_said(
    table: Table, breaks_at_commit: Callable[[str], None]
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    breaks_at_commit("before")

    await alice.says("playMove", id="m", ply=0, square=4)

    await alice.is_refused("notKept")
    assert await models.Move.objects.acount() == 0
    for person in (bob, eve):
        await person.hears_nothing()
    await plays(game, "b2a1", alice, bob, eve)


async def test_a_connection_that_breaks_after_the_commit_takes_nothing_back(
    table: Table, breaks_at_commit: Callable[[str], None]
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    breaks_at_commit("after")

    await alice.says("playMove", id="m", ply=0, square=4)

    told = await all_hear(alice, bob, eve)
    assert (told["type"], told["command"], told["version"]) == ("movePlayed", "m", 1)
    await plays(game, "a1", alice, bob, eve)


# --- The reader leaves ------------------------------------------------------------------------


class Reading(Gate):
    """Games are read only once the test lets them be."""

    def __init__(self) -> None:
        super().__init__()
        self._load = history.load_each

    def __call__(self, slugs: Collection[str]) -> Mapping[str, history.Loaded | Exception]:
        self.holds()
        return self._load(slugs)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reading]:
    """The games of this test are read when it lets them be."""
    reading = Reading()
    monkeypatch.setattr(history, "load_each", reading)
    yield reading
    reading.may_go_on.set()


async def _looks(hub: Hub, game: models.Game) -> None:
    async with hub.games.following(game.slug):
        pass


async def test_a_game_whose_reader_left_meanwhile_is_not_held(
    table: Table, hub: Hub, reading: Reading
) -> None:
    game = await table.game()
    looking = asyncio.create_task(_looks(hub, game))
    await reading.begins()
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    reading.may_go_on.set()

    await hub.read(lambda: None)
    async with asyncio.timeout(60):
        while hub.games.followed or hub.games._loading:  # noqa: ASYNC110 - the hub has no event for it
            await asyncio.sleep(0.01)
    await _looks(hub, game)
    assert not hub.games.followed


async def test_all_who_wait_for_a_game_have_the_same_one_though_the_first_leaves_at_once(
    table: Table, hub: Hub, reading: Reading
) -> None:
    game = await table.game()

    async def stays() -> FollowedGame:
        async with hub.games.following(game.slug) as followed:
            await all_are_here.wait()
            return followed

    async def leaves_and_comes_back() -> FollowedGame:
        await _looks(hub, game)
        async with hub.games.following(game.slug) as followed:
            all_are_here.set()
            return followed

    all_are_here = asyncio.Event()
    coming = [asyncio.create_task(each) for each in (leaves_and_comes_back(), stays())]
    await reading.begins()
    reading.may_go_on.set()

    alice, eve = await asyncio.wait_for(asyncio.gather(*coming), 60)

    assert alice is eve
    assert not hub.games.followed


async def test_who_leaves_when_the_game_has_just_been_read_does_not_hold_it(
    table: Table, hub: Hub, reading: Reading
) -> None:
    game = await table.game()

    async def sends_the_other_away() -> int:
        async with hub.games.following(game.slug) as followed:
            looking.cancel()
            return followed.users

    sending = asyncio.create_task(sends_the_other_away())
    looking = asyncio.create_task(_looks(hub, game))
    await reading.begins()
    reading.may_go_on.set()

    assert await asyncio.wait_for(sending, 60) == 2
    with pytest.raises(asyncio.CancelledError):
        await looking
    assert not hub.games.followed


async def test_while_the_database_cannot_be_read_a_doubtful_game_keeps_still(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    def fails(*args: object) -> set[int]:
        raise OperationalError("no route to host")

    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", fails)
        await alice.says("playMove", ply=0, square=4)
        await alice.is_refused("notKept")
        patched.setattr(history, "load", fails)
        await alice.says("playMove", ply=0, square=5)
        await alice.is_refused("notKept")
    await plays(game, "b2", alice, bob, eve)


async def test_the_failure_of_one_batch_is_no_matter_to_the_next(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await table.game(), await table.game()
    alice = await table.sits(first, mnk.Side.BLACK)
    carol = await table.sits(second, mnk.Side.BLACK, "Carol")

    def fails(batch: Batch) -> set[int]:
        raise OperationalError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", fails)
        await alice.says("resign")
        await carol.says("resign")
        await alice.is_refused("notKept")
        await carol.is_refused("notKept")
    for person in (alice, carol):
        await person.says("resign")
        assert (await person.hears())["type"] == "gameEnded"


# --- Whoever asked is gone -------------------------------------------------------------------


async def test_a_move_is_kept_and_told_though_its_asker_is_cancelled_meanwhile(
    table: Table, hub: Hub, held: Held
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("playMove", id="m", ply=0, square=4)
    await held.begins()

    alice.socket.stop()  # cancels her consumer's task
    alice.is_gone = True
    held.may_go_on.set()

    told = await all_hear(bob, eve)
    assert (told["command"], told["version"]) == ("m", 1)
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("playMove", id="m", ply=0, square=4)
    assert await alice.hears() == told
    await plays(game, "a1", alice, bob, eve)


async def test_who_comes_while_the_move_of_one_who_left_is_being_written_sees_it(
    table: Table, hub: Hub, held: Held
) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("playMove", ply=0, square=4)
    await held.begins()
    alice.socket.stop()
    alice.is_gone = True

    bob = await table.sits(game, mnk.Side.WHITE)
    assert bob.heard[-1]["version"] == 0
    held.may_go_on.set()

    assert (await bob.hears())["version"] == 1


async def test_two_steps_of_one_game_in_one_batch_do_not_spoil_each_other(
    table: Table, hub: Hub, held: Held
) -> None:
    game, other = await table.game(), await table.game()
    alice, bob, eve = await table.three(game)
    carol = await table.sits(other, mnk.Side.BLACK, "Carol")
    await carol.says("playMove", ply=0, square=0)  # keeps the writer busy
    await held.begins()
    await alice.says("playMove", id="m", ply=0, square=4)
    await eve.hears_nothing()  # by now Alice's move waits for the next batch
    alice.socket.stop()
    alice.is_gone = True
    await eve.hears_nothing()  # by now her task is gone, and nothing keeps Bob from a step
    await bob.says("resign")
    await eve.hears_nothing()
    held.may_go_on.set()

    told = await all_hear(bob, eve)
    assert (told["type"], told["command"], told["version"]) == ("movePlayed", "m", 1)
    ended = await eve.hears()
    assert (ended["type"], ended["version"]) == ("gameEnded", 2)


# --- Overtaken -------------------------------------------------------------------------------


async def test_a_step_overtaken_by_another_process_is_taken_once_more(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _plays_elsewhere(game, 4)

    # Bob, who saw Alice's move on another screen, answers; this process has not heard of it.
    await bob.says("resign", id="r")

    for person in (alice, bob, eve):
        told = await person.hears()
        assert (told["type"], told["version"]) == ("movePlayed", 1)
    ended = await all_hear(alice, bob, eve)
    assert (ended["type"], ended["command"], ended["version"]) == ("gameEnded", "r", 2)


async def test_a_step_that_no_longer_fits_after_being_overtaken_is_refused(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _plays_elsewhere(game, 4)

    await alice.says("playMove", ply=0, square=4)

    for person in (alice, bob, eve):
        assert (await person.hears())["version"] == 1
    refusal = await alice.is_refused("stalePly")
    assert refusal["version"] == 1
    await bob.hears_nothing()
    assert await models.Move.objects.acount() == 1


async def test_a_command_carried_out_elsewhere_and_sent_again_here_is_answered(
    table: Table,
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _plays_elsewhere(game, 4, command="m")

    await alice.says("playMove", id="m", ply=0, square=4)

    for person in (alice, bob, eve):
        assert (await person.hears())["type"] == "movePlayed"
    answer = await alice.hears()
    assert (answer["type"], answer["command"], answer["version"]) == ("movePlayed", "m", 1)
    await bob.hears_nothing()
    assert await models.Move.objects.acount() == 1


async def test_one_who_is_always_overtaken_is_told_that_the_game_is_busy(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    attempts = []

    def overtaken(batch: Batch) -> set[int]:
        attempts.append(batch)
        return set(range(len(batch)))

    with monkeypatch.context() as patched:
        patched.setattr(sql, "write", overtaken)
        await alice.says("playMove", ply=0, square=4)
        await alice.is_refused("busy")

    assert len(attempts) == 1 + commit.ATTEMPTS  # at once, and then from fresh reads
    await bob.hears_nothing()
    await plays(game, "b2", alice, bob, eve)


# --- At once ---------------------------------------------------------------------------------


class Asked:
    """A seat's socket under a server that asks the application before it queues a text."""

    hears: Callable[[str], bool]

    def __init__(self, game: models.Game, key: str) -> None:
        self.written: asyncio.Queue[bytes] = asyncio.Queue()
        self.end = WebsocketCommunicator(
            application,
            f"/ws/game/{game.slug}/",
            [(b"host", HOST), (b"authorization", f"Bearer {key}".encode())],
            [protocol.SUBPROTOCOL],
        )
        frames: dict[object, object] = {
            "write": self.written.put_nowait,
            "lag": lambda: None,
            "hear": lambda hears: setattr(self, "hears", hears),
        }
        self.end.scope["extensions"] = {FRAME_EXTENSION: frames}

    async def told(self, type: str) -> dict[str, Any]:
        """The next message of a kind."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = await self.written.get()
                message: dict[str, Any] = json.loads(frame[frame.index(b"{") :])
                if message["type"] == type:
                    return message


@pytest.fixture
async def asked(table: Table) -> AsyncIterator[Asked]:
    """White's, in a game of 3×3 in which both sit."""
    game = await table.game()
    await table.sits(game, mnk.Side.BLACK)
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.WHITE)
    asked = Asked(game, seat.key)
    await asked.end.connect(timeout=PATIENCE_S)
    await asked.told("snapshot")
    yield asked
    await asked.end.disconnect(timeout=PATIENCE_S)


def _plays(square: int, *, ply: int, id: str = "w") -> str:
    return f'{{"type":"playMove","id":"{id}","ply":{ply},"square":{square}}}'


async def test_a_move_that_fits_is_dealt_with_at_once(table: Table, asked: Asked) -> None:
    (alice,) = table.people
    await alice.says("playMove", ply=0, square=4)
    await asked.told("movePlayed")

    assert asked.hears(_plays(0, ply=1))

    told = await asked.told("movePlayed")
    assert (told["command"], told["version"]) == ("w", 2)
    await alice.hears()
    assert await alice.hears() == told
    assert await models.Move.objects.acount() == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (_plays(0, ply=0), "notYourTurn"),
        (_plays(0, ply=3), "stalePly"),
        ("a move", "badFrame"),
        ('{"type":"accept","id":"w","what":"draw"}', "notOffered"),
    ],
)
async def test_what_is_refused_is_refused_the_ordinary_way(
    asked: Asked, text: str, code: str
) -> None:
    assert not asked.hears(text)
    await asked.end.send_to(text)
    assert (await asked.told("rejected"))["code"] == code


async def test_nothing_is_dealt_with_before_what_came_first(table: Table, asked: Asked) -> None:
    (alice,) = table.people
    await alice.says("playMove", ply=0, square=4)
    await asked.told("movePlayed")

    assert not asked.hears('{"type":"resync"}')  # the server queues it
    assert not asked.hears(_plays(0, ply=1))
    await asked.end.send_to('{"type":"resync"}')
    assert (await asked.told("snapshot"))["version"] == 1
    assert asked.hears(_plays(0, ply=1))


async def _has_a_move_being_kept(table: Table, asked: Asked, held: Held) -> Person:
    """White has one, which was dealt with at once; returns Black."""
    (alice,) = table.people
    await alice.says("playMove", ply=0, square=4)
    held.may_go_on.set()
    await asked.told("movePlayed")
    held.may_go_on.clear()
    held.has_begun.clear()
    assert asked.hears(_plays(0, ply=1))
    await held.begins()
    return alice


async def test_what_comes_while_a_move_is_kept_is_answered_after_it(
    table: Table, asked: Asked, held: Held
) -> None:
    alice = await _has_a_move_being_kept(table, asked, held)
    for text in (PING, _plays(0, ply=1)):  # the move once more
        assert not asked.hears(text)
        await asked.end.send_to(text)
    await alice.hears_the_rest()
    assert asked.written.empty()
    held.may_go_on.set()

    told = await asked.told("movePlayed")
    assert json.loads((await asked.written.get())[2:])["type"] == "pong"
    assert await asked.told("movePlayed") == told
    assert await models.Move.objects.acount() == 2


async def test_whoever_goes_while_their_move_is_kept_is_told_first(
    table: Table, asked: Asked, held: Held
) -> None:
    """A server that ends has its sockets answer what they have heard."""
    alice = await _has_a_move_being_kept(table, asked, held)
    await asked.end.send_input({"type": "websocket.disconnect", "code": 1012})
    await alice.hears_the_rest()
    held.may_go_on.set()

    assert (await asked.told("movePlayed"))["version"] == 2
    await asked.end.wait(PATIENCE_S)


async def test_whoever_sends_too_much_is_told_the_ordinary_way(
    table: Table, asked: Asked, settings: Settings
) -> None:
    settings.INAROW_FRAMES_BURST, settings.INAROW_FRAMES_PER_SECOND = 1, 0.001
    quick = Asked(await models.Game.objects.aget(), "")
    await quick.end.connect(timeout=PATIENCE_S)
    await quick.told("snapshot")

    await quick.end.send_to('{"type":"ping"}')
    await quick.told("pong")
    assert not quick.hears(_plays(0, ply=0))
    await quick.end.send_to(_plays(0, ply=0))

    assert (await quick.told("rejected"))["code"] == "tooFast"
    await quick.end.disconnect(timeout=PATIENCE_S)


async def test_whoever_has_been_sent_away_is_not_heard(asked: Asked) -> None:
    socket = asked.hears.__self__  # type: ignore[attr-defined]
    socket.send_away(CloseCode.PERSON_CHANGED)
    assert asked.hears(_plays(0, ply=0))
    assert await asked.end.receive_output(PATIENCE_S) == {"type": "websocket.close", "code": 4402}
    assert await models.Move.objects.acount() == 0


async def test_an_error_of_ours_while_a_move_is_dealt_with_does_not_stop_the_game(
    table: Table, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    (alice,) = table.people
    await alice.says("playMove", ply=0, square=4)
    await asked.told("movePlayed")

    def fails(*args: object, **options: object) -> steps.Taken:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(commit, "take", fails)
        with pytest.raises(ZeroDivisionError):
            asked.hears(_plays(0, ply=1))
    await asked.end.send_to(_plays(0, ply=1))

    assert (await asked.told("movePlayed"))["version"] == 2


async def test_a_move_dealt_with_at_once_that_was_overtaken_is_played_again(
    table: Table, asked: Asked
) -> None:
    """Another process has set the clock on, say: the move still fits."""
    (alice,) = table.people
    await alice.says("playMove", ply=0, square=4)
    await asked.told("movePlayed")
    game = await models.Game.objects.aget()

    def offers_elsewhere() -> None:
        loaded = history.load(game.slug)
        message = protocol.MakeOffer(id="elsewhere", what=mnk.Offer.DRAW)
        step = commands.step_of(mnk.Side.BLACK, message, commands.Arrival(now_ms()))
        taken = steps.take(loaded.game, step, at=now_ms(), side=mnk.Side.BLACK, command=message)
        assert not sql.write([(taken, loaded.game.version)])

    await sync_to_async(offers_elsewhere)()
    assert asked.hears(_plays(0, ply=1))

    assert (await asked.told("offered"))["version"] == 2
    assert (await asked.told("movePlayed"))["version"] == 3


# --- write(), by itself ----------------------------------------------------------------------


def _games(count: int) -> list[models.Game]:
    games = []
    for _ in range(count):
        game = models.Game.objects.create(
            width=3, height=3, k=3, line_rule="freestyle", started=True
        )
        for side in mnk.Side:
            player = Player.objects.create(name=side.word)
            models.Seat.objects.create(game=game, side=side, player=player)
        games.append(game)
    return games


@pytest.mark.django_db(transaction=True)
def test_one_overtaken_game_of_a_batch_does_not_keep_the_others_from_being_written() -> None:
    games = _games(5)
    loaded = [history.load(game.slug) for game in games]
    models.Game.objects.filter(pk=games[2].pk).update(version=7)

    overtaken = sql.write([_move(each, 4) for each in loaded])

    assert overtaken == {2}
    kept = set(models.Move.objects.values_list("game_id", flat=True))
    assert kept == {game.pk for game in games} - {games[2].pk}
    assert [models.Game.objects.get(pk=game.pk).version for game in games] == [1, 1, 7, 1, 1]


@pytest.mark.django_db(transaction=True)
def test_a_square_played_twice_is_refused_by_the_database_and_the_others_are_written() -> None:
    games = _games(3)
    loaded = [history.load(game.slug) for game in games]
    # As if another process had put the stone there and the version had not moved.
    models.Move.objects.create(game=games[1], ply=5, square=4, at_ms=1, version=9)

    overtaken = sql.write([_move(each, 4) for each in loaded])

    assert overtaken == {1}
    assert models.Game.objects.get(pk=games[1].pk).version == 0
    assert models.Move.objects.filter(version=1).count() == 2


@pytest.mark.django_db(transaction=True)
def test_what_else_a_step_writes_stands_or_falls_with_it() -> None:
    games = _games(2)
    written = []
    batch = []
    for game in games:
        taken, before = _move(history.load(game.slug), 4)

        def also(game: models.Game = game) -> None:
            written.append(game.pk)
            Player.objects.create(name=f"also {game.pk}")

        batch.append((replace(taken, also=also), before))
    models.Game.objects.filter(pk=games[0].pk).update(version=7)

    sql.write(batch)

    names = Player.objects.filter(name__startswith="also").values_list("name", flat=True)
    assert list(names) == [f"also {games[1].pk}"]


@pytest.mark.django_db(transaction=True)
def test_when_an_addition_fails_nothing_of_the_batch_is_written() -> None:
    (game,) = _games(1)
    taken, before = _move(history.load(game.slug), 4)

    def fails() -> None:
        raise DatabaseError("no")

    with pytest.raises(DatabaseError):
        sql.write([(replace(taken, also=fails), before)])

    assert models.Game.objects.get(pk=game.pk).version == 0
    assert not models.Move.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_batches_over_the_same_games_in_opposite_orders_do_not_wait_for_each_other() -> None:
    """Two processes, each with moves of the same games: one move of every game is kept."""
    loaded = [history.load(game.slug) for game in _games(40)]
    both = threading.Barrier(2)

    def write(batch: Batch) -> int:
        try:
            both.wait(60)
            return len(batch) - len(sql.write(batch))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as processes:
        for one, other in ((0, 1), (2, 3), (4, 5)):
            there = [_move(each, one, f"one-{one}") for each in loaded]
            and_there = [_move(each, other, f"other-{one}") for each in reversed(loaded)]
            kept = list(processes.map(write, (there, and_there)))
            assert sum(kept) == len(loaded)
            loaded = [history.load(each.game.slug) for each in loaded]

    assert models.Move.objects.count() == 3 * len(loaded)


# --- How many statements ---------------------------------------------------------------------


def _statements(queries: CaptureQueriesContext) -> list[str]:
    """The statements sent, without the frame of the transaction."""
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [
        query["sql"].strip()
        for query in queries.captured_queries
        if not query["sql"].strip().startswith(frame)
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [1, 10])
def test_moves_are_written_by_two_statements_however_many_they_are(count: int) -> None:
    """Three with PostgreSQL, which locks their games first."""
    batch = [_move(history.load(game.slug), 4) for game in _games(count)]

    with CaptureQueriesContext(connection) as queries:
        assert sql.write(batch) == set()

    statements = _statements(queries)
    assert len(statements) == (2 if connection.vendor == "sqlite" else 3), statements
    assert models.Move.objects.count() == count


@pytest.mark.django_db(transaction=True)
def test_a_game_is_read_by_three_queries_however_long_it_is() -> None:
    short, long = _games(2)
    for square in (0, 3, 1, 4):
        sql.write([_move(history.load(long.slug), square, f"c{square}")])

    for game, plies in ((short, 0), (long, 4)):
        with CaptureQueriesContext(connection) as queries:
            loaded = history.load(game.slug)
        assert len(_statements(queries)) == 3
        assert loaded.game.state.ply == plies


@pytest.mark.django_db(transaction=True)
def test_no_game_is_one_query() -> None:
    with CaptureQueriesContext(connection) as queries, pytest.raises(errors.NoSuchGame):
        history.load("nosuchgame")
    assert len(_statements(queries)) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [1, 20])
def test_the_lobby_takes_as_many_queries_for_one_game_as_for_twenty(count: int) -> None:
    games = _games(2 * count)
    for game in games[::2]:
        models.Game.objects.filter(pk=game.pk).update(started=False, listed=True)
    there = {game.slug: mnk.BySide(True, False) for game in games}

    def read(held: tuple[watchlist.Listed, ...]) -> watchlist.Reading:
        return watchlist.read(held, {}, now_ms(), {}, there)

    watchlist.tune(read(()).switches)  # what is on TV is settled
    with CaptureQueriesContext(connection) as captured:
        shown = read(())

    assert len(shown.open) == len(shown.live) == count
    assert len(_statements(captured)) <= 11
    # And when nothing has happened since: neither games, seats, players nor records.
    with CaptureQueriesContext(connection) as captured:
        again = read(shown.live)

    assert again.live == shown.live
    assert all(a is b for a, b in zip(again.live, shown.live, strict=True))
    assert len(_statements(captured)) <= 7


@pytest.mark.django_db(transaction=True)
def test_the_lobby_reads_no_record_of_a_game_that_went_on_by_a_move() -> None:
    games = _games(5)
    there = {game.slug: mnk.BySide(True, True) for game in games}
    held = watchlist.read((), {}, now_ms(), {}, there).live
    for game in games:
        models.Move.objects.create(game=game, ply=0, square=4, at_ms=1, version=1)
        models.Game.objects.filter(pk=game.pk).update(version=1, ply=1, last_square=4)

    with CaptureQueriesContext(connection) as captured:
        shown = watchlist.read(held, {}, now_ms(), {}, there)

    assert [listed.game.moves for listed in shown.live] == [(4,)] * 5
    assert not [each for each in _statements(captured) if "play_move" in each]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [1, 20])
def test_my_games_take_as_many_queries_for_one_game_as_for_twenty(count: int) -> None:
    games = _games(count)
    player = Player.objects.create(name="Alice")
    models.Seat.objects.filter(game__in=games, side=0).update(player=player)

    with CaptureQueriesContext(connection) as captured:
        assert len(queries.my_games(Visitor(player.pk))) == count

    assert len(_statements(captured)) <= 5


async def test_a_move_is_one_batch_encoded_once_however_many_watch(table: Table, hub: Hub) -> None:
    game = await table.game()
    people = [*await table.three(game), *[await table.sits(game, None) for _ in range(5)]]
    encoded = figures.value(metrics.messages_encoded)

    await people[0].says("playMove", ply=0, square=4)
    await all_hear(*people)

    writer = hub.part(commit.Writer)
    assert (figures.value(metrics.messages_encoded) - encoded, writer.batches, writer.steps) == (
        1,
        1,
        1,
    )


async def test_the_writers_thread_ends_with_its_hub() -> None:
    hub = Hub()
    writer = hub.part(commit.Writer)

    await hub.close()

    with pytest.raises(RuntimeError, match="after shutdown"):
        writer._thread.submit(int)


async def test_moves_that_wait_together_are_written_together(
    table: Table, hub: Hub, held: Held
) -> None:
    games = [await table.game() for _ in range(5)]
    people = [await table.sits(game, mnk.Side.BLACK) for game in games]
    await people[0].says("playMove", ply=0, square=4)
    await held.begins()
    for person in people[1:]:
        await person.says("playMove", ply=0, square=4)
    eve = await table.sits(games[0], None)
    await eve.hears_nothing()  # by now everybody's task has had its turn
    assert all(hub.games.followed[game.slug].writing.locked() for game in games)

    held.may_go_on.set()

    for person in people:
        assert (await person.hears())["version"] == 1
    assert [len(batch) for batch in held.batches] == [1, 4]
