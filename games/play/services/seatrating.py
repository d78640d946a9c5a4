"""How strong a player is on sitting down: kept with the seat, so a game shows it as it was then."""

from typing import TypedDict

from games import mnk
from games.players import ratings


class Fields(TypedDict):
    """Columns of a seat."""

    rating: int | None
    provisional: bool


def fields_of(rating: ratings.ShownRating | None) -> Fields:
    """The columns of a seat that keep a rating."""
    if rating is None:
        return {"rating": None, "provisional": False}
    return {"rating": rating.rating, "provisional": rating.provisional}


def rating_fields(player_id: int, variant: mnk.Variant, at: int) -> Fields:
    """A player's rating on such boards at `at` (ms since 1970 UTC), as columns: one query."""
    return fields_of(ratings.shown_rating(player_id, mnk.family_of(variant), at))
