"""What a puzzle is about: read off its line, the same however the board lies."""

import pytest

from games import mnk
from games.review import themes
from games.review.solving import RightMove, Solving, Turn
from games.review.themes import Theme, theme_of
from games.thinking import puzzling

EXAMPLES = {
    Theme.FORK: "15x15x5-freestyle/15/15/15/15/15/7O7/7X7/7X7/3OXXX8/7X7/8O6/10O4/15/10O4/12O2/X",
    Theme.FOUR_THREE: "15x15x5-freestyle/15/15/15/15/15/7OO6/6O1OXO4/7XOXX4/7OXOXX3/7XOXXXXO1/"
    "6OX1XX2O1/10OO3/15/15/15/O",
    Theme.CHAIN: "19x19x5-freestyle/19/19/19/19/19/19/19/12O6/8O1XOXX5/12O6/10OOX6/8O1X1XX5/12X6/"
    "12X6/12O6/19/19/19/19/O",
}


def _solving(line: tuple[mnk.Square, ...]) -> Solving:
    """A puzzle that goes like this and no other way."""
    turns = [
        Turn(right=(RightMove(square=line[at], reply=line[at + 1], then=at // 2 + 1),))
        for at in range(0, len(line) - 1, 2)
    ]
    last = Turn(right=(RightMove(square=line[-1]),))
    return Solving(kind="exact", plies=len(line), turns=(*turns, last))


@pytest.mark.parametrize("theme", EXAMPLES)
def test_a_puzzle_that_was_found_has_its_theme(theme: Theme) -> None:
    position = mnk.position_from_line(EXAMPLES[theme])
    found = puzzling.find(position, 300_000)
    assert found is not None
    assert theme_of(position, found) is theme


@pytest.mark.parametrize(
    ("board", "k", "line", "theme"),
    [
        # An open three becomes an open four.
        ("......... ......... ..XXX.O.. .........", 5, "b2 a2 f2", Theme.OPEN_FOUR),
        # The same with four in a row is called a fork: nobody has a name for it.
        ("....... .XX.... .......", 4, "d2 a2 e2", Theme.FORK),
        # The square that makes two threats would have made two for the other side.
        ("..... ...O. ..... ..X.. .....", 3, "c3 c4 c1", Theme.COUNTER),
        # For the other side it would have made only one.
        ("....X ...O. ..... ..X.. .....", 3, "c3 c4 c1", Theme.FORK),
        # A first move without a threat.
        ("..... .X... ..... ..... .....", 4, "c3 c2 a1", Theme.QUIET),
    ],
)
def test_a_theme_follows_from_what_the_moves_threaten(
    board: str, k: int, line: str, theme: Theme
) -> None:
    rows = board.split()
    variant = mnk.Variant(len(rows[0]), len(rows), k)
    position = mnk.position_from_text("\n".join(rows), variant, mnk.Side.BLACK)
    squares = tuple(mnk.square(name, variant) for name in line.split())
    for moved in mnk.symmetries(variant):
        turned = mnk.Position.of(
            variant,
            mnk.BySide(*(frozenset(moved[at] for at in position.stones(s)) for s in mnk.Side)),
            position.side_to_move,
        )
        found = _solving(tuple(moved[square] for square in squares))
        assert theme_of(turned, found) is theme


OPEN_THREE = "......... ......... ......... ..XXX.... ........."
GAP = "....X.... ....O.... .XXX.XX.. ....O.... ....O.... ........."
"""White's four would be stopped in the gap, where black would make a row of six."""


@pytest.mark.parametrize(
    ("rule", "board", "side", "line", "theme"),
    [
        # One stone may stop an open four in caro, and black may not play everywhere in renju: what
        # decides is called a fork.
        ("freestyle", OPEN_THREE, mnk.Side.BLACK, "b2 a2 f2", Theme.OPEN_FOUR),
        ("caro", OPEN_THREE, mnk.Side.BLACK, "b2 a2 f2", Theme.FORK),
        ("renju", OPEN_THREE, mnk.Side.BLACK, "b2 a2 f2", Theme.FORK),
        ("renju", GAP, mnk.Side.WHITE, "e1 a1 e4", Theme.FORBIDDEN),
        # One threat, and above the square that stops it another.
        (
            "gravity",
            "...... .O.... OXXX.. OXXXO. OXOOO.",
            mnk.Side.BLACK,
            "f1 f2 e3",
            Theme.STACKED,
        ),
        ("misere", "O.O .X. .X.", mnk.Side.BLACK, "a1 c1", Theme.ZUGZWANG),
    ],
)
def test_under_other_rules_a_theme_says_no_more_than_is_so(
    rule: str, board: str, side: mnk.Side, line: str, theme: Theme
) -> None:
    rows = board.split()
    k = {"gravity": 4, "misere": 3}.get(rule, 5)
    variant = mnk.Variant(len(rows[0]), len(rows), k, mnk.LineRule(rule))
    position = mnk.position_from_text("\n".join(rows), variant, side)
    found = _solving(tuple(mnk.square(name, variant) for name in line.split()))
    assert theme_of(position, found) is theme


def test_a_square_where_the_other_side_may_not_play_was_no_square_of_its_threats() -> None:
    # Black would have made two fours there, which is forbidden: white blocks nothing.
    board = "....... ..X.... ..X.... ..X.... ...XXX. ....... ......."
    variant = mnk.Variant(7, 7, 5, mnk.LineRule.RENJU)
    position = mnk.position_from_text("\n".join(board.split()), variant, mnk.Side.WHITE)
    assert themes._would_decide(position, mnk.Side.BLACK, mnk.square("c3", variant)) is False
    exact = mnk.position_from_line(mnk.position_line(position).replace("renju", "exact"))
    assert themes._would_decide(exact, mnk.Side.BLACK, mnk.square("c3", variant)) is True


def test_each_theme_has_a_name_and_a_lesson() -> None:
    assert len({theme.label for theme in Theme}) == len({theme.lesson for theme in Theme}) == 9
    assert all(theme.lesson.endswith(".") for theme in Theme)
