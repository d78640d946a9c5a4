"""Renju in the strong engine: it plays nothing forbidden, and what it claims is so."""

import random
from collections import Counter
from functools import partial

import pytest

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.limit import Limit
from games.evaluator.proof import run
from games.evaluator.strengths import LEVELS
from games.evaluator.strong import engine, patterns
from games.evaluator.strong.fours import first_fours
from games.evaluator.strong.only import lost_without_fours
from games.evaluator.strong.threats import ThreatKind, threats
from tests.evaluator import brute
from tests.mnk.many_boards import random_board
from tests.mnk.test_forbidden import STUCK

from . import many_renju, naive
from .many_renju import BLACK, RENJU, WHITE

BOARD = mnk.PRESETS["15x15-renju"].variant


def drawn(board: str, side: mnk.Side) -> mnk.Position:
    return mnk.position_drawn(board, 5, RENJU, side)


# --- Many boards, by chance ----------------------------------------------------------------------


def test_the_kernel_forbids_what_the_rules_forbid() -> None:
    seen = many_renju.forbidden(random.Random(1), 700)

    assert seen["squares"] > 20_000
    assert min(seen[ban] for ban in ("overline", "doubleFour", "doubleThree")) > 50


def test_what_is_claimed_of_an_ending_is_what_trying_everything_says() -> None:
    seen: Counter[str] = Counter()
    for position in many_renju.endings(random.Random(2), 120, most=7):
        seen += many_renju.claims(position, many_renju.everything(position.variant))

    assert min(seen[each] for each in ("search win", "fours", "proof win", "proof loss")) > 5
    assert seen["lost whatever it plays"] > 2


def test_wins_by_fours_hold_against_every_reply_the_rules_allow() -> None:
    seen = many_renju.fours(random.Random(3), 25, BOARD)

    assert min(seen["black wins"], seen["white wins"]) > 2


def test_wins_by_threes_hold_against_every_reply_the_rules_allow() -> None:
    many_renju.threats(random.Random(16), 2, BOARD)


def test_what_is_called_lost_loses_by_every_move() -> None:
    seen = many_renju.losses(random.Random(10), 12, BOARD)

    assert min(seen["black loses"], seen["white loses"]) > 0, seen


# --- What black may not do -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "shape"),
    [
        ("..XXX|O....", patterns.FOUR),
        (".XXX.|.....", patterns.FOUR),
        ("..XXX|.....", patterns.OPEN_FOUR),
        (".X.XX|.X...", patterns.BANNED),  # two fours in one line
        (".XXX.|.XXX.", patterns.BANNED),
        ("..XXX|XX...", patterns.BANNED),  # six
        (".XXXX|.....", patterns.LINE),
        ("...XX|.....", patterns.OPEN_THREE),
        ("X..XX|..X..", patterns.THREE),  # a straight four would be a six at either end
    ],
)
def test_a_line_of_blacks(row: str, shape: int) -> None:
    before, after = row.split("|")

    assert patterns.patterns_of(BOARD, BLACK).shape(before, after) == shape


def test_a_line_of_whites_is_one_of_freestyle_read_a_square_farther() -> None:
    rng, freestyle = random.Random(5), patterns.patterns_of(mnk.Variant(15, 15, 5))
    table = patterns.patterns_of(BOARD, WHITE)
    for _ in range(3_000):
        before, after = ("".join(rng.choices("..XXO", k=5)) for _ in range(2))
        assert table.shape(before, after) == freestyle.shape(before[1:], after[:-1])


def test_a_line_of_blacks_is_an_exact_one_but_for_what_is_forbidden() -> None:
    rng, seen = random.Random(6), 0
    table = patterns.patterns_of(BOARD, BLACK)
    for _ in range(3_000):
        before, after = ("".join(rng.choices("..XXO", k=5)) for _ in range(2))
        slow = naive.shape(f"{before}X{after}", 5, 5, mnk.LineRule.EXACT)
        found = table.shape(before, after)
        if found == patterns.BANNED:
            seen += 1
            assert slow in ("OPEN_FOUR", "")
        elif slow in ("LINE", "FOUR", "OPEN_FOUR"):
            assert found == {"LINE": 9, "FOUR": 7, "OPEN_FOUR": 8}[slow]
    assert seen > 20


FORK = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . . . . X X . . .
    . . . . . . . . . . .
    . . O . . . . . O . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""
"""f7 would make two open threes."""


def test_black_does_not_fork_with_two_threes_and_white_does() -> None:
    position = drawn(FORK, BLACK)
    f7 = mnk.square("f7", position.variant)
    assert f7 in position.forbidden
    kinds = {threat.kind for threat in threats(position).all}
    assert ThreatKind.DOUBLE_THREE not in kinds
    for seed in range(8):
        assert engine.choose(position, 300, seed, noise=100) != f7

    white = drawn(FORK.replace("X", "*").replace("O", "X").replace("*", "O"), WHITE)
    forks = threats(white).of(WHITE, ThreatKind.DOUBLE_THREE)
    assert f7 in {square for threat in forks for square in threat.squares}
    assert engine.analyse(white, Limit(nodes=50_000)).win_found


def test_white_wins_by_a_four_black_may_not_stop() -> None:
    position = drawn(
        """
        . . . . . X . . . . .
        . . . . . . . . . . .
        . . . . . O . . . . .
        . . . . . O . . . . .
        . . . . . O . . . . .
        . . . X X . X . . . .
        . . . . X X . . . . .
        . . . . . . X . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . . . . . . . . . . .
        """,
        WHITE,
    )
    line = engine.winning_fours(position, Limit(nodes=10_000))

    assert line is not None
    assert len(line) == 3
    assert mnk.name(line[0], position.variant) == "f10"
    many_renju.wins_by(engine.Engine(position.variant), position, line)
    # Black, who may not stop it, plays somewhere else; and knows.
    after = position.play(line[0])
    assert engine.analyse(after, Limit(nodes=1_000)).lines[0].plies == 2
    for seed in range(4):
        chosen = engine.choose(after, 100, seed, noise=100, overlook=0.5)
        assert chosen in after.playable_squares()
    # Where black may stop it, the same four wins nothing.
    freestyle = mnk.Position.of(
        mnk.Variant(11, 11, 5),
        mnk.BySide(*(frozenset(position.stones(side)) for side in mnk.Side)),
        WHITE,
    )
    assert engine.winning_fours(freestyle, Limit(nodes=10_000)) is None


def test_a_search_that_is_cut_calls_no_position_lost() -> None:
    line = "15x15x5-renju/15/15/15/15/3O11/6X8/6XOO6/6XXO6/15/10X4/15/15/15/15/15/O"
    position = mnk.position_from_line(line)
    cut = engine.Engine(BOARD, table_bits=16).analyse(position, Limit(nodes=20_000))

    assert cut.nodes == 20_000
    assert cut.score < -1_000  # the first move loses; the others were not looked at
    assert not cut.loss_found


def test_a_search_whose_proof_needs_free_answers_refuses_renju() -> None:
    position = mnk.Position.start(BOARD).play(112).play(113)
    with pytest.raises(patterns.NotSupported):
        run(partial(first_fours, position), Limit(nodes=100))
    with pytest.raises(patterns.NotSupported):
        run(partial(lost_without_fours, position), Limit(nodes=100))


def test_where_every_square_is_forbidden_there_is_nothing_to_play() -> None:
    stuck = mnk.position_from_line(STUCK)
    assert stuck.is_stuck
    for search in (engine.analyse, engine.winning_fours):
        with pytest.raises(NothingToPlay):
            search(stuck, Limit(nodes=10))


def test_moves_are_allowed_fives_are_made_and_whites_stopped_where_they_may_be() -> None:
    rng, wins, stops = random.Random(9), 0, 0
    boards = [random_board(RENJU, rng) for _ in range(150)]
    for position in (*boards, *many_renju.endings(rng, 150)):
        if brute.is_over(position):
            continue
        side, playable = position.side_to_move, set(position.playable_squares())
        mine = {at for at in playable if position.play(at).has_line(side)}
        theirs = many_renju.with_side(position, side.other)
        at_hand = {at for at in theirs.playable_squares() if theirs.play(at).has_line(side.other)}
        must = mine or (at_hand & playable if len(at_hand) == 1 else set())
        wins += bool(mine)
        stops += bool(must and not mine)
        for square in (
            engine.analyse(position, Limit(nodes=300)).best,
            engine.choose(position, 100, seed=1),
            engine.choose(position, 100, seed=1, noise=200, overlook=1.0),
        ):
            assert square in playable
            assert not must or square in must, mnk.position_line(position)
    assert min(wins, stops) > 10


# --- Levels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["novice", "casual", "club"])
def test_a_level_plays_renju_by_the_rules_to_the_end(level: str) -> None:
    rng, met = random.Random(level), 0
    for seed in range(6):
        position = mnk.Position.start(mnk.Variant(9, 9, 5, RENJU))
        for _ in range(10):
            after = position.play(rng.choice(position.playable_squares()))
            if not after.has_line(position.side_to_move):
                position = after
        while not brute.is_over(position):
            met += bool(position.forbidden)
            position = position.play(LEVELS[level].move(position, seed, nodes=150))
    assert met
