"""A rating as it went, drawn on the server: a small curve with its lowest and highest value."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.say import say

WIDE, HIGH = 240, 64
"""In units of the drawing."""
_LEAST_SPAN = 100
"""Points that the height stands for, at least: a few points are no mountains."""


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """A curve's whole picture; `ratingcurve.html` draws it."""

    view_box: str
    path: str
    end: tuple[float, float]
    lowest: int
    highest: int
    words: str


def draw(ratings: Sequence[int]) -> RatingCurve | None:
    """The curve of ratings, the oldest first; None where there are not two.

    >>> draw([1200, 1236, 1220]).path
    'M4.0 42.1L120.0 21.9L236.0 30.9'
    >>> draw([1200]) is None, draw([1200, 1200]) is None
    (True, False)
    """
    if len(ratings) < 2:
        return None
    lowest, highest = min(ratings), max(ratings)
    span = max(_LEAST_SPAN, highest - lowest)
    middle = (lowest + highest) / 2
    step = (WIDE - 8) / (len(ratings) - 1)
    points = [
        (round(4 + at * step, 1), round(HIGH / 2 - (rating - middle) / span * (HIGH - 8), 1))
        for at, rating in enumerate(ratings)
    ]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    words = say(
        "Your puzzle rating so far: from {first} to {last}, at most {most}.",
        first=ratings[0],
        last=ratings[-1],
        most=highest,
    )
    return RatingCurve(f"0 0 {WIDE} {HIGH}", path, points[-1], lowest, highest, words)
