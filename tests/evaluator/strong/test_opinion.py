"""Opinions: what the strong engine calls proved, the exact solver proves too."""

from collections.abc import Iterator
from random import Random

import pytest

from games import mnk
from games.evaluator.evaluation import Finding
from games.evaluator.exact import Solver
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import completing, stones
from games.evaluator.strong.opinion import opinion

from .test_forced_wins import FOURS, position_of

EXACT = mnk.LineRule.EXACT
BOARDS = (
    mnk.Variant(5, 5, 4),
    mnk.Variant(5, 5, 4, EXACT),
    mnk.Variant(6, 6, 4),
    mnk.Variant(6, 6, 4, EXACT),
    mnk.Variant(6, 6, 5),
    mnk.Variant(6, 6, 5, EXACT),
    mnk.Variant(6, 5, 3),
    mnk.Variant(7, 4, 4, EXACT),
)


def positions(variant: mnk.Variant, rng: Random, count: int) -> Iterator[mnk.Position]:
    """Random positions in which nobody has a line or can complete one at once."""
    free = mnk.Position.start(variant).empty_squares()
    while count:
        squares = rng.sample(free, len(free))
        position = mnk.Position.start(variant)
        for square in squares[: rng.randint(2, variant.squares * 2 // 3)]:
            after = position.play(square)
            if after.has_line(position.side_to_move):
                continue
            position = after
        own, other = stones(position)
        if not (completing(own, other, variant) or completing(other, own, variant)):
            count -= 1
            yield position


@pytest.mark.parametrize("variant", BOARDS, ids=lambda variant: f"{variant.title} {variant.k}")
def test_what_is_called_proved_the_exact_solver_proves_too(variant: mnk.Variant) -> None:
    rng = Random(variant.title)
    solver = Solver(variant)
    wins = losses = 0
    for position in positions(variant, rng, 30 if variant.k == 5 else 20):
        empty = position.empty_squares()
        found = opinion(position, empty, (), Budget(Limit(nodes=20_000)))
        for square, claim in found.proofs.items():
            truth = exactly(solver, position.play(square), claim.answer)
            wins += claim.answer.verdict is claim.answer.verdict.WIN
            losses += claim.answer.verdict is claim.answer.verdict.LOSS
            assert claim.answer.verdict is truth.verdict.other, (position, square)
            if claim.answer.plies is not None:
                assert truth.plies is not None
                assert claim.answer.plies == truth.plies + 1, (position, square)
        assert not found.proofs.keys() & found.chances.keys()

    assert wins + losses > 5


def exactly(solver: Solver, position: mnk.Position, claim: Finding) -> Finding:
    """The truth about a position that is not over, with the distance where the claim has one."""
    search = run(
        lambda budget: (solver.verdict if claim.plies is None else solver.finding)(
            stones(position), budget
        ),
        Limit(nodes=20_000_000),
    )
    assert isinstance(search, Completed)
    return search.answer


def test_wins_by_fours_are_proofs_and_no_others_are_made_up() -> None:
    proved = 0
    for row in FOURS[::20]:
        position = position_of(row)
        found = opinion(position, position.empty_squares(), (), Budget(Limit(nodes=60_000)))
        wins = [claim for claim in found.proofs.values() if claim.answer.verdict.value == "win"]
        proved += bool(wins and row["win"])
    wanted = sum(row["win"] for row in FOURS[::20])

    assert proved >= 0.95 * wanted


def test_within_a_depth_nothing_longer_is_proved() -> None:
    row = next(row for row in FOURS if row["win"] and row["moves"] == 3)
    position = position_of(row)
    for depth, is_found in ((4, False), (5, True)):
        budget = Budget(Limit(nodes=60_000))
        found = opinion(position, position.empty_squares(), (), budget, depth)
        plies = [claim.answer.plies for claim in found.proofs.values()]
        assert all(each is not None and each <= depth for each in plies)
        assert (5 in plies) is is_found


def test_chances_are_between_lost_and_won_and_the_searched_square_leads() -> None:
    position = mnk.Position.start(mnk.Variant(15, 15, 5)).play(112).play(128)
    near = (96, 97, 98, 111, 113, 126, 127)
    found = opinion(position, near, (), Budget(Limit(nodes=20_000)))

    assert set(near) <= set(found.chances)
    assert all(-1 < chance < 1 for chance in found.chances.values())


def test_with_nothing_left_there_is_no_opinion() -> None:
    position = mnk.Position.start(mnk.Variant(15, 15, 5)).play(112)
    spent = Budget(Limit(nodes=10))
    spent.abort()
    found = opinion(position, (113,), (), spent)

    assert (found.proofs, found.chances) == ({}, {})
