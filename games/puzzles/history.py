"""How a player's puzzle rating went, day by day, from their first attempts."""

from datetime import UTC, datetime

from games.players.ratings import Day
from games.review.models import Attempt

MOST = 2_000
"""Attempts that are looked at, the latest."""


def history(player_id: int) -> list[Day]:
    """A player's puzzle ratings at the end of each day (UTC) with an attempt: one query."""
    attempts = Attempt.objects.filter(player=player_id, rated=True).order_by("-at_ms", "-pk")
    days: dict[object, Day] = {}
    for at_ms, rating in reversed(attempts.values_list("at_ms", "rating")[:MOST]):
        date, shown = datetime.fromtimestamp(at_ms / 1000, UTC).date(), max(0, round(rating))
        before = days.get(date)
        days[date] = Day(date, shown, max(shown, before.highest) if before else shown)
    return list(days.values())
