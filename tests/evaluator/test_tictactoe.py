"""3×3: all 5,478 positions, against brute force and the counts in mnk_counts.txt."""

import time
from functools import partial
from typing import NamedTuple

import pytest

from games import mnk
from games.evaluator import judge, tictactoe
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.exact import Solver
from games.evaluator.limit import Limit
from games.evaluator.proof import Completed, run
from games.evaluator.rules import stones

from . import brute

VARIANT = mnk.Variant(3, 3, 3)
START = mnk.Position.start(VARIANT)


def position_of(board: brute.Board, sign: str, variant: mnk.Variant = VARIANT) -> mnk.Position:
    both = mnk.BySide("X", "O").map(
        lambda sign: frozenset(at for at, found in enumerate(board) if found == sign)
    )
    return mnk.Position.of(variant, both, mnk.Side("XO".index(sign)))


def test_every_position_equals_brute_force_in_outcome_and_distance_of_each_square() -> None:
    seen = 0
    for board, sign in brute.reachable(VARIANT):
        seen += 1
        evaluation = judge.evaluate(position_of(board, sign), Limit(nodes=1))
        if brute.has_line(board, brute.other(sign), VARIANT):
            assert not evaluation.squares
            assert not evaluation.best
            continue
        expected = brute.after_each(board, sign, VARIANT)
        found = {
            square: (value.verdict.value, value.plies)
            for square, value in evaluation.squares.items()
            if isinstance(value, Proved)
        }
        assert found == expected, board
    assert seen == 5478


def test_the_solver_of_any_board_says_the_same_of_every_position() -> None:
    solver = Solver(VARIANT, table_log2=14)
    for board, sign in brute.reachable(VARIANT):
        if brute.has_line(board, brute.other(sign), VARIANT):
            continue
        position = position_of(board, sign)
        search = run(partial(solver.finding, stones(position)), Limit())
        assert isinstance(search, Completed)
        expected = brute.best(board, sign, VARIANT)
        assert (search.answer.verdict.value, search.answer.plies) == expected, board


def test_the_table_takes_well_under_100_ms_of_the_processor() -> None:
    took = []
    for _ in range(3):
        began = time.thread_time()
        table = tictactoe.Table()
        took.append(time.thread_time() - began)

    assert len(table) == 5478
    assert min(took) < 0.1


def test_a_turn_skipped_gives_every_square_another_outcome() -> None:
    alice = mnk.position_from_text("X.. .X. O..".replace(" ", "\n"), VARIANT, mnk.Side.BLACK)
    bob = mnk.position_from_text("X.. .X. O..".replace(" ", "\n"), VARIANT, mnk.Side.WHITE)

    hers = judge.evaluate(alice, Limit(nodes=1), set_up=True)
    his = judge.evaluate(bob, Limit(nodes=1))

    assert hers.best == (mnk.square("c1", VARIANT),)
    assert hers.squares[2].plies == 1
    assert his.best == (mnk.square("c1", VARIANT),)
    assert {his.squares[square].verdict for square in (1, 3)} == {Verdict.LOSS}


def test_a_fresh_board_is_a_tie_everywhere_and_its_best_squares_are_not_the_centre() -> None:
    evaluation = judge.evaluate(START, Limit(nodes=1))

    assert {value.verdict for value in evaluation.squares.values()} == {"draw"}
    assert evaluation.best == (0, 1, 2, 3, 5, 6, 7, 8)


def test_the_score_is_the_empty_squares_left_and_one() -> None:
    position = mnk.position_from_text("XX. OO. ...".replace(" ", "\n"), VARIANT)
    values = judge.evaluate(position, Limit(nodes=1)).squares
    scores = {
        square: value.score(empty=5)
        for square, value in values.items()
        if isinstance(value, Proved)
    }

    assert scores[mnk.square("c3", VARIANT)] == 5  # four squares are left when X has won
    assert scores[mnk.square("a1", VARIANT)] == -4
    assert scores[mnk.square("c2", VARIANT)] == 0  # blocks, and nobody wins


class Counts(NamedTuple):
    positions: int
    canonical: int
    terminal: int
    of_black: int
    of_white: int
    draws: int
    canonical_terminal: int


COUNTS = {
    (3, 3, 3): Counts(5478, 765, 958, 626, 316, 16, 138),
    (4, 3, 3): Counts(111_973, 28_275, 32_410, 20_312, 12_070, 28, 8_187),
}
"""Rows of ../shared/data/mnk_counts.txt."""

GAMES = {(3, 3, 3): 255_168, (4, 3, 3): 151_188_768}


@pytest.mark.parametrize("size", COUNTS, ids=str)
def test_positions_are_counted_as_others_counted_them(size: tuple[int, int, int]) -> None:
    variant = mnk.Variant(*size)
    start = mnk.Position.start(variant)
    forms, ended = {mnk.canonical(start).position}, set()
    terminal: dict[mnk.Side | None, int] = {mnk.Side.BLACK: 0, mnk.Side.WHITE: 0, None: 0}
    positions, games = 1, 0
    layer = {start: 1}
    while layer:
        following: dict[mnk.Position, int] = {}
        for position, ways in layer.items():
            for square in position.empty_squares():
                after = position.play(square)
                following[after] = following.get(after, 0) + ways
        layer = {}
        for position, ways in following.items():
            positions += 1
            form = mnk.canonical(position).position
            forms.add(form)
            mover = position.side_to_move.other
            if position.has_line(mover) or position.is_full:
                games += ways
                ended.add(form)
                terminal[mover if position.has_line(mover) else None] += 1
            else:
                layer[position] = ways

    assert games == GAMES[size]
    assert COUNTS[size] == Counts(
        positions,
        len(forms),
        sum(terminal.values()),
        terminal[mnk.Side.BLACK],
        terminal[mnk.Side.WHITE],
        terminal[None],
        len(ended),
    )
