"""A series: best of several games between the same two, with sides swapped: pure values."""

from dataclasses import dataclass
from typing import Final

from games.mnk import BySide, Outcome, Termination
from games.refusals import BadRequest
from games.say import say

LENGTHS: Final = (3, 5, 7)
"""The most games a series may have, as people choose from. One game is no series."""


class SeriesError(BadRequest):
    """A length that is not available."""

    code = "badSeries"


@dataclass(frozen=True, slots=True)
class Series:
    """The place of one game in a series.

    A win is one point, a draw half a point for both, an aborted game counts for nothing. Whoever
    has more than half of all points has won; after the last game it may be drawn.
    """

    best_of: int
    number: int = 1
    """Which game it is, of those that count."""
    halves: BySide[int] = BySide(0, 0)  # noqa: RUF009  # a value
    """The half points that the players on these sides won before it."""

    def score(self, outcome: Outcome | None) -> BySide[int]:
        """The half points once the game has ended like this; None: before its end.

        >>> from games.mnk import Side
        >>> tuple(Series(3).score(Outcome(Side.WHITE, Termination.LINE)))
        (0, 2)
        >>> tuple(Series(3, 2, BySide(2, 0)).score(None))
        (2, 0)
        """
        if outcome is None or outcome.termination is Termination.ABORT:
            return self.halves
        if outcome.winner is None:
            return BySide(self.halves.black + 1, self.halves.white + 1)
        return self.halves.having(outcome.winner, self.halves[outcome.winner] + 2)

    def is_decided(self, outcome: Outcome | None) -> bool:
        """Whether no further game can change who has won, once the game has ended like this.

        >>> last = Series(3, 3, BySide(2, 2))
        >>> last.is_decided(Outcome(None, Termination.FULL_BOARD))
        True
        """
        score = self.score(outcome)
        return max(score) > self.best_of or sum(score) >= 2 * self.best_of

    def after(self, outcome: Outcome) -> "Series":
        """The place of the next game: in a new series of the same length if this one is decided.

        Sides swap after each game that counts.

        >>> from games.mnk import Side
        >>> Series(3).after(Outcome(Side.BLACK, Termination.LINE))
        Series(best_of=3, number=2, halves=BySide(black=0, white=2))
        """
        if outcome.termination is Termination.ABORT:
            return self
        if self.is_decided(outcome):
            return Series(self.best_of)
        black, white = self.score(outcome)
        return Series(self.best_of, self.number + 1, BySide(white, black))


def requested_series(best_of: int | None) -> Series | None:
    """The series somebody asks for, by the most games it may have; None or 1: a single game.

    Raises `SeriesError`.
    """
    if best_of is None or best_of == 1:
        return None
    if best_of not in LENGTHS:
        choices = ", ".join(map(str, (1, *LENGTHS)))
        raise SeriesError(
            say("A series is the best of {choices}.", choices=choices), field="best_of"
        )
    return Series(best_of)
