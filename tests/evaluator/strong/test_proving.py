"""Proofs that a side is lost whatever it plays: true on boards that the exact solver settles."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from games import mnk
from games.evaluator.evaluation import Verdict
from games.evaluator.exact import Solver
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import stones
from games.evaluator.strong.engine import Engine
from games.evaluator.strong.opinion import opinion
from games.evaluator.strong.search import LIKELY
from tests.evaluator.strong.test_opinion import positions

EXACT = mnk.LineRule.EXACT
BOARDS = (
    mnk.Variant(4, 4, 3),
    mnk.Variant(6, 5, 3, EXACT),
    mnk.Variant(5, 5, 4),
    mnk.Variant(6, 6, 4),
    mnk.Variant(6, 6, 4, EXACT),
    mnk.Variant(7, 4, 4),
    mnk.Variant(6, 6, 5),
    mnk.Variant(6, 6, 4, blocked=(7, 14, 28)),
)


def _in_trouble(variant: mnk.Variant, rng: Random, count: int) -> Iterator[mnk.Position]:
    """Random positions in which the other side has a stone more than it should."""
    for position in positions(variant, rng, count):
        side = position.side_to_move
        more = rng.choice(position.empty_squares())
        both = {each: frozenset(position.stones(each)) for each in mnk.Side}
        both[side.other] |= {more}
        found = mnk.Position.of(variant, mnk.BySide(*(both[each] for each in mnk.Side)), side)
        if not found.is_full and not found.has_line(side.other):
            yield found


def _is_lost(solver: Solver, position: mnk.Position) -> bool:
    found = run(lambda budget: solver.verdict(stones(position), budget), Limit(nodes=20_000_000))
    assert isinstance(found, Completed)
    return found.answer.verdict is Verdict.LOSS


@pytest.mark.parametrize("is_told", [True, False], ids=["remembers", "remembers nothing"])
@pytest.mark.parametrize("variant", BOARDS, ids=lambda variant: f"{variant.title} {variant.k}")
def test_what_is_called_lost_is_lost(variant: mnk.Variant, is_told: bool) -> None:
    solver, engine = Solver(variant), Engine(variant, table_bits=14)
    rng = Random(variant.title)
    called = 0
    for position in _in_trouble(variant, rng, 60):
        if is_told:
            engine.analyse(position, Limit(nodes=1_000))
        is_called, nodes = engine.is_lost(position, 5_000)
        assert nodes < 6_000
        assert not is_called or _is_lost(solver, position), position
        called += is_called
    assert called


@pytest.mark.parametrize("variant", BOARDS[2:6], ids=lambda variant: f"{variant.title} {variant.k}")
def test_a_table_full_of_lies_proves_nothing_false(variant: mnk.Variant) -> None:
    """Every position is remembered, with a move at random and a win or a loss as its score."""
    rng = Random(variant.title)
    noise = np.random.default_rng(1)
    solver, engine = Solver(variant), Engine(variant, table_bits=10)
    for position in _in_trouble(variant, rng, 40):
        engine.analyse(position, Limit(nodes=2_000))
        lies = noise.integers(0, 1 << 24, engine._table.size // 2) & ~(4095 << 12)
        lies |= noise.integers(0, variant.squares, lies.size) << 12
        lies |= noise.integers(1_000_000, 3_100_000, lies.size) << 24
        engine._table[1::2] = lies
        is_called, _ = engine.is_lost(position, 10_000)
        assert not is_called or _is_lost(solver, position), position


@pytest.mark.parametrize(
    ("variant", "first"),
    [(mnk.Variant(10, 10, 4), {44, 45, 54, 55}), (mnk.Variant(9, 9, 4), {40})],
    ids=["10x10x4", "9x9x4"],
)
def test_four_in_a_row_on_an_open_board_is_a_proved_win(
    variant: mnk.Variant, first: set[int]
) -> None:
    """The search sees that Black wins, though it does not try every answer to the first move."""
    start = mnk.Position.start(variant)
    found = opinion(start, sorted(first), (), Budget(Limit(nodes=200_000)))
    (won,) = [at for at, proof in found.proofs.items() if proof.answer.verdict is Verdict.WIN]
    assert won in first
    engine, after = Engine(variant), start.play(won)
    for answer in after.empty_squares()[::7]:
        found_there = engine.analyse(after.play(answer), Limit(nodes=60_000))
        assert found_there.score >= LIKELY, answer


def test_whoever_can_still_complete_a_line_is_not_lost() -> None:
    variant = mnk.Variant(7, 7, 4)
    # Black has three in a row with both ends open, and White, who is to move, has two;
    lost = mnk.Position.start(variant).play_all([8, 36, 9, 37, 10])
    assert Engine(variant).is_lost(lost, 50_000)[0]
    # or three.
    not_lost = mnk.Position.start(variant).play_all([8, 36, 9, 37, 20, 38, 10])
    assert not Engine(variant).is_lost(not_lost, 50_000)[0]


def test_a_full_board_and_an_empty_one_are_not_lost() -> None:
    assert not Engine(mnk.PRESETS["15x15"].variant).is_lost(
        mnk.Position.start(mnk.PRESETS["15x15"].variant), 5_000
    )[0]
    variant = mnk.Variant(3, 3, 3)
    nearly = mnk.Position.start(variant).play_all([4, 0, 8, 2, 1, 7, 3, 5])
    assert len(nearly.empty_squares()) == 1
    assert not Engine(variant).is_lost(nearly, 5_000)[0]


def test_an_aborted_proof_proves_nothing() -> None:
    variant = mnk.Variant(8, 8, 4)
    position = mnk.Position.start(variant).play(27)
    engine = Engine(variant)
    engine.analyse(mnk.Position.start(variant), Limit(nodes=60_000))
    assert engine.is_lost(position, 50_000)[0]
    assert not engine.is_lost(position, 50_000, np.ones(1, np.int32))[0]
    assert not engine.is_lost(position, 20)[0]
