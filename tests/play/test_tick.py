"""Work that is done every so often: again and again, woken, waited for, and never two at a time."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import pytest
from django.db import InterfaceError, OperationalError

from games.play import errors
from games.play.hub import Hub, current
from tests.people import PATIENCE_S

NEVER_S = 3_600.0


class Chore:
    """Work that counts its runs, fails as often as it is told, and waits while it may not go on."""

    def __init__(self) -> None:
        self.runs = 0
        self.ended = 0
        self.at_once = 0
        self.failures: list[Exception] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def __call__(self) -> None:
        self.runs += 1
        self.at_once += 1
        assert self.at_once == 1, "two runs at a time"
        try:
            await self.may_go_on.wait()
            if self.failures:
                raise self.failures.pop(0)
        finally:
            self.at_once -= 1
            self.ended += 1


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def some_turns() -> None:
    """What can happen at once has happened."""
    for _ in range(50):
        await asyncio.sleep(0)


@pytest.fixture
def chore() -> Chore:
    return Chore()


async def test_what_was_registered_last_is_closed_first() -> None:
    hub, closed = Hub(), list[str]()

    async def close(name: str) -> None:
        closed.append(name)

    for name in ("first", "last"):
        hub.at_close(partial(close, name))
    await hub.close()

    assert closed == ["last", "first"]


async def test_a_task_that_has_ended_is_kept_no_longer(hub: Hub, chore: Chore) -> None:
    before = set(hub._tasks)
    task = hub.spawn(chore())
    assert hub._tasks == before | {task}

    await task
    await some_turns()

    assert task not in hub._tasks


async def test_whoever_asks_for_the_hub_once_it_is_closed_gets_another() -> None:
    hub = current()
    await hub.close()

    other = current()

    assert other is not hub
    await other.close()


async def test_it_is_done_again_and_again_until_the_hub_closes(chore: Chore) -> None:
    hub = Hub()
    tick = hub.every(0.001, chore, "chore")
    await until(lambda: chore.runs > 3)

    await hub.close()

    assert tick._task.cancelled()


async def test_the_first_run_is_waited_for_as_long_as_is_said(hub: Hub, chore: Chore) -> None:
    first, other = hub.every(NEVER_S, chore, "chore", first_s=NEVER_S), Chore()
    hub.every(NEVER_S, other, "other")
    first.wake()
    await until(lambda: other.runs == 1)
    await some_turns()
    assert (chore.runs, other.runs) == (0, 1)


async def test_it_is_woken_before_its_time(hub: Hub, chore: Chore) -> None:
    tick = hub.every(NEVER_S, chore, "chore")
    await until(lambda: chore.ended == 1)

    tick.wake()

    await until(lambda: chore.ended == 2)
    await some_turns()
    assert chore.runs == 2


@pytest.mark.parametrize("is_quiet", [True, False])
async def test_in_a_quiet_process_it_is_done_less_often_if_that_was_said(
    hub: Hub, chore: Chore, monkeypatch: pytest.MonkeyPatch, *, is_quiet: bool
) -> None:
    monkeypatch.setattr(Hub, "is_quiet", is_quiet)
    other = Chore()
    hub.every(0.001, chore, "chore", quiet_s=NEVER_S)
    hub.every(0.001, other, "other")

    await until(lambda: other.ended > 3)
    if not is_quiet:
        await until(lambda: chore.ended > 3)

    assert (chore.runs == 1) is is_quiet


async def test_it_may_rest_once_for_longer_and_is_woken_all_the_same(hub: Hub) -> None:
    runs = 0

    async def work() -> None:
        nonlocal runs
        runs += 1
        if runs in (1, 2):
            tick.rest(NEVER_S)

    tick = hub.every(0.001, work, "chore")
    await until(lambda: runs == 1)
    await asyncio.sleep(0.02)
    assert runs == 1
    tick.wake()
    await until(lambda: runs == 2)
    await asyncio.sleep(0.02)
    assert runs == 2
    tick.wake()

    await until(lambda: runs > 4)  # by itself again


async def test_woken_while_it_runs_it_runs_once_more(hub: Hub, chore: Chore) -> None:
    chore.may_go_on.clear()
    tick = hub.every(NEVER_S, chore, "chore")
    await until(lambda: chore.runs == 1)

    for _ in range(3):
        tick.wake()
        await some_turns()
    assert chore.runs == 1
    chore.may_go_on.set()

    await until(lambda: chore.ended == 2)
    await some_turns()
    assert chore.runs == 2


async def test_a_pause_is_kept_by_who_is_woken_too(hub: Hub, chore: Chore) -> None:
    patient, other = hub.every(NEVER_S, chore, "chore", pause_s=NEVER_S), Chore()
    eager = hub.every(NEVER_S, other, "other")
    await until(lambda: chore.ended == other.ended == 1)

    patient.wake()
    eager.wake()

    await until(lambda: other.ended == 2)
    await some_turns()
    assert chore.runs == 1


@pytest.mark.parametrize(
    "failure",
    [
        OperationalError("away"),
        InterfaceError("the connection is closed"),
        errors.NotKept(),
        errors.DatabaseAway(),
        errors.Busy(),
    ],
)
async def test_of_a_database_that_is_away_the_log_says_once_that_it_goes_and_once_that_it_is_back(
    hub: Hub, chore: Chore, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    chore.failures = [failure] * 5
    with caplog.at_level(logging.INFO, logger="games.play.tick"):
        tick = hub.every(0.001, chore, "chore")
        await until(lambda: chore.ended > 7)
        await tick.end()
        said = [record.getMessage() for record in caplog.records if record.name.endswith("tick")]

    assert len(said) == 2
    assert said[0] == f"tick_failed name=chore error={failure!r}"
    assert said[1].startswith("tick_recovered name=chore after_s=")


async def test_a_database_that_goes_again_is_said_again(
    hub: Hub, chore: Chore, caplog: pytest.LogCaptureFixture
) -> None:
    tick = hub.every(NEVER_S, chore, "chore")
    await until(lambda: chore.ended == 1)
    with caplog.at_level(logging.INFO, logger="games.play.tick"):
        for failures in ([OperationalError("one")], [], [OperationalError("two")]):
            chore.failures = [*failures]
            tick.wake()
            await some_turns()
    assert chore.ended == 4

    words = [record.getMessage().split()[0] for record in caplog.records]
    assert words == ["tick_failed", "tick_recovered", "tick_failed"]


@pytest.mark.foreign_errors("games.play.hub.process")
async def test_a_fault_of_ours_ends_it_and_is_an_error_in_the_log(
    hub: Hub, chore: Chore, caplog: pytest.LogCaptureFixture
) -> None:
    chore.failures = [ValueError("a fault")]

    tick = hub.every(0.001, chore, "chore")

    await until(lambda: "hub_task_failed" in caplog.text)
    assert tick._task.done()
    assert chore.runs == 1


async def test_a_run_that_is_under_way_is_broken_off_at_the_end(hub: Hub, chore: Chore) -> None:
    chore.may_go_on.clear()
    tick = hub.every(0.001, chore, "chore")
    await until(lambda: chore.runs == 1)

    await tick.end()

    assert (chore.runs, chore.ended) == (1, 1)
    assert tick._task.cancelled()
