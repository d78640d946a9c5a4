"""How strong people are, on each family of boards: Glicko-2 over their rated games, an estimate.

Each game is a rating period of its own; whole weeks without one make a rating less sure.
"""

from dataclasses import dataclass

from games import mnk
from games.players import glicko
from games.players.models import PlayerRating

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


def rested(row: PlayerRating, at: int) -> glicko.Rating:
    """A strength as it is at a moment (ms since 1970 UTC): the less sure, the longer unproved."""
    return glicko.rested(row.strength, max(0, at - row.counted_ms) // PERIOD_MS)


def shown_rating(player_id: int, family: mnk.Family, at: int) -> ShownRating | None:
    """A player's rating at a moment (ms since 1970 UTC); None without a rated game."""
    row = PlayerRating.objects.filter(player_id=player_id, family=family).first()
    return None if row is None else ShownRating.of(rested(row, at))


def every_rating(player_id: int, at: int) -> list[FamilyRating]:
    """A player's ratings at a moment (ms since 1970 UTC), the family most played first."""
    rows = PlayerRating.objects.filter(player_id=player_id).order_by("-games", "family")
    return [
        FamilyRating(
            mnk.Family(row.family),
            ShownRating.of(strength := rested(row, at)),
            round(strength.deviation),
            row.games,
        )
        for row in rows
    ]
