"""Clocks: who is charged, who is not, and when a flag falls. The moments are the tests' own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from games import metrics, mnk
from games.play import commands, errors, facts, models, protocol, wire
from games.play.clock import now_ms
from games.play.clocktime import downtime, timekeeping, timing
from games.play.hub import FollowedGame, Hub
from games.players.models import Player
from games.sockets.game import GameSocket
from games.workers.timekeeper import Timekeeper
from tests import figures
from tests.people import PATIENCE_S, PING, Table, all_hear

BLACK, WHITE = mnk.Side
GOMOKU = mnk.PRESETS["15x15"].variant
S = 1_000


@dataclass
class Match:
    """A game between Alice and Bob with a clock, played at stated moments."""

    hub: Hub
    followed: FollowedGame
    began: int

    @property
    def state(self) -> mnk.GameState:
        return self.followed.game.state

    @property
    def clock(self) -> mnk.Clock:
        assert self.state.clock is not None
        return self.state.clock

    async def does(self, side: mnk.Side, command: protocol.Command, at: int) -> protocol.Numbered:
        """A command, heard this long after the beginning (ms)."""
        heard = commands.Arrival(self.began + at)
        submitted = await commands.carry_out(self.hub, self.followed, side, command, heard)
        return submitted.told

    async def plays(self, square: int, at: int, lag_ms: int = 0) -> protocol.Numbered:
        """The side to move plays, heard this long after the beginning (ms)."""
        move, heard = self._move(square), commands.Arrival(self.began + at, lag_ms)
        side = self.state.side_to_move
        submitted = await commands.carry_out(self.hub, self.followed, side, move, heard)
        return submitted.told

    async def plays_late(self, square: int, at: int, lag_ms: int = 0) -> protocol.Numbered:
        """A move that comes when the time is up; what came of it."""
        move, heard = self._move(square), commands.Arrival(self.began + at, lag_ms)
        side = self.state.side_to_move
        with pytest.raises(errors.TimeIsUp):
            await commands.carry_out(self.hub, self.followed, side, move, heard)
        late = commands.settle_late(self.hub, self.followed, side, move, heard)
        return (await late).told

    async def both_move(self) -> None:
        """Alice and Bob make their first moves; the clock runs for Alice from the beginning."""
        await self.plays(0, at=0)
        await self.plays(1, at=0)

    def _move(self, square: int) -> protocol.PlayMove:
        id = f"{self.state.side_to_move.word}-{self.followed.game.version}-{square}"
        return protocol.PlayMove(id=id, ply=self.state.ply, square=square)

    def left(self, side: mnk.Side, at: int) -> mnk.TimeLeft:
        """What a side has left this long after the beginning."""
        return self.clock.left_at(side, self.began + at)

    async def is_read_again(self) -> None:
        """The game is taken from the database anew."""
        async with self.followed.writing:
            assert await self.hub.games.refresh(self.followed)

    async def server_is_well(self, at: int) -> None:
        """A process has served until then."""
        await self.hub.read(_seen, self.began, self.began + at)


def _seen(began: int, at: int) -> None:
    if not models.ServerProcess.objects.update(seen_ms=at, kept_ms=at):
        models.ServerProcess.objects.create(began_ms=began, seen_ms=at, kept_ms=at)


@asynccontextmanager
async def match(
    table: Table, hub: Hub, clock: str = "1+2", *, ago: int = 600 * S
) -> AsyncIterator[Match]:
    """A match that began this long ago."""
    game = await table.game(GOMOKU, clock=clock)
    async with hub.games.following(game.slug) as followed:
        yield Match(hub, followed, now_ms() - ago)


# --- Whose time runs -------------------------------------------------------------------------


async def test_the_clock_runs_once_both_have_moved(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.plays(0, at=0)
        assert game.left(BLACK, 20 * S) == mnk.TimeLeft(60 * S, 0)
        await game.plays(1, at=30 * S)
        assert game.left(BLACK, 40 * S) == mnk.TimeLeft(50 * S, 0)

        told = await game.plays(2, at=50 * S)

        assert isinstance(told, protocol.MovePlayed)
        assert told.clock == protocol.ClockPart(
            black=protocol.TimePart(42 * S, 0),
            white=protocol.TimePart(60 * S, 0),
            running=protocol.SideWord.WHITE,
            since=game.began + 50 * S,
        )
        row = await models.Game.objects.aget(slug=game.followed.game.slug)
        assert row.due_ms == game.began + 110 * S


async def test_a_game_read_again_has_the_same_clock(table: Table, hub: Hub) -> None:
    async with match(table, hub, "1+2x10s") as game:
        await game.both_move()
        await game.plays(2, at=65 * S)
        await game.plays(3, at=95 * S)
        await game.does(WHITE, protocol.AddTime(id="more"), at=96 * S)
        held = game.followed.game

        await game.is_read_again()

        assert game.followed.game == held


async def test_the_end_stops_the_clock(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        told = await game.does(WHITE, protocol.Resign(id="enough"), at=10 * S)

        assert isinstance(told, protocol.GameEnded)
        assert told.clock is not None
        assert (told.clock.running, told.clock.black.main_ms) == (None, 50 * S)
        row = await models.Game.objects.aget(slug=game.followed.game.slug)
        assert row.due_ms is None


# --- A flag ----------------------------------------------------------------------------------


async def test_a_move_that_comes_too_late_loses_by_time(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.server_is_well(at=61 * S)

        with pytest.raises(mnk.GameIsOver):
            await game.plays_late(2, at=60 * S + 1)

        assert game.state.outcome == mnk.Outcome(WHITE, mnk.Termination.TIME)
        assert game.state.ply == 2


@pytest.mark.parametrize("late_ms", [1, 120, timekeeping.LAG_CAP_MS])
async def test_within_the_lag_of_its_connection_a_late_move_stands(
    table: Table, hub: Hub, late_ms: int
) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.plays(2, at=60 * S + late_ms, lag_ms=late_ms)

        assert game.left(BLACK, 61 * S) == mnk.TimeLeft(2 * S, 0)


@pytest.mark.parametrize(
    ("clock", "side", "times"), [("1m", BLACK, 1), ("1m", None, 0), (None, BLACK, 0)]
)
async def test_lag_is_measured_from_the_first_moment_where_it_counts(
    clock: str | None,
    side: mnk.Side | None,
    times: int,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str | None] = []

    def lag_ms(socket: GameSocket) -> int:
        asked.append(socket.session)
        return 0

    monkeypatch.setattr(GameSocket, "lag_ms", lag_ms)
    await table.sits(await table.game(clock=clock), side)
    assert len(asked) == times


async def test_no_lag_is_worth_more_than_the_cap(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.server_is_well(at=70 * S)

        with pytest.raises(mnk.GameIsOver):
            await game.plays_late(2, at=61 * S + 1, lag_ms=30 * S)


async def test_a_flag_waits_until_every_process_was_well_after_the_time_was_up(
    table: Table, hub: Hub
) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        at = game.began + 70 * S
        for seen in (None, 59 * S, 60 * S):
            if seen is not None:
                await game.server_is_well(at=seen)
            await timekeeping.flag(hub, game.followed, at=at, grace_ms=0)
            assert not game.state.is_over
        await game.server_is_well(at=60 * S + 1)

        await timekeeping.flag(hub, game.followed, at=at, grace_ms=0)

        assert game.state.is_over


async def test_a_move_heard_in_time_but_kept_late_stands(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.server_is_well(at=90 * S)
        async with game.followed.writing:  # something else is being written
            move = asyncio.ensure_future(game.plays(2, at=60 * S))
            await asyncio.sleep(0)
            flag = asyncio.ensure_future(
                timekeeping.flag(hub, game.followed, at=game.began + 80 * S, grace_ms=0)
            )
            await asyncio.sleep(0.05)

        assert isinstance(await move, protocol.MovePlayed)
        await flag
        assert not game.state.is_over


async def test_the_flag_of_a_dead_game_is_a_draw(table: Table, hub: Hub) -> None:
    row = await table.game(clock="1+0")
    async with hub.games.following(row.slug) as followed:
        game = Match(hub, followed, now_ms() - 600 * S)
        for square in (0, 6, 7, 8, 2, 1):
            await game.plays(square, at=0)
        await game.server_is_well(at=100 * S)

        await timekeeping.flag(hub, followed, at=game.began + 100 * S, grace_ms=0)

        assert game.state.outcome == mnk.Outcome(None, mnk.Termination.DEAD_BOARD)


async def test_a_bot_has_no_flag(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        seat = game.followed.game.seats.black
        assert seat.holder is not None
        await Player.objects.filter(pk=seat.holder.player_id).aupdate(kind="bot", level="club")
        await game.is_read_again()
        game.followed.push(protocol.encode(wire.snapshot(game.followed.game, 0)))
        await game.both_move()
        assert game.followed.game.due_ms is None
        await timekeeping.flag(hub, game.followed, at=now_ms(), grace_ms=0)
        assert not game.state.is_over


# --- Races -----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["the move", "the flag"])
async def test_a_move_and_a_flag_race_to_one_end(table: Table, hub: Hub, first: str) -> None:
    for _ in range(20):
        async with match(table, hub) as game:
            await game.both_move()
            await game.server_is_well(at=90 * S)
            runners = [
                game.plays(2, at=60 * S),
                timekeeping.flag(hub, game.followed, at=game.began + 60 * S + 1, grace_ms=0),
            ]
            if first == "the flag":
                runners.reverse()
            done = await asyncio.gather(*runners, return_exceptions=True)

            ends = await models.Fact.objects.filter(
                game_id=game.followed.game.id, text__contains='"ended"'
            ).acount()
            moves = await models.Move.objects.filter(game_id=game.followed.game.id).acount()
            assert (moves, ends) in ((3, 0), (2, 1)), done
            assert game.state.is_over == (ends == 1)
            if first == "the move":
                assert moves == 3


# --- Downtimes -------------------------------------------------------------------------------


def _down(began: int, ended: int | None) -> None:
    models.Downtime.objects.create(began_ms=began, ended_ms=ended)


async def test_a_late_move_whose_player_was_kept_from_it_stands(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_down, game.began + 50 * S, game.began + 80 * S)

        told = await game.plays_late(2, at=75 * S)

        assert isinstance(told, protocol.MovePlayed)
        assert game.left(BLACK, 75 * S) == mnk.TimeLeft(12 * S, 0)  # 50 of 60 used, and 2 more
        (credit,) = [
            each async for each in models.Fact.objects.filter(game_id=game.followed.game.id)
        ]
        assert facts.decode(credit.text) == facts.TimeCredited(mnk.BySide(25 * S, 0))


async def test_what_ran_in_downtimes_is_given_back_once(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.plays(2, at=10 * S)
        await game.plays(3, at=20 * S)
        # Two that overlap each other; Alice thought until 10, Bob until 20.
        await hub.read(_down, game.began + 5 * S, game.began + 13 * S)
        await hub.read(_down, game.began + 12 * S, game.began + 16 * S)
        black, white = game.left(BLACK, 30 * S), game.left(WHITE, 30 * S)
        credited = figures.value(metrics.seconds_credited)

        for _ in range(2):
            await timekeeping.credit(hub, game.followed, at=game.began + 21 * S)

        assert figures.value(metrics.seconds_credited) == credited + 11
        assert game.left(BLACK, 30 * S).main_ms == black.main_ms + 5 * S
        assert game.left(WHITE, 30 * S).main_ms == white.main_ms + 6 * S
        await game.is_read_again()
        assert game.left(WHITE, 30 * S).main_ms == white.main_ms + 6 * S


async def test_while_a_downtime_lasts_no_flag_falls(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.server_is_well(at=100 * S)
        await hub.read(_down, game.began + 55 * S, None)

        await timekeeping.flag(hub, game.followed, at=game.began + 100 * S, grace_ms=0)
        assert not game.state.is_over


async def test_a_process_that_is_killed_leaves_a_downtime_until_players_can_be_back(
    hub: Hub,
) -> None:
    first = await hub.read(_begin_at, 1_000_000, True)
    assert await hub.read(_beat_at, first, 1_000_250, 1_000_000) == first
    assert await hub.read(downtime.calm_until) == 1_000_250

    await hub.read(_begin_at, 1_005_000, True)  # the same server, started again

    assert await hub.read(downtime.calm_until) == 1_000_250  # nothing is known since
    await hub.read(downtime.close, 1_005_100)
    row = await models.Downtime.objects.aget()
    assert (row.began_ms, row.ended_ms) == (1_000_250, 1_005_100 + downtime.COME_BACK_MS)
    assert await hub.read(downtime.owed, 1_005_200) == {}
    assert list(await hub.read(downtime.owed, 1_010_000)) == [row.pk]


async def test_one_of_two_processes_is_taken_for_dead_when_it_is_silent(hub: Hub) -> None:
    first = await hub.read(_begin_at, 1_000_000, False)
    second = await hub.read(_begin_at, 1_000_000, False)
    assert await models.Downtime.objects.acount() == 0
    await hub.read(_beat_at, second, 1_001_000, 1_000_000)
    await hub.read(downtime.declare_dead, 1_001_000)
    assert await models.Downtime.objects.acount() == 0
    await hub.read(_beat_at, second, 1_002_000, 1_001_000)
    await hub.read(_beat_at, second, 1_003_000, 1_002_000)

    await hub.read(downtime.declare_dead, 1_000_001 + downtime.SILENT_MS)

    row = await models.Downtime.objects.aget()
    assert (row.began_ms, row.ended_ms) == (1_000_000, None)
    # It was only slow, and is back: it begins anew. What it heard meanwhile comes to light only
    # now, though the downtime may long be over for the others.
    assert await hub.read(_beat_at, first, 1_014_000, 1_000_000) not in (first, second)
    row = await models.Downtime.objects.alatest("pk")
    assert (row.began_ms, row.ended_ms) == (1_000_000, 1_014_000 + downtime.COME_BACK_MS)


async def test_a_process_that_stood_still_notes_it_itself(hub: Hub) -> None:
    number = await hub.read(_begin_at, 1_000_000, True)

    await hub.read(_beat_at, number, 1_030_000, 1_000_000)

    row = await models.Downtime.objects.aget()
    assert (row.began_ms, row.ended_ms) == (1_000_000, 1_030_000 + downtime.COME_BACK_MS)


async def test_a_process_is_as_far_as_what_it_has_kept(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        now = now_ms()
        assert hub.kept_until(now) == now
        async with game.followed.writing:  # something else is being written
            move = asyncio.ensure_future(game.plays(2, at=10 * S))
            await asyncio.sleep(0)
            assert hub.kept_until(now) == game.began + 10 * S - 1
        await move
        assert hub.kept_until(now) == now


async def test_a_process_that_ends_leaves_a_downtime_too(hub: Hub) -> None:
    number = await hub.read(_begin_at, 1_000_000, True)
    await hub.read(downtime.end, number, 1_000_500)
    await hub.read(downtime.end, number, 1_000_600)

    row = await models.Downtime.objects.aget()
    assert (row.began_ms, row.ended_ms) == (1_000_500, None)


def _begin_at(now: int, alone: bool) -> int:
    return downtime.begin(now, alone=alone)


def _beat_at(number: int, now: int, last: int) -> int:
    return downtime.beat(number, now, kept_until=now, last=last)


# --- The timekeeper --------------------------------------------------------------------------


async def test_the_timekeeper_flags_a_game_nobody_looks_at(table: Table, hub: Hub) -> None:
    flagged = figures.value(metrics.flags)
    async with match(table, hub) as game:
        await game.both_move()
        slug = game.followed.game.slug
    assert hub.games.followed == {}
    await hub.read(_begin_at, now_ms(), True)

    await Timekeeper(hub).tick()

    row = await models.Game.objects.aget(slug=slug)
    assert (row.termination, row.winner, row.due_ms) == ("time", WHITE, None)
    assert figures.value(metrics.flags) == flagged + 1


async def test_the_timekeeper_gives_back_before_it_flags(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        slug = game.followed.game.slug
        # The server was away from the moment when 10 of Alice's 60 seconds were gone.
        await hub.read(_down, game.began + 10 * S, now_ms() - 1)
    await hub.read(_begin_at, now_ms(), True)

    await Timekeeper(hub).tick()

    async with hub.games.following(slug) as followed:
        state = followed.game.state
        assert not state.is_over
        assert state.clock is not None
        assert state.clock.left_at(BLACK, now_ms()).main_ms > 40 * S
    assert await models.Downtime.objects.filter(credited=False).acount() == 0


async def test_one_timekeeper_at_a_time(table: Table, hub: Hub) -> None:
    first, second = Timekeeper(hub), Timekeeper(hub)
    await first.tick()
    async with match(table, hub) as game:
        await game.both_move()
        await hub.read(_begin_at, now_ms(), True)

        await second.tick()
        assert not game.state.is_over

        await first.tick()
        assert game.state.is_over


# --- The timing log --------------------------------------------------------------------------


async def test_the_timing_log_says_where_the_time_went(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        await game.both_move()
        await game.plays(2, at=60 * S + 300, lag_ms=500)
        await hub.read(_down, game.began + 70 * S, game.began + 75 * S)
        await timekeeping.credit(hub, game.followed, at=game.began + 76 * S)
        await game.plays(3, at=80 * S)
        await game.does(WHITE, protocol.AddTime(id="more"), at=81 * S)
        await game.does(BLACK, protocol.MakeOffer(id="oops", what=mnk.Offer.TAKEBACK), at=82 * S)
        await game.does(WHITE, protocol.AcceptOffer(id="ok", what=mnk.Offer.TAKEBACK), at=83 * S)

        log = await hub.read(timing.log, game.followed.game.slug)

    turns = [entry for entry in log.entries if isinstance(entry, timing.Turn)]
    assert [(turn.square_name, turn.spent_ms, turn.grace_ms) for turn in turns] == [
        ("a1", 0, 0),
        ("b1", 0, 0),
        ("c1", 60 * S + 300, 300),
        ("d1", 19_700 - 5 * S, 0),
    ]
    assert [turn.taken_back for turn in turns] == [False, False, True, True]
    assert turns[2].left == mnk.TimeLeft(2 * S, 0)
    events = [entry for entry in log.entries if isinstance(entry, timing.Event)]
    assert [(event.kind, event.side, event.ms) for event in events] == [
        ("credited", WHITE, 5 * S),
        ("added", BLACK, 15 * S),
        ("taken_back", BLACK, None),
    ]


async def test_pauses_and_a_flag_are_in_the_timing_log(table: Table, hub: Hub) -> None:
    async with match(table, hub) as game:
        assert (await hub.read(timing.owed, game.followed.game.slug, game.began)).ms == mnk.BySide(
            0, 0
        )
        await game.both_move()
        await game.does(BLACK, protocol.MakeOffer(id="rest", what=mnk.Offer.PAUSE), at=10 * S)
        await game.does(WHITE, protocol.AcceptOffer(id="ok", what=mnk.Offer.PAUSE), at=11 * S)
        await game.does(WHITE, protocol.Resume(id="on"), at=20 * S)
        await game.server_is_well(at=200 * S)
        with pytest.raises(mnk.GameIsOver):
            await game.plays_late(2, at=150 * S)

        log = await hub.read(timing.log, game.followed.game.slug)

    events = [entry for entry in log.entries if isinstance(entry, timing.Event)]
    assert [(event.kind, event.side, event.at_ms - game.began) for event in events] == [
        ("paused", None, 11 * S),
        ("resumed", WHITE, 20 * S),
        ("flagged", BLACK, 150 * S),
    ]


async def test_who_comes_and_goes_is_in_the_timing_log(table: Table, hub: Hub) -> None:
    game = await table.game(GOMOKU, clock="1+2")
    alice, _bob, _eve = await table.three(game)
    await alice.leaves()

    async def kinds() -> list[tuple[str, mnk.Side | None]]:
        log = await hub.read(timing.log, game.slug)
        return [(each.kind, each.side) for each in log.entries if isinstance(each, timing.Event)]

    async with asyncio.timeout(PATIENCE_S):
        while len(await kinds()) < 3:  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)
    assert sorted(await kinds()) == [
        ("connected", BLACK),
        ("connected", WHITE),
        ("disconnected", BLACK),
    ]


# --- At the socket ---------------------------------------------------------------------------


async def test_who_moves_too_late_is_told_that_the_game_is_over(table: Table, hub: Hub) -> None:
    async with match(table, hub, "5s", ago=30 * S) as played:
        await played.both_move()
        game = await models.Game.objects.aget(slug=played.followed.game.slug)
    alice, bob, eve = await table.three(game)
    await hub.read(_begin_at, now_ms(), True)

    await alice.says("playMove", ply=2, square=3)
    await alice.sends(PING)
    assert (await alice.hears())["type"] == "pong", "nobody waits for what is being found out"
    alice.heard.pop()

    told = await all_hear(alice, bob, eve)
    assert told["outcome"] == {"winner": "white", "termination": "time"}
    await alice.is_refused("gameIsOver")
