"""How strong a player is on sitting down: kept with the seat, so a game shows it as it was then."""

from typing import TypedDict

from games import mnk
from games.players import ratings


class Fields(TypedDict):
    """Columns of a seat."""

    rating: int | None
    provisional: bool


def fields_of(standing: ratings.Standing | None) -> Fields:
    """The columns of a seat that keep a standing."""
    if standing is None:
        return {"rating": None, "provisional": False}
    return {"rating": standing.rating, "provisional": standing.provisional}


def standing_fields(player_id: int, variant: mnk.Variant, at: int) -> Fields:
    """A player's standing on such boards at `at` (ms since 1970 UTC), as columns: one query."""
    return fields_of(ratings.standing(player_id, mnk.family_of(variant), at))
