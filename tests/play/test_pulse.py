"""The pulse of a serving process: what it notes, and what it leaves when it ends."""

import asyncio
from typing import Never

import pytest
from django.db import OperationalError

from games import mnk
from games.play import commands, models, protocol
from games.play.clock import now_ms
from games.play.clocktime import downtime, pulse
from games.play.hub import Hub
from tests.people import Table

S = 1_000


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pulse is quick."""
    monkeypatch.setattr(downtime, "BEAT_S", 0.01)


async def _noted(since: int) -> models.ServerProcess:
    """The only process, once it has noted that it was well after this moment."""
    return await _row(seen_ms__gt=since)


async def _row(**which: int) -> models.ServerProcess:
    async with asyncio.timeout(60):
        while True:
            row = await models.ServerProcess.objects.filter(**which).afirst()
            if row is not None:
                return row
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("hub")
async def test_it_beats_until_the_process_ends() -> None:
    began, process = now_ms(), Hub()
    await process.part(pulse.Pulse).start()
    first = await _noted(began - 1)
    later = await _noted(now_ms())
    assert first.pk == later.pk
    assert began <= later.kept_ms <= later.seen_ms <= now_ms()
    assert await models.Downtime.objects.acount() == 0

    await process.close()

    assert await models.ServerProcess.objects.acount() == 0
    row = await models.Downtime.objects.aget()
    assert later.seen_ms <= row.began_ms <= now_ms()
    assert (row.ended_ms, row.credited) == (None, False)


async def test_it_is_slower_while_nobody_follows_a_game(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(hub.others), "is_alone", True)
    monkeypatch.setattr(downtime, "QUIET_BEAT_S", 60.0)
    part, beats = hub.part(pulse.Pulse), list[float]()
    real = downtime.beat

    def counted(number: int, now: int, *, every_s: float, **named: int) -> int:
        beats.append(every_s)
        return real(number, now, every_s=every_s, **named)

    monkeypatch.setattr(downtime, "beat", counted)
    game = await table.game()
    async with hub.games.following(game.slug):
        await part.start()
        async with asyncio.timeout(60):
            while len(beats) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert set(beats) == {downtime.BEAT_S}

    async with asyncio.timeout(60):
        while part._every_s != 60.0:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    count = len(beats)
    await asyncio.sleep(0.2)
    assert len(beats) == count
    await part._beat()
    assert beats[-1] == 60.0


async def test_it_beats_no_more_when_its_players_are_sent_away(hub: Hub) -> None:
    part = hub.part(pulse.Pulse)
    await part.start()
    part.will_end()
    ends = now_ms()
    await part._beat()
    await part._end()

    row = await models.Downtime.objects.aget()
    assert row.began_ms <= ends


async def test_it_survives_a_database_that_is_away(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = asyncio.Event()
    real = downtime.beat

    def away(*args: object, **named: object) -> Never:
        hub.loop.call_soon_threadsafe(tried.set)
        raise OperationalError("away")

    await hub.part(pulse.Pulse).start()
    row = await _noted(0)
    monkeypatch.setattr(downtime, "beat", away)
    tried.clear()
    async with asyncio.timeout(60):
        await tried.wait()
    before = (await models.ServerProcess.objects.aget()).kept_ms
    monkeypatch.setattr(downtime, "STALL_MS", -1)  # however short it was, it was too long
    monkeypatch.setattr(downtime, "beat", real)

    assert (await _noted(now_ms())).pk == row.pk
    first = await models.Downtime.objects.order_by("began_ms").afirst()
    assert first is not None
    assert first.began_ms == before


async def test_a_database_that_is_away_at_the_beginning_is_waited_for(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = downtime.begin

    def away(*args: object, **named: object) -> Never:
        raise OperationalError("away")

    monkeypatch.setattr(downtime, "begin", away)
    await hub.part(pulse.Pulse).start()
    assert await models.ServerProcess.objects.acount() == 0
    monkeypatch.setattr(downtime, "begin", real)

    await _noted(0)


async def test_a_move_on_its_way_holds_back_what_is_kept_and_nothing_else(
    table: Table, hub: Hub
) -> None:
    game = await table.game(clock="1+2")
    await hub.part(pulse.Pulse).start()
    async with hub.games.following(game.slug) as followed:
        move = protocol.PlayMove(id="m", ply=0, square=4)
        async with followed.writing:  # something else is being written
            heard = commands.Arrival(now_ms())
            playing = asyncio.ensure_future(
                commands.carry_out(hub, followed, mnk.Side.BLACK, move, heard)
            )
            await asyncio.sleep(0)
            row = await _noted(heard.at + 20)
            assert row.kept_ms < heard.at  # no flag falls
            assert row.seen_ms > heard.at + 20  # and nobody takes it for dead
            assert await hub.read(downtime.calm_until) < heard.at
        await playing

        assert (await _row(kept_ms__gt=heard.at)).kept_ms > heard.at


async def test_a_move_that_is_settled_late_does_not_make_its_process_look_dead(
    table: Table, hub: Hub
) -> None:
    game = await table.game(clock="1+2")
    async with hub.games.following(game.slug) as followed:
        now = now_ms()
        heard = commands.Arrival(now - 8 * S)
        move = protocol.PlayMove(id="m", ply=0, square=4)
        async with followed.writing:
            playing = asyncio.ensure_future(
                commands.settle_late(hub, followed, mnk.Side.BLACK, move, heard)
            )
            await asyncio.sleep(0)
            assert hub.kept_until(now) == now
        await playing
