"""How a player's puzzle rating went, day by day, from their first attempts."""

from datetime import UTC, datetime

from games.players.ratings import Day
from games.prepared import Prepared
from games.review.models import Attempt

MOST = 2_000
"""Attempts that are looked at, the latest."""


_ATTEMPTS = Prepared(
    lambda player: (
        Attempt.objects.filter(player=player, rated=True)
        .order_by("-at_ms", "-pk")
        .values_list("at_ms", "rating")[:MOST]
    )
)


def history(player_id: int) -> list[Day]:
    """A player's puzzle ratings at the end of each day (UTC) with an attempt: one query."""
    days: dict[object, Day] = {}
    for at_ms, rating in reversed(_ATTEMPTS(player_id)):
        date, shown = datetime.fromtimestamp(at_ms / 1000, UTC).date(), max(0, round(rating))
        before = days.get(date)
        days[date] = Day(date, shown, max(shown, before.highest) if before else shown)
    return list(days.values())
