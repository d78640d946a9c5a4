"""Kept games and puzzles for tests: real ones, found by search."""

from games import mnk, puzzles
from games.play import models
from games.players.models import Player
from games.review.models import Puzzle
from games.review.solving import Solving
from games.thinking import puzzling

AT = 1_790_000_000_000
FOURS = mnk.Variant(15, 15, 5)
SMALL = mnk.Variant(4, 4, 3)

ONE_WAY = """
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . O . . . . . . .
. . . . . . . X . . . . . . .
. . . . . . . X . . . . . . .
. . . O X X X . . . . . . . .
. . . . . . . X . . . . . . .
. . . . . . . . O . . . . . .
. . . . . . . . . . O . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . O . . . .
. . . . . . . . . . . . O . .
"""
"""Black to move makes two fours at once on h7, and nowhere else."""


def shown(text: str, variant: mnk.Variant = FOURS) -> mnk.Position:
    return mnk.position_from_text(text, variant)


def kept(position: mnk.Position, nodes: int = 300_000) -> Puzzle:
    """The position as a kept puzzle."""
    found = puzzling.find(position, nodes)
    assert found is not None
    assert puzzles.keep(position, found, game_id=None, ply=0, at=AT)
    return Puzzle.objects.get(key=mnk.canonical(position).key)


def finished(variant: mnk.Variant, names: str, *, at: int = AT) -> models.Game:
    """A game that was played to its end, as it is kept."""
    state = mnk.GameState.replay(variant, mnk.moves_from_text(names, variant))
    assert state.outcome is not None
    game = models.Game.objects.create_of(
        variant,
        started=True,
        ply=state.ply,
        version=state.ply,
        last_square=state.moves[-1],
        winner=state.outcome.winner,
        termination=state.outcome.termination.value,
        changed_ms=at,
    )
    for side, name in ((mnk.Side.BLACK, "Alice"), (mnk.Side.WHITE, "Bob")):
        player = Player.objects.create(name=name)
        models.Seat.objects.create(game=game, side=side, player=player, ended_ms=at)
    for ply, square in enumerate(state.moves):
        models.Move.objects.create(game=game, ply=ply, square=square, at_ms=at, version=ply + 1)
    return game


def solver_moves(found: Solving) -> list[list[int]]:
    """The tries of somebody who plays the whole line: each with all the moves before it."""
    line = list(found.line)
    return [line[: at + 1] for at in range(0, len(line), 2)]
