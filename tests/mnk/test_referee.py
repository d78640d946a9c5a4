"""The slow referee on drawn boards, and its two short cuts against its full searches.

Our own rules supply only the variants and set-up positions here.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk

from . import interpreter, referee, strategies

SEVEN = """
    O......
    .......
    XXXXXX.
    .....O.
    ....O..
    ...O...
    ..O...X
"""


def stones_of(picture: str) -> referee.Stones:
    """The stones of a picture, read without any of our code."""
    return {
        (column, row): sign
        for row, signs in enumerate(reversed(picture.split()))
        for column, sign in enumerate(signs)
        if sign != "."
    }


@pytest.mark.parametrize(
    ("side", "k", "line_rule", "count"),
    [
        ("X", 5, "freestyle", 6),
        ("X", 5, "exact", 0),
        ("X", 6, "exact", 6),
        ("X", 7, "freestyle", 0),
        ("O", 4, "freestyle", 4),
        ("O", 4, "exact", 4),
        ("O", 5, "freestyle", 0),
        ("X", 7, "full", 0),
    ],
)
def test_the_referee_counts_the_stones_of_winning_lines(
    side: str, k: int, line_rule: str, count: int
) -> None:
    stones = stones_of(SEVEN)

    assert len(referee.winning_points(stones, side, referee.Rules(7, 7, k, line_rule))) == count


def test_the_referee_knows_the_full_lines_of_three_by_five() -> None:
    lines = referee.full_lines(referee.Rules(3, 5, 3, "full"))

    assert sorted(map(len, lines)) == [3] * (5 + 6) + [5] * 3


def test_the_referee_calls_a_board_dead_when_every_line_is_blocked() -> None:
    stones = stones_of("XOX XOO OX.")

    assert referee.is_dead(stones, "X", referee.Rules(3, 3, 3, "freestyle"))
    assert not referee.is_dead(stones, "X", referee.Rules(3, 3, 2, "freestyle"))


@strategies.law
@given(st.data())
def test_looking_through_the_last_stone_finds_what_the_full_search_finds(
    data: st.DataObject,
) -> None:
    variant = data.draw(strategies.variants())
    rules = interpreter.rules(variant)
    stones: referee.Stones = {}
    for ply, square in enumerate(data.draw(st.permutations(range(variant.squares)))):
        side, last = "XO"[ply % 2], interpreter.point(square, variant)
        stones[last] = side

        found = referee.winning_points_through(last, stones, rules)

        assert found == referee.winning_points(stones, side, rules)
        if found:
            break


@strategies.law
@given(strategies.positions(strategies.variants(max_squares=9)))
def test_the_referee_calls_dead_exactly_what_no_way_to_go_on_can_win(
    position: mnk.Position,
) -> None:
    rules, stones = interpreter.rules(position.variant), interpreter.stones(position)
    if any(referee.winning_points(stones, side, rules) for side in "XO"):
        return
    side = interpreter.SIGN[position.side_to_move]

    is_dead = referee.is_dead(stones, side, rules)
    if position.variant.line_rule.says.falls:  # the order of the squares may keep all from a line
        assert not (is_dead and referee.can_still_be_won(stones, side, rules))
    else:
        assert is_dead != referee.can_still_be_won(stones, side, rules)
