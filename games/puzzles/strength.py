"""How hard puzzles are and how strong their solvers: Glicko-2, begun surer, in bounded steps.

A game says who won against somebody; a puzzle is looked at in order to learn, and most people look
at their first one without knowing how. So nobody begins as unknown as in games (1500, give or take
700), where one miss would cost 162 points: solvers begin at 1200, puzzles at what their length and
their board suggest, both give or take 240, and no attempt moves either by more than 40 points. The
rest is Glicko-2 (games.players.glicko): each first attempt ends a rating period, and so does each
whole week without one, for solvers.

Who attempts what when is kept, so all of it can be worked out again (`games.puzzles.recount`).
"""

import math
from typing import Final

from games import mnk
from games.players import glicko, ratings
from games.review.solving import Solving

MOST_DEVIATION: Final = 120.0
"""No solver and no puzzle is less known than this."""
MOST_STEP: Final = 40.0
"""One attempt moves no rating by more points than this."""
STRANGER: Final = glicko.Rating(1200.0, MOST_DEVIATION)
"""A solver before the first attempt."""
LEVELS: Final = (1000, 1200, 1400, 1650)
"""Where the second to the fifth level of difficulty begin."""
_BY_MOVES: Final = (0, 0, 1000, 1300, 1480, 1640, 1780, 1900)
"""A first guess by the number of the solver's moves, on a board of which 16 squares matter."""


def at_first(position: mnk.Position, solving: Solving) -> glicko.Rating:
    """The strength of a puzzle that nobody has tried, by its length and what has to be looked at:
    the squares next to stones, and the threats that lead nowhere.

    >>> from games.review.solving import RightMove, Turn
    >>> position = mnk.position_from_line("3x3x3-freestyle/O2/1X1/2O/X")
    >>> turn = Turn(right=(RightMove(square=0),))
    >>> round(at_first(position, Solving(kind="exact", plies=3, turns=(turn,))).rating)
    887
    """
    moves = min(mnk.winners_moves(solving.plies), len(_BY_MOVES) - 1)
    near = _next_to_stones(position)
    misleading = min(6, len(solving.turns[0].answered))
    rating = _BY_MOVES[moves] + 80 * math.log2(max(1, near) / 16) + 15 * misleading
    return glicko.Rating(float(round(rating)), MOST_DEVIATION)


def after(mine: glicko.Rating, theirs: glicko.Rating, score: float) -> glicko.Rating:
    """The strength after an attempt: of its solver, or with `1 - score` of the puzzle.

    >>> round(after(STRANGER, STRANGER, 0.0).rating)
    1165
    >>> round(after(STRANGER, glicko.Rating(400.0, 120.0), 0.0).rating)
    1160
    """
    found = glicko.after(known(mine), [glicko.Result(known(theirs), score)])
    step = max(-MOST_STEP, min(MOST_STEP, found.rating - mine.rating))
    return known(glicko.Rating(mine.rating + step, found.deviation, found.volatility))


def known(strength: glicko.Rating) -> glicko.Rating:
    """The same strength, no less sure than a stranger's."""
    sure = min(MOST_DEVIATION, strength.deviation)
    return glicko.Rating(strength.rating, sure, strength.volatility)


def rested(mine: glicko.Rating, latest_ms: int | None, at: int) -> glicko.Rating:
    """A solver's strength at a moment, the less sure the longer after the latest attempt; both in
    milliseconds. A puzzle neither learns nor forgets."""
    weeks = 0 if latest_ms is None else max(0, at - latest_ms) // ratings.PERIOD_MS
    return known(glicko.rested(known(mine), weeks))


def level_of(rating: float) -> int:
    """How difficult a puzzle of a rating is, from 1 to 5.

    >>> [level_of(rating) for rating in (880, 1000, 1399, 2000)]
    [1, 2, 3, 5]
    """
    return 1 + sum(rating >= least for least in LEVELS)


def _next_to_stones(position: mnk.Position) -> int:
    """How many empty squares touch a stone."""
    width, height = position.variant.width, position.variant.height
    taken = {square for side in mnk.Side for square in position.stones(side)}
    near = {
        y * width + x
        for square in taken
        for x in range(max(0, square % width - 1), min(width, square % width + 2))
        for y in range(max(0, square // width - 1), min(height, square // width + 2))
    }
    return len(near - taken)
