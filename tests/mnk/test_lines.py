"""Lines under the three rules: drawn boards, and the slow referee's word on any board."""

import pytest
from hypothesis import given

from games import mnk

from . import interpreter, many_boards, strategies
from .interpreter import drawn, marked

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
FREESTYLE, EXACT, FULL = mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT, mnk.LineRule.FULL_LINES
CARO = mnk.LineRule.CARO

BOARD = mnk.Variant(7, 7, 5)

SIX = """
    .......
    .XXXXXX
    .......
    ...O...
    ...O...
    ...O...
    .......
"""


def test_five_stones_in_a_row_are_a_line_in_each_direction() -> None:
    for picture in (
        "..... ..... XXXXX ..... .....",
        "..X.. ..X.. ..X.. ..X.. ..X..",
        "....X ...X. ..X.. .X... X....",
        "X.... .X... ..X.. ...X. ....X",
    ):
        position = drawn(picture, k=5)

        assert position.has_line(BLACK)
        assert marked(position, position.line(BLACK)) == picture.replace("X", "#").split()
        assert not position.has_line(WHITE)
        assert position.line(WHITE) == ()


def test_four_stones_and_a_gap_are_no_line_of_five() -> None:
    assert not drawn("...... XXX.XX ......", k=5).has_line(BLACK)


def test_six_in_a_row_is_a_line_of_five_under_freestyle() -> None:
    position = drawn(SIX, k=5)

    assert position.has_line(BLACK)
    assert marked(position, position.line(BLACK))[1] == ".######"


def test_six_in_a_row_is_no_line_under_the_exact_rule() -> None:
    position = drawn(SIX, k=5, line_rule=EXACT)

    assert not position.has_line(BLACK)
    assert position.line(BLACK) == ()


def test_an_exact_line_is_not_spoilt_by_an_overline_that_crosses_it() -> None:
    position = drawn(
        """
        ..X...
        ..X...
        .XXX..
        ..X...
        """,
        k=3,
        line_rule=EXACT,
    )

    assert marked(position, position.line(BLACK)) == ["..X...", "..X...", ".###..", "..X..."]


def test_an_exact_line_may_end_at_the_edge_or_at_a_stone_of_the_other_side() -> None:
    assert drawn("XXXXXO. ....... OOOO...", k=5, line_rule=EXACT).has_line(BLACK)
    assert drawn("OXXXXX. ....... OOOO...", k=5, line_rule=EXACT).has_line(BLACK)
    assert drawn(".OXXXXX ....... OOOO...", k=5, line_rule=EXACT).has_line(BLACK)


def test_a_row_does_not_go_on_at_the_other_edge_of_the_board() -> None:
    position = drawn(
        """
        .....
        XX...
        ..XXX
        """,
        k=5,
    )

    assert not position.has_line(BLACK)
    assert not drawn("X.... ....X ...X. ..X..", k=4).has_line(BLACK)
    assert not drawn("....X X.... .X... ..X..", k=4).has_line(BLACK)


def test_a_run_at_the_edge_is_not_lengthened_by_a_stone_at_the_other_edge() -> None:
    assert drawn("X.... ..XXX", k=3, line_rule=EXACT).has_line(BLACK)
    assert drawn("XXX.. ....X", k=3, line_rule=EXACT).has_line(BLACK)


def test_two_lines_made_by_one_stone_are_both_the_winning_line() -> None:
    position = drawn(
        """
        X..XX
        X.X..
        XX...
        XXXXO
        O....
        """,
        k=4,
    )

    assert marked(position, position.line(BLACK)) == ["#..#X", "#.#..", "##...", "####O", "O...."]


def test_a_long_row_beats_no_limit_but_the_board_of_32() -> None:
    row = "X" * 32

    assert drawn(row, k=32).has_line(BLACK)
    assert len(drawn(row, k=31).line(BLACK)) == 32
    assert not drawn(row, k=31, line_rule=EXACT).has_line(BLACK)
    assert not drawn("." + "X" * 31, k=32).has_line(BLACK)


def test_any_stone_is_a_line_of_one() -> None:
    position = drawn("... .O. ...", k=1)

    assert position.has_line(WHITE)
    assert marked(position, position.line(WHITE)) == ["...", ".#.", "..."]
    assert not position.has_line(BLACK)


@pytest.mark.parametrize(
    "lines",
    [
        "... ... ### ... ...",
        ".#. .#. .#. .#. .#.",
        "..# .#. #.. ... ...",
        "... ... #.. .#. ..#",
    ],
)
def test_whole_rows_columns_and_diagonals_of_the_shorter_edge_are_full_lines(lines: str) -> None:
    position = drawn(lines.replace("#", "X"), line_rule=FULL)

    assert position.has_line(BLACK)
    assert marked(position, position.line(BLACK)) == lines.split()


def test_part_of_a_column_is_no_full_line() -> None:
    assert not drawn("X.. X.. X.. X.. ...", line_rule=FULL).has_line(BLACK)
    assert not drawn("..X .X. ... .X. ..X", line_rule=FULL).has_line(BLACK)


@strategies.law
@given(strategies.positions(strategies.variants(max_size=12, max_squares=100)))
def test_the_slow_referee_sees_the_same_lines_on_any_board(position: mnk.Position) -> None:
    for side in mnk.Side:
        expected = interpreter.winning_points(position, side)

        assert position.line(side) == interpreter.squares(expected, position.variant)
        assert position.has_line(side) == bool(expected)


@strategies.law
@given(strategies.positions(strategies.variants(max_size=12, max_squares=100)))
def test_what_is_found_by_shifting_is_what_the_rule_defines(position: mnk.Position) -> None:
    variant = position.variant
    for side in mnk.Side:
        won = []
        for kind in interpreter.kinds(position, side):
            own = sum(1 << square for square in position.stones(kind))
            other = sum(1 << square for square in position.stones(kind.other))
            won += [
                mask
                for mask, fence, ends in mnk.lines(variant.of(kind))
                if own & mask == mask and not own & fence and not (ends and other & ends == ends)
            ]

        assert position.has_line(side) is bool(won)
        assert set(position.line(side)) == {
            square for square in range(variant.squares) if any(mask >> square & 1 for mask in won)
        }


@strategies.law
@given(strategies.positions(strategies.variants(max_size=12, max_squares=100)))
def test_the_runs_that_win_are_the_winning_line_end_to_end(position: mnk.Position) -> None:
    width = position.variant.width
    for side in mnk.Side:
        squares: set[mnk.Square] = set()
        for first, last in position.runs(side):
            across, up = last % width - first % width, last // width - first // width
            assert across == 0 or up == 0 or abs(across) == up
            count = max(abs(across), up)
            step = (last - first) // count if count else 0
            squares |= {first + i * step for i in range(count + 1)}

        assert squares == set(position.line(side))


def test_a_run_that_wins_is_named_once_however_many_lines_it_holds() -> None:
    runs = drawn(SIX, k=5).runs(BLACK)

    assert [(mnk.name(first, BOARD), mnk.name(last, BOARD)) for first, last in runs] == [
        ("b6", "g6")
    ]
    assert drawn("... .O. ...", k=1).runs(WHITE) == ((4, 4),)


def test_in_caro_a_line_blocked_at_both_ends_is_no_win() -> None:
    assert not drawn("OXXXXXO ....... .......", k=5, line_rule=CARO).has_line(BLACK)
    assert drawn("OXXXXX. ....... .......", k=5, line_rule=CARO).has_line(BLACK)
    assert drawn("XXXXXO. ....... .......", k=5, line_rule=CARO).has_line(BLACK)  # the edge
    assert not drawn("XXXXXX. ....... .......", k=5, line_rule=CARO).has_line(BLACK)


def test_in_caro_a_line_that_is_blocked_does_not_spoil_another() -> None:
    crossing = drawn("O...O .X.X. ..X.. .XXXO O...O", k=3, line_rule=CARO)

    assert [mnk.name(at, crossing.variant) for at in crossing.line(BLACK)] == ["b2", "c2", "d2"]


def test_in_caro_five_blocked_when_they_are_completed_never_win() -> None:
    game = mnk.GameState.start(mnk.Variant(9, 3, 5, CARO))
    for name in "b1 a1 c1 g1 e1 a3 f1 c3 d1".split():
        game = game.play(mnk.square(name, game.variant), by=game.side_to_move)

    assert not game.is_over
    for name in "e3 d2 g3".split():
        game = game.play(mnk.square(name, game.variant), by=game.side_to_move)
    assert not game.is_over


@pytest.mark.parametrize("rule", mnk.LineRule)
def test_thousands_of_boards_are_judged_as_the_slow_referee_does(rule: mnk.LineRule) -> None:
    """100,000 take a minute: `python -m tests.mnk.many_boards`."""
    count = 400 if rule is mnk.LineRule.RENJU else 500  # more of it: test_forbidden.py

    kinds = many_boards.judge(rule, count)

    assert kinds.total() == count
    both = set() if rule is mnk.LineRule.WILD else {"won by both"}  # there all are the last mover's
    assert {"won", "open", "dead"} | both <= set(kinds)
