"""What a puzzle is about: read off its line, the same however the board lies."""

import pytest

from games import mnk
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


def test_each_theme_has_a_name_and_a_lesson() -> None:
    assert len({theme.label for theme in Theme}) == len({theme.lesson for theme in Theme}) == 6
    assert all(theme.lesson.endswith(".") for theme in Theme)
