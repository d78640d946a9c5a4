"""A crowd that presses the button at once, and what must be true of it afterwards."""

from collections.abc import Sequence

from games.lobby import pairing
from games.play import models


async def is_paired(places: Sequence[pairing.Place]) -> None:
    """Everybody plays exactly one other, in the seat they were told; at most one waits."""
    assert len(set(places)) == len(places), "two were given one seat"
    games = {}
    async for game in models.Game.objects.filter(termination="").prefetch_related("seats"):
        games[game.slug] = [seat.player_id for seat in game.seats.all()]
        assert game.started == (None not in games[game.slug])
    seated = [player for players in games.values() for player in players if player is not None]
    assert len(seated) == len(set(seated)) == len(places), "everybody sits once"
    waiting = [slug for slug, players in games.items() if None in players]
    assert len(waiting) == len(places) % 2, waiting
    assert {place.game for place in places} == set(games)
