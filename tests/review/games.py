"""Kept games to review, as rows: who played them does not matter here."""

from collections.abc import Sequence

from games import mnk
from games.play import models

T3 = mnk.PRESETS["3x3"].variant


def kept_game(
    names: str | Sequence[mnk.Square],
    variant: mnk.Variant = T3,
    *,
    termination: mnk.Termination | None = mnk.Termination.RESIGNATION,
) -> models.Game:
    """A game with these moves, still under way if it has no termination."""
    moves = mnk.moves_from_text(names, variant) if isinstance(names, str) else tuple(names)
    has_winner = termination not in (
        None,
        mnk.Termination.ABORT,
        mnk.Termination.FULL_BOARD,
    )
    game = models.Game.objects.create_of(
        variant,
        started=True,
        ply=len(moves),
        version=len(moves) + (termination is not None),
        winner=0 if has_winner else None,
        termination="" if termination is None else termination.value,
    )
    models.Move.objects.bulk_create(
        models.Move(game=game, ply=ply, square=square, at_ms=1_000 + ply, version=ply + 1)
        for ply, square in enumerate(moves)
    )
    return game
