"""How strong people are, on each family of boards: Glicko-2 over their rated games, an estimate.

Each game is a rating period of its own; whole weeks without one make a rating less sure.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Protocol

from django.db.models import OuterRef, QuerySet, Subquery

from games import mnk
from games.players import glicko
from games.players.models import PlayerRating, RatingDay
from games.prepared import Prepared

PERIOD_MS = 7 * 86_400_000
"""A rating period without a result. With the usual volatility a strength that is well known (a
deviation of 60) is rough again (80) after half a year away."""
PROVISIONAL = 110.0
"""With a deviation above this a rating is still rough: it may be 220 points off, and more."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as people are shown it."""

    rating: int
    provisional: bool

    @classmethod
    def of(cls, strength: glicko.Rating) -> "ShownRating":
        # A rating below 0 is possible on paper; nobody needs to know.
        return cls(max(0, round(strength.rating)), strength.deviation > PROVISIONAL)


@dataclass(frozen=True, slots=True)
class FamilyRating:
    """A player's strength on one family of boards, for their page."""

    family: mnk.Family
    shown: ShownRating
    deviation: int
    games: int


@dataclass(frozen=True, slots=True)
class Day:
    """A rating at the end of a day with rated games (UTC), and the highest it was on it."""

    date: date
    rating: int
    highest: int


class Counted(Protocol):
    """A strength, and when the last game was counted for it (ms since 1970 UTC)."""

    @property
    def strength(self) -> glicko.Rating: ...

    @property
    def counted_ms(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Tally:
    """A strength, by how many games, and when the last was counted (ms since 1970 UTC)."""

    strength: glicko.Rating
    games: int
    counted_ms: int


NEWCOMER = Tally(glicko.Rating(), 0, 0)
"""Somebody for whom no game has been counted."""


def after_game(before: mnk.BySide[Tally], score: float, at: int) -> mnk.BySide[Tally]:
    """What a game makes of both players' ratings, counted at a moment (ms since 1970 UTC).

    `score` is Black's: 1 for a win, 0.5 for a draw, 0 for a loss.

    >>> black, white = after_game(mnk.BySide(NEWCOMER, NEWCOMER), 1.0, 7)
    >>> round(black.strength.rating), round(white.strength.rating), white.games, white.counted_ms
    (1662, 1338, 1, 7)
    """
    now = before.map(lambda tally: rested(tally, at))
    scores = mnk.BySide(score, 1.0 - score)

    def counted(side: mnk.Side) -> Tally:
        result = glicko.Result(now[side.other], scores[side])
        return Tally(glicko.after(now[side], [result]), before[side].games + 1, at)

    return mnk.BySide(*map(counted, mnk.Side))


def is_better_known(other: Tally, mine: Tally) -> bool:
    """Whether of two ratings of one person the other stays: the one by more games.

    >>> five, six = Tally(glicko.Rating(), 5, 0), Tally(glicko.Rating(), 6, 0)
    >>> is_better_known(six, five), is_better_known(five, five)
    (True, False)
    """
    return other.games > mine.games


def joined(mine: Tally, other: Tally) -> Tally:
    """What two ratings of one person become: the better known, and the games of both.

    >>> few, many = Tally(glicko.Rating(1600.0), 5, 7), Tally(glicko.Rating(1800.0), 9, 3)
    >>> joined(few, many).strength.rating, joined(few, many).games, joined(few, many).counted_ms
    (1800.0, 14, 7)
    """
    strength = other.strength if is_better_known(other, mine) else mine.strength
    return Tally(strength, mine.games + other.games, max(mine.counted_ms, other.counted_ms))


def rested(counted: Counted, at: int) -> glicko.Rating:
    """A strength as it is at a moment (ms since 1970 UTC): the less sure, the longer unproved."""
    return glicko.rested(counted.strength, max(0, at - counted.counted_ms) // PERIOD_MS)


def date_of(at: int) -> date:
    """The day of a moment (ms since 1970 UTC), by UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def day_after(day: Day | None, counted: Tally) -> Day:
    """A day on which a game has been counted; None if it was the day's first."""
    rating = ShownRating.of(counted.strength).rating
    highest = rating if day is None else max(day.highest, rating)
    return Day(date_of(counted.counted_ms), rating, highest)


def shown_rating(player_id: int, family: mnk.Family, at: int) -> ShownRating | None:
    """A player's rating at a moment (ms since 1970 UTC); None without a rated game."""
    row = PlayerRating.objects.filter(player_id=player_id, family=family).first()
    return None if row is None else ShownRating.of(rested(row, at))


_RATINGS = Prepared(
    lambda player: PlayerRating.objects.filter(player_id=player).order_by("-games", "family")
)


def every_rating(player_id: int, at: int) -> list[FamilyRating]:
    """A player's ratings at a moment (ms since 1970 UTC), the family most played first."""
    return [
        FamilyRating(
            mnk.Family(row.family),
            ShownRating.of(strength := rested(row, at)),
            round(strength.deviation),
            row.games,
        )
        for row in _RATINGS(player_id)
    ]


def history(player_id: int, family: mnk.Family) -> list[Day]:
    """A player's ratings on one family of boards, day by day: a row for each day with a game."""
    return [Day(*row) for row in _DAYS(player_id, family.value)]


_DAYS = Prepared(
    lambda player, family: (
        RatingDay.objects.filter(player=player, family=family)
        .order_by("date")
        .values_list("date", "rating", "highest")
    )
)


def ratings_on(player_id: int, day: date) -> dict[mnk.Family, int]:
    """What a player's ratings were at the end of a day, where there were any: one query."""
    return {mnk.Family(family): rating for family, rating in _THEN(player_id, day.isoformat())}


def _then(player: int, day: str) -> QuerySet[PlayerRating, tuple[str, int]]:
    latest = RatingDay.objects.filter(
        player=player, family=OuterRef("family"), date__lte=day
    ).order_by("-date")
    rows = PlayerRating.objects.filter(player=player).annotate(
        then=Subquery(latest.values("rating")[:1])
    )
    return rows.exclude(then=None).values_list("family", "then")


_THEN = Prepared(_then)
