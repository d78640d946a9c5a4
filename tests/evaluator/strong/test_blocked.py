"""The engine on boards with blocked squares: what it claims holds, under every rule it plays.

The laws of boards, threats and wins (test_board.py, test_threats.py, test_forced_wins.py,
test_engine.py) draw such boards, too.
"""

import random
from collections import Counter

import pytest

from games import mnk
from games.evaluator import Proved, Verdict, evaluate
from games.evaluator.limit import Limit
from games.evaluator.strong import threats
from games.evaluator.strong.engine import choose
from tests.evaluator import brute
from tests.mnk.many_boards import with_blocks

from . import many_caro, many_renju

RENJU = mnk.LineRule.RENJU
RULES = (mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT, mnk.LineRule.CARO, RENJU)
BOARD = mnk.PRESETS["15x15"].variant
WALLS = tuple(range(31, 225, 11))
"""Eighteen squares, far apart."""


def board(rule: mnk.LineRule) -> mnk.Variant:
    return mnk.Variant(15, 15, 5, rule, blocked=WALLS)


@pytest.mark.parametrize("rule", RULES)
def test_what_is_claimed_of_an_ending_is_what_trying_everything_says(rule: mnk.LineRule) -> None:
    rng, seen = random.Random(rule.value), Counter[str]()
    for ending in many_renju.endings(rng, 60, most=7, rule=rule):
        position = with_blocks(ending, rng)
        if brute.is_over(position):  # a row too long was cut to a line
            continue
        is_renju = rule is RENJU
        truth = many_renju.everything(position.variant) if is_renju else many_caro.brute_force()
        seen += many_renju.claims(position, truth)

    assert min(seen[each] for each in ("search win", "fours", "proof win")) > 5, seen


@pytest.mark.parametrize("rule", RULES)
def test_wins_by_fours_hold_against_every_reply(rule: mnk.LineRule) -> None:
    seen = many_renju.fours(random.Random(7), 12, board(rule))

    assert min(seen["black wins"], seen["white wins"]) > 1, seen


def test_wins_by_threes_hold_against_every_reply() -> None:
    many_renju.threats(random.Random(6), 3, board(mnk.LineRule.FREESTYLE))


def test_a_four_at_a_block_has_one_end() -> None:
    black = frozenset(mnk.moves_from_text("d8 e8 f8 g8", BOARD))
    variant = mnk.Variant(15, 15, 5, blocked=(mnk.square("c8", BOARD),))
    position = mnk.Position.of(variant, mnk.BySide(black, frozenset()), mnk.Side.WHITE)

    (four,) = threats(position).all

    assert [mnk.name(square, variant) for square in four.squares] == ["h8"]
    assert mnk.name(choose(position, 1_000, seed=1), variant) == "h8"


def test_bots_play_to_the_end_and_never_on_a_block() -> None:
    """Whole games: the board is full when all squares have a stone that can get one."""
    variant = mnk.Variant(9, 9, 5, blocked=tuple(range(0, 81, 5)))
    for seed in range(3):
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            square = choose(position, 300, seed, noise=100, overlook=0.2)
            assert square in position.playable_squares()
            position = position.play(square)


def test_a_forced_win_on_a_large_board_with_blocks_is_proved() -> None:
    black = frozenset(mnk.moves_from_text("f8 g8 h8", BOARD))
    white = frozenset(mnk.moves_from_text("a1 o15 a15", BOARD))
    variant = mnk.Variant(15, 15, 5, blocked=(mnk.square("d8", BOARD),))
    position = mnk.Position.of(variant, mnk.BySide(black, white), mnk.Side.BLACK)

    found = evaluate(position, Limit(nodes=20_000), set_up=True)

    assert isinstance(found.value, Proved)
    assert (found.value.verdict, found.value.plies) == (Verdict.WIN, 3)
    # On e8 the block ends the four.
    assert [mnk.name(square, variant) for square in found.best] == ["i8"]
