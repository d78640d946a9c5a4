"""Caro in the strong engine: ends that block, fours with two answers, no claim that is not so."""

import random
from functools import partial

import pytest

from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.proof import run
from games.evaluator.rules import completing, stones, stopping
from games.evaluator.strengths import LEVELS
from games.evaluator.strong import engine, patterns
from games.evaluator.strong.fours import first_fours
from games.evaluator.strong.only import lost_without_fours
from games.evaluator.strong.threats import threats
from tests.evaluator import brute
from tests.mnk.many_boards import random_board

from . import many_caro, many_renju

CARO = mnk.LineRule.CARO
BOARD = mnk.PRESETS["15x15-caro"].variant
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE


def drawn(board: str, side: mnk.Side) -> mnk.Position:
    return mnk.position_drawn(board, 5, CARO, side)


def names(position: mnk.Position, *squares: mnk.Square) -> list[str]:
    return sorted(mnk.name(square, position.variant) for square in squares)


# --- Many boards, by chance ----------------------------------------------------------------------


def test_shapes_are_what_the_rule_says_and_so_are_the_squares_that_stop_lines() -> None:
    seen = many_caro.shapes(random.Random(1), 700)

    assert min(seen["1 stops"], seen["OPEN_FOUR"], seen["OPEN_THREE"], seen["FOUR"]) > 40
    assert seen["2 stops"] > 2


def test_what_is_claimed_of_an_ending_is_what_trying_everything_says() -> None:
    rng = random.Random(2)
    seen = many_caro.claims(many_renju.endings(rng, 100, most=7, rule=CARO))
    seen += many_caro.claims(many_caro.blocked_endings(rng, 150, most=7))

    assert min(seen[each] for each in ("search win", "fours", "proof win", "proof loss")) > 5
    assert min(seen["search loss"], seen["two answers"], seen["lost whatever it plays"]) > 2


def test_a_four_with_two_answers_wins_only_if_it_does_after_both() -> None:
    assert many_caro.answers(random.Random(5), 5)["wins"] > 20


def test_wins_by_fours_hold_against_every_reply() -> None:
    seen = many_renju.fours(random.Random(3), 25, BOARD)

    assert min(seen["black wins"], seen["white wins"]) > 2


def test_wins_by_threes_hold_against_every_reply() -> None:
    many_renju.threats(random.Random(16), 2, BOARD)


def test_what_is_called_lost_loses_by_every_move() -> None:
    seen = many_renju.losses(random.Random(13), 8, BOARD)

    assert min(seen["black loses"], seen["white loses"]) > 0, seen


# --- What ends do --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("..XXXX...", [("openFour", "b2 g2")]),
        ("O.XXXX...", [("four", "b2"), ("four", "g2")]),  # g2 stops both
        (".OXXXX...", [("four", "g2")]),
        (".OXXXX.O.", []),
        (".XXXX....", [("openFour", "a2 f2")]),  # the edge does not block
        ("...XXX...", [("openThree", "c2 g2")]),
        ("O..XXX...", [("openThree", "g2")]),  # c2 would make a four that is stopped at g2
        ("O..XXX..O", []),
    ],
)
def test_a_threat_in_one_line(row: str, told: list[tuple[str, str]]) -> None:
    position = drawn(f"{'.' * 9}\n{row}\n{'.' * 9}", WHITE)

    assert [
        (threat.kind.value, " ".join(names(position, *threat.squares)))
        for threat in threats(position).of(BLACK)
    ] == told


def test_an_open_three_is_stopped_far_from_it_where_an_end_is_taken() -> None:
    position = drawn(
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . O . . X X X . . .
        . . . . . . . . . .
        . O . O . . . . . .
        . . . . . . . . . .
        """,
        WHITE,
    )
    after = position.play(mnk.square("i4", position.variant))

    assert not threats(after).of(BLACK)
    assert engine.analyse(position, Limit(nodes=3_000)).score > -1_000


FOUR = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . O . X X X X . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . O . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""


def test_a_four_is_stopped_on_the_one_square_that_stops_both_its_ends() -> None:
    position = drawn(FOUR, WHITE)

    assert names(position, engine.analyse(position, Limit(nodes=500)).best) == ["i7"]
    for seed in range(6):
        assert names(position, engine.choose(position, 60, seed, 300, overlook=1.0)) == ["i7"]


def test_the_answer_that_holds_is_found_where_there_are_two() -> None:
    """f6 completes; beyond it g6 blocks the end as well, and makes a four of White's."""
    position = drawn(
        """
        . . . . . . . . . . .
        . . . . . . O . . . .
        . . . . . . O . . . .
        . . . . . . O . . . .
        . . . . . . . . . . .
        O X X X X . . . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . . . X X X . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        """,
        WHITE,
    )
    own, other = stones(position)
    assert names(position, *stopping(other, own, position.variant)) == ["f6", "g6"]
    found = engine.analyse(position, Limit(nodes=20_000))

    assert names(position, found.best) == ["g6"]
    assert names(position, engine.choose(position, 2_000, seed=1)) == ["g6"]


def test_a_search_whose_proof_needs_one_answer_to_each_four_refuses_caro() -> None:
    position = mnk.Position.start(BOARD).play(112).play(113)
    for search in (first_fours, lost_without_fours):
        with pytest.raises(patterns.NotSupported, match="Only where each four has one answer"):
            run(partial(search, position), Limit(nodes=100))


def test_lines_are_made_and_the_other_sides_stopped() -> None:
    rng, wins, blocks = random.Random(9), 0, 0
    boards = [random_board(CARO, rng) for _ in range(250)]
    for position in (*boards, *many_renju.endings(rng, 150, rule=CARO)):
        if brute.is_over(position) or not patterns.is_supported(position.variant):
            continue
        own, other = stones(position)
        mine = completing(own, other, position.variant)
        must = mine or stopping(other, own, position.variant)
        wins += bool(mine)
        blocks += bool(must and not mine)
        for square in (
            engine.analyse(position, Limit(nodes=300)).best,
            engine.choose(position, 100, seed=1),
            engine.choose(position, 100, seed=1, noise=200, overlook=1.0),
        ):
            assert square in (must or position.playable_squares()), mnk.position_line(position)
    assert min(wins, blocks) > 10


# --- Levels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["novice", "casual", "club"])
def test_a_level_plays_caro_to_the_end(level: str) -> None:
    for seed in range(3):
        position = mnk.Position.start(mnk.Variant(9, 9, 5, CARO))
        while not brute.is_over(position):
            position = position.play(LEVELS[level].move(position, seed, nodes=150))
