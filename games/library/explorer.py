"""What was played in a position, over all public games."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Count, QuerySet

from games import mnk
from games.library.query import Result
from games.library.shelves import stones_on
from games.play.clock import now_ms
from games.prepared import Prepared
from games.review import findings
from games.review.models import Reached, Shelved

SHOWN = 10
"""Games that the explorer names."""
WELL_KNOWN = 1_000
"""A position that this many games reached is counted once in `KEPT_MS`: to count 100,000 takes 30
ms, and hardly changes what is said."""
KEPT_MS = 60_000
MOST_KEPT = 256
"""Well-known positions, at most."""


def explore(position: mnk.Position) -> findings.Explored:
    """What was played in a position of its variant, however it was turned: two queries.

    With the sides swapped and the other one to move it is the same position. Moves that the
    position's own symmetries make equal count as one, given as the lowest of their squares.
    """
    form = mnk.canonical(position)
    same = mnk.keeping(position)
    counted, latest = _counted(form.key, now_ms())
    counts: dict[int | None, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for square, result, count in counted:
        counts[square][result] += count
    whole: dict[int, int] = defaultdict(int)
    for of_square in counts.values():
        for result, count in of_square.items():
            whole[result] += count
    moves = [
        findings.ExploredMove(
            square=min(moved[form.back(square)] for moved in same), **_tally(of_square)
        )
        for square, of_square in counts.items()
        if square is not None
    ]
    return findings.Explored(
        all=findings.Tally(**_tally(whole)),
        moves=tuple(sorted(moves, key=lambda move: (-move.games, move.square))),
        games=_told(latest, stones_on(position)),
    )


class _Game(NamedTuple):
    """What is told of a game."""

    id: int
    slug: str
    black: str | None
    white: str | None
    winner: int | None
    ended_ms: int


def _games(which: QuerySet[Reached, int] | Collection[int]) -> QuerySet[Shelved, tuple[Any, ...]]:
    return Shelved.objects.filter(game__pk__in=which, public=True).values_list(
        "game_id", "game__slug", "black__name", "white__name", "winner", "ended_ms"
    )


_COUNTS = Prepared(
    lambda key: (
        Reached.objects.filter(key=key)
        .values_list("next", "result")
        .annotate(count=Count("*"))
        .order_by()
    )
)
# By the game's number, not by its end: the index that counts them holds it, so nothing else is
# read of the thousands that reached a well-known position.
_LATEST = Prepared(
    lambda key: _games(
        Reached.objects.filter(key=key)
        .order_by("-game_id")
        .values_list("game_id", flat=True)[:SHOWN]
    )
)
_GAMES = Prepared(_games)
_Counts: TypeAlias = "list[tuple[int | None, int, int]]"
"""How many games went on with a move and ended in a way."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was counted of a well-known position."""

    counts: _Counts
    latest: Collection[int]
    """The games begun last."""
    at_ms: int


_kept: dict[bytes, _Kept] = {}


def _counted(key: bytes, at: int) -> tuple[_Counts, list[_Game]]:
    """What is counted of a position at a moment (ms since 1970 UTC), or was lately; the games begun
    last. Those that were removed since are not told of."""
    kept = _kept.get(key)
    if kept is not None and 0 <= at - kept.at_ms < KEPT_MS:
        return kept.counts, [_Game(*row) for row in _GAMES(kept.latest)]
    counts = _COUNTS(key)
    latest = [_Game(*row) for row in _LATEST(key)] if counts else []
    _kept.pop(key, None)
    if sum(count for _, _, count in counts) >= WELL_KNOWN:
        _kept[key] = _Kept(counts, [game.id for game in latest], at)
        for oldest in list(_kept)[:-MOST_KEPT]:
            _kept.pop(oldest, None)
    return counts, latest


def _tally(results: Mapping[int, int]) -> dict[str, int]:
    wins, draws, losses = (results.get(result, 0) for result in (1, 0, -1))
    return {"games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses}


def _told(games: Iterable[_Game], ply: int) -> tuple[findings.ExploredGame, ...]:
    """These games, the last to end first."""
    told = [
        findings.ExploredGame(
            game=game.slug,
            ply=ply,
            black=game.black or "",
            white=game.white or "",
            result=_WORDS[game.winner],
            ended=game.ended_ms,
        )
        for game in games
    ]
    return tuple(sorted(told, key=lambda game: (-game.ended, game.game)))


_WORDS: Mapping[int | None, Result] = {0: "black", 1: "white", None: "draw"}
