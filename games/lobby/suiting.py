"""Which bot suits a player: the one they win against and lose against."""

from django.db.models import QuerySet

from games.play.models import Seat
from games.players import bots
from games.prepared import Prepared

LOOKED_AT = 10
"""At most this many of a player's latest games against bots are looked at."""
AMONG = 200
"""They are looked for among this many of their latest games."""
IN_A_ROW = 2
"""This many wins in a row call for a stronger bot, this many losses for a weaker one."""

TRIVIAL = {"width": 3, "height": 3}
"""On this board anybody draws against anybody."""


def suiting(player_id: int) -> bots.Bot | None:
    """The bot that suits a player by their latest games; None if those do not tell.

    It is the one they met last, or its neighbour on the measured ladder if the last games against
    it all went one way.
    """
    games = _AGAINST_BOTS(player_id)
    if not games or not bots.every_bot():
        return None
    met = games[0][2]
    results = [
        0 if winner is None else 1 if winner == side else -1
        for side, winner, level in games
        if level == met
    ][:IN_A_ROW]
    step = results[0] if len(results) == IN_A_ROW and len(set(results)) == 1 else 0
    at = bots.LADDER.index(met) + step
    return bots.find(bots.LADDER[min(max(at, 0), len(bots.LADDER) - 1)])


def _against_bots(player: int) -> "QuerySet[Seat, tuple[int, int | None, str]]":
    """The side they had, who won, and which bot it was: the latest of a player's games."""
    over = Seat.objects.filter(player=player, ended_ms__isnull=False)
    latest = over.order_by("-ended_ms")[:AMONG]
    return (
        Seat.objects.filter(pk__in=latest.values("pk"))
        .filter(game__seats__player__level__in=bots.LADDER)
        .exclude(game__termination__in=("", "abort"))
        .exclude(**{f"game__{name}": size for name, size in TRIVIAL.items()})
        .order_by("-ended_ms")
        .values_list("side", "game__winner", "game__seats__player__level")[:LOOKED_AT]
    )


_AGAINST_BOTS = Prepared(_against_bots)
