"""Downtimes: how they begin, end and meet, and that each clock gets them back once."""

import asyncio
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import mnk
from games.play import facts, history, models, protocol
from games.play.clock import now_ms
from games.play.clocktime import downtime, timekeeping, timing
from games.play.hub import Hub
from games.workers.timekeeper import Timekeeper
from tests.people import Table
from tests.play.test_timekeeping import BLACK, WHITE, Match, S, match

DAY = mnk.time_control_from_text("1d").period_ms


def _down(began: int, ended: int | None, *, credited: bool = False) -> None:
    models.Downtime.objects.create(began_ms=began, ended_ms=ended, credited=credited)


def _begin(now: int, *, alone: bool = False) -> int:
    return downtime.begin(now, alone=alone)


async def _credits(game: Match) -> list[tuple[int, int]]:
    """What each credit gave to black and white."""
    rows = models.Fact.objects.filter(game_id=game.followed.game.id).order_by("version")
    kept = [facts.decode(row.text) async for row in rows]
    return [(each.ms.black, each.ms.white) for each in kept if isinstance(each, facts.TimeCredited)]


# --- Once ------------------------------------------------------------------------------------


async def test_all_who_give_back_at_once_give_it_once(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_down, game.began + 10 * S, game.began + 30 * S)
        at = game.began + 50 * S

        await asyncio.gather(
            *(timekeeping.credit(hub, game.followed, at=at) for _ in range(4)),
            timekeeping.settle(hub, game.followed, at=game.began + 70 * S, grace_ms=0),
            Timekeeper(hub).tick(),
        )

        assert await _credits(game) == [(20 * S, 0)]
        assert game.left(BLACK, 50 * S) == mnk.TimeLeft(30 * S, 0)


async def test_clocks_get_theirs_back_though_another_process_has_taken_a_step(
    table: Table, hub: Hub
) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_down, game.began + 10 * S, game.began + 30 * S)
        held, offer = game.followed.game, facts.encode(facts.Offered(mnk.Offer.DRAW))
        await models.Fact.objects.acreate(
            game_id=held.id, version=held.version + 1, side=0, command="there", text=offer, at_ms=1
        )
        await models.Game.objects.filter(pk=held.id).aupdate(version=held.version + 1)

        await timekeeping.credit(hub, game.followed, at=game.began + 50 * S)

        assert await _credits(game) == [(20 * S, 0)]


async def test_a_downtime_that_is_given_back_while_it_lasts_is_given_back_to_its_end(
    table: Table, hub: Hub
) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        # The server is well again, and players may take until 24 s to be back; Alice is at 21.
        await hub.read(_down, game.began + 10 * S, game.began + 24 * S)
        await timekeeping.credit(hub, game.followed, at=game.began + 20 * S)
        await game.plays(2, at=21 * S)
        await timekeeping.credit(hub, game.followed, at=game.began + 22 * S)
        await game.plays(3, at=23 * S)

        for at in (25 * S, 22 * S, 26 * S):
            await timekeeping.credit(hub, game.followed, at=game.began + at)

        given = await _credits(game)
        assert sum(black for black, _ in given) == 11 * S + 1 * S  # 10 to 21, 23 to 24
        assert sum(white for _, white in given) == 2 * S  # 21 to 23
        await game.is_read_again()


async def test_a_pause_and_the_time_before_the_clock_began_are_not_given_back(
    table: Table, hub: Hub
) -> None:
    async with match(table, hub) as game:
        await hub.read(_down, game.began - 20 * S, game.began + 2 * S)
        await game.plays(0, at=-10 * S)
        await game.plays(1, at=0)
        pause = mnk.Offer.PAUSE
        await game.does(BLACK, protocol.MakeOffer(id="tea", what=pause), at=5 * S)
        await game.does(WHITE, protocol.AcceptOffer(id="yes", what=pause), at=6 * S)
        await hub.read(_down, game.began + 5 * S, game.began + 30 * S)
        await game.does(WHITE, protocol.Resume(id="go"), at=16 * S)  # it runs from 26 s

        await timekeeping.credit(hub, game.followed, at=game.began + 40 * S)

        assert await _credits(game) == [((2 + 1 + 4) * S, 0)]


async def test_a_takeback_in_a_downtime_parts_it_between_both(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_down, game.began + 10 * S, game.began + 40 * S)
        await game.plays(2, at=20 * S)
        takeback = mnk.Offer.TAKEBACK
        await game.does(BLACK, protocol.MakeOffer(id="oops", what=takeback), at=25 * S)
        await game.does(WHITE, protocol.AcceptOffer(id="ok", what=takeback), at=30 * S)

        await timekeeping.credit(hub, game.followed, at=game.began + 50 * S)

        assert await _credits(game) == [(20 * S, 10 * S)]
        await game.is_read_again()


async def test_a_period_that_ran_in_a_downtime_is_not_lost(table: Table, hub: Hub) -> None:
    async with match(table, hub, "1+3x10s") as game:
        await game.both_move()
        # A minute and a whole period are gone when the server goes; the next two go with it.
        await hub.read(_down, game.began + 75 * S, game.began + 95 * S)

        await timekeeping.credit(hub, game.followed, at=game.began + 96 * S)

        assert game.left(BLACK, 95 * S) == game.clock.left_at(BLACK, game.began + 95 * S)
        assert game.followed.game.due_ms == game.began + (60 + 30 + 20) * S
        await game.plays(2, at=96 * S)  # 76 s of her own: 16 into the periods
        assert game.left(BLACK, 96 * S) == mnk.TimeLeft(0, 2)


async def test_a_game_that_ended_meanwhile_is_left_alone(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_down, game.began + 10 * S, game.began + 30 * S)
        await game.does(WHITE, protocol.Resign(id="enough"), at=20 * S)
        version = game.followed.game.version

        await timekeeping.credit(hub, game.followed, at=game.began + 50 * S)
        await timekeeping.settle(hub, game.followed, at=game.began + 90 * S, grace_ms=0)
        await Timekeeper(hub).tick()

        assert game.followed.game.version == version
        assert await models.Downtime.objects.filter(credited=False).acount() == 0


async def test_a_clock_that_goes_backwards_gives_nobody_time_and_takes_none(
    table: Table, hub: Hub
) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.plays(2, at=20 * S)
        await game.plays(3, at=10 * S)  # the server's clock was set back

        assert game.left(WHITE, 10 * S) == mnk.TimeLeft(62 * S, 0)
        assert game.left(BLACK, 10 * S) == mnk.TimeLeft(42 * S, 0)
        await hub.read(_down, game.began, game.began + 30 * S)
        await timekeeping.credit(hub, game.followed, at=game.began + 30 * S)
        await game.is_read_again()
        number = await hub.read(_begin, 1_010_000)
        assert await hub.read(_beat, number, 1_000_000, 1_010_000) == number
        assert await hub.read(downtime.calm_until) == min(1_000_000, game.began)


def _beat(number: int, now: int, last: int) -> int:
    return downtime.beat(number, now, kept_until=now, last=last)


# --- Where a turn may take days --------------------------------------------------------------


async def test_a_slow_game_gets_short_downtimes_back_before_its_flag_falls(
    table: Table, hub: Hub
) -> None:
    async with match(table, hub, "1d", ago=DAY + 60 * S) as game:
        await game.both_move()
        # The server was away in the last seconds of Alice's day.
        await hub.read(_down, game.began + DAY - 5 * S, game.began + DAY + 29 * S)
        await hub.read(_begin, now_ms())
        keeper = Timekeeper(hub)
        await keeper.tick()
        assert await _credits(game) == [(34 * S, 0)]
        assert game.followed.game.due_ms == game.began + DAY + 34 * S

        await keeper.tick()  # 60 s after her day was up
        assert game.state.is_over


async def test_a_short_restart_reads_no_slow_game(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with match(table, hub, "1d", ago=3_600 * S) as game:
        await game.both_move()
    await hub.read(_begin, now_ms())
    await hub.read(_down, now_ms() - 10 * S, now_ms() - 1)
    with monkeypatch.context() as patch:
        patch.setattr(history, "load", None)  # nobody asks for it
        patch.setattr(history, "load_each", None)

        await Timekeeper(hub).tick()

    assert await models.Downtime.objects.filter(credited=False).acount() == 0


@pytest.mark.parametrize(("ms", "credits"), [(60 * S - 1, 0), (60 * S, 1)])
async def test_a_restart_of_a_minute_is_given_back_to_slow_games_at_once(
    table: Table, hub: Hub, ms: int, credits: int
) -> None:
    async with match(table, hub, "1d", ago=3_600 * S) as game:
        await game.both_move()
        await hub.read(_begin, now_ms())
        ended = now_ms() - 1
        await hub.read(_down, ended - ms, ended)

        await Timekeeper(hub).tick()

        assert await _credits(game) == [(ms, 0)] * credits


async def test_a_late_move_in_a_slow_game_stands_if_a_short_downtime_is_the_reason(
    table: Table, hub: Hub
) -> None:
    async with match(table, hub, "1d", ago=DAY + 60 * S) as game:
        await game.both_move()
        await hub.read(_down, game.began + DAY - 5 * S, game.began + DAY + 29 * S)
        assert isinstance(await game.plays_late(2, at=DAY + 10 * S), protocol.MovePlayed)


# --- Several servers -------------------------------------------------------------------------


async def test_a_second_server_on_the_same_database_takes_nothing_from_the_first(
    hub: Hub,
) -> None:
    first = await hub.read(_begin, 1_000_000)
    second = await hub.read(lambda: _begin(1_000_200, alone=True))
    # Each of them thinks it is alone. The first is taken for dead, and begins anew.
    again = await hub.read(_beat, first, 1_000_250, 1_000_000)
    assert again not in (first, second)
    assert await hub.read(_beat, second, 1_000_450, 1_000_200) == second
    assert await hub.read(_beat, again, 1_000_500, 1_000_250) == again

    # No flag falls until players could have been back; that time is given back, and nothing else.
    assert await hub.read(downtime.calm_until) == 1_000_000
    await hub.read(downtime.close, 1_000_600)
    spans = await hub.read(downtime.between, 0, 2_000_000)
    assert spans == [downtime.Span(1_000_000, 1_000_600 + downtime.COME_BACK_MS)]
    await hub.read(downtime.settle, await hub.read(downtime.owed, 1_010_000))
    assert await hub.read(downtime.calm_until) == 1_000_450


async def test_what_a_removed_host_leaves_is_one_downtime(hub: Hub) -> None:
    for _ in range(3):
        await hub.read(_begin, 1_000_000)
    stays = await hub.read(_begin, 1_009_000)

    rows = [row.pk async for row in models.ServerProcess.objects.all()]
    assert rows == [stays]
    assert await hub.read(downtime.between, 0, 1_009_000) == [downtime.Span(1_000_000, 1_009_000)]


async def test_a_silent_process_with_a_move_on_its_way_leaves_a_downtime_from_that_move(
    hub: Hub,
) -> None:
    number = await hub.read(_begin, 1_000_000)
    stuck = await hub.read(
        lambda: downtime.beat(number, 1_000_500, kept_until=1_000_100, last=1_000_000)
    )
    assert stuck == number
    assert await hub.read(downtime.calm_until) == 1_000_100

    await hub.read(downtime.declare_dead, 1_000_501 + downtime.SILENT_MS)

    assert (await models.Downtime.objects.aget()).began_ms == 1_000_100


async def test_only_what_is_kept_later_than_a_stall_takes_is_a_downtime(hub: Hub) -> None:
    number = await hub.read(_begin, 1_000_000)
    for more, found in ((0, 0), (1, 1)):
        kept = 1_000_000 + downtime.STALL_MS + more
        await hub.read(lambda kept=kept: downtime.beat(number, kept, kept_until=kept, last=10**6))
        assert await models.Downtime.objects.acount() == found


async def test_a_process_that_meant_to_beat_later_has_not_stalled_meanwhile(hub: Hub) -> None:
    number, every_s = await hub.read(_begin, 1_000_000), downtime.QUIET_BEAT_S
    for more, found in ((0, 0), (1, 1)):
        kept = 1_000_000 + downtime.STALL_MS + int(1_000 * (every_s - downtime.BEAT_S)) + more
        beat = partial(
            downtime.beat, number, kept, kept_until=kept, last=1_000_000, every_s=every_s
        )
        await hub.read(beat)
        assert await models.Downtime.objects.acount() == found


async def test_a_beat_is_one_statement(hub: Hub) -> None:
    number = await hub.read(_begin, 1_000_000)

    def counted() -> int:
        _beat(number, 1_000_250, 1_000_000)  # this thread says that its rows need not be flushed
        with CaptureQueriesContext(connection) as captured:
            _beat(number, 1_000_500, 1_000_250)
        return len(captured)

    assert await hub.read(counted) == 1


async def test_an_old_downtime_is_not_looked_at_for_a_new_game(hub: Hub) -> None:
    for began in range(0, 100 * S, 10 * S):
        await hub.read(_down, began, began + 5 * S)
    await hub.read(_down, 85 * S, 86 * S)  # where another ended
    await hub.read(_down, 95 * S, None)

    assert await hub.read(downtime.between, 84 * S, 97 * S) == [
        downtime.Span(84 * S, 86 * S),
        downtime.Span(90 * S, 97 * S),
    ]


async def test_what_is_owed_is_read_by_four_queries(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        slug = game.followed.game.slug
        for began in range(20):
            await hub.read(_down, game.began + began * S, game.began + began * S + 500)

        def counted() -> tuple[int, timing.Owed]:
            with CaptureQueriesContext(connection) as captured:
                owed = timing.owed(slug, game.began + 30 * S)
            return len(captured), owed

        count, owed = await hub.read(counted)
        assert (count, owed.ms) == (4, mnk.BySide(10 * S, 0))
