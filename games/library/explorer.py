"""What was played in a position, over all public games."""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Count

from games import mnk
from games.library.query import Result
from games.library.shelves import stones_on
from games.review import findings
from games.review.models import Reached, Shelved

SHOWN = 10
"""Games that the explorer names."""


def explore(position: mnk.Position) -> findings.Explored:
    """What was played in a position of its variant, however it was turned: two queries.

    With the sides swapped and the other one to move it is the same position. Moves that the
    position's own symmetries make equal count as one, given as the lowest of their squares.
    """
    form = mnk.canonical(position)
    same = mnk.keeping(position)
    counts: dict[int | None, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for square, result, count in (
        Reached.objects.filter(key=form.key)
        .values_list("next", "result")
        .annotate(count=Count("*"))
        .order_by()
    ):
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
        games=_latest(form.key, stones_on(position)) if counts else (),
    )


def _tally(results: Mapping[int, int]) -> dict[str, int]:
    wins, draws, losses = (results.get(result, 0) for result in (1, 0, -1))
    return {"games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses}


def _latest(key: bytes, ply: int) -> tuple[findings.ExploredGame, ...]:
    """The games begun last of those that reached a position, the last to end first."""
    # By the game's number, not by its end: the index that counts them holds it, so nothing else is
    # read of the thousands that reached a well-known position.
    latest = Reached.objects.filter(key=key).order_by("-game_id").values("game_id")[:SHOWN]
    rows = Shelved.objects.filter(pk__in=latest).values_list(
        "game__slug", "black__name", "white__name", "winner", "ended_ms"
    )
    games = [
        findings.ExploredGame(
            game=slug,
            ply=ply,
            black=black or "",
            white=white or "",
            result=_WORDS[winner],
            ended=ended_ms,
        )
        for slug, black, white, winner, ended_ms in rows
    ]
    return tuple(sorted(games, key=lambda game: (-game.ended, game.game)))


_WORDS: Mapping[int | None, Result] = {0: "black", 1: "white", None: "draw"}
