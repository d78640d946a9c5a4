"""The search where stones fall: what it proves is true, and what it guesses comes to be known."""

from functools import cache, partial
from random import Random

import pytest

from games import mnk
from games.evaluator import columns, evaluate
from games.evaluator.evaluation import Finding, Opinion, Proved, Verdict
from games.evaluator.everything import Everything
from games.evaluator.judge import CACHE
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import has_columns

from . import brute

GRAVITY = mnk.LineRule.GRAVITY
SEVEN = mnk.PRESETS["7x6-gravity"].variant
SMALL = [
    mnk.Variant(width, height, k, GRAVITY)
    for width, height in ((3, 3), (2, 5), (4, 3), (3, 4), (4, 4), (5, 3), (5, 4))
    for k in range(3, max(width, height) + 1)
]


def played(variant: mnk.Variant, rng: Random, left: int) -> mnk.Position:
    """A position nobody has won, of a game at random, with at most this many squares left."""
    while True:
        position = mnk.Position.start(variant)
        while not brute.is_over(position) and len(position.empty_squares()) > left:
            position = position.play(rng.choice(position.playable_squares()))
        if not brute.is_over(position):
            return position


tried = cache(Everything)
"""What was found out of a board stays known."""


def values(position: mnk.Position) -> dict[mnk.Square, Finding]:
    """What each square is worth, by trying everything."""
    everything = tried(position.variant)
    found = {}
    for square in position.playable_squares():
        after = position.play(square)
        if after.has_line(position.side_to_move):
            found[square] = Finding(Verdict.WIN, 1)
            continue
        theirs = run(partial(everything.finding, after), Limit())
        assert isinstance(theirs, Completed)
        found[square] = theirs.answer.a_ply_before()
    return found


def searched(
    position: mnk.Position, nodes: int, depth: int | None = None
) -> tuple[Opinion, dict[mnk.Square, Finding]]:
    """What the search finds of the squares that do not win at once, and what is true of them."""
    true = {at: each for at, each in values(position).items() if each.plies != 1}
    return columns.search(position, true, Budget(Limit(nodes=nodes)), depth=depth), true


@pytest.mark.parametrize("variant", SMALL, ids=mnk.variant_text)
def test_with_nodes_enough_every_square_has_its_value_and_distance(variant: mnk.Variant) -> None:
    rng = Random(mnk.variant_text(variant))
    for left in range(1, 11):
        found, true = searched(played(variant, rng, left), 10_000_000)

        assert {at: proof.answer for at, proof in found.proofs.items()} == true


@pytest.mark.parametrize("variant", SMALL, ids=mnk.variant_text)
def test_with_few_nodes_nothing_is_proved_that_is_not_true(variant: mnk.Variant) -> None:
    rng, guessed, proved = Random(mnk.variant_text(variant)), 0, 0
    for nodes in (1, 5, 20, 60, 150, 400):
        for _ in range(3):
            found, true = searched(played(variant, rng, 9), nodes)

            for at, proof in found.proofs.items():
                assert proof.answer.verdict is true[at].verdict
                assert proof.answer.plies in (None, true[at].plies)
            assert all(-1 < chance < 1 for chance in found.chances.values())
            assert not found.chances.keys() & found.proofs.keys()
            proved, guessed = proved + len(found.proofs), guessed + len(found.chances)
    assert proved + guessed
    assert variant != mnk.Variant(5, 4, 4, GRAVITY) or (proved and guessed)


def test_what_takes_longer_than_the_depth_is_not_proved() -> None:
    rng = Random(3)
    for depth in range(1, 8):
        for _ in range(10):
            found, true = searched(played(mnk.Variant(4, 4, 3, GRAVITY), rng, 10), 10**6, depth)

            proved = {at: proof.answer for at, proof in found.proofs.items()}
            assert proved.items() <= true.items()
            quick = {at for at, each in true.items() if each.plies and each.plies <= depth}
            assert set(proved) == quick


def test_whoever_asks_for_the_best_alone_is_answered_by_a_win() -> None:
    rng, wins = Random(8), 0
    for _ in range(12):
        position = played(SEVEN, rng, 16)
        all_of_it = evaluate(position, Limit(nodes=1_000_000))
        assert all_of_it.is_proved
        CACHE.clear()

        best = evaluate(position, Limit(nodes=1_000_000), best_only=True)

        CACHE.clear()
        assert isinstance(best.value, Proved)
        assert isinstance(all_of_it.value, Proved)
        assert best.value.verdict is all_of_it.value.verdict
        assert best.nodes <= all_of_it.nodes
        wins += best.nodes < all_of_it.nodes
    assert wins


def test_the_same_nodes_give_the_same_answer() -> None:
    position = mnk.Position.start(SEVEN).play(3).play(2)
    first, again = (
        columns.search(position, position.playable_squares(), Budget(Limit(nodes=30_000)))
        for _ in range(2)
    )

    assert first.chances == again.chances
    assert set(first.chances) == set(range(7)) - {2, 3} | {9, 10}


def test_a_search_ends_when_it_is_told_to_and_keeps_what_it_knew() -> None:
    position = mnk.Position.start(SEVEN)
    budget = Budget(Limit(ms=80))

    found = columns.search(position, position.playable_squares(), budget)

    assert budget.is_exhausted
    assert set(found.chances) == set(range(7))
    budget = Budget(Limit())
    budget.abort()
    assert columns.search(position, [3], budget) == Opinion()


def test_the_middle_is_the_best_beginning_and_mirrored_squares_are_worth_the_same() -> None:
    found = evaluate(mnk.Position.start(SEVEN), Limit(nodes=300_000))

    scores = [each.score for each in found.squares.values() if not isinstance(each, Proved)]  # type: ignore[union-attr]
    assert scores == scores[::-1]
    assert found.best == (3,)


@pytest.mark.parametrize(
    "name", ["8x8x4-gravity", "9x7x4-gravity", "1x9x3-gravity", "9x1x3-gravity"]
)
def test_boards_of_any_shape_are_searched(name: str) -> None:
    position = mnk.Position.start(mnk.variant_from_text(name))

    found = evaluate(position, Limit(nodes=20_000))

    assert found.best
    assert set(found.squares) == set(position.playable_squares())
    assert all(isinstance(each, Proved) or each.is_chance for each in found.squares.values())  # type: ignore[union-attr]


def test_larger_boards_are_not() -> None:
    assert not has_columns(mnk.Variant(13, 5, 4, GRAVITY))
    assert has_columns(mnk.Variant(8, 8, 4, GRAVITY))
    assert evaluate(mnk.Position.start(mnk.Variant(13, 5, 4, GRAVITY)), Limit(nodes=5_000)).best


def test_what_is_proved_has_no_chance_besides_wherever_the_search_ends() -> None:
    variant = mnk.PRESETS["7x6-gravity"].variant
    position = mnk.Position.start(variant)
    for square in mnk.moves_from_text("a1d1g1d2e1d3d4e2c1c2g2e3", variant):
        position = position.play(square)
    proved = 0
    for nodes in range(20, 200, 20):
        squares = list(position.playable_squares())
        found = columns.search(position, squares, Budget(Limit(nodes=nodes)))
        assert not set(found.proofs) & set(found.chances)
        proved += len(found.proofs)
    assert proved
