"""Calculating with worths: seen from the other side, compared, as a chance.

>>> from games.play.protocol import Verdict
>>> lost = Worth(status="proved", verdict=Verdict.LOSS, plies=4)
>>> of_the_move = before(lost)
>>> of_the_move.verdict, of_the_move.plies
(<Verdict.WIN: 'win'>, 5)
"""

from typing import Final

import msgspec

from games.play.protocol import Verdict
from games.review.findings import Worth

UNKNOWN: Final = Worth(status="unknown")
_LONG: Final = 10_000
"""Plies of a distance that was not settled: short ones are settled first."""
_OTHER: Final = {
    Verdict.WIN: Verdict.LOSS,
    Verdict.LOSS: Verdict.WIN,
    Verdict.DRAW: Verdict.DRAW,
}


def proved(verdict: Verdict, plies: int | None = None) -> Worth:
    """A worth that is certain."""
    return Worth(status="proved", verdict=verdict, plies=plies)


def estimated(score: float) -> Worth:
    """A worth that is guessed: from -1 (lost) through 0 (even) to 1 (won). To three places."""
    return Worth(status="estimated", score=round(score, 3))


def before(after: Worth, *, goes_on: bool = False) -> Worth:
    """What a move is worth to the side that plays it, from what the position after it is worth to
    the side that is to move there: the other one, unless the turn `goes_on`."""
    worth = to_the_mover(after, goes_on=goes_on)
    if worth.plies is None:
        return worth
    return msgspec.structs.replace(worth, plies=worth.plies + 1)


def to_the_mover(after: Worth, *, goes_on: bool = False) -> Worth:
    """What the position after a move is worth to the side that played it; plies count from there.

    The other side is to move there, unless the turn `goes_on`.
    """
    if goes_on:
        return after
    if after.verdict is not None:
        return proved(_OTHER[after.verdict], after.plies)
    if after.score is not None:
        return estimated(0.0 - after.score)  # no -0.0
    return UNKNOWN


def is_proved(worth: Worth, *verdicts: Verdict) -> bool:
    """Whether a worth is proved, and one of these verdicts if any are named."""
    return worth.status == "proved" and (not verdicts or worth.verdict in verdicts)


def chance(worth: Worth) -> float | None:
    """From -1 (lost) through 0 (even) to 1 (won); None where nothing is known."""
    match worth.verdict:
        case Verdict.WIN:
            return 1.0
        case Verdict.DRAW:
            return 0.0
        case Verdict.LOSS:
            return -1.0
        case None:
            return worth.score


def rank(worth: Worth) -> tuple[int, float]:
    """Orders worths: quick win, slow win, guess, draw, bad guess, slow loss, quick loss.

    As the evaluator orders the squares (`games.evaluator.evaluation.rank`).
    """
    plies = _LONG if worth.plies is None else worth.plies
    match worth.verdict:
        case Verdict.WIN:
            return (4, -plies)
        case Verdict.DRAW:
            return (2, 0)
        case Verdict.LOSS:
            return (-1, plies)
        case None if worth.score is None:
            return (0, 0)
        case None:
            return (3, worth.score) if worth.score > 0 else (1, worth.score)
