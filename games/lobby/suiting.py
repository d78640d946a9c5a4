"""Which bot suits a player: the one they win against and lose against."""

from games.play.models import Seat
from games.players import bots

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
    over = Seat.objects.filter(player=player_id, ended_ms__isnull=False)
    latest = over.order_by("-ended_ms")[:AMONG]
    seats = (
        Seat.objects.filter(pk__in=latest.values("pk"))
        .filter(game__seats__player__level__in=bots.LADDER)
        .exclude(game__termination__in=("", "abort"))
        .exclude(**{f"game__{name}": size for name, size in TRIVIAL.items()})
        .order_by("-ended_ms")
        .values_list("side", "game__winner", "game__seats__player__level")
    )
    games = list(seats[:LOOKED_AT])
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
