"""Bots play: woken by name, once, whatever happens to their thinkers."""

import asyncio
import os
import signal
from contextlib import suppress
from typing import Any, Never
from unittest.mock import Mock

import pytest
from django.db import OperationalError

from games import evaluator, metrics, mnk
from games.play import history, models
from games.play.clock import now_ms
from games.play.hub import QUIET_S, Hub
from games.play.notices import BotDue
from games.players import bots
from games.players.models import Player
from games.thinking import questions
from games.thinking.pool import NoThinker, Thinker, ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency
from games.workers import claims
from games.workers.bots import AT_ONCE, IDLE_S, INSTINCT, SIMPLER, Bots, Pace, _share_s
from tests import figures
from tests.people import PATIENCE_S, Table
from tests.workers.games import T3, TEN, against, between, end_of, puts, replies


async def test_robo_answers_alices_move(table: Table, robo: Bots) -> None:
    game = await against("first-free")
    alice = await table.sits(game, mnk.Side.BLACK)
    moves = metrics.bot_think_seconds.labels("first-free")
    before = figures.count(moves)
    await puts(alice, 0, 4)
    assert await replies(alice) == 0
    assert figures.count(moves) == before + 1


async def test_a_worker_that_has_nothing_to_finish_stops_at_once(
    table: Table, robo: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.bots.STOP_S", 2 * PATIENCE_S)
    alice = await table.sits(await against("first-free"), mnk.Side.BLACK)
    await puts(alice, 0, 4)
    assert await replies(alice) == 0

    async with asyncio.timeout(PATIENCE_S):
        await robo.stop()


async def test_a_worker_says_that_it_is_there(hub: Hub, robo: Bots) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not hub.others.hears_workers:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_robo_begins_when_it_is_black(table: Table, robo: Bots) -> None:
    game = await against("first-free", side=mnk.Side.WHITE)
    alice = await table.sits(game, mnk.Side.WHITE)
    if not alice.heard[-1]["moves"]:
        await replies(alice)
    assert (await alice.sees_afresh())["moves"][0]["square"] == 0


async def test_everybody_sees_that_a_bot_sits_there(table: Table, robo: Bots) -> None:
    game = await against("perfect")
    eve = await table.sits(game, None)
    told = eve.heard[-1]["seats"]["white"]
    assert (told["name"], told["kind"], told["level"]) == ("Perfect", "bot", "perfect")


async def test_perfect_does_not_lose_3x3_and_ends_it(table: Table, robo: Bots) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    for ply in range(0, 9, 2):
        seen = await alice.sees_afresh()
        if seen["outcome"]:
            break
        taken = {move["square"] for move in seen["moves"]}
        await puts(alice, ply, min(set(range(9)) - taken))
        if (await alice.sees_afresh())["outcome"] is None:
            await replies(alice)
    assert (await alice.sees_afresh())["outcome"]["winner"] != "black"


@pytest.mark.parametrize("level", [bot.key for bot in bots.every_bot()])
async def test_every_bot_finishes_a_game(table: Table, robo: Bots, level: str) -> None:
    game = await between(level, "random")
    moves = await end_of(table, game)
    assert mnk.GameState.replay(T3, moves).ply == len(moves)
    row = await models.Game.objects.aget(pk=game.pk)
    assert row.termination
    assert not row.bot_due


@pytest.mark.parametrize("level", ["master", "casual", "aggressive", "first-free"])
async def test_bots_finish_a_game_around_blocked_squares(
    table: Table, robo: Bots, level: str
) -> None:
    pillars = mnk.PRESETS["6x6-pillars"].variant
    game = await between(level, "random", pillars)
    moves = await end_of(table, game)

    assert mnk.GameState.replay(pillars, moves).is_over
    assert not set(moves) & set(pillars.blocked)


async def test_two_workers_play_no_move_twice(table: Table, hub: Hub, moving: Thinking) -> None:
    first, second = Bots(hub, moving, pace=AT_ONCE), Bots(hub, moving, pace=AT_ONCE)
    await first.start()
    await second.start()
    game = await against("first-free")
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("playMove", ply=0, square=8)
    for _ in range(5):
        first.wake(BotDue(game.slug, game.pk, 1, now_ms()))
        second.wake(BotDue(game.slug, game.pk, 1, now_ms()))
    await alice.hears()
    assert await replies(alice) == 0
    await alice.hears_nothing()
    assert await models.Move.objects.filter(game=game).acount() == 2


async def test_the_sweep_finds_what_nobody_was_woken_for(
    table: Table, hub: Hub, moving: Thinking
) -> None:
    game = await against("first-free", side=mnk.Side.WHITE)  # nobody listens yet
    alice = await table.sits(game, mnk.Side.WHITE)
    await Bots(hub, moving, pace=AT_ONCE).start()
    assert await replies(alice) == 0


async def test_a_dead_workers_game_is_taken_over(table: Table, hub: Hub, moving: Thinking) -> None:
    game = await against("first-free", side=mnk.Side.WHITE)
    assert await hub.read(claims.claim, game.pk, 0, "a worker killed", now_ms()) == 1
    alice = await table.sits(game, mnk.Side.WHITE)
    await Bots(hub, moving, pace=AT_ONCE).start()
    assert await replies(alice) == 0
    assert (await models.Claim.objects.aget(game=game)).attempts == 2


@pytest.mark.parametrize(
    ("is_due", "is_alone", "is_quiet", "rests"),
    [
        (False, True, True, [QUIET_S]),
        (False, True, False, [IDLE_S]),
        (True, True, True, []),
        (False, False, False, []),
    ],
)
async def test_the_only_process_looks_seldom_while_no_bot_has_anything_to_do(
    hub: Hub,
    moving: Thinking,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_due: bool,
    is_alone: bool,
    is_quiet: bool,
    rests: list[float],
) -> None:
    if is_due:  # another sees to it
        game = await against("first-free", side=mnk.Side.WHITE)
        assert await hub.read(claims.claim, game.pk, 0, "another", now_ms()) == 1
    rested: list[float] = []
    monkeypatch.setattr(type(hub.others), "is_alone", is_alone)
    monkeypatch.setattr(Hub, "is_quiet", is_quiet)
    worker = Bots(hub, moving, pace=AT_ONCE)
    worker._ticks = (Mock(rest=rested.append),)

    await worker._sweep()

    assert rested == rests


async def test_who_cannot_read_a_game_leaves_it_to_whoever_looks_next(
    table: Table, robo: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.bots.RETRY_S", PATIENCE_S)  # it is another who looks
    monkeypatch.setattr("games.workers.bots.STOP_S", 0.01)

    def fails(*args: object) -> Never:
        raise OperationalError("no route to host")

    monkeypatch.setattr(history, "load_each", fails)
    game = await against("first-free", side=mnk.Side.WHITE)

    free = models.Claim.objects.filter(game=game, version=0, until_ms=0)
    async with asyncio.timeout(PATIENCE_S):
        while not await free.aexists():  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)
    await robo._sweep()  # not they themselves: the database is as far away as it was
    await asyncio.sleep(0.05)
    assert (await free.aget()).attempts == 0  # it is no fault of the level's


@pytest.mark.parametrize(("killed", "level"), [(1, "first-free"), (2, SIMPLER), (3, INSTINCT)])
async def test_what_kills_workers_is_not_tried_for_ever(
    table: Table,
    hub: Hub,
    moving: Thinking,
    monkeypatch: pytest.MonkeyPatch,
    killed: int,
    level: str,
) -> None:
    monkeypatch.setattr("games.workers.bots.SIMPLER_S", 60)  # its thinker has nothing loaded yet
    game = await against("first-free", side=mnk.Side.WHITE)
    await models.Claim.objects.acreate(
        game=game, version=0, worker="killed", until_ms=0, attempts=killed
    )
    alice = await table.sits(game, mnk.Side.WHITE)
    await Bots(hub, moving, pace=AT_ONCE).start()
    await replies(alice)
    assert (await models.Thought.objects.aget(move__game=game)).level == level


async def test_what_a_worker_cannot_think_about_yet_is_left_to_others(
    hub: Hub, robo: Bots, moving: Thinking
) -> None:
    question = questions.ChooseMove(questions.Game.of(T3, ()), "first-free", None, 0, 0)
    await moving.ask(question, Urgency.MOVE, seconds=PATIENCE_S, patience=PATIENCE_S)
    (only,) = moving.soon.pids
    os.kill(only, signal.SIGSTOP)
    try:
        for _ in range(2):
            await against("first-free", side=mnk.Side.WHITE)
        async with asyncio.timeout(PATIENCE_S):
            while not await models.Claim.objects.aexists():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await hub.read(claims.due, now_ms(), 10)

        assert await models.Claim.objects.acount() == 1
    finally:
        os.kill(only, signal.SIGCONT)


async def test_a_claim_is_put_off_while_its_worker_lives(hub: Hub, table: Table) -> None:
    game = await against("first-free", side=mnk.Side.WHITE)
    at = now_ms()
    assert await hub.read(claims.claim, game.pk, 0, "one", at) == 1
    assert await hub.read(claims.claim, game.pk, 0, "two", at + 900) == 0
    await hub.read(claims.renew, [game.pk], "one", at + 900)
    assert await hub.read(claims.claim, game.pk, 0, "two", at + 1800) == 0
    assert await hub.read(claims.claim, game.pk, 0, "two", at + 1901) == 2
    await hub.read(claims.renew, [game.pk], "one", at + 1901)  # too late: it is another's
    assert await hub.read(claims.claim, game.pk, 0, "three", at + 2902) == 3
    assert await hub.read(claims.claim, game.pk, 1, "four", at + 2902) == 1


async def test_a_bot_that_takes_its_time_keeps_its_claim(
    table: Table, hub: Hub, moving: Thinking
) -> None:
    game = await against("first-free")
    alice = await table.sits(game, mnk.Side.BLACK)
    await Bots(hub, moving, pace=Pace(1_500, 0)).start()
    await puts(alice, 0, 4)

    held_until: set[int] = set()
    async with asyncio.timeout(PATIENCE_S):
        while len(held_until) < 3:
            await asyncio.sleep(0.02)
            held_until |= {claim.until_ms async for claim in models.Claim.objects.all()}

    assert await replies(alice) == 0


async def test_a_claim_held_until_later_than_anybody_could_is_free(hub: Hub, table: Table) -> None:
    """The server's time has been set back since."""
    game = await against("first-free", side=mnk.Side.WHITE)
    at = now_ms()
    assert await hub.read(claims.claim, game.pk, 0, "one", at + 3_600_000) == 1
    assert [due.game for due in await hub.read(claims.due, at, 10)] == [game.slug]
    assert await hub.read(claims.claim, game.pk, 0, "two", at) == 2


async def test_a_claim_given_back_is_free_at_once(hub: Hub, table: Table) -> None:
    game = await against("first-free", side=mnk.Side.WHITE)
    at = now_ms()
    await hub.read(claims.claim, game.pk, 0, "one", at)
    assert await hub.read(claims.due, at, 10) == []
    await hub.read(claims.let_go, game.pk, 0, "one")
    assert [due.game for due in await hub.read(claims.due, at, 10)] == [game.slug]
    assert await hub.read(claims.claim, game.pk, 0, "two", at) == 1  # the first to try, again


async def test_thinkers_killed_all_the_time_cost_no_move(
    table: Table, robo: Bots, moving: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("THINK_S", "SIMPLER_S"):  # they never finish
        monkeypatch.setattr(f"games.workers.bots.{limit}", 2.0)
    games = [await between("casual", "beginner", TEN) for _ in range(4)]
    eve = await table.sits(games[0], None)

    async def kill() -> None:
        while True:
            for pid in moving.soon.pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.001)  # another is there in 20 ms

    killing = asyncio.create_task(kill())
    for _ in range(3):
        while (await eve.hears())["type"] != "movePlayed":
            pass
    killing.cancel()
    levels = {level async for level in models.Thought.objects.values_list("level", flat=True)}
    assert INSTINCT in levels
    for game in games:
        await models.Game.objects.filter(pk=game.pk).aupdate(termination="abort", bot_due=False)


@pytest.mark.parametrize(
    ("failure", "asked"),
    [
        (ThinkerFailed("It died."), ["master", SIMPLER]),
        (NoThinker("Nobody is free."), ["master"]),
    ],
)
async def test_a_simpler_level_stands_in_where_somebody_is_free_to_think(
    table: Table,
    robo: Bots,
    moving: Thinking,
    monkeypatch: pytest.MonkeyPatch,
    failure: ThinkerFailed,
    asked: list[str],
) -> None:
    levels: list[str] = []

    async def fails(question: questions.ChooseMove, *args: object, **how: object) -> None:
        levels.append(question.level)
        raise failure

    monkeypatch.setattr(moving, "ask", fails)
    game = await against("master")
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 4)
    await replies(alice)

    assert levels == asked


async def test_the_record_tells_how_a_bot_came_by_its_move(table: Table, robo: Bots) -> None:
    game = await against("aggressive", TEN, aggressiveness=0.6)
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 44)
    await replies(alice)
    thought = await models.Thought.objects.aget(move__game=game, move__ply=1)
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.WHITE)
    assert (thought.level, thought.aggressiveness) == ("aggressive", 0.6)
    assert thought.seed == seat.seed + 1


async def test_alice_sets_a_for_robos_next_move(table: Table, robo: Bots) -> None:
    game = await against("aggressive", TEN)
    alice = await table.sits(game, mnk.Side.BLACK)
    eve = await table.sits(game, None)
    assert alice.heard[-1]["aggressiveness"] == 0.8
    await alice.says("setAggressiveness", value=1.75)
    for person in (alice, eve):
        told = await person.hears()
        assert (told["type"], told["by"], told["value"]) == ("aggressivenessSet", "black", 1.75)
    await puts(alice, 0, 44)
    await replies(alice)
    thought = await models.Thought.objects.aget(move__game=game, move__ply=1)
    assert thought.aggressiveness == 1.75


async def test_a_can_only_be_set_where_there_is_one(table: Table, robo: Bots) -> None:
    for game in (await against("perfect"), await table.game()):
        alice = await table.sits(game, mnk.Side.BLACK)
        await alice.says("setAggressiveness", value=1.0)
        await alice.is_refused("noAggressiveBot")
        for value in (-0.1, 2.1, 10**400, "1"):
            await alice.says("setAggressiveness", value=value)
            await alice.is_refused("badFrame")


async def test_robo_takes_a_draw_on_a_board_where_nobody_can_win(table: Table, robo: Bots) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("offer draw")
    assert (await alice.hears())["type"] == "offered"
    ended = await alice.hears()
    assert ended["type"] == "gameEnded"
    assert ended["outcome"] == {"winner": None, "termination": "agreement"}


async def test_robo_declines_a_draw_when_it_wins(table: Table, robo: Bots) -> None:
    game = await against("perfect", mnk.Variant(4, 3, 3), side=mnk.Side.WHITE)
    alice = await table.sits(game, mnk.Side.WHITE)
    while len((await alice.sees_afresh())["moves"]) == 0:
        await replies(alice)
    await alice.says("offer draw")
    assert (await alice.hears())["type"] == "offered"
    assert (await alice.hears())["type"] == "declined"


async def test_against_robo_a_move_is_taken_back_at_once(table: Table, robo: Bots) -> None:
    game = await against("first-free")
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 4)
    assert await replies(alice) == 0

    await alice.says("offer takeback")

    told = await alice.hears()
    assert (told["type"], told["ply"]) == ("takenBack", 0)
    await puts(alice, 0, 0)
    assert await replies(alice) == 1


async def test_robo_agrees_to_a_pause_and_waits_until_it_is_over(table: Table, robo: Bots) -> None:
    game = await against("first-free", clock="5+3")
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 4)
    await replies(alice)
    await alice.says("offer pause")
    assert (await alice.hears())["type"] == "offered"
    assert (await alice.hears())["type"] == "paused"

    await alice.says("resume")
    assert (await alice.hears())["type"] == "resumed"
    await puts(alice, 2, 8)
    assert await replies(alice) == 1


async def test_robo_thinks_within_its_time(table: Table, robo: Bots) -> None:
    game = await against("club", mnk.Variant(15, 15, 5), clock="5s")
    alice = await table.sits(game, mnk.Side.BLACK)
    for ply in (0, 2, 4):
        taken = {move["square"] for move in (await alice.sees_afresh())["moves"]}
        await puts(alice, ply, min(set(range(225)) - taken))
        await replies(alice)
    assert (await alice.sees_afresh())["clock"]["running"] == "black"
    thoughts = [thought.ms async for thought in models.Thought.objects.filter(move__game=game)]
    assert len(thoughts) == 3
    row = await models.Game.objects.aget(pk=game.pk)
    assert row.due_ms is not None, "it is Alice's time that runs"


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(None, 10.0), ("10+5", 30.0), ("10s", 5.0), ("1+0", 3.0), ("5s", 2.5)],
)
async def test_robo_shares_out_its_time(hub: Hub, clock: str | None, seconds: float) -> None:
    row = await against("first-free", side=mnk.Side.WHITE, clock=clock)
    game = (await hub.read(history.load, row.slug)).game

    assert _share_s(game, mnk.Side.BLACK, game.move_times[-1] if game.move_times else 0) == seconds


@pytest.fixture
def hardly_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker without work looks for some every ten minutes, unless it is woken."""
    monkeypatch.setattr("games.workers.bots.QUIET_S", 600.0)
    monkeypatch.setattr("games.workers.bots.IDLE_S", 600.0)


@pytest.mark.usefixtures("hardly_ever")
async def test_robo_agrees_to_a_rematch_and_begins_it(table: Table, robo: Bots) -> None:
    game = await against("first-free")
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("resign")
    await alice.hears()
    await alice.says("offer rematch")
    assert (await alice.hears())["type"] == "offered"
    agreed = await alice.hears()
    assert agreed["type"] == "rematchAgreed"
    again = await models.Game.objects.aget(slug=agreed["game"])
    alice = await table.sits(again, mnk.Side.WHITE)
    if not alice.heard[-1]["moves"]:
        assert await replies(alice) == 0


async def test_robo_does_not_play_on_in_a_game_called_off(table: Table, robo: Bots) -> None:
    game = await against("club", mnk.Variant(15, 15, 5))
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("playMove", ply=0, square=112)
    await alice.hears()
    await alice.says("abort")
    told = await alice.hears()
    if told["type"] == "movePlayed":  # it was quicker
        await alice.is_refused("cannotAbortNow")
    else:
        assert told["outcome"]["termination"] == "abort"
    await alice.hears_the_rest()


async def test_a_bot_has_one_player(table: Table, robo: Bots) -> None:
    await against("perfect")
    await against("perfect")
    assert await Player.objects.filter(level="perfect").acount() == 1


async def test_a_board_a_bot_does_not_play_is_refused() -> None:
    with pytest.raises(bots.NoSuchBot, match="Perfect doesn’t play"):
        bots.opponent("perfect", mnk.Variant(15, 15, 5))
    with pytest.raises(bots.NoSuchBot, match="Choose one of"):
        bots.opponent("alphago", T3)


@pytest.mark.parametrize(
    ("black", "white", "variant"),
    [
        ("aggressive", "novice", TEN),
        ("casual", "perfect", mnk.Variant(4, 4, 4)),
        ("random", "beginner", mnk.Variant(7, 7, 5)),
    ],
)
async def test_with_what_is_kept_every_move_of_a_bot_is_found_again(
    table: Table, robo: Bots, black: str, white: str, variant: mnk.Variant
) -> None:
    game = await between(black, white, variant, aggressiveness=0.55)
    moves = await end_of(table, game)
    thoughts = [
        thought
        async for thought in models.Thought.objects.filter(move__game=game).order_by("move__ply")
    ]
    assert [thought.level for thought in thoughts[:2]] == [black, white]
    for ply, thought in enumerate(thoughts):
        position = mnk.GameState.replay(variant, moves[:ply]).position
        level = evaluator.level_for(thought.level, thought.aggressiveness)
        found = evaluator.choose_move(position, level, thought.seed, nodes=thought.nodes)
        assert found == moves[ply], (ply, thought.level)
    assert len(thoughts) == len(moves)


async def test_where_no_thinker_starts_the_bot_moves_all_the_same(
    table: Table, hub: Hub, thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.bots.THINK_S", 0.1)
    monkeypatch.setattr("games.workers.bots.SIMPLER_S", 0.1)

    def dies(*start: object) -> None:
        raise ThinkerFailed("Nothing can be started here.")

    monkeypatch.setattr(Thinker, "__init__", dies)
    thinking.soon.keep(for_moves=1)
    await Bots(hub, thinking, pace=AT_ONCE).start()
    game = await against("master")
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 4)
    await replies(alice)
    assert (await models.Thought.objects.aget(move__game=game)).level == INSTINCT


async def test_a_server_without_bots_offers_none(settings: Any) -> None:
    settings.INAROW_HAS_BOTS = False
    assert bots.every_bot() == ()
    with pytest.raises(bots.NoSuchBot, match="No bots play on this server"):
        bots.find("novice")
