"""Claims are proved again by the rules: a win is agreed to, and nothing that is not one."""

import pytest

from bench import claims
from bench.claims import Referee, claims_of_game
from games import mnk
from games.evaluator.strong.engine import Engine

FREESTYLE, CARO = mnk.LineRule.FREESTYLE, mnk.LineRule.CARO
EMPTY = "\n".join(["........."] * 3)
TWO_THREES = """
    ....X....
    ....X....
    ..XX.....
    .O.....O.
    ..O......
"""


def _agrees(drawn: str, square: str, rule: mnk.LineRule = FREESTYLE) -> bool:
    """Whether the referee agrees that X wins there. Three ranks more are above, and below."""
    rows = "\n".join([EMPTY, *drawn.split(), EMPTY])
    variant = mnk.Variant(9, len(rows.split()), 5, rule)
    position = mnk.position_from_text(rows, variant, mnk.Side.BLACK)
    return Referee(Engine(variant, table_bits=12)).agrees(position, mnk.square(square, variant))


@pytest.mark.parametrize(
    ("drawn", "square", "is_won"),
    [
        ("..XXX....", "f4", True),
        ("..XXX....", "a1", False),
        ("..XXX.... .OOOO....", "f5", False),
        ("OXXXX....", "f4", True),
        ("OXXX.....", "e4", False),
    ],
    ids=["an open four", "elsewhere", "O is quicker", "a line", "a four that is stopped"],
)
def test_what_wins_whatever_is_answered_is_agreed_to(drawn: str, square: str, is_won: bool) -> None:
    assert _agrees(drawn, square) is is_won


@pytest.mark.parametrize(("rule", "is_won"), [(FREESTYLE, True), (CARO, False)])
def test_in_caro_a_line_may_be_stopped_from_beyond_it(rule: mnk.LineRule, is_won: bool) -> None:
    """There a row of five does not win with O at both its ends: O answers g4."""
    assert _agrees("O.XXX....", "f4", rule) is is_won


def test_two_threes_are_followed_to_a_line() -> None:
    assert _agrees(TWO_THREES, "e6")
    assert not _agrees(TWO_THREES.replace("X", ".", 1), "e6")


def test_a_claim_is_left_open_where_the_engine_is_asked_too_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(claims, "MOST_ASKED", 2)
    assert not _agrees(TWO_THREES, "e6")


@pytest.mark.parametrize(("board", "number"), [("10x10", 6), ("15x15-renju", 7)])
def test_every_win_called_proved_in_a_game_is_one(board: str, number: int) -> None:
    game = claims_of_game(board, 1_000, 1, number)
    assert game.positions > 5
    assert game.proved > 5
    assert not game.open
