"""The best on one family of boards: accounts whose rating has settled, and who have played lately.

Guests are not listed: a rating of theirs belongs to a browser, and may be begun anew at will.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import OuterRef, QuerySet, Subquery

from games import mnk
from games.mnk.clock import DAY
from games.players import ratings
from games.players.models import LEAST_GAMES, SETTLED, Kind, PlayerRating, RatingDay
from games.prepared import Prepared

LATELY = timedelta(days=30)
"""Only people who have played a rated game in this time are listed, with its change in rating."""
MOST = 50
"""This many are named."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody on a leaderboard."""

    rank: int
    slug: str
    name: str
    rating: int
    change: int | None
    """Since `LATELY` ago; None if there was no rating then."""
    games: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one player is, or what they lack."""

    rank: int | None
    """None if they are not listed."""
    rating: ratings.ShownRating
    change: int | None
    games: int
    games_missing: int
    """Rated games until they have enough."""
    has_played_lately: bool


def best(family: mnk.Family, at: int) -> list[Ranked]:
    """The best of a family at a moment (ms since 1970 UTC), the best first: one query."""
    then = (ratings.date_of(at) - LATELY).isoformat()
    return [
        Ranked(
            rank,
            row.player.slug,
            row.player.name,
            _shown(row),
            _change(row),
            row.games,
        )
        for rank, row in enumerate(_BEST(family.value, _since(at), then), 1)
    ]


def standing(player_id: int, family: mnk.Family, at: int) -> Standing | None:
    """Where a player is; None without a rated game. Two queries.

    Whoever is listed is counted with those who are better: entries of one index.
    """
    own = PlayerRating.objects.filter(player=player_id, family=family)
    row = _with_then(own, family, ratings.date_of(at) - LATELY).first()
    if row is None:
        return None
    listed = _listed(family, _since(at))
    rank = None
    if listed.filter(pk=row.pk).exists():
        rank = 1 + listed.filter(rating__gt=row.rating).count()
    return Standing(
        rank,
        ratings.ShownRating.of(ratings.rested(row, at)),
        _change(row),
        row.games,
        max(0, LEAST_GAMES - row.games),
        row.counted_ms >= _since(at),
    )


def family_of_most_games(player_id: int) -> mnk.Family | None:
    """The family on which a player has the most rated games: one query."""
    rows = PlayerRating.objects.filter(player=player_id).order_by("-games", "family")
    word = rows.values_list("family", flat=True).first()
    return None if word is None else mnk.Family(word)


def _listed(family: str, since: int) -> "QuerySet[PlayerRating]":
    # The first three are the condition of an index, in which they stand by their ratings.
    return PlayerRating.objects.filter(
        family=family,
        games__gte=LEAST_GAMES,
        deviation__lte=SETTLED,
        counted_ms__gte=since,
        player__kind=Kind.ACCOUNT,
        player__user__is_active=True,
    )


def _since(at: int) -> int:
    return at - LATELY.days * DAY


def _with_then(
    rows: "QuerySet[PlayerRating]", family: str, day: date | str
) -> "QuerySet[PlayerRating]":
    """The ratings, and `then`: what they were at the end of a day, if any."""
    then = RatingDay.objects.filter(
        player=OuterRef("player"), family=family, date__lte=day
    ).order_by("-date")
    return rows.annotate(then=Subquery(then.values("rating")[:1]))


def _best(family: str, since: int, day: str) -> "QuerySet[PlayerRating]":
    rows = _with_then(_listed(family, since), family, day).select_related("player")
    return rows.order_by("-rating", "pk")[:MOST]


_BEST = Prepared(_best)


def _change(row: PlayerRating) -> int | None:
    then: int | None = row.then  # type: ignore[attr-defined]  # `_with_then`
    return None if then is None else _shown(row) - then


def _shown(row: PlayerRating) -> int:
    return ratings.ShownRating.of(row.strength).rating
