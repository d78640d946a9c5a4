"""Where perfect is perfect: it proves what it plays, on a few of the many boards measured."""

from random import Random

import pytest

from games import mnk
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.judge import evaluate
from games.evaluator.levels import PERFECT, PERFECT_NODES, choose_move
from games.evaluator.limit import Limit
from games.review import checker, shipped

EXACT = mnk.LineRule.EXACT


@pytest.mark.parametrize(
    "variant",
    [
        mnk.Variant(5, 5, 4),
        mnk.Variant(6, 6, 5),
        mnk.Variant(6, 4, 4, EXACT),
        mnk.Variant.full_lines(8, 4),
    ],
    ids=lambda variant: variant.title,
)
def test_every_move_of_a_game_on_a_solved_board_is_proved(variant: mnk.Variant) -> None:
    """Robo against Alice, who plays anywhere; Robo never does worse than the start promises."""
    rng = Random(variant.title)
    game = mnk.GameState.start(variant)
    while not game.is_over:
        if game.side_to_move is mnk.Side.WHITE:
            limit = Limit(nodes=PERFECT_NODES)
            value = evaluate(game.position, limit, best_only=True).value
            assert isinstance(value, Proved)
            square = choose_move(game.position, PERFECT, seed=game.ply)
        else:
            square = rng.choice(game.position.empty_squares())
        game = game.play(square, by=game.side_to_move)
    assert game.outcome is not None
    assert game.outcome.winner is not mnk.Side.BLACK


@pytest.mark.parametrize("preset", mnk.PRESETS.values(), ids=lambda preset: preset.key)
def test_what_is_said_to_be_proved_of_a_board_is_proved(preset: mnk.Preset) -> None:
    known = mnk.known(preset.variant)
    if known is None or known.source:
        return
    assert known.winner is not mnk.Side.WHITE
    if preset.key == "7x7":  # no search of a second proves it: its certificate does
        said = checker.verify(shipped.read(shipped.name_of(preset.variant)))
        assert "neither side can force a win" in said
        assert known.winner is None
        return
    found = evaluate(mnk.Position.start(preset.variant), Limit(nodes=500_000), best_only=True)
    assert isinstance(found.value, Proved)
    assert found.value.verdict is (Verdict.DRAW if known.winner is None else Verdict.WIN)
