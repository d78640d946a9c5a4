"""The exact solver: values others have published, brute force, and the laws of the game."""

import csv
import threading
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given

from games import mnk
from games.evaluator.errors import TooLarge
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.exact import Solver
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, Cut, run
from games.evaluator.rules import stones

from . import brute, every_value, strategies


class Row(NamedTuple):
    """A value somebody else has published."""

    variant: mnk.Variant
    verdict: Verdict


def published() -> list[Row]:
    """The rows of mnk_values.csv for this solver: at most 64 squares, and our line rules."""
    text = (Path(__file__).parent / "data" / "mnk_values.csv").read_text(encoding="utf-8")
    rows = []
    for row in csv.DictReader(text.splitlines()):
        width, height, k = int(row["m"]), int(row["n"]), int(row["k"])
        if width * height > 64 or row["rule"] not in set(mnk.LineRule):
            continue
        rule = mnk.LineRule(row["rule"])
        if not rule.says.is_race:
            continue  # test_misere.py has them
        verdict = Verdict(row["value_first_player"])
        rows.append(Row(mnk.Variant(width, height, k, rule), verdict))
    return rows


ONLY_IN_BENCH = {(9, 4, 4), (10, 4, 4)}
"""They take longer than 2 s: bench/evaluator_exact.py."""

ALSO = [
    Row(mnk.Variant(*size), verdict)
    for size, verdict in (
        ((4, 4, 4), Verdict.DRAW),
        ((5, 4, 4), Verdict.DRAW),
        ((5, 5, 4), Verdict.DRAW),
        ((7, 4, 4), Verdict.DRAW),
        ((7, 5, 4), Verdict.WIN),
        ((5, 5, 5), Verdict.DRAW),
    )
]
"""Named in the issue, not in the table."""

ROWS = [
    row
    for row in published() + ALSO
    if (row.variant.width, row.variant.height, row.variant.k) not in ONLY_IN_BENCH
]


def finding(position: mnk.Position) -> Finding:
    solver = Solver(position.variant, table_log2=16)
    search = run(lambda budget: solver.finding(stones(position), budget), Limit())
    assert isinstance(search, Completed)
    return search.answer


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "row",
    ROWS,
    ids=lambda row: row.variant.title,
)
def test_a_published_value_is_proved(row: Row) -> None:
    solver = Solver(row.variant)
    search = run(lambda budget: solver.verdict((0, 0), budget), Limit())

    assert isinstance(search, Completed)
    assert search.answer.verdict is row.verdict


def test_at_least_the_boards_of_the_issue_are_among_them() -> None:
    named = {(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4)}

    assert named <= {(row.variant.width, row.variant.height, row.variant.k) for row in ROWS}


@pytest.mark.parametrize(
    ("variant", "plies"),
    [(mnk.Variant(4, 3, 3), 7), (mnk.Variant(4, 4, 3), 5), (mnk.Variant(6, 5, 4), 11)],
    ids=lambda value: getattr(value, "title", str(value)),
)
def test_the_first_player_needs_so_many_plies(variant: mnk.Variant, plies: int) -> None:
    assert finding(mnk.Position.start(variant)) == Finding(Verdict.WIN, plies)


def test_a_whole_game_of_4x3_played_out_by_brute_force_takes_as_long() -> None:
    variant = mnk.Variant(4, 3, 3)

    assert brute.best("." * 12, "X", variant) == ("win", 7)
    brute.forget()


@strategies.law
@given(position=strategies.endings(of=strategies.small_races))
def test_verdict_and_distance_equal_brute_force_under_every_rule(position: mnk.Position) -> None:
    sign = "XO"[position.side_to_move]
    expected = brute.best(brute.board_of(position), sign, position.variant)
    found = finding(position)

    assert (found.verdict.value, found.plies) == expected
    brute.forget()


@pytest.mark.parametrize("rule", [rule for rule in mnk.LineRule if rule.says.is_race])
def test_every_position_of_every_tiny_board_has_the_value_of_brute_force(
    rule: mnk.LineRule,
) -> None:
    """Boards of up to 12 squares take minutes: `python -m tests.evaluator.every_value`.

    Renju, on larger boards only and searched otherwise, is in `test_renju.py`.
    """
    seen = [every_value.compare(variant) for variant in every_value.boards(rule, 7)]

    assert sum(seen) > 100


def test_a_table_far_too_small_makes_it_slow_never_wrong() -> None:
    variant = mnk.Variant(4, 3, 3)
    tiny, large = (Solver(variant, table_log2=bits) for bits in (1, 16))
    for stones_so_far in ((0, 0), (0b1, 0b100000), (0b1000, 0b10), (0b100010, 0b1001)):
        found = [run(partial(solver.finding, stones_so_far), Limit()) for solver in (tiny, large)]
        assert found[0] == found[1]
        assert isinstance(found[0], Completed)


def test_a_search_that_runs_out_of_nodes_has_no_answer() -> None:
    solver = Solver(mnk.Variant(7, 7, 5))

    assert isinstance(run(lambda budget: solver.finding((0, 0), budget), Limit(nodes=5000)), Cut)


def test_a_search_that_runs_out_of_time_stops_soon() -> None:
    solver = Solver(mnk.Variant(7, 7, 5))
    run(lambda budget: solver.finding((0, 0), budget), Limit(nodes=10))  # compiled by now
    began = time.perf_counter()
    search = run(lambda budget: solver.finding((0, 0), budget), Limit(ms=100))

    assert isinstance(search, Cut)
    assert time.perf_counter() - began < 1


def test_another_thread_can_stop_a_search() -> None:
    solver = Solver(mnk.Variant(7, 7, 5))
    budget = Budget(Limit())
    timer = threading.Timer(0.1, budget.abort)
    timer.start()
    search = run(lambda inner: solver.finding((0, 0), inner), Limit(), within=budget)

    assert isinstance(search, Cut)


def test_a_search_of_limited_depth_proves_what_ends_within_it_and_nothing_else() -> None:
    solver = Solver(mnk.Variant(4, 3, 3))

    deep = run(lambda budget: solver.verdict((0, 0), budget, depth=7), Limit())
    assert isinstance(deep, Completed)
    assert deep.answer == Finding(Verdict.WIN, 7)
    assert isinstance(run(lambda budget: solver.verdict((0, 0), budget, depth=6), Limit()), Cut)


def test_a_board_of_more_than_64_squares_is_refused() -> None:
    with pytest.raises(TooLarge, match="64 squares, not 100"):
        Solver(mnk.Variant(10, 10, 5))


def test_a_board_of_exactly_64_squares_is_solved_to_its_last_corner() -> None:
    variant = mnk.Variant(8, 8, 3)
    black = frozenset({63, 62})
    position = mnk.Position.of(variant, mnk.BySide(black, frozenset({0, 2})), mnk.Side.BLACK)

    assert finding(position) == Finding(Verdict.WIN, 1)


@pytest.mark.parametrize("moves", ["", "c2", "c2b3"], ids=lambda moves: moves or "start")
def test_a_double_threat_is_no_win_while_the_other_side_has_a_four(moves: str) -> None:
    """With many threats on both sides, searching and playing out agree."""
    variant = mnk.Variant(4, 4, 3)
    board = "X..O/.OX./..../XO..".replace("/", "\n")
    position = mnk.position_from_text(board, variant, mnk.Side.BLACK)
    for square in mnk.moves_from_text(moves, variant):
        if position.stone(square) is None:
            position = position.play(square)
    sign = "XO"[position.side_to_move]
    found = finding(position)

    assert (found.verdict.value, found.plies) == brute.best(brute.board_of(position), sign, variant)
    brute.forget()
