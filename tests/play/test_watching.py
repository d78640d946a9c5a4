"""Who may watch, and how late: nothing reaches anybody too early, and nothing is missed."""

import asyncio
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.play import errors, live, models
from games.play.audience import Audience
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.protocol import CloseCode
from games.play.services import seeing
from games.play.watching import (
    EVERYBODY,
    Delay,
    DelayError,
    Moment,
    Visibility,
    Watching,
    requested_delay,
    shown_of,
)
from games.players.identify import Visitor
from games.players.models import Player
from tests.people import Person, Table, all_hear, plays

PRIVATE = Watching(Visibility.PRIVATE)
TWO_MOVES = Watching(delay=Delay(moves=2))
A_MOMENT = Watching(delay=Delay(ms=400))
LONG = Watching(delay=Delay(ms=300_000))
ALL_OF_IT = "a1a2b1b2c1"
NOBODY = Visitor()


# --- The rule ------------------------------------------------------------------------------------

_moments = st.lists(st.tuples(st.integers(0, 50), st.booleans()), max_size=12).map(
    lambda steps: [
        Moment(version, 100 + sum(ms for ms, _ in steps[:version]), is_move)
        for version, (_, is_move) in enumerate(steps, 1)
    ]
)


@given(_moments, st.integers(0, 60), st.integers(0, 4), st.integers(0, 800), st.booleans())
def test_what_is_shown_is_old_enough_and_has_been_played_over(
    moments: list[Moment], ms: int, moves: int, now: int, is_over: bool
) -> None:
    shown = shown_of(moments, Delay(ms, moves), now=now, is_over=is_over)

    for at in range(shown):
        assert moments[at].at_ms + ms <= now
        assert is_over or sum(moment.is_move for moment in moments[at + 1 :]) >= moves
    if shown < len(moments):  # and the next one must wait for a reason
        late = sum(moment.is_move for moment in moments[shown + 1 :])
        assert moments[shown].at_ms + ms > now or (not is_over and late < moves)


def test_what_was_shown_stays_shown_as_the_game_goes_on() -> None:
    moments = [Moment(version, 10 * version, version != 3) for version in range(1, 9)]
    shown = [shown_of(moments[:n], Delay(5, 2), now=10 * n, is_over=n == 8) for n in range(9)]

    assert shown == sorted(shown)
    assert shown[-1] == 7  # the last is not 5 ms old


@pytest.mark.parametrize(
    ("seconds", "moves", "field"), [(-1, 0, "seconds"), (301, 0, "seconds"), (0, 21, "moves")]
)
def test_a_delay_beyond_the_limits_is_refused(seconds: int, moves: int, field: str) -> None:
    with pytest.raises(DelayError, match=r"must be 0 to \d+ (seconds|moves)") as refusal:
        requested_delay(seconds, moves)

    assert refusal.value.field == f"delay_{field}"


@pytest.mark.parametrize(("seconds", "moves"), [(0, 0), (300, 20)])
def test_a_delay_at_the_limits_is_granted(seconds: int, moves: int) -> None:
    assert requested_delay(seconds, moves) == Delay(seconds * 1000, moves)


# --- Late ----------------------------------------------------------------------------------------


async def test_eve_sees_each_move_when_two_more_have_been_played(table: Table) -> None:
    game = await table.game(watching=TWO_MOVES)
    alice, bob, eve = await table.three(game)
    assert eve.heard[-1]["delay"] == {"ms": 0, "moves": 2}

    await plays(game, "a1a2", alice, bob)
    await eve.hears_nothing()
    (third,) = await plays(game, "b1", alice, bob)

    assert third["ply"] == 2
    assert (await eve.hears())["ply"] == 0
    await eve.hears_nothing()


async def test_when_the_game_is_over_eve_sees_all_of_it(table: Table) -> None:
    game = await table.game(watching=TWO_MOVES)
    alice, bob, eve = await table.three(game)

    told = await plays(game, ALL_OF_IT, alice, bob)

    assert [await eve.hears() for _ in told] == told
    assert told[-1]["outcome"]["winner"] == "black"


async def test_eve_sees_a_move_when_it_is_old_enough(table: Table) -> None:
    game = await table.game(watching=A_MOMENT)
    alice, bob, eve = await table.three(game)

    told = await plays(game, "a1a2", alice, bob)

    for move in told:
        assert await eve.hears() == move
        assert now_ms() >= move["at"] + 400


async def test_what_waits_for_moves_alone_is_looked_at_when_one_is_played() -> None:
    shown: list[str] = []
    looks = iter([20, 20])
    audience = Audience(Delay(ms=20, moves=1), 0, now=lambda: next(looks), show=shown.append)
    audience.hear(Moment(1, 0, is_move=True), "move 1", is_over=False)
    for _ in range(3):
        await asyncio.sleep(0.001)
    assert shown == []

    audience.hear(Moment(2, 20, is_move=True), "move 2", is_over=False)

    audience.stop()
    assert shown == ["move 1"]


async def test_when_nobody_watches_any_more_nothing_is_shown_any_more() -> None:
    shown: list[str] = []
    looks = iter([0, 0])
    audience = Audience(Delay(ms=20), 0, now=lambda: next(looks, 100), show=shown.append)
    for version in (1, 2):
        audience.hear(Moment(version, 0, is_move=True), f"move {version}", is_over=False)

    audience.stop()
    await asyncio.sleep(0.1)

    assert (audience.version, shown) == (0, [])


async def test_whoever_comes_late_to_a_late_game_sees_no_more(table: Table) -> None:
    game = await table.game(watching=TWO_MOVES)
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1", alice, bob)
    assert (await eve.hears())["ply"] == 0

    zoe = await table.sits(game, None, "Zoe")

    assert [move["square"] for move in zoe.heard[-1]["moves"]] == [0]
    assert zoe.heard[-1]["version"] == 1
    assert (await eve.sees_afresh())["version"] == 1
    await plays(game, "b2", alice, bob)
    assert (await all_hear(eve, zoe))["ply"] == 1


async def test_a_late_game_that_nobody_followed_is_shown_no_further(table: Table) -> None:
    game = await table.game(watching=TWO_MOVES)
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2b1", alice, bob)
    await alice.leaves()
    await bob.leaves()

    eve = await table.sits(game, None)

    assert eve.heard[-1]["version"] == 1
    alice = await table.sits(game, mnk.Side.BLACK, "Alice-again")
    bob = await table.sits(game, mnk.Side.WHITE, "Bob-again")
    await bob.says("playMove", ply=3, square=4)
    await all_hear(alice, bob)
    assert (await eve.hears())["ply"] == 1


async def test_eve_learns_no_version_ahead_of_what_she_sees(table: Table) -> None:
    game = await table.game(watching=LONG)
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2", alice, bob)
    before = now_ms()

    await eve.sends('{"type":"ping"}')
    pong = await eve.hears()
    await eve.says("playMove", ply=2, square=5)
    refusal = await eve.is_refused("notSeated")

    assert pong["version"] == refusal["version"] == 0
    # Her clock is as late as what she sees.
    assert before - 300_000 <= pong["now"] <= now_ms() - 300_000


async def test_a_takeback_comes_to_eve_in_its_order(table: Table) -> None:
    game = await table.game(watching=TWO_MOVES)
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob)
    await alice.says("offer takeback")
    await all_hear(alice, bob)
    await bob.says("accept takeback")
    await all_hear(alice, bob)
    await plays(game, "b1a2", alice, bob)

    heard = [await eve.hears() for _ in range(3)]

    assert [message["type"] for message in heard] == ["movePlayed", "offered", "takenBack"]
    await eve.hears_nothing()


@pytest.mark.foreign_errors("games.play.hub.open_games")
async def test_when_a_move_is_lost_eve_is_shown_the_game_as_late_as_before(
    table: Table, hub: Hub
) -> None:
    """The database is broken by hand."""
    game = await table.game(watching=TWO_MOVES)
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1", alice, bob)
    assert (await eve.hears())["ply"] == 0
    await models.Move.objects.filter(game=game, ply=2).adelete()
    await models.Game.objects.filter(pk=game.pk).aupdate(version=2, ply=2)

    async with hub.games.following(game.slug) as followed, followed.writing:
        assert await hub.games.refresh(followed)

    assert (await all_hear(alice, bob))["version"] == 2
    shown = await eve.hears()
    assert (shown["type"], shown["version"], shown["moves"]) == ("snapshot", 0, [])
    await plays(game, "c1", alice, bob)
    assert (await eve.hears())["ply"] == 0
    await eve.hears_nothing()


# --- Private -------------------------------------------------------------------------------------


async def _comes(table: Table, game: models.Game, key: str = "") -> Person:
    headers = [(b"authorization", f"Bearer {key}".encode())] if key else []
    return await table.comes_to(f"/ws/game/{game.slug}/", "Eve", headers)


async def test_a_stranger_does_not_see_a_private_game(table: Table) -> None:
    game = await table.game(watching=PRIVATE)

    for key in ("", "guessed"):
        eve = await _comes(table, game, key)
        await eve.is_sent_away(CloseCode.PRIVATE)
        assert eve.heard == []


async def test_who_has_the_watch_key_sees_a_private_game_and_does_not_play(table: Table) -> None:
    game = await table.game(watching=PRIVATE)
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)

    eve = await _comes(table, game, game.watch_key)

    assert await eve.hears() == {"type": "welcome", "side": None}
    assert (await eve.hears())["visibility"] == "private"
    await plays(game, "a1a2", alice, bob, eve)
    await eve.says("playMove", ply=2, square=5)
    await eve.is_refused("notSeated")


async def test_the_rematch_is_watched_by_the_same_key_as_late(table: Table) -> None:
    watching = replace(PRIVATE, delay=Delay(moves=1))
    game = await table.game(watching=watching)
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)
    await plays(game, ALL_OF_IT, alice, bob)
    for person in (alice, bob):
        await person.says("offer rematch")
        told = await all_hear(alice, bob)

    next_game = await models.Game.objects.aget(slug=told["game"])

    assert next_game.watching == replace(watching, key=game.watch_key)


# --- The gate ------------------------------------------------------------------------------------


async def _asks(game: models.Game, visitor: Visitor = NOBODY) -> live.LiveGame:
    return await sync_to_async(seeing.seen)(game.slug, visitor, now=now_ms())


async def _may_have_all(game: models.Game, visitor: Visitor = NOBODY) -> bool:
    """The two that are asked say the same."""
    refused: list[type[Exception] | None] = []
    for ask in (seeing.whole, seeing.check_whole):
        try:
            await sync_to_async(ask)(game.slug, visitor, now=now_ms())
            refused.append(None)
        except (errors.ShownLater, errors.PrivateGame) as refusal:
            refused.append(type(refusal))
    (both,) = set(refused)
    if both is errors.PrivateGame:
        raise errors.PrivateGame
    return both is None


async def test_a_late_game_is_shown_as_far_as_it_may_be(table: Table) -> None:
    game = await table.game(watching=TWO_MOVES)
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)
    seat = await models.Seat.objects.filter(game=game).afirst()
    assert seat is not None
    player = Visitor(keys=frozenset([seat.key]))
    await plays(game, "a1a2b1", alice, bob)

    assert (await _asks(game)).state.ply == 1
    assert (await _asks(game, player)).state.ply == 3
    assert not await _may_have_all(game)
    assert await _may_have_all(game, player)

    await _finish(alice, bob)
    assert (await _asks(game)).state.is_over
    assert await _may_have_all(game)


async def _finish(alice: Person, bob: Person) -> None:
    await bob.says("resign")
    await all_hear(alice, bob)


async def test_a_late_game_does_not_tell_its_end_early(table: Table) -> None:
    game = await table.game(watching=LONG)
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2", alice, bob)
    await _finish(alice, bob)

    seen = await _asks(game)

    assert (seen.state.ply, seen.state.outcome, seen.version) == (0, None, 0)
    shown = await sync_to_async(seeing.snapshot)(game.slug, NOBODY, now=1_000_000)
    assert (shown.version, shown.now) == (0, 700_000)
    assert not await _may_have_all(game)


async def test_a_private_game_is_seen_by_key_or_seat_alone(table: Table) -> None:
    game = await table.game(watching=PRIVATE)
    alice = await Player.objects.aget(name="Alice")

    with pytest.raises(errors.PrivateGame):
        await _asks(game)
    with pytest.raises(errors.PrivateGame):
        await _may_have_all(game, Visitor(keys=frozenset(["guessed"])))
    for visitor in (Visitor(alice.pk), Visitor(keys=frozenset([game.watch_key]))):
        assert await _may_have_all(game, visitor)


async def test_everybody_sees_a_usual_game(table: Table) -> None:
    game = await table.game(watching=EVERYBODY)

    assert await _may_have_all(game)
    with pytest.raises(errors.NoSuchGame):
        await sync_to_async(seeing.check_whole)("nowhere", Visitor(), now=now_ms())
