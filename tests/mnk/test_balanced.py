"""Balanced openings: five stones that lie when the game begins, each list's and the drawn ones."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.mnk import balanced
from tests.mnk.strategies import law

BOARD = mnk.Variant(15, 15, 5)
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
BALANCED = mnk.OpeningRule.BALANCED
FIVE = BALANCED.draw(BOARD, seed=1)
BOARDS = [
    preset.variant for preset in mnk.PRESETS.values() if mnk.balanced_openings(preset.variant)
]


def begun(clock: str | None = None, moves: Iterable[mnk.Square] = ()) -> mnk.GameState:
    """A game from the five stones, after these moves, a second after the other."""
    control = None if clock is None else mnk.time_control_from_text(clock)
    state = mnk.GameState.start(BOARD, control, BALANCED, FIVE)
    for number, square in enumerate(moves):
        state = state.play(square, by=state.side_to_move, at=1000 * number)
    return state


# --- The rule ------------------------------------------------------------------------------------


def test_five_stones_lie_and_white_is_to_move() -> None:
    state = begun()

    assert (state.moves, state.ply) == (FIVE, 5)
    assert state.side_to_move is WHITE is BALANCED.says.begins
    assert not state.in_opening
    assert not state.is_under_way
    assert state.opening is not None
    assert (state.opening.text, state.opening.stones) == ("balanced", 5)


def test_nobody_decides_while_the_stones_are_laid() -> None:
    opening = mnk.Opening.of(BALANCED, BOARD)

    assert (opening.side, opening.decider, opening.to_place) == (None, None, 5)
    with pytest.raises(mnk.NothingToChoose, match="Place a stone"):
        opening.chosen(mnk.Choice.BLACK)
    for square in FIVE:
        assert not opening.is_over
        opening = opening.placed(square)
    assert opening.is_over
    assert not opening.is_answered


def test_the_clock_begins_when_both_have_moved() -> None:
    first, second, third = (square for square in range(3))
    state = begun("5+3", [first])
    assert not state.is_under_way
    assert state.clock is not None
    assert state.clock.running is None
    assert state.abort().outcome is not None

    state = begun("5+3", [first, second])
    assert state.is_under_way
    assert state.clock is not None
    assert state.clock.running is WHITE
    with pytest.raises(mnk.CannotAbortNow):
        state.abort()

    state = begun("5+3", [first, second, third])
    assert state.clock is not None
    assert state.clock.running is BLACK


def test_given_stones_are_not_taken_back() -> None:
    state = begun()
    for side in mnk.Side:
        with pytest.raises(mnk.CannotOfferNow, match="You haven’t moved yet"):
            state.offer(mnk.Offer.TAKEBACK, by=side)

    state = begun("5+3", [0, 1])
    with pytest.raises(mnk.CannotOfferNow, match="You haven’t moved yet"):
        begun("5+3", [0]).offer(mnk.Offer.TAKEBACK, by=BLACK)
    back = state.take_back(by=WHITE, at=5000)
    assert back.moves == FIVE
    assert not back.is_under_way
    assert back.clock is not None
    assert back.clock.running is None


def test_help_may_be_offered_at_once() -> None:
    assert begun().offer(mnk.Offer.HINTS, by=BLACK).offered(mnk.Offer.HINTS) is BLACK


def test_the_word_and_the_moves_are_all_there_is_to_know() -> None:
    moves = (*FIVE, 0, 1)

    opening = mnk.opening_from_text("balanced", BOARD, moves)

    assert (opening.stones, opening.is_over) == (5, True)
    assert mnk.opening_from_text("balanced", BOARD, FIVE[:3]).to_place == 2
    with pytest.raises(mnk.OpeningImpossible):
        mnk.opening_from_text("balanced black", BOARD, moves)


def test_no_other_rule_gives_stones() -> None:
    for rule in mnk.OpeningRule:
        assert rule.says.given == (5 if rule is BALANCED else 0)
        assert rule.says.begins is (WHITE if rule is BALANCED else BLACK)
        assert len(rule.draw(BOARD, seed=1)) == rule.says.given


# --- The lists -----------------------------------------------------------------------------------


def test_these_boards_have_a_list() -> None:
    keys = [key for key, preset in mnk.PRESETS.items() if BALANCED.is_possible(preset.variant)]

    assert keys == ["10x10", "15x15", "15x15-exact", "15x15-renju", "19x19", "20x20"]


@pytest.mark.parametrize("variant", BOARDS, ids=mnk.variant_text)
def test_the_openings_of_a_board_are_legal_and_no_two_the_same(variant: mnk.Variant) -> None:
    openings = mnk.balanced_openings(variant)

    games = [mnk.GameState.start(variant, opening=BALANCED, given=each) for each in openings]

    assert len(openings) == 60
    assert len({mnk.canonical(game.position).key for game in games}) == 60
    for game in games:
        assert game.ply == BALANCED.says.given
        assert not game.is_over
        assert not game.position.has_won(BLACK)


@law
@given(variant=st.sampled_from(BOARDS), seed=st.integers(0, 2**32))
def test_what_is_drawn_is_of_the_list_turned_or_mirrored(variant: mnk.Variant, seed: int) -> None:
    def key(stones: tuple[mnk.Square, ...]) -> bytes:
        return mnk.canonical(mnk.GameState.replay(variant, stones).position).key

    drawn = BALANCED.draw(variant, seed)

    assert drawn == BALANCED.draw(variant, seed)
    assert key(drawn) in map(key, mnk.balanced_openings(variant))
    assert key(BALANCED.draw(variant, seed, after=drawn)) != key(drawn)


def test_every_opening_and_every_way_to_lay_it_is_drawn() -> None:
    drawn = {BALANCED.draw(BOARD, f"game {seed}") for seed in range(8000)}

    assert len(drawn) == 60 * 8


def test_nothing_is_drawn_where_there_is_no_list() -> None:
    with pytest.raises(ValueError, match="no balanced opening to draw for 6×5"):
        balanced.drawn_opening(mnk.Variant(6, 5, 4), seed=1)
