"""What a picture of a game depends on."""

from dataclasses import dataclass

from games.play.errors import NoSuchGame
from games.play.models import Game
from games.play.services import seeing
from games.players.identify import Visitor


@dataclass(frozen=True, slots=True)
class GameProgress:
    """How far a game is, without its moves: enough to know whether a kept picture is still true."""

    version: int
    ply: int
    is_over: bool
    changed_ms: int
    """When it last changed, in milliseconds since 1970 UTC."""
    is_for_all: bool = True
    """Whether everybody sees the same of it; if not, no cache in between may keep its picture."""


def progress(slug: str) -> GameProgress | None:
    """How far a game is if everybody sees it alike, otherwise None: one query.

    Raises `NoSuchGame`.
    """
    row = Game.objects.filter(slug=slug).first()
    if row is None:
        raise NoSuchGame
    if not row.watching.is_alike_for_all:
        return None
    return GameProgress(row.version, row.ply, row.termination != "", row.changed_ms)


def progress_for(slug: str, visitor: Visitor, now: int) -> GameProgress:
    """How far a visitor may see a game at `now` (ms since 1970 UTC).

    Raises `NoSuchGame` or `PrivateGame`.
    """
    game = seeing.seen(slug, visitor, now=now)
    at = game.move_times[-1] if game.move_times else 0
    return GameProgress(game.version, game.state.ply, game.state.is_over, at, is_for_all=False)
