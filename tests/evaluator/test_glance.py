"""What lines alone make certain: never anything untrue."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import judge, pairing
from games.evaluator.evaluation import Finding, Proved, Verdict
from games.evaluator.glance import certain
from games.evaluator.judge import evaluate
from games.evaluator.limit import Limit
from games.evaluator.pairing import mates
from tests.mnk.interpreter import drawn

from . import brute, strategies


@strategies.law
@given(position=strategies.endings(max_empty=8))
def test_what_is_certain_is_what_brute_force_says(position: mnk.Position) -> None:
    truth = brute.after_each(
        brute.board_of(position), "XO"[position.side_to_move], position.variant
    )
    for square, found in certain(position).items():
        assert (found.verdict.value, found.plies) == truth[square]
    brute.forget()


@st.composite
def long_variants(draw: st.DrawFn) -> mnk.Variant:
    """Small boards with lines long enough for the pairing."""
    width, height = draw(st.sampled_from(((9, 1), (12, 1), (9, 2), (13, 2), (9, 3), (1, 11))))
    rule = draw(st.sampled_from((mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT)))
    return mnk.Variant(width, height, 9, rule)


@strategies.law
@given(position=strategies.endings(max_empty=8, of=long_variants()))
def test_what_the_pairing_makes_certain_is_what_brute_force_says(position: mnk.Position) -> None:
    truth = brute.after_each(
        brute.board_of(position), "XO"[position.side_to_move], position.variant
    )
    for square, found in certain(position).items():
        assert (found.verdict.value, found.plies) == truth[square]
    brute.forget()


def test_where_it_is_just_not_certain_that_the_other_side_holds_nothing_is_said() -> None:
    """After f1 the lines that black can still complete weigh exactly 1, and black wins in 5."""
    position = mnk.position_from_text(". . X . O . X . O", mnk.Variant(9, 1, 3), mnk.Side.BLACK)
    square = mnk.square("f1", position.variant)

    assert square not in certain(position)
    assert brute.after_each(brute.board_of(position), "X", position.variant)[square] == ("win", 5)


def test_where_it_is_just_not_certain_that_one_holds_nothing_is_said() -> None:
    """After c3 the lines that black can still complete weigh exactly a half, and black wins."""
    position = drawn("XO. X.. OX.", k=3, to_move=mnk.Side.WHITE)
    square = mnk.square("c3", position.variant)

    assert square not in certain(position)
    assert brute.after_each(brute.board_of(position), "O", position.variant)[square] == ("loss", 4)


def test_in_misere_whoever_leaves_only_squares_that_lose_wins() -> None:
    position = drawn("XOX O.X X.O", k=3, line_rule=mnk.LineRule.MISERE, to_move=mnk.Side.WHITE)
    assert certain(position) == {1: Finding(Verdict.WIN, 2)}


@pytest.mark.parametrize("size", [(20, 20), (19, 19), (9, 32), (31, 10)], ids=str)
def test_nine_squares_in_a_row_hold_a_pair(size: tuple[int, int]) -> None:
    width, height = size
    variant = mnk.Variant(width, height, 9)
    pairs = {
        frozenset((square, mate))
        for square, mate in enumerate(mates(variant))
        if mate is not None and mates(variant)[mate] == square
    }
    assert {square for pair in pairs for square in pair} == {
        square for square, mate in enumerate(mates(variant)) if mate is not None
    }
    windows = 0
    for column in range(width):
        for row in range(height):
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                x, y = column + 8 * right, row + 8 * up
                if 0 <= x < width and 0 <= y < height:
                    windows += 1
                    line = [(row + i * up) * width + column + i * right for i in range(9)]
                    assert any(frozenset(two) in pairs for two in pairwise(line))
    assert windows > 50


@pytest.mark.parametrize("size", [(19, 19, 9), (20, 20, 9), (32, 32, 9)], ids=str)
def test_nine_in_a_row_is_a_draw_on_any_board(size: tuple[int, int, int]) -> None:
    start = mnk.Position.start(mnk.Variant(*size))
    value = evaluate(start, Limit(nodes=1)).value

    assert isinstance(value, Proved)
    assert value.verdict is Verdict.DRAW


def test_the_pairing_says_nothing_once_two_pairs_of_a_line_are_broken() -> None:
    variant = mnk.Variant(19, 19, 9)
    black = frozenset(
        square for square, mate in enumerate(mates(variant)) if mate is not None and square < mate
    )
    position = mnk.Position.of(variant, mnk.BySide(black, frozenset()), mnk.Side.WHITE)

    found = certain(position)
    assert not [one for one in found.values() if one.verdict is Verdict.DRAW]


def test_eight_in_a_row_is_not_the_pairings_to_say() -> None:
    assert pairing.SHORTEST == 9
    value = evaluate(mnk.Position.start(mnk.Variant(19, 19, 8)), Limit(nodes=1)).value
    assert not isinstance(value, Proved)


def test_a_glance_at_the_largest_board_is_quick_enough_to_take() -> None:
    judge.CACHE.clear()
    variant = mnk.Variant(32, 32, 5)
    values = evaluate(mnk.Position.start(variant).play(500), Limit(nodes=1)).squares

    assert len(values) == 1023
