"""Forced wins: every claim is true, and no win by fours is missed."""

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.strong import engine
from games.evaluator.strong.forcing import win_by_threats
from games.evaluator.strong.search import (
    AT_LEAST,
    AT_MOST,
    EXACT_SCORE,
    LIKELY,
    PROVED,
    WIN,
    at_sight,
    holds,
    search,
)
from tests.mnk.interpreter import drawn

from . import naive
from .strategies import law, open_positions, variants

EXACT = mnk.LineRule.EXACT

FOURS = json.loads((Path(__file__).parent / "data" / "fours.json").read_text())["positions"]


NODES = 300_000
"""About what a slow machine searches in 300 ms; bench/evaluator_strong takes the time."""


def test_wins_by_fours_are_found_in_time_and_none_is_made_up() -> None:
    wins = [row for row in FOURS if row["win"]]
    found = 0
    for row in wins:
        position = position_of(row)
        line = engine.winning_fours(position, Limit(nodes=NODES))
        if line is not None:
            found += 1
            assert len(line) >= 2 * row["moves"] - 1
            replay(position, line)

    assert found >= 0.98 * len(wins)
    for row in FOURS:
        if not row["win"]:
            assert engine.winning_fours(position_of(row), Limit(nodes=NODES)) is None, row["id"]


@settings(law, max_examples=150)
@given(open_positions(variants(max_size=6, max_squares=30, k=(3, 5))))
def test_a_win_by_fours_is_found_just_when_there_is_one(position: mnk.Position) -> None:
    line = engine.winning_fours(position, Limit(nodes=10_000_000))

    assert (line is not None) == naive.wins_by_fours(position, 15)
    if line is not None:
        replay(position, line)


@settings(law, max_examples=150)
@given(open_positions(variants(max_size=5, max_squares=16, k=(3, 5))))
def test_a_win_by_threats_is_one_against_any_defence(position: mnk.Position) -> None:
    searcher = engine.Engine(position.variant, table_bits=12)
    board = searcher._board(position)
    board.fours_limit = 3_000
    side = int(position.side_to_move)
    if win_by_threats(board, searcher._table, np.zeros(1, np.int32), side, 5, 0):
        after = position.play(int(board.best))
        won = after.has_line(position.side_to_move)
        assert won or few_empty(after) or naive.best_end(after) == -1


@settings(law, max_examples=200)
@given(
    open_positions(variants(max_size=5, max_squares=16, k=(2, 5))),
    st.integers(1, 6),
    st.sampled_from((1, 1, 3)),
)
def test_a_win_or_loss_the_search_claims_is_one(
    position: mnk.Position, depth: int, threads: int
) -> None:
    if few_empty(position):
        return
    searcher = engine.Engine(position.variant, table_bits=8, threads=threads)
    analysis = searcher.analyse(position, Limit(depth=depth), lines=2)

    end = naive.best_end(position)
    if analysis.win_found:
        assert end == 1
    if analysis.loss_found:
        assert end == -1
    for line in analysis.lines:
        after = position.play(line.principal_variation[0])
        if line.win_found and not after.has_line(position.side_to_move):
            assert naive.best_end(after) == -1
        if line.loss_found:
            assert naive.best_end(after) == 1


def test_the_worst_of_several_answers_is_not_remembered_as_all_there_is() -> None:
    position = drawn(
        """
        .........
        .........
        ..O...O..
        .........
        ...XXX...
        .........
        ....O....
        .........
        .........
        """,
        k=5,
        to_move=mnk.Side.WHITE,
    )
    searcher = engine.Engine(position.variant, table_bits=12)
    lines = searcher.analyse(position, Limit(depth=4), lines=6).lines
    assert not lines[0].loss_found
    assert lines[-1].loss_found

    board = searcher._board(position)
    never = np.zeros(1, np.int32)
    side = int(position.side_to_move)

    assert search(board, searcher._table, never, side, 2, -1, 0, 0, -1, -1) > -PROVED


@pytest.mark.parametrize(
    ("score", "bound", "stands"),
    [
        (WIN - 5, AT_LEAST, True),
        (WIN - 5, EXACT_SCORE, True),
        (WIN - 5, AT_MOST, False),
        (5 - WIN, AT_MOST, True),
        (5 - WIN, EXACT_SCORE, True),
        (5 - WIN, AT_LEAST, False),
        (-LIKELY - 1, AT_MOST, False),
        (300, EXACT_SCORE, False),
    ],
)
def test_only_what_is_proved_stands_for_a_deeper_search(
    score: int, bound: int, stands: bool
) -> None:
    assert holds(score, bound, searched=2, depth=3) == stands
    assert holds(score, bound, searched=3, depth=3)


@pytest.mark.parametrize(
    ("score", "bound", "worth"),
    [
        (70, EXACT_SCORE, 70),
        (70, AT_MOST, 70),
        (70, AT_LEAST, 100),
        (130, AT_LEAST, 130),
        (130, AT_MOST, 100),
        (LIKELY + 1, EXACT_SCORE, 100),
        (-LIKELY - 1, AT_MOST, 100),
        (WIN - 5, EXACT_SCORE, 100),
        (5 - WIN, EXACT_SCORE, 100),
    ],
)
def test_a_score_that_was_kept_corrects_the_evaluation_but_never_makes_it_a_claim(
    score: int, bound: int, worth: int
) -> None:
    assert at_sight(100, score, bound) == worth


def test_alice_wins_by_an_open_three_she_makes_twice_at_once() -> None:
    position = drawn(
        """
        .........
        .........
        .........
        ....X....
        ....X....
        ..XX.....
        .........
        .OO..O.O.
        .........
        """,
        k=5,
        to_move=mnk.Side.BLACK,
    )
    analysis = engine.analyse(position, Limit(nodes=100_000))

    assert analysis.win_found
    assert engine.winning_fours(position, Limit(nodes=100_000)) is None


def test_a_search_for_fours_can_be_stopped() -> None:
    row = max((row for row in FOURS if row["win"]), key=lambda row: row["moves"])
    began = time.perf_counter()

    assert engine.winning_fours(position_of(row), Limit(nodes=10)) is None
    assert engine.winning_fours(position_of(row), Limit(depth=3)) is None
    assert engine.winning_fours(position_of(row), Limit(), abort=np.ones(1, np.int32)) is None
    assert time.perf_counter() - began < 1


def test_a_win_by_threats_holds_whatever_bob_replies() -> None:
    rng = Random(1)
    proved = 0
    for variant in (mnk.Variant(9, 9, 5), mnk.Variant(7, 7, 4), mnk.Variant(9, 8, 5, EXACT)):
        searcher = engine.Engine(variant, table_bits=14)
        for seed in range(40):
            position = mnk.Position.start(variant)
            for _ in range(rng.randint(5, 12)):
                square = searcher.choose(position, 100, rng.getrandbits(32), noise=300)
                if position.play(square).has_line(position.side_to_move):
                    break
                position = position.play(square)
            limit = Limit(nodes=30_000)
            if searcher.winning_fours(position, limit) is not None:
                continue
            alice = position.side_to_move
            analysis = searcher.analyse(position, limit)
            if analysis.depth or not analysis.win_found:
                continue
            proved += 1
            plies = analysis.lines[0].plies
            assert plies is not None
            while not position.has_line(alice):
                assert plies > 0
                position = position.play(analysis.best)
                if position.has_line(alice):
                    break
                replies = [position.play(square) for square in position.empty_squares()]
                assert not any(reply.has_line(alice.other) for reply in replies)
                answers = [searcher.analyse(reply, limit) for reply in replies]
                assert all(answer.win_found for answer in answers), (seed, position)
                chosen = rng.randrange(len(replies))
                position, analysis = replies[chosen], answers[chosen]
                plies -= 2
    assert proved >= 5


def few_empty(position: mnk.Position) -> bool:
    """Whether trying out everything takes too long: too few stones are on the board."""
    return len(position.empty_squares()) > 9


def position_of(row: dict[str, Any]) -> mnk.Position:
    side = mnk.Side.BLACK if row["side"] == "X" else mnk.Side.WHITE
    return mnk.position_from_text("\n".join(row["board"]), mnk.Variant(15, 15, 5), side)


def replay(position: mnk.Position, line: tuple[mnk.Square, ...]) -> None:
    """The winner's moves force each answer, and the last completes a line."""
    side = position.side_to_move
    for ply, square in enumerate(line):
        if ply % 2:
            completes = mnk.Position.of(
                position.variant,
                mnk.BySide(
                    frozenset(position.stones(mnk.Side.BLACK)),
                    frozenset(position.stones(mnk.Side.WHITE)),
                ),
                side,
            )
            ends = naive.lines_in_one(completes)
            assert ends
            assert square in ends or not naive.lines_in_one(position.play(square))
            assert not naive.lines_in_one(position)
        position = position.play(square)
    assert position.has_line(side)
    assert len(line) % 2 == 1
