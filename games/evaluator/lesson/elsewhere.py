"""Lines that show a threat: a move elsewhere, and what it leaves to the other side."""

from collections.abc import Iterator
from itertools import islice

from games import mnk
from games.evaluator.lesson.case import Case, Moves
from games.evaluator.reading import Reading
from games.evaluator.rules import squares_of, steps_apart, stones
from games.evaluator.wins import Win, any_reply, readings

_ELSEWHERE = 3
"""This many squares elsewhere are tried for a line that shows a threat left alone."""


def then_open_four(case: Case, position: mnk.Position, opening: int) -> Moves:
    """A move elsewhere, then the open four (or two fours) at one of these squares."""
    for elsewhere in _far(case, position, fours(case, position)):
        after = position.play(elsewhere)
        own, other = stones(after)
        mine = Reading(own, other, case.variant)
        for square in squares_of(opening & mine.winning_next):
            made = Reading(own | 1 << square, other, case.variant)
            return (elsewhere, square, *any_reply(made))
        break
    return ()


def then_won(case: Case, position: mnk.Position) -> tuple[Moves, Win | None]:
    """A move elsewhere, and the other side's win by force after it; with the line of both."""
    places = _far(case, position, fours(case, position))
    for elsewhere in islice(places, _ELSEWHERE):
        win = case.forces.attack(position.play(elsewhere))
        if win is not None:
            return (elsewhere, *win.line), win
    return (), None


def farthest(case: Case, position: mnk.Position, avoided: int) -> Moves:
    """The empty square farthest from the move, these left out; or none."""
    return tuple(_far(case, position, avoided))[:1]


def fours(case: Case, position: mnk.Position) -> int:
    """The squares where anybody makes a four or completes a line, and the move's own."""
    found = 1 << case.square
    for each in readings(position):
        found |= each.four_squares | each.completing
    return found


def _far(case: Case, position: mnk.Position, avoided: int) -> Iterator[mnk.Square]:
    """The empty squares except these, the farthest from the move first."""
    width = case.variant.width
    empty = [at for at in position.playable_squares() if not avoided >> at & 1]
    yield from sorted(empty, key=lambda at: (-steps_apart(at, case.square, width), at))
