"""The server's time: a wall clock that is set changes nothing, and all agree what time it is."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from django.db import OperationalError

from games.play import clock, models
from games.play.clock import now_ms
from games.play.clocktime import downtime, pulse, servertime
from games.play.clocktime.servertime import ServerTime, agree
from games.play.hub import Hub
from tests.people import Table
from tests.play.test_timekeeping import S, match

HOUR = 3_600 * S
SOON = 20 * S
"""How long the machine may take between two lines of a test."""


class Machine:
    """The machine of these tests: its wall clock can be set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.began = clock.wall_ms()
        self._off = 0
        real = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: real() + self._off * 1_000_000)

    def step(self, ms: int) -> None:
        """Set its wall clock this much later."""
        self._off += ms


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """This machine; afterwards its time is what it was."""
    base = clock.base_ms()
    yield Machine(monkeypatch)
    clock.use_base(base)


def _is_now(moment: int) -> bool:
    """Whether the server's time is this moment, or a little later."""
    return moment <= now_ms() < moment + SOON


def _base(boot: str) -> int:
    return models.TimeBase.objects.get(boot=boot).base_ms


@asynccontextmanager
async def _living(hub: Hub, ahead: int = 0) -> AsyncIterator[int]:
    """Another server, on another machine whose time is this much ahead; its number."""
    real_ms = clock.ran_ms
    base = clock.base_ms() + ahead

    def note(number: int) -> None:
        models.ServerProcess.objects.filter(pk=number).update(seen_ms=base + real_ms())

    now = base + real_ms()
    row = await models.ServerProcess.objects.acreate(began_ms=now, seen_ms=now, kept_ms=now)

    async def beat() -> None:
        while True:
            await asyncio.sleep(0.02)
            await hub.read(note, row.pk)

    beating = asyncio.create_task(beat())
    yield row.pk
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)


# --- In a process ----------------------------------------------------------------------------


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_wall_clock_that_is_set_changes_nothing_in_a_process(machine: Machine, step: int) -> None:
    before = now_ms()
    machine.step(step)
    assert _is_now(before)


def test_all_processes_of_a_boot_know_its_name() -> None:
    ask = "from games.play.clocktime.servertime import this_boot; print(this_boot())"
    ready = "import os, django; os.environ['DJANGO_SETTINGS_MODULE']='config.settings'; "
    command = [sys.executable, "-c", f"{ready}django.setup(); {ask}"]
    answers = [subprocess.run(command, capture_output=True, check=True, text=True) for _ in "ab"]
    assert [each.stdout.strip() for each in answers] == [servertime.this_boot()] * 2


# --- Between processes of one boot -----------------------------------------------------------


@pytest.mark.parametrize("step", [HOUR, -HOUR])
async def test_who_starts_while_a_clock_runs_goes_by_the_time_of_before(
    table: Table, hub: Hub, machine: Machine, step: int
) -> None:
    await hub.read(agree, "here")
    async with match(table, hub) as game:
        await game.both_move()
        before = now_ms()
        machine.step(step)
        clock.use_base(0)  # another process

        await hub.read(agree, "here")

        assert _is_now(before)


@pytest.mark.parametrize("step", [HOUR, -HOUR])
async def test_who_starts_while_another_lives_goes_by_its_time(
    hub: Hub, machine: Machine, step: int
) -> None:
    await hub.read(agree, "here")
    async with _living(hub):
        base = clock.base_ms()
        machine.step(step)
        clock.use_base(0)

        await hub.read(agree, "here")

        assert clock.base_ms() == base


@pytest.mark.django_db
def test_a_second_apart_is_the_same_time(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    agree("here", alone=True)
    ran, base = clock.ran_ms(), clock.base_ms()
    monkeypatch.setattr(clock, "ran_ms", lambda: ran)
    bases = []
    for apart in (servertime.AGREES_MS, servertime.AGREES_MS + 1):
        monkeypatch.setattr(clock, "wall_ms", lambda apart=apart: base + ran + apart)
        agree("here", alone=True)
        bases.append(clock.base_ms() - base)
    assert bases == [0, servertime.AGREES_MS + 1]


@pytest.mark.django_db
@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_who_starts_while_nobody_could_lose_by_it_believes_the_wall_clock(
    machine: Machine, step: int
) -> None:
    """A small computer without a battery started before it was told the time."""
    agree("here")
    machine.step(step)
    agree("here")
    assert _is_now(machine.began + step)
    assert _base("here") == clock.base_ms()


@pytest.mark.django_db
def test_of_several_who_start_at_once_all_go_by_one_base() -> None:
    assert [servertime._put("here", base, None) for base in (7, 8)] == [7, 7]
    assert [servertime._put("here", base, 7) for base in (9, 10)] == [9, 9]


# --- After the machine was started anew ------------------------------------------------------


async def test_a_wall_clock_that_is_early_is_not_believed_while_a_clock_runs(
    table: Table, hub: Hub, machine: Machine
) -> None:
    await hub.read(agree, "before")
    async with match(table, hub) as game:
        await game.both_move()
        latest = now_ms()
        await models.ServerProcess.objects.acreate(began_ms=1, seen_ms=latest, kept_ms=latest)
        machine.step(-HOUR)

        await hub.read(agree, "here")

        assert _is_now(latest)


async def test_a_wall_clock_that_is_later_is_believed_while_a_clock_runs(
    table: Table, hub: Hub, machine: Machine
) -> None:
    """The machine was off, or it seems so: that is a downtime, and charged to nobody."""
    await hub.read(agree, "before")
    async with match(table, hub) as game:
        await game.both_move()
        await models.ServerProcess.objects.acreate(
            began_ms=1, seen_ms=now_ms(), kept_ms=now_ms() - 1
        )
        machine.step(HOUR)

        await hub.read(agree, "here")

        assert _is_now(machine.began + HOUR)


@pytest.mark.django_db
def test_what_time_set_back_would_meet_again_is_forgotten(machine: Machine) -> None:
    """Otherwise games would get back the downtimes of a time that was never theirs."""
    now = now_ms()
    models.ServerProcess.objects.create(began_ms=1, seen_ms=now, kept_ms=now)
    ended = [(now - 3 * HOUR, now - 2 * HOUR), (now - 2 * HOUR, now - S), (now + S, None)]
    for began, until in ended:
        models.Downtime.objects.create(began_ms=began, ended_ms=until)
    machine.step(-HOUR)

    agree("here")

    assert _is_now(machine.began - HOUR)
    assert not models.ServerProcess.objects.exists()
    assert list(models.Downtime.objects.values_list("began_ms", "ended_ms")) == ended[:1]


# --- Between machines ------------------------------------------------------------------------


@pytest.mark.parametrize("step", [HOUR, -HOUR, 30 * S, -30 * S])
async def test_a_machine_whose_wall_clock_is_wrong_goes_by_the_time_of_the_others(
    hub: Hub, machine: Machine, step: int
) -> None:
    async with _living(hub):
        before = now_ms()
        machine.step(step)
        clock.use_base(0)

        await hub.read(agree, "here")

        assert _is_now(before)


async def test_a_machine_whose_wall_clock_is_right_believes_it(hub: Hub, machine: Machine) -> None:
    async with _living(hub):
        await hub.read(agree, "here")
        assert abs(clock.wall_ms() - now_ms()) <= 1


async def test_a_server_that_is_dead_has_no_time(hub: Hub, machine: Machine) -> None:
    await models.ServerProcess.objects.acreate(began_ms=1, seen_ms=now_ms() + HOUR, kept_ms=1)
    await hub.read(agree, "here")
    assert _is_now(machine.began)


async def test_who_is_alone_does_not_look_for_others(hub: Hub, machine: Machine) -> None:
    async with _living(hub, ahead=HOUR):
        await hub.read(partial(agree, "here", alone=True))
        assert _is_now(machine.began)


# --- While they serve ------------------------------------------------------------------------


async def _downtime_beyond(moment: int) -> models.Downtime:
    """The downtime that goes on until after this moment, once it has been noted."""
    async with asyncio.timeout(20):
        while True:
            row = await models.Downtime.objects.filter(ended_ms__gt=moment).afirst()
            if row is not None:
                return row
            await asyncio.sleep(0.01)


async def _keeps_until(part: ServerTime, moment: int) -> None:
    async with asyncio.timeout(20):
        while now_ms() < moment:
            await part.keep()
            await asyncio.sleep(0.01)


async def test_a_machine_that_stood_still_goes_on_to_the_time_of_the_others(
    hub: Hub, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A virtual machine was paused, and does not know it: nobody is charged for it."""
    monkeypatch.setattr(downtime, "BEAT_S", 0.01)
    part, other = ServerTime(hub, "here"), ServerTime(hub, "here")
    await part.start()
    await hub.part(pulse.Pulse).start()
    before = now_ms()
    async with _living(hub, ahead=HOUR):
        await _keeps_until(part, before + HOUR)
    ahead = clock.base_ms()

    assert (await _downtime_beyond(before + HOUR)).began_ms < before + SOON
    clock.use_base(0)
    await other.keep()  # a process beside it, which has not heard of anybody
    assert clock.base_ms() == ahead


@pytest.mark.parametrize("ahead", [S, -HOUR])
async def test_others_that_are_a_little_ahead_or_behind_change_nothing(
    hub: Hub, machine: Machine, ahead: int
) -> None:
    part = ServerTime(hub, "here")
    await part.start()
    base = clock.base_ms()
    async with _living(hub, ahead=ahead):
        for _ in range(5):
            await part.keep()
            await asyncio.sleep(0.05)
    assert clock.base_ms() == base


async def test_a_dead_server_that_was_ahead_is_not_followed(hub: Hub, machine: Machine) -> None:
    part = ServerTime(hub, "here")
    await part.start()
    base = clock.base_ms()
    await models.ServerProcess.objects.acreate(began_ms=1, seen_ms=now_ms() + HOUR, kept_ms=1)
    for _ in range(3):
        await part.keep()
    assert clock.base_ms() == base


async def test_a_database_that_is_away_at_the_beginning_is_waited_for(
    hub: Hub, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[object] = []
    real = servertime.agree

    def at_the_third(boot: str, *, alone: bool) -> None:
        tries.append(boot)
        if len(tries) < 3:
            raise OperationalError("away")
        real(boot, alone=alone)

    monkeypatch.setattr(servertime, "agree", at_the_third)
    monkeypatch.setattr(servertime, "AGAIN_S", 0.01)

    await ServerTime(hub, "here").start()

    assert len(tries) == 3
    assert await models.TimeBase.objects.filter(boot="here").aexists()
