"""Our own evaluator is an engine like any other."""

import sys
from pathlib import Path

import pytest

from games import mnk
from games.engines import host
from games.engines.config import BoardSizes, EngineSpec
from tests.engines.conftest import Zoo

REPOSITORY = Path(__file__).parents[2]
BRAIN = (
    "import os, sys; os.environ['NUMBA_DISABLE_JIT'] = '1'; "  # it compiles longer than it plays
    f"sys.path.insert(0, {str(REPOSITORY)!r}); "
    "from games.evaluator.gomocup import main; main()"
)


async def test_our_own_brain_plays_a_game_in_the_jail(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "START_MS", 120_000)  # it loads a lot, and the machine may be busy
    variant = mnk.Variant(4, 4, 4)
    spec = EngineSpec(
        "brain",
        "Inarow",
        (sys.executable, "-c", BRAIN, zoo.marker),
        (BoardSizes((4, 4), (4, 4)),),
        k=(4,),
        turn_ms=10_000,
        memory_mb=1000,
        reads=(REPOSITORY,),
        as_root=True,
    )
    brain = await zoo.start(spec, variant)

    game = mnk.GameState.start(variant)
    while not game.is_over:
        square = (
            game.position.empty_squares()[0]
            if game.ply % 2
            else await brain.move(game.moves, budget_ms=10_000)
        )
        game = game.play(square, by=game.side_to_move)

    assert game.outcome is not None
    assert game.outcome.winner is not mnk.Side.WHITE
