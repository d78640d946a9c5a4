"""Which puzzle somebody is shown: the day's, the next one for them, and a list to choose from."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final, Literal, TypeAlias

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games import mnk
from games.prepared import Prepared, tally
from games.puzzles.attempts import date_of, results_of, strength_of
from games.puzzles.kept import KeptPuzzle, kinds_offered, offered
from games.review.models import Attempt, DailyPuzzle, Puzzle
from games.review.themes import Theme

MOST_PLIES_OF_DAY: Final = 10
"""The puzzle of the day is for newcomers, too: five moves at most (`mnk.winners_moves`)."""
PAGE: Final = 24
"""Puzzles on one page of the list."""
SMALL: Final = 8
"""The longest edge of a small board."""
NEAR: Final = 200.0
"""This many points around a player's level are near it."""

Level: TypeAlias = Literal["near", "easier", "harder", "any"]
LEVELS: Final[tuple[Level, ...]] = ("near", "easier", "harder", "any")

FILTERS: Final[Mapping[str, Q]] = {
    "win2": Q(plies__lte=4),
    "win3": Q(plies__gte=5, plies__lte=6),
    "win4": Q(plies__gte=7),
    **{theme.value: Q(theme=theme.value) for theme in Theme},
    "small": Q(edge__lte=SMALL),
    **{rule.value: Q(position__contains=f"-{rule.value}") for rule in mnk.LineRule},
}
"""What the list can be narrowed to, by the word in its address; one at a time. A position names its
rule: 7x6x4-gravity/…"""


@dataclass(frozen=True, slots=True)
class Listed:
    """A puzzle in the list, for one player."""

    puzzle: KeptPuzzle
    result: str | None
    """How their first attempt went; None: it is new to them."""


@dataclass(frozen=True, slots=True)
class PuzzleList:
    """A page of the list."""

    rows: tuple[Listed, ...]
    counts: Mapping[str, int]
    """How many of this level each filter has; `""`: all."""
    page: int
    pages: int


_OF_DAY = Prepared(
    lambda date: DailyPuzzle.objects.select_related("puzzle__game").filter(date=date)
)

_PUZZLE = Prepared(lambda puzzle: Puzzle.objects.select_related("game").filter(pk=puzzle))


def of_day(at: int) -> KeptPuzzle | None:
    """The puzzle of the day (UTC) of a moment in ms; None while there are none short enough.

    It is one of those that existed when the day began and have had the fewest days, chosen by date
    and key: the same for everybody, and for the whole day, whether it is kept already or not.
    """
    date = date_of(at)
    for row in _OF_DAY(date.isoformat()):
        return KeptPuzzle.of(row.puzzle)
    chosen = _chosen(date)
    if chosen is None:
        return None
    (puzzle,) = _PUZZLE(chosen)
    return KeptPuzzle.of(puzzle)


def keep_day(at: int) -> None:
    """Keep which puzzle a moment's day has, so that the days to come have others."""
    date = date_of(at)
    if DailyPuzzle.objects.filter(date=date).exists():
        return
    chosen = _chosen(date)
    if chosen is not None:
        DailyPuzzle.objects.get_or_create(date=date, defaults={"puzzle_id": chosen})


_NOBODY = 0
"""The number of no player."""


def _untried(kinds: Collection[bool], skipped: Collection[str], player: int) -> QuerySet[Puzzle]:
    tried = Attempt.objects.filter(puzzle=OuterRef("pk"), player=player)
    return offered(kinds).exclude(slug__in=skipped).exclude(Exists(tried))


_ABOVE = Prepared(
    lambda kinds, skipped, player, mine: (
        _untried(kinds, skipped, player).filter(rating__gte=mine).order_by("rating", "pk")[:1]
    )
)
_BELOW = Prepared(
    lambda kinds, skipped, player, mine: (
        _untried(kinds, skipped, player).filter(rating__lt=mine).order_by("-rating", "pk")[:1]
    )
)


def next_for(
    player_id: int | None, at: int, *, leaving_out: Collection[str] = ()
) -> KeptPuzzle | None:
    """The puzzle nearest to a player's level, of those they have not tried.

    `leaving_out` names puzzles that they skipped. None if nothing is left.
    """
    mine = _level(player_id, at)
    asked = kinds_offered(), leaving_out, player_id or _NOBODY, mine
    nearest = min(
        (*_ABOVE(*asked), *_BELOW(*asked)), key=lambda row: abs(row.rating - mine), default=None
    )
    return None if nearest is None else KeptPuzzle.of(nearest)


def listed(
    player_id: int | None, at: int, *, only: str = "", level: Level = "near", page: int = 1
) -> PuzzleList:
    """A page of the puzzles of a level, the easiest first; of one filter, if `only` names one.

    A page beyond the last is the last.
    """
    asked = kinds_offered(), _level(player_id, at)
    (numbers,) = _counts(level)(*asked)
    counts = dict(zip(("", *FILTERS), numbers, strict=True))
    only = only if only in FILTERS else ""
    pages = max(1, -(-counts[only] // PAGE))
    page = min(max(1, page), pages)
    rows = _rows(level, only, (page - 1) * PAGE, page * PAGE)(*asked)
    results = results_of(player_id, [row.pk for row in rows])
    return PuzzleList(
        tuple(Listed(KeptPuzzle.of(row), results.get(row.pk)) for row in rows),
        counts,
        page,
        pages,
    )


@lru_cache
def _counts(level: Level) -> Prepared[tuple[int, ...]]:
    """How many puzzles of a level there are, and how many of them each filter has."""
    every = [Count("pk"), *(Count("pk", filter=condition) for condition in FILTERS.values())]
    return Prepared(lambda kinds, mine: tally(_of_level(offered(kinds), level, mine), *every))


@lru_cache(maxsize=256)
def _rows(level: Level, only: str, first: int, end: int) -> Prepared[Puzzle]:
    """Those from one place in the list to another."""

    def rows(kinds: Collection[bool], mine: float) -> QuerySet[Puzzle]:
        of_level = _of_level(offered(kinds), level, mine)
        chosen = of_level.filter(FILTERS[only]) if only else of_level
        return chosen.order_by("rating", "pk")[first:end]

    return Prepared(rows)


def _level(player_id: int | None, at: int) -> float:
    """The rating of puzzles that suit a player: they solve more than half of these, and the less is
    known about them the easier these are."""
    mine = strength_of(player_id, at)
    return mine.rating - mine.deviation


def _of_level(puzzles: QuerySet[Puzzle], level: Level, mine: float) -> QuerySet[Puzzle]:
    match level:
        case "near":
            return puzzles.filter(rating__gte=mine - NEAR, rating__lte=mine + NEAR)
        case "easier":
            return puzzles.filter(rating__lt=mine)
        case "harder":
            return puzzles.filter(rating__gt=mine)
        case "any":
            return puzzles


def _short(kinds: Collection[bool]) -> QuerySet[Puzzle]:
    return offered(kinds).filter(plies__lte=MOST_PLIES_OF_DAY)


_TIMES = Prepared(
    lambda kinds, midnight, date: (
        _short(kinds)
        .filter(created_ms__lt=midnight)
        .annotate(times=Count("days", filter=Q(days__date__lt=date)))
        .values_list("times", "key", "pk")
    )
)
"""How many days each puzzle has had before a date, of those that there were when it began."""
_FIRST = Prepared(
    lambda kinds: _short(kinds).order_by("created_ms", "pk").values_list("pk", flat=True)[:1]
)


def _chosen(date: datetime.date) -> int | None:
    """The puzzle of a day, by its row."""
    midnight = datetime.datetime.combine(date, datetime.time(), datetime.UTC)
    kinds, began = kinds_offered(), int(midnight.timestamp() * 1000)
    lots = [
        (times, _lot(date, bytes(key)), pk)
        for times, key, pk in _TIMES(kinds, began, date.isoformat())
    ]
    if lots:
        *_, chosen = min(lots)
        return chosen
    # On the day of the first puzzles it is the very first.
    return next(iter(_FIRST(kinds)), None)


def _lot(date: datetime.date, key: bytes) -> bytes:
    return blake2b(date.isoformat().encode() + key, digest_size=8).digest()
