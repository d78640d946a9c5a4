"""Whether a player who plays by the evaluator accepts a draw."""

from typing import Final

from games import mnk
from games.evaluator.evaluation import Estimated, Proved, Unknown, Verdict
from games.evaluator.judge import evaluate
from games.evaluator.limit import Limit
from games.evaluator.rules import playable

DISADVANTAGE: Final = -0.1
"""A chance of at most this, from -1 (lost) to 1 (won), is reason enough to be content."""


def accepts_draw(position: mnk.Position, side: mnk.Side, limit: Limit) -> bool:
    """Whether a side that is offered a draw should take it, whoever is to move.

    It does when nobody can complete a line any more; when it is proved that best play draws or
    loses; or when at least a third of the board is full and the strong engine sees the side at a
    disadvantage. With a limit of nodes alone the answer is the same every time. It does not once
    the game is over, nor where nothing is known.

    >>> start = mnk.Position.start(mnk.Variant(3, 3, 3))
    >>> accepts_draw(start, mnk.Side.BLACK, Limit(nodes=1))
    True
    >>> accepts_draw(start.play(4).play(1), mnk.Side.BLACK, Limit(nodes=1))
    False
    """
    if not playable(position):
        return False
    if position.is_dead:
        return True
    value = evaluate(position, limit, set_up=True, best_only=True).value
    to_move = side is position.side_to_move
    match value:
        case Proved(verdict=verdict):
            return (verdict if to_move else verdict.other) is not Verdict.WIN
        case Estimated(score=score, is_chance=True):
            chance = score if to_move else -score
            return chance <= DISADVANTAGE and _is_third_full(position)
        case Estimated() | Unknown():
            return False


def _is_third_full(position: mnk.Position) -> bool:
    return 3 * len(position.empty_squares()) <= 2 * position.variant.room
