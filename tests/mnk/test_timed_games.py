"""Games with a clock: Alice plays black, Bob white; moments are milliseconds."""

from typing import Any

import pytest

from games import mnk
from games.mnk.clock import DAY

ALICE, BOB = mnk.Side.BLACK, mnk.Side.WHITE
TIC_TAC_TOE = mnk.PRESETS["3x3"].variant
DEAD = "b2 a1 c1 a3 a2 c2 b3 b1"
"""One square is left, and no line is possible."""


def started(text: str = "5+3") -> mnk.GameState:
    return mnk.GameState.start(TIC_TAC_TOE, mnk.time_control_from_text(text))


def after(moves: str, text: str = "5+3", *, every: int = 0, began: int = 0) -> mnk.GameState:
    """The game after these moves, the first at `began` and then one every `every` ms."""
    game, at = started(text), began
    for square in mnk.moves_from_text(moves, TIC_TAC_TOE):
        game = game.play(square, by=game.side_to_move, at=at)
        at += every
    return game


def clock_of(game: mnk.GameState) -> mnk.Clock:
    assert game.clock is not None
    return game.clock


def times(game: mnk.GameState, at: int = 0) -> tuple[int, int]:
    """What Alice and Bob have at a moment, in milliseconds before the periods."""
    clock = clock_of(game)
    return clock.left_at(ALICE, at).main_ms, clock.left_at(BOB, at).main_ms


# --- Moves -----------------------------------------------------------------------------------


def test_nothing_runs_before_both_have_moved() -> None:
    for moves in ("", "a1"):
        game = after(moves, every=10**9)

        assert clock_of(game) == mnk.Clock.of(mnk.time_control_from_text("5+3"))
        assert not game.is_paused
        assert not game.is_time_up(at=10**12)

    game = after("a1 b2", began=7, every=10**9)

    assert mnk.UNTIMED_PLIES == 2
    assert (clock_of(game).running, clock_of(game).since_ms) == (ALICE, 10**9 + 7)
    assert times(game, at=10**9 + 7) == (300_000, 300_000)  # no increment for a free move
    assert game.control == mnk.time_control_from_text("5+3")


def test_each_pays_for_their_own_turns_and_has_their_increment() -> None:
    game = after("a1 b2 c3 b1", every=10_000)

    assert times(game, at=30_000) == (293_000, 293_000)
    assert clock_of(game).running is game.side_to_move is ALICE
    assert times(game, at=31_000) == (292_000, 293_000)


def test_a_refused_move_leaves_the_clock_running() -> None:
    game = after("a1 b2")

    with pytest.raises(mnk.SquareTaken):
        game.play(0, by=ALICE, at=5_000)
    assert times(game, at=6_000) == (294_000, 300_000)


@pytest.mark.parametrize("moves", ["a1 a3 b2 b3 c3", DEAD + " c3"])
def test_the_last_move_stops_the_clock(moves: str) -> None:
    game = after(moves, every=1_000)
    played, at = len(moves.split()), (len(moves.split()) - 1) * 1_000

    assert game.is_over
    assert (clock_of(game).running, clock_of(game).since_ms) == (None, at)
    assert times(game, at=10**9) == (
        300_000 + 2_000 * ((played - 1) // 2),
        300_000 + 2_000 * (played // 2 - 1),
    )
    assert not game.is_paused
    assert not game.is_time_up(at=10**12)


def test_a_game_over_before_the_clock_began_has_all_its_time() -> None:
    one = mnk.GameState.start(mnk.Variant(2, 1, 1), mnk.time_control_from_text("5+3"))
    two = mnk.GameState.start(mnk.Variant(2, 1, 2), mnk.time_control_from_text("5+3"))

    won = one.play(0, by=ALICE, at=9)
    full = two.play(0, by=ALICE, at=9).play(1, by=BOB, at=12)

    for game in (won, full):
        assert game.is_over
        assert (clock_of(game).running, times(game)) == (None, (300_000, 300_000))


# --- Ends ------------------------------------------------------------------------------------


ENDS: dict[str, Any] = {
    "resign": lambda game, at: game.resign(by=BOB, at=at),
    "agree": lambda game, at: game.offer(mnk.Offer.DRAW, by=BOB).accept(
        mnk.Offer.DRAW, by=ALICE, at=at
    ),
    "claim": lambda game, at: game.claim_draw(at=at),
    "flag": lambda game, at: game.flag(at=at),
    "abandon": lambda game, at: game.ended(mnk.Outcome(ALICE, mnk.Termination.ABANDONMENT), at=at),
}


@pytest.mark.parametrize("end", ENDS)
def test_every_end_stops_the_clock_where_it_is(end: str) -> None:
    game = ENDS[end](after(DEAD, "1+3x30s"), 80_000)

    assert game.is_over
    assert (clock_of(game).running, clock_of(game).since_ms) == (None, 80_000)
    assert clock_of(game).left == mnk.BySide(mnk.TimeLeft(10_000, 2), mnk.TimeLeft(60_000, 3))
    assert not game.is_paused


def test_a_game_that_was_called_off_has_a_clock_that_never_ran() -> None:
    game = after("a1").abort(at=50)

    assert clock_of(game) == clock_of(started())
    assert game.is_over


def test_alices_flag_falls_and_bob_has_won() -> None:
    game = after("a1 b2", "1+3x30s", began=1_000)
    due = clock_of(game).due_ms
    assert due == 151_000

    assert not game.is_time_up(at=due)
    assert game.is_time_up(at=due + 1)
    assert not game.is_time_up(at=due + 500, grace_ms=500)
    assert game.is_time_up(at=due + 501, grace_ms=500)

    flagged = game.flag(at=due + 501)

    assert flagged.outcome == mnk.Outcome(BOB, mnk.Termination.TIME)
    assert clock_of(flagged).left[ALICE] == mnk.TimeLeft(0, 0)  # not a whole period again
    assert not flagged.is_time_up(at=due + 501)
    with pytest.raises(mnk.GameIsOver):
        flagged.flag(at=due + 600)


def test_bobs_flag_falls_and_alice_has_won() -> None:
    game = after("a1 b2 c3")

    assert game.flag(at=300_001).outcome == mnk.Outcome(ALICE, mnk.Termination.TIME)


def test_a_flag_on_a_dead_board_is_a_draw() -> None:
    assert after(DEAD).flag().outcome == mnk.Outcome(None, mnk.Termination.DEAD_BOARD)


def test_a_kept_move_that_came_late_is_replayed() -> None:
    game = after("a1 b2").play(8, by=ALICE, at=300_400)

    assert times(game, at=300_400) == (3_000, 300_000)


def test_without_a_clock_no_time_is_up() -> None:
    game = mnk.GameState.replay(TIC_TAC_TOE, (0, 4))

    assert not game.is_time_up(at=10**15)
    assert not game.is_paused
    assert game.credited(mnk.BySide(1, 1), at=5) == game
    assert game.paused(at=5) == game


# --- Pauses ----------------------------------------------------------------------------------


def paused_at(at: int, text: str = "5+3") -> mnk.GameState:
    """Both have moved, Alice thinks, and they agree to pause."""
    game = after("a1 b2", text).offer(mnk.Offer.PAUSE, by=ALICE)
    return game.accept(mnk.Offer.PAUSE, by=BOB, at=at)


def test_nothing_runs_while_a_game_is_paused() -> None:
    game = paused_at(20_000)

    assert game.is_paused
    assert (game.offers, clock_of(game).running) == ((), None)
    assert times(game, at=10**9) == (280_000, 300_000)
    assert not game.is_time_up(at=10**12)
    assert not game.resign(by=ALICE).is_paused


def test_a_pause_makes_a_period_whole_again() -> None:
    game = paused_at(100_000, "1+3x30s")

    assert clock_of(game).left[ALICE] == mnk.TimeLeft(0, 2)


def test_nobody_plays_while_a_game_is_paused() -> None:
    for square, by in ((8, ALICE), (8, BOB), (0, ALICE), (99, ALICE)):
        with pytest.raises(mnk.GameIsPaused, match="Resume it first"):
            paused_at(20_000).play(square, by=by, at=30_000)


def test_a_paused_game_is_not_paused_again_nor_taken_back() -> None:
    with pytest.raises(mnk.CannotOfferNow, match="nothing to pause"):
        paused_at(20_000).offer(mnk.Offer.PAUSE, by=BOB)
    for side in mnk.Side:
        with pytest.raises(mnk.CannotOfferNow, match="Resume it first"):
            paused_at(20_000).offer(mnk.Offer.TAKEBACK, by=side)
        with pytest.raises(mnk.CannotOfferNow, match="Resume it first"):
            paused_at(20_000).take_back(by=side)


def test_a_draw_may_be_agreed_while_a_game_is_paused() -> None:
    game = paused_at(20_000).offer(mnk.Offer.DRAW, by=BOB).accept(mnk.Offer.DRAW, by=ALICE, at=9)

    assert game.is_over
    assert times(game) == (280_000, 300_000)


@pytest.mark.parametrize(
    "game", [started(), after("a1"), mnk.GameState.replay(TIC_TAC_TOE, (0, 4))]
)
def test_where_no_clock_runs_there_is_nothing_to_pause_or_resume(game: mnk.GameState) -> None:
    with pytest.raises(mnk.CannotOfferNow, match="nothing to pause"):
        game.offer(mnk.Offer.PAUSE, by=ALICE)
    with pytest.raises(mnk.GameIsNotPaused):
        game.resume(at=5)


def test_after_a_pause_both_have_ten_seconds_to_look_up() -> None:
    game = paused_at(20_000).resume(at=500_000)

    assert not game.is_paused
    assert (clock_of(game).running, clock_of(game).since_ms) == (ALICE, 510_000)
    assert times(game, at=510_000) == (280_000, 300_000)
    assert times(game, at=511_000) == (279_000, 300_000)
    assert times(game.play(8, by=ALICE, at=505_000), at=505_000) == (283_000, 300_000)
    with pytest.raises(mnk.GameIsNotPaused, match="isn’t paused"):
        game.resume(at=500_001)


def test_the_delay_is_for_whose_turn_it_is() -> None:
    game = after("a1 b2 c3").offer(mnk.Offer.PAUSE, by=ALICE).accept(mnk.Offer.PAUSE, by=BOB, at=9)

    assert clock_of(game.resume(at=50)).running is BOB
    with pytest.raises(mnk.GameIsOver):
        game.resign(by=BOB).resume(at=50)


# --- Takebacks -------------------------------------------------------------------------------


def test_bob_takes_back_and_alices_time_stays_spent() -> None:
    game = after("a1 b2 c3 b1", every=10_000).take_back(by=BOB, at=35_000)

    assert (clock_of(game).running, clock_of(game).since_ms) == (BOB, 35_000)
    assert game.side_to_move is BOB
    assert times(game, at=35_000) == (288_000, 293_000)
    assert times(game, at=36_000) == (288_000, 292_000)


def test_alice_takes_back_two_moves_and_pays_for_her_thinking() -> None:
    game = after("a1 b2 c3 b1", every=10_000).take_back(by=ALICE, at=35_000)

    assert (game.moves, clock_of(game).running) == ((0, 4), ALICE)
    assert times(game, at=36_000) == (287_000, 293_000)


@pytest.mark.parametrize("asker", mnk.Side)
def test_when_the_first_moves_are_taken_back_the_clock_waits_for_both_again(
    asker: mnk.Side,
) -> None:
    game = after("a1 b2", began=5_000).take_back(by=asker, at=15_000)

    assert game.ply == (0 if asker is ALICE else 1)
    assert (clock_of(game).running, game.is_paused) == (None, False)
    with pytest.raises(mnk.CannotOfferNow):
        game.offer(mnk.Offer.PAUSE, by=ALICE)
    while game.ply < 2:
        game = game.play(game.ply, by=game.side_to_move, at=60_000)
    assert (clock_of(game).running, clock_of(game).since_ms) == (ALICE, 60_000)
    assert times(game, at=60_000) == (290_000, 300_000)


def test_a_clock_that_has_not_begun_does_not_begin_by_a_takeback() -> None:
    game = after("a1").take_back(by=ALICE, at=15_000)

    assert clock_of(game).running is None
    assert game == started()


def test_a_takeback_right_after_a_pause_ends_the_wait() -> None:
    game = after("a1 b2 c3 b1").paused(at=20_000).resume(at=30_000).take_back(by=BOB, at=32_000)

    assert (clock_of(game).running, clock_of(game).since_ms) == (BOB, 32_000)
    assert times(game, at=33_000) == (283_000, 302_000)


# --- More time -------------------------------------------------------------------------------


def test_bob_gives_alice_time_before_or_while_she_thinks() -> None:
    for game in (started(), after("a1"), after("a1 b2"), after("a1 b2 c3"), paused_at(0)):
        more = game.add_time(15_000, to=ALICE, at=0)

        assert times(more) == (times(game)[0] + 15_000, times(game)[1])
        assert clock_of(more).running is clock_of(game).running
    thinking = after("a1 b2").add_time(15_000, to=ALICE, at=10_000)
    assert times(thinking, at=10_000) == (305_000, 300_000)
    assert clock_of(thinking).due_ms == 315_000


def test_an_offer_stands_while_time_is_given() -> None:
    game = after("a1 b2").offer(mnk.Offer.DRAW, by=BOB)

    assert game.add_time(15_000, to=ALICE).offered(mnk.Offer.DRAW) is BOB
    assert game.credited(mnk.BySide(1, 1)).offered(mnk.Offer.DRAW) is BOB
    assert game.decline(mnk.Offer.DRAW, by=ALICE).clock == game.clock


def test_there_is_an_end_to_gifts() -> None:
    game = after("a1 b2")
    full = game.add_time(DAY, to=BOB)

    assert times(full) == (300_000, 300_000 + DAY)
    for state in (full, game):
        with pytest.raises(mnk.NoClock, match="enough time"):
            state.add_time(DAY + 1 if state is game else 1, to=BOB)
    assert times(full.add_time(1, to=ALICE)) == (300_001, 300_000 + DAY)


def test_time_is_given_only_where_there_is_a_clock_and_a_game() -> None:
    with pytest.raises(mnk.NoClock, match="has no clock"):
        mnk.GameState.replay(TIC_TAC_TOE, (0, 4)).add_time(1, to=ALICE)
    with pytest.raises(mnk.GameIsOver):
        after("a1 b2").resign(by=ALICE).add_time(1, to=ALICE)


def test_a_downtime_is_given_back_to_both() -> None:
    game = after("a1 b2", "1+3x30s").credited(mnk.BySide(20_000, 7_000), at=70_000)

    assert times(game, at=70_000) == (10_000, 67_000)
    assert clock_of(game).left_at(ALICE, 70_000) == mnk.TimeLeft(10_000, 3)
    assert clock_of(game).due_ms == 170_000
    assert times(paused_at(0).credited(mnk.BySide(1, 2))) == (300_001, 300_002)


def test_a_credit_saves_who_was_late_by_the_servers_fault() -> None:
    game = after("a1 b2")
    assert game.is_time_up(at=310_000)

    assert not game.credited(mnk.BySide(10_000, 0), at=310_000).is_time_up(at=310_000)
    assert game.credited(mnk.BySide(9_999, 0), at=310_000).is_time_up(at=310_000)


def test_nothing_is_credited_after_the_end() -> None:
    game = after("a1 b2").resign(by=BOB, at=5)

    assert game.credited(mnk.BySide(9, 9), at=7) == game
