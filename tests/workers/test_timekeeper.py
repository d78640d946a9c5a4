"""The timekeeper: one at a time, whoever dies; and the lease they agree by."""

import asyncio
import threading
from typing import Any

import pytest
from django.db import OperationalError

from games import mnk
from games.mnk.clock import LEAST_MS
from games.play import errors, models
from games.play.clock import now_ms
from games.play.clocktime import downtime, timekeeping
from games.play.hub import Hub
from games.workers import leases, timekeeper
from games.workers.timekeeper import Timekeeper
from tests.people import Table, plays
from tests.play.test_timekeeping import S, match

# --- A lease ---------------------------------------------------------------------------------


async def test_a_lease_is_one_holders_until_it_expires(hub: Hub) -> None:
    async def holds(who: str, now: int) -> bool:
        return await hub.read(leases.hold, "tea", who, now, 1_000)

    assert await holds("Alice", 10_000)
    assert not await holds("Bob", 10_001)
    assert await holds("Alice", 10_900)  # renewed until 11,900
    assert not await holds("Bob", 11_900)
    assert await holds("Bob", 11_901)
    assert not await holds("Alice", 11_902)


async def test_a_lease_that_is_let_go_may_be_taken_at_once(hub: Hub) -> None:
    assert await hub.read(leases.hold, "tea", "Alice", 10_000, 1_000)
    await hub.read(leases.let_go, "tea", "Bob")  # it is not Bob's
    assert not await hub.read(leases.hold, "tea", "Bob", 10_001, 1_000)

    await hub.read(leases.let_go, "tea", "Alice")

    assert await hub.read(leases.hold, "tea", "Bob", 10_001, 1_000)
    assert await hub.read(leases.hold, "coffee", "Alice", 10_001, 1_000)


async def test_a_task_that_ends_does_not_take_its_lease_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its task was cut short while a thread was still about to take the lease."""
    claims, goes_on = threading.Event(), threading.Event()
    hold, let_go = leases.hold, leases.let_go

    def slow(*args: Any) -> bool:
        claims.set()
        assert goes_on.wait(10)
        return hold(*args)

    def hasty(*args: Any) -> None:
        let_go(*args)
        goes_on.set()

    monkeypatch.setattr(leases, "hold", slow)
    monkeypatch.setattr(leases, "let_go", hasty)
    hub.loop.call_later(0.3, goes_on.set)
    candidate = leases.Candidate(hub, "tea", 60_000)
    candidate.begin(60.0, candidate.holds)
    await asyncio.to_thread(claims.wait, 10)

    await candidate.end()

    monkeypatch.undo()
    assert await leases.Candidate(hub, "tea", 60_000).holds()
    assert not await candidate.holds()


async def test_a_lease_is_asked_for_again_when_a_quarter_of_it_is_over(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    candidate, at = leases.Candidate(hub, "tea", 1_000), 10_000
    monkeypatch.setattr(leases, "now_ms", lambda: at)

    async def until_ms() -> int:
        assert await candidate.holds()
        return (await models.Lease.objects.aget()).until_ms

    assert await until_ms() == 11_000
    at = 10_249
    assert await until_ms() == 11_000
    at = 10_250
    assert await until_ms() == 11_250
    await models.Lease.objects.aupdate(holder="Bob")
    at = 10_500
    assert not await candidate.holds()


async def test_only_the_holder_of_a_lease_looks(hub: Hub) -> None:
    alice, bob = (leases.Candidate(hub, "tea", 60_000) for _ in range(2))
    looked: list[str] = []

    def look(name: str) -> int:
        looked.append(name)
        return 0

    assert await alice.look(look, "Alice") == 0
    assert await bob.look(look, "Bob") is None
    assert looked == ["Alice"]

    await alice.end()
    assert await bob.look(look, "Bob") == 0


async def test_a_lease_held_until_later_than_anybody_could_is_free(hub: Hub) -> None:
    """The server's time has been set back since: nobody waits until it has come round again."""
    assert await hub.read(leases.hold, "tea", "Alice", 3_600_000, 1_000)
    assert not await hub.read(leases.hold, "tea", "Bob", 3_600_000, 1_000)
    assert await hub.read(leases.hold, "tea", "Bob", 10_000, 1_000)
    assert not await hub.read(leases.hold, "tea", "Alice", 10_000, 1_000)


async def test_of_many_who_want_a_lease_at_once_one_gets_it(hub: Hub) -> None:
    for now in (10_000, 20_000):  # a new one, and one that has expired
        got = await asyncio.gather(
            *(hub.read(leases.hold, "tea", f"Robo {n}", now + n, 5_000) for n in range(8))
        )
        assert sum(got) == 1


async def test_who_ends_has_stopped_working_when_the_lease_is_given_back(hub: Hub) -> None:
    """Otherwise what is under way might take it once more."""
    candidate, has_begun = leases.Candidate(hub, "tea", 60_000), asyncio.Event()
    ended_with: list[bool] = []

    async def work() -> None:
        assert await candidate.holds()
        has_begun.set()
        try:
            await asyncio.sleep(3600)
        finally:
            ended_with.append((await models.Lease.objects.aget()).until_ms > 0)

    candidate.begin(3600, work)
    await has_begun.wait()

    await candidate.end()

    assert ended_with == [True]
    assert (await models.Lease.objects.aget()).until_ms == 0


# --- The timekeeper --------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timekeeper looks often, and the lease is short."""
    monkeypatch.setattr(timekeeper, "TICK_S", 0.01)
    monkeypatch.setattr(timekeeper, "LEASE_MS", 300)


async def _holder(other_than: str = "") -> str:
    async with asyncio.timeout(60):
        while True:
            row = await models.Lease.objects.exclude(holder=other_than).afirst()
            if row is not None:
                return row.holder
            await asyncio.sleep(0.01)


async def _ends(slug: str) -> str:
    async with asyncio.timeout(60):
        while True:
            termination = (await models.Game.objects.aget(slug=slug)).termination
            if termination:
                return termination
            await asyncio.sleep(0.01)


async def test_another_takes_over_when_the_timekeeper_dies(table: Table, hub: Hub) -> None:
    first, second = Timekeeper(hub), Timekeeper(hub)
    await first.start()
    dead = await _holder()
    await second.start()
    assert first._candidate._tick is not None
    first._candidate._tick.stop()  # it says nothing any more

    assert await _holder(other_than=dead) != dead

    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_begin, now_ms())
        assert await _ends(game.followed.game.slug) == "time"


async def test_who_ends_in_good_order_keeps_no_lease(hub: Hub) -> None:
    keeper = Timekeeper(hub)
    await keeper.start()
    await _holder()

    await keeper._candidate.end()

    assert (await models.Lease.objects.aget()).until_ms == 0


async def test_it_survives_a_database_that_is_away(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tried = leases.hold, asyncio.Event()

    def away(*args: object) -> bool:
        hub.loop.call_soon_threadsafe(tried.set)
        raise OperationalError("away")

    monkeypatch.setattr(leases, "hold", away)
    await Timekeeper(hub).start()
    async with asyncio.timeout(60):
        await tried.wait()
    monkeypatch.setattr(leases, "hold", real)

    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_begin, now_ms())
        assert await _ends(game.followed.game.slug) == "time"


async def test_a_downtime_counts_as_given_back_when_every_game_has_got_it(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_down, game.began + 10 * S, now_ms() - 1)
        await hub.read(_begin, now_ms())
        real = timekeeping.credit

        async def busy(*args: object, **named: object) -> None:
            raise errors.Busy

        monkeypatch.setattr(timekeeping, "credit", busy)
        with pytest.raises(errors.Busy):
            await Timekeeper(hub).tick()
        assert await models.Downtime.objects.filter(credited=False).acount() == 1
        assert not game.state.is_over
        await models.Lease.objects.all().adelete()

        monkeypatch.setattr(timekeeping, "credit", real)
        await Timekeeper(hub).tick()

        assert not game.state.is_over
        assert await models.Downtime.objects.filter(credited=False).acount() == 0


@pytest.mark.parametrize("clock", [None, "1m"])
async def test_it_looks_often_while_a_clock_runs_and_seldom_otherwise(
    clock: str | None, table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hub.read(_begin, now_ms())
    game = await table.game(clock=clock)
    people = [await table.sits(game, side) for side in mnk.Side]
    await plays(game, "a1 a2", *people)
    rests: list[float] = []
    keeper = Timekeeper(hub)
    monkeypatch.setattr(keeper._candidate, "rest", rests.append)

    await keeper.tick()

    assert rests == ([timekeeper.IDLE_S] if clock is None else [])
    # No flag falls unseen: the shortest clock runs longer than that.
    assert timekeeper.IDLE_S * S < LEAST_MS


async def test_who_has_lost_the_lease_stops_in_the_middle(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper, "GAMES_AT_ONCE", 1)
    games = []
    for _ in range(3):
        async with match(table, hub) as game:
            await game.both_move()
            games.append(game.followed.game.slug)
    await hub.read(_begin, now_ms())
    asked = iter([True, True, False])
    monkeypatch.setattr(leases, "hold", lambda *args: next(asked))
    monkeypatch.setattr(timekeeper, "LEASE_MS", 0)  # asked for before every step

    await Timekeeper(hub).tick()

    assert await models.Game.objects.filter(slug__in=games, termination="time").acount() == 1


def _begin(now: int) -> int:
    return downtime.begin(now, alone=False)


def _down(began: int, ended: int) -> None:
    models.Downtime.objects.create(began_ms=began, ended_ms=ended)
