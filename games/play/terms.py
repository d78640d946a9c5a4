"""What a game counts for, how it opens, and whom its open seat is for: pure values."""

from dataclasses import dataclass
from typing import Final

from games.mnk import OpeningRule
from games.refusals import BadRequest
from games.say import say

RANGES: Final = (100, 200, 400)
"""The ranges people choose from: this many points to either side of their own rating."""
_REACH: Final = ((0, 200), (3_000, 400), (6_000, 800))
_EVERYBODY_MS: Final = 9_000
"""Nobody waits longer than this for somebody as strong as they are."""


class TermsError(BadRequest):
    """Terms that are not available."""

    code = "badStakes"


@dataclass(frozen=True, slots=True)
class RatingRange:
    """Ratings from `low` to `high`, both included."""

    low: int
    high: int

    @classmethod
    def around(cls, rating: int, points: int) -> "RatingRange":
        """From `points` below a rating to `points` above it."""
        return cls(max(0, rating - points), rating + points)

    def admits(self, rating: int | None) -> bool:
        """Whether it holds a rating; False for an unknown one (None)."""
        return rating is not None and self.low <= rating <= self.high


@dataclass(frozen=True, slots=True)
class Terms:
    """Whether a game counts for the ratings of its two players, who may take the open seat, and by
    which rule it opens."""

    rated: bool = False
    range: RatingRange | None = None
    """None: everybody."""
    opening: OpeningRule = OpeningRule.NONE
    again: bool = False
    """Whether its two have played from the same stones before, on each other's sides."""


CASUAL = Terms()
"""It counts for nothing, and is open to everybody."""


def requested_terms(
    *,
    rated: bool,
    points: int | None,
    mine: int | None,
    is_public: bool,
    is_listed: bool,
    against_bot: bool,
    opening: OpeningRule = OpeningRule.NONE,
) -> Terms:
    """The terms somebody asks for; raises `TermsError` with the field at fault.

    Whoever takes the seat may be `points` to either side of `mine`, the host's rating (None if they
    have none yet).
    """
    if rated and against_bot:
        raise TermsError(say("Games against bots aren’t rated. Turn Rated off."), field="rated")
    if rated and not is_public:
        sentence = say("Rated games are public. Let everyone watch, or turn Rated off.")
        raise TermsError(sentence, field="rated")
    if points is None:
        return Terms(rated, opening=opening)
    if against_bot or not is_listed:
        sentence = say("Only an open game can have a rating range.")
        raise TermsError(sentence, field="rating_range")
    if points not in RANGES:
        choices = ", ".join(map(str, RANGES))
        sentence = say("rating_range must be one of {choices}.", choices=choices)
        raise TermsError(sentence, field="rating_range")
    if mine is None:
        raise TermsError(
            say("You have no rating on these boards yet. Choose Anyone and play a rated game."),
            field="rating_range",
        )
    return Terms(rated, RatingRange.around(mine, points), opening)


def reach(waited_ms: int) -> int | None:
    """How far from one's own rating an opponent may be, after looking for one this long.

    None: anybody will do.

    >>> reach(0), reach(6_500), reach(9_000)
    (200, 800, None)
    """
    if waited_ms >= _EVERYBODY_MS:
        return None
    # Of two who come at once each may have begun a moment before the other looks.
    waited_ms = max(0, waited_ms)
    return next(points for since, points in reversed(_REACH) if waited_ms >= since)


def is_within(reach: int | None, mine: int | None, theirs: int | None) -> bool:
    """Whether two are near enough. A player without a rating may be as strong as anybody."""
    return reach is None or mine is None or theirs is None or abs(mine - theirs) <= reach
