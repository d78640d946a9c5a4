"""What a player does not see, and that it changes nothing but what it sees."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games import mnk
from games.evaluator.strong import engine
from games.evaluator.strong.overlooking import as_seen
from tests.mnk.interpreter import drawn

from .strategies import law, open_positions, variants

STRAIGHT = """
    . . . . . . . . .
    . . . . . . . . .
    . X . . . . . . .
    . . . . . . . . .
    . . . O O O . . .
    . . . . . . . . .
    . . . . . X . . .
    . . . . . . . . .
    X . . . . . . . .
"""
DIAGONAL = """
    . . . . . . . . .
    . . . . . . . . .
    . X . . . O . . .
    . . . . O . . . .
    . . . O . . . . .
    . . . . . . . . .
    . . . . . . X . .
    . . . . . . . . .
    X . . . . . . . .
"""
FORK = """
    . . . . . . . . .
    . . . . . . . . .
    . . . O O . . . .
    . . O . . . . . .
    . . O . . . . . .
    . . . . . . . . .
    . . . . . . X . .
    . . . . . . . . .
    X . X . . X . . .
"""


def at(board: str, to_move: mnk.Side = mnk.Side.BLACK) -> mnk.Position:
    rows = ["".join(row.split()) for row in board.strip().splitlines()]
    return drawn(" ".join(rows), k=5, to_move=to_move)


def overlooked(position: mnk.Position, overlook: float) -> float:
    """How often something is not seen."""
    return sum(as_seen(position, overlook, seed) != position for seed in range(600)) / 600


def test_a_diagonal_is_overlooked_sooner_than_a_row_and_a_fork_sooner_still() -> None:
    assert 0.25 < overlooked(at(STRAIGHT), 0.3) < 0.35
    assert 0.39 < overlooked(at(DIAGONAL), 0.3) < 0.51
    assert 0.59 < overlooked(at(FORK), 0.3) < 0.73


def test_own_lines_are_seen_and_own_forks_not_always() -> None:
    assert overlooked(at(STRAIGHT, mnk.Side.WHITE), 1.0) == 0
    assert 0.59 < overlooked(at(FORK, mnk.Side.WHITE), 0.3) < 0.73


def test_who_overlooks_nothing_sees_the_position_and_who_overlooks_all_no_threat() -> None:
    for board in (STRAIGHT, DIAGONAL, FORK):
        assert as_seen(at(board), 0.0, 1) == at(board)
        seen = as_seen(at(board), 1.0, 1)
        assert seen.variant.blocked
        assert as_seen(seen, 1.0, 1) == seen


def test_an_open_three_that_is_not_seen_is_not_answered() -> None:
    position = at(STRAIGHT)
    answers = set(engine.Engine(position.variant).defences(position))
    assert answers

    def answered(overlook: float) -> int:
        return sum(engine.choose(position, 500, seed, 0, overlook) in answers for seed in range(30))

    assert answered(0.0) == 30
    assert answered(1.0) < 30
    assert 10 < answered(0.3) <= 29


@settings(law, max_examples=150)
@given(open_positions(variants()), st.integers(0, 9), st.sampled_from((0.3, 1.0)))
def test_whatever_is_overlooked_the_rest_is_as_it_is(
    position: mnk.Position, seed: int, overlook: float
) -> None:
    seen = as_seen(position, overlook, seed)

    assert seen == as_seen(position, overlook, seed)
    hidden = set(seen.variant.blocked) - set(position.variant.blocked)
    for side in mnk.Side:
        assert set(position.stones(side)) - hidden == set(seen.stones(side))
    assert hidden <= {square for side in mnk.Side for square in position.stones(side)}
    assert seen.playable_squares()
    assert seen.side_to_move is position.side_to_move
    assert engine.choose(position, 60, seed, 50, overlook) in position.playable_squares()


def test_a_five_that_is_closed_at_both_ends_is_never_seen_as_a_line() -> None:
    caro = mnk.Variant(9, 9, 5, mnk.LineRule.CARO)
    own, other = ("a5 g5 g6 g7 a1 c1", "b5 c5 d5 e5 f5 i9")
    squares = [
        frozenset(mnk.square(name, caro) for name in names.split()) for names in (own, other)
    ]
    position = mnk.Position.of(caro, mnk.BySide(*squares), mnk.Side.WHITE)
    assert not position.is_over
    assert any(as_seen(position, 1.0, seed) == position for seed in range(40))

    for seed in range(40):
        assert not as_seen(position, 1.0, seed).is_over
        assert engine.choose(position, 60, seed, 50, 1.0) in position.playable_squares()
