"""A rating over time as a page draws it on the server: a line over labelled heights and days."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, floor

from django.utils.formats import date_format

from games.players.ratings import Day
from games.say import say

WIDTH, HEIGHT = 720, 208
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 704, 16, 176
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES = 5
_MOST_POINTS = 150
"""With more days a point stands for several."""
_MONTHS = 200
"""Over more days than this only months are named."""


@dataclass(frozen=True, slots=True)
class Line:
    """A height that is labelled."""

    y: float
    baseline: float
    """Where the label's letters stand."""
    rating: int
    is_minor: bool
    """Left out where there is little room."""


@dataclass(frozen=True, slots=True)
class Label:
    """A day that is named below."""

    x: float
    anchor: str
    text: str
    is_minor: bool


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """A graph's whole picture; `ratinggraph.html` draws it."""

    lines: tuple[Line, ...]
    labels: tuple[Label, ...]
    curve: str
    area: str
    x: float
    """Where it ends."""
    y: float
    words: str
    """What it shows, for people who cannot see it."""
    highest: int
    highest_on: date


def draw(title: str, days: Sequence[Day]) -> RatingGraph | None:
    """The graph of a rating, its days in order; None without any. `title` says what is rated.

    >>> days = [Day(date(2026, 11, 1), 1500, 1520), Day(date(2026, 11, 9), 1560, 1560)]
    >>> graph = draw("Gomoku", days)
    >>> graph.curve, [line.rating for line in graph.lines]
    ('M48 176L704 16', [1500, 1520, 1540, 1560])
    >>> draw("Gomoku", days[:1]).curve
    'M48 176L704 176'
    >>> graph.words
    'Gomoku rating from 1 Nov 2026 to 9 Nov 2026: first 1500, last 1560, highest 1560.'
    """
    if not days:
        return None
    first, last = days[0], days[-1]
    best = max(days, key=lambda day: day.highest)
    ratings = [day.rating for day in days]
    low, high, step = _scale(min(ratings), max(ratings))
    length = max(1, (last.date - first.date).days)

    def x(day: date) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * (day - first.date).days / length, 1)

    def y(rating: int) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (rating - low) / (high - low), 1)

    shown = list(_thinned(days))
    points = [f"{x(day.date):g} {y(day.rating):g}" for day in shown]
    if len(shown) == 1:  # a level line, so that there is something to be seen
        points.append(f"{_RIGHT} {y(last.rating):g}")
    curve = "M" + "L".join(points)
    return RatingGraph(
        lines=tuple(
            Line(y(rating), round(y(rating) + 4, 1), rating, is_minor=number % 2 == 1)
            for number, rating in enumerate(range(low, high + 1, step))
        ),
        labels=tuple(_labels(first.date, last.date)),
        curve=curve,
        area=f"{curve}V{_BOTTOM}H{_LEFT}Z",
        x=_RIGHT,
        y=y(last.rating),
        words=say(
            "{boards} rating from {since} to {until}: first {first}, last {last}, "
            "highest {highest}.",
            boards=title,
            since=_day(first.date),
            until=_day(last.date),
            first=first.rating,
            last=last.rating,
            highest=best.highest,
        ),
        highest=best.highest,
        highest_on=best.date,
    )


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """The lowest and the highest label, and the step between labels.

    >>> _scale(1500, 1673), _scale(1662, 1662), _scale(1500, 1550)
    ((1500, 1700, 50), (1660, 1670, 10), (1500, 1560, 20))
    """
    for step in _STEPS:
        bottom = floor(low / step) * step
        top = max(ceil(high / step) * step, bottom + step)
        if (top - bottom) // step < _MOST_LINES:
            break
    return bottom, top, step


def _thinned(days: Sequence[Day]) -> Iterator[Day]:
    """At most about `_MOST_POINTS` of the days: of neighbours the last. The first and last stay."""
    every = ceil(len(days) / _MOST_POINTS)
    for at, day in enumerate(days):
        if at == 0 or at == len(days) - 1 or at % every == every - 1:
            yield day


def _labels(first: date, last: date) -> Iterator[Label]:
    """Up to five days, evenly apart.

    >>> [next(_labels(date(2026, 1, 1), date(2026, 7, day))).text for day in (20, 21)]
    ['1 Jan', 'Jan 2026']
    """
    length = (last - first).days
    parts = min(4, max(1, length))
    for part in range(parts + 1 if length else 1):
        day = first + timedelta(days=round(length * part / parts))
        x = _LEFT + (_RIGHT - _LEFT) * part / parts
        anchor = "start" if part == 0 else "end" if part == parts else "middle"
        text = date_format(day, "M Y") if length > _MONTHS else date_format(day, "j M")
        yield Label(round(x, 1), anchor, text, is_minor=part % 2 == 1)


def _day(day: date) -> str:
    return date_format(day, "j M Y")
