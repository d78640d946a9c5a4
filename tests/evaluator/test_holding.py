"""Ways never to lose: found where there are any, by moves and by pairs of squares."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import holding
from games.evaluator.certificate import Certificate, Key, Pairs, Strategy, check, longest
from games.evaluator.evaluation import Verdict
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Spent

from . import brute, strategies


def unlimited() -> Budget:
    return Budget(Limit())


@given(lines=st.lists(st.integers(0, 2**10 - 1), max_size=8))
def test_pairs_share_no_square_and_each_line_has_one(lines: list[int]) -> None:
    pairs = holding.pairs_of(lines, unlimited())

    if pairs is None:
        assert not _can_be_paired(lines) or len(lines) > 4
    else:
        squares = [square for pair in pairs for square in pair]
        assert len(set(squares)) == len(squares)
        assert all(any(line >> a & line >> b & 1 for a, b in pairs) for line in lines)


def _can_be_paired(lines: list[int], used: int = 0) -> bool:
    """By trying everything."""
    if not lines:
        return True
    first, *rest = lines
    squares = [square for square in range(10) if (first & ~used) >> square & 1]
    return any(
        _can_be_paired(
            [line for line in rest if not line >> a & line >> b & 1], used | 1 << a | 1 << b
        )
        for at, a in enumerate(squares)
        for b in squares[:at]
    )


@strategies.law
@given(position=strategies.endings(max_empty=7, of=strategies.certified_variants))
def test_a_side_holds_exactly_the_endings_that_brute_force_says_it_holds(
    position: mnk.Position,
) -> None:
    sign = "XO"[position.side_to_move]
    verdict, _ = brute.best(brute.board_of(position), sign, position.variant)
    loser = {"win": position.side_to_move.other, "loss": position.side_to_move}.get(verdict)
    for side in mnk.Side:
        found = holding.strategy(position, side, unlimited(), 1_000)
        assert (found is None) == (side is loser)
        if found is not None:
            assert longest(found, position) is not None
    brute.forget()


@pytest.mark.parametrize(
    ("board", "moves"), [("6x6x5", 7), ("6x6x5-exact", 7), ("8x8x6", 11), ("7x4x4-full", 79)]
)
def test_boards_that_no_search_goes_to_the_end_of_are_held_by_both(board: str, moves: int) -> None:
    start = mnk.Position.start(mnk.variant_from_text(board))
    found = [holding.strategy(start, side, unlimited(), 1_000) for side in mnk.Side]

    both = tuple(each for each in found if each is not None)
    claim = Certificate(start, Verdict.DRAW, both)
    assert check(claim)
    assert len(claim) == moves


def test_it_ends_with_its_budget_and_says_nothing_of_what_is_too_long() -> None:
    start = mnk.Position.start(mnk.Variant(6, 6, 5))

    assert holding.strategy(start, mnk.Side.WHITE, unlimited(), 5) is None
    with pytest.raises(Spent):
        holding.strategy(start, mnk.Side.WHITE, Budget(Limit(nodes=300)), 1_000)


def test_pairs_that_are_spoiled_hold_nothing() -> None:
    start, rng = mnk.Position.start(mnk.Variant(3, 3, 3)), random.Random(5)
    found = holding.strategy(start, mnk.Side.BLACK, unlimited(), 10)
    assert found is not None
    ((name, pairs),) = found.pairs.items()
    for at in range(len(pairs)):
        fewer = pairs[:at] + pairs[at + 1 :]
        twice = (*fewer, (rng.choice(fewer)[0], pairs[at][1]))
        off = (*fewer, (-1, pairs[at][1]))
        for spoiled in (fewer, twice, off):
            assert longest(_with(found, name, spoiled), start) is None
    assert longest(_with(found, name, pairs[::-1]), start) is not None
    assert longest(Strategy(found.side, True, found.moves, found.pairs), start) is None


def _with(found: Strategy, name: Key, pairs: Pairs) -> Strategy:
    return Strategy(found.side, found.wins, found.moves, {name: pairs})
