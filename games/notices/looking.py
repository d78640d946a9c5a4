"""What there is to tell: games in which something has happened that their players may not know.

Functions here read the database: call them through `Hub.read`. All moments are in milliseconds
since 1970 UTC.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games import mnk
from games.mnk.clock import DAY, MINUTE
from games.notices.models import Kind
from games.notices.outbox import Happening, about, taken_back
from games.play.models import CORRESPONDENCE, Game
from games.players.models import Player

AWAY_MS = MINUTE
"""Nobody is told what happened before this much time has passed: they may come by themselves."""
OLD_MS = 7 * DAY
"""What happened longer ago is no news, if nobody was told meanwhile."""
NEAR_MS = DAY
"""A deadline is near when there is less left than this, …"""
NEAR_PART = 4
"""… or than this part of the time for a move."""
AT_ONCE = 100


@dataclass(frozen=True, slots=True, order=True)
class Bookmark:
    """Up to where games have been looked at: by when they changed, and their number."""

    changed_ms: int
    id: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """Some of what there is to tell."""

    happenings: list[Happening]
    until: Bookmark
    is_last: bool
    """Whether there is nothing more for now."""


def turns(mark: Bookmark, at: int) -> Found:
    """Games in which it became somebody's turn after the mark and a while ago."""
    games = Game.objects.filter(CORRESPONDENCE, termination="", started=True)
    return _found(games, mark, at, _turn)


def ends(mark: Bookmark, at: int) -> Found:
    """Games that ended after the mark and a while ago."""
    games = Game.objects.filter(CORRESPONDENCE, ~Q(termination=""), started=True)
    return _found(games, mark, at, _end)


def deadlines(at: int) -> list[Happening]:
    """Games in which the time of the side to move is about to run out."""
    games = Game.objects.filter(CORRESPONDENCE, due_ms__gt=at, due_ms__lt=at + NEAR_MS)
    found = []
    for game in games.order_by("due_ms").prefetch_related("seats__player"):
        near = min(NEAR_MS, (game.period_ms or 0) // NEAR_PART)
        if game.due_ms is not None and game.due_ms - at < near:
            found += _for(game, (game.next_side,), Kind.DEADLINE, at)
    return found


def _turn(game: Game) -> list[Happening]:
    control = game.control
    is_under_way = game.opening_side is None and game.moves_made >= mnk.UNTIMED_PLIES
    if control is not None and is_under_way and game.due_ms is None:
        return []  # it is paused; in an opening that is not told from a clock not yet begun
    return _for(game, (game.next_side,), Kind.TURN, game.changed_ms)


def _end(game: Game) -> list[Happening]:
    return _for(game, tuple(mnk.Side), Kind.OVER, game.changed_ms)


def _found(
    games: "QuerySet[Game]",
    mark: Bookmark,
    at: int,
    happenings_of: Callable[[Game], list[Happening]],
) -> Found:
    later = Q(changed_ms__gt=mark.changed_ms) | Q(changed_ms=mark.changed_ms, pk__gt=mark.id)
    rows = games.filter(
        later,
        # A bound that an index knows.
        changed_ms__gte=max(mark.changed_ms, at - OLD_MS),
        changed_ms__lte=at - AWAY_MS,
    ).order_by("changed_ms", "pk")
    batch = list(rows.prefetch_related("seats__player")[:AT_ONCE])
    until = Bookmark(batch[-1].changed_ms, batch[-1].pk) if batch else mark
    happenings = [each for game in batch for each in happenings_of(game)]
    return Found(happenings, until, is_last=len(batch) < AT_ONCE)


def _for(game: Game, sides: Sequence[mnk.Side], kind: Kind, at: int) -> list[Happening]:
    """What the players of these sides may be told, if two people play."""
    players = game.players
    if not all(player is not None and _is_person(player) for player in players.values()):
        return []
    which = about(game.slug, game.ply, taken_back(game.pk))
    people = (players[side] for side in sides)
    return [
        Happening(player.pk, kind, which, at, game_id=game.pk)
        for player in people
        if player is not None
    ]


def _is_person(player: Player) -> bool:
    """A bot answers at once, and a program has no browser."""
    return player.level == "" and not player.program
