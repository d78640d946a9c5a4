"""What a picture of a game hangs on."""

from dataclasses import dataclass

from games.play.errors import NoSuchGame
from games.play.models import Game


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a game is, without its moves: enough to know whether a picture kept is still true."""

    version: int
    ply: int
    is_over: bool
    changed_ms: int
    """When it last changed, in milliseconds since 1970 UTC."""


def standing(slug: str) -> Standing:
    """How far a game is now: one query. Raises `NoSuchGame`."""
    row = Game.objects.filter(slug=slug).values_list("version", "ply", "termination", "changed_ms")
    found = row.first()
    if found is None:
        raise NoSuchGame
    version, ply, termination, changed_ms = found
    return Standing(version, ply, termination != "", changed_ms)
