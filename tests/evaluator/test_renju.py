"""Renju in the evaluator: nothing forbidden is played, nothing is called proved that is not."""

import random
from dataclasses import replace

import pytest

from games import mnk
from games.evaluator import evaluate
from games.evaluator.errors import TooLarge
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.exact import Solver
from games.evaluator.glance import certain
from games.evaluator.lesson import lesson
from games.evaluator.levels import choose_move, every_level
from games.evaluator.limit import Limit
from games.evaluator.ruled import double_threats
from games.evaluator.strong.engine import Engine
from games.evaluator.wins import Forces
from games.remarks import said

from . import brute

RENJU = mnk.PRESETS["15x15-renju"].variant
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
LEVELS = ("novice", "aggressive-0.8")


def ending(rng: random.Random, most: int) -> mnk.Position:
    """Nearly full boards of 5×5 and 6×5, many of whose squares lie on nearly full lines."""
    while True:
        variant = mnk.Variant(*rng.choice(((5, 5), (6, 5), (6, 6), (7, 5))), 5, mnk.LineRule.RENJU)
        empty = rng.randint(1, most)
        signs = ["X"] * ((variant.squares - empty + 1) // 2)
        signs += ["O"] * (variant.squares - empty - len(signs)) + ["."] * empty
        rng.shuffle(signs)
        for _ in range(rng.randint(0, 3)):  # rows that lack little
            row = rng.randrange(variant.height) * variant.width
            sign = rng.choice("XO")
            for at in range(row, row + variant.width):
                other = rng.randrange(len(signs))
                if signs[at] != sign and signs[other] == sign:
                    signs[at], signs[other] = signs[other], signs[at]
        stones = (frozenset(i for i, s in enumerate(signs) if s == x) for x in "XO")
        side = mnk.Side((variant.squares - empty) % 2)
        position = mnk.Position.of(variant, mnk.BySide(*stones), side)
        if not position.has_line(BLACK) and not position.has_line(WHITE):
            return position


def truth(position: mnk.Position) -> dict[mnk.Square, tuple[str, int]]:
    sign = "XO"[position.side_to_move]
    return brute.after_each(brute.board_of(position), sign, position.variant)


def test_endings_have_the_values_of_brute_force() -> None:
    rng, banned, seen = random.Random(1), 0, 0
    verdicts = set()
    for _ in range(300):
        position = ending(rng, 6)
        expected = truth(position)
        found = evaluate(position, Limit(nodes=1_000_000), set_up=True)
        line = mnk.position_line(position)

        assert found.squares.keys() == expected.keys(), line
        for square, value in found.squares.items():
            assert isinstance(value, Proved)
            assert (value.verdict.value, value.plies) == expected[square], line
        banned += bool(position.forbidden)
        seen += len(expected)
        verdicts |= {verdict for verdict, _ in expected.values()}
    assert banned > 10
    assert verdicts == {"win", "loss", "draw"}


def test_what_is_certain_at_a_glance_is_as_brute_force_has_it() -> None:
    rng, told = random.Random(2), 0
    for _ in range(300):
        position = ending(rng, 6)
        expected = truth(position)
        for square, each in certain(position).items():
            assert (each.verdict.value, each.plies) == expected[square], mnk.position_line(position)
            told += 1
    assert told > 100


FORCED = """
    . . . . . . . . . . .
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
"""
"""f6 is forbidden to black; white to move can make it the only square that stops a four."""


def forced() -> mnk.Position:
    variant = mnk.Variant(11, 11, 5, mnk.LineRule.RENJU)
    return mnk.position_from_text(FORCED, variant, WHITE)


def test_white_wins_by_making_blacks_only_answer_a_forbidden_square() -> None:
    position = forced()
    f6 = mnk.square("f6", position.variant)
    black = mnk.Position.of(
        position.variant,
        mnk.BySide(*(frozenset(position.stones(side)) for side in mnk.Side)),
        BLACK,
    )
    assert f6 in black.forbidden

    winning = [
        mnk.name(at, position.variant)
        for at, each in certain(position).items()
        if each.verdict is Verdict.WIN
    ]

    assert "f10" in winning
    for seed in range(5):
        square = choose_move(position, "casual", seed, nodes=200)
        if certain(position).get(square) is None:
            continue  # it overlooks something now and then
        assert mnk.name(square, position.variant) in winning


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_never_plays_a_forbidden_square(level: str) -> None:
    rng, met = random.Random(level), 0
    for seed in range(12):
        position = mnk.Position.start(mnk.Variant(9, 9, 5, mnk.LineRule.RENJU))
        for _ in range(10):
            after = position.play(rng.choice(position.playable_squares()))
            position = position if after.has_line(position.side_to_move) else after
        while not brute.is_over(position):
            met += bool(position.forbidden)
            position = position.play(choose_move(position, level, seed, nodes=40))
    assert met


def test_every_level_plays_to_the_end_of_a_board_full_of_forbidden_squares() -> None:
    rng = random.Random(4)
    for _ in range(20):
        position = ending(rng, 8)
        if position.is_stuck:
            continue
        for level in every_level():
            assert choose_move(position, level, 1, nodes=100) in position.playable_squares()


def test_a_five_is_played_though_it_makes_six_as_well() -> None:
    position = mnk.position_drawn(
        """
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        X X X X . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        """,
        5,
        mnk.LineRule.RENJU,
        BLACK,
    )
    e4 = mnk.square("e4", position.variant)

    assert certain(position)[e4].verdict is Verdict.WIN
    for level in LEVELS:
        assert choose_move(position, level, 1) == e4


def test_nothing_that_searches_by_other_theorems_takes_renju() -> None:
    assert not mnk.is_solved(mnk.Variant(5, 5, 5, mnk.LineRule.RENJU))
    assert not mnk.has_certificates(RENJU)
    with pytest.raises(TooLarge):
        Solver(mnk.Variant(5, 5, 5, mnk.LineRule.RENJU))


def test_an_open_game_is_estimated_and_not_proved() -> None:
    found = evaluate(mnk.Position.start(RENJU).play(112).play(113), Limit(nodes=1_000))

    assert not any(isinstance(value, Proved) for value in found.squares.values())


FOURS = "15x15x5-renju/15/15/15/15/6O8/2OXOOOXXX5/6X1X6/6OX1X5/6OO7/15/15/15/15/15/15/X"
"""Black wins by six fours."""
STOPPED = "15x15x5-renju/15/15/15/15/6O8/7X1O5/4O1OOXO5/3XOXXXO6/6X8/5X1X7/4O10/15/15/15/15/O"
"""White wins by fours, the last of which black may not stop."""


@pytest.mark.parametrize("line", [FOURS, STOPPED])
def test_a_win_by_fours_is_proved_and_so_are_moves_that_do_not_stop_it(line: str) -> None:
    position = mnk.position_from_line(line)
    won = evaluate(position, Limit(nodes=100_000), set_up=True)
    assert isinstance(won.value, Proved)
    assert won.value.verdict is Verdict.WIN
    assert won.best
    stones = mnk.BySide(*(frozenset(position.stones(side)) for side in mnk.Side))
    waiting = mnk.Position.of(RENJU, stones, position.side_to_move.other)
    threatened = evaluate(waiting, Limit(nodes=400_000), set_up=True)
    verdicts = [value.verdict for value in threatened.squares.values()]
    assert verdicts.count(Verdict.LOSS) > 5


def test_what_is_said_of_a_move_in_renju_speaks_of_no_threes() -> None:
    position = mnk.Position.start(RENJU)
    for name in "h8 a1 h9 a15 g10".split():
        position = position.play(mnk.square(name, RENJU))
    made = lesson(position, mnk.square("o1", RENJU), limit=Limit(nodes=1_000))

    assert not any("hree" in remark.kind.value for each in made for remark in each.remarks)


def told(position: mnk.Position, square: str) -> list[str]:
    """What is said of a move, by lesson."""
    variant, sides = position.variant, mnk.BySide("Black", "White")
    return [
        " ".join(said(remark, variant, sides) for remark in each.remarks)
        for each in lesson(position, mnk.square(square, variant), limit=Limit(nodes=20_000))
    ]


def closed() -> mnk.Position:
    """As `forced`, but the four that white makes at f10 has one end: f6, forbidden to black."""
    board = FORCED.replace(". . . . . . . . . . .", ". . . . . X . . . . .", 1)
    return mnk.position_from_text(board, forced().variant, WHITE)


def test_of_a_four_whose_only_answer_is_forbidden_it_is_said_so_and_why() -> None:
    made = told(closed(), "f10")

    assert made[0] == (
        "f10 makes a four, and f6 is forbidden to Black: nothing stops it. "
        "A stone there would make two fours."
    )


def test_who_may_not_block_is_told_why() -> None:
    after = closed().play(mnk.square("f10", closed().variant))

    assert told(after, "a1")[0] == (
        "White can make five in a row at f6, where Black may not block. "
        "A stone there would make two fours."
    )


def test_a_win_that_ends_on_a_forbidden_square_names_it() -> None:
    (first, *_) = told(mnk.position_from_line(STOPPED), "a1")

    assert first == (
        "White had a win in 4 moves with fours alone: e7, e11, d9, then f9. "
        "In the end Black may not block at f9: it’s forbidden. "
        "A stone there would make two open threes."
    )


THREES = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . . . . . .
    . . X X . . . . .
    . . . . . . O . .
    . . . O . . . . .
    . . . . . . . . .
    . . . . . O . . .
"""


def test_a_stone_that_makes_a_square_forbidden_says_which_and_why_and_when_it_no_longer_is() -> (
    None
):
    variant = mnk.Variant(9, 9, 5, mnk.LineRule.RENJU)
    position = mnk.position_from_text(THREES, variant, BLACK)
    after = position.play(mnk.square("e6", variant))

    assert "After e6, Black may not play at e5. A stone there would make two open threes." in told(
        position, "e6"
    )
    assert "After f5, Black may play at e5 again." in told(after, "f5")


def test_an_open_three_is_one_as_the_rule_counts_it() -> None:
    """Black may make it an open four; white, who stops it, is told so."""
    position = mnk.Position.start(RENJU)
    for name in "h8 a1 i8 a3".split():
        position = position.play(mnk.square(name, RENJU))
    made = told(position, "j8")

    assert "makes an open three. Left alone, Black makes an open four at g8 or k8." in made[0]
    assert told(position.play(mnk.square("j8", RENJU)), "g8")[0] == (
        "g8 stops Black’s open three. Only g8, k8 or making a four stops it."
    )


# --- Wins by threes and fours --------------------------------------------------------------------

FORK = "15x15x5-renju/15/15/15/15/4O10/4O10/2OO11/15/15/15/15/15/15/15/15/O"
"""At e9 white makes two open threes."""
BLACKS_FORK = "15x15x5-renju/15/15/15/15/4X2O7/4X10/2XX11/15/15/15/15/15/15/15/8O6/X"
"""At e9 black may not: two open threes are forbidden. In freestyle that wins."""


def to_move(line: str, side: mnk.Side) -> mnk.Position:
    return replace(mnk.position_from_line(line), side_to_move=side)


def test_a_win_that_begins_with_a_three_is_shown_to_who_misses_finds_and_allows_it() -> None:
    white = to_move(FORK, WHITE)
    assert told(white, "o1") == ["White had a win in at most 3 moves: e9, e12, then e13."]
    assert told(white, "e9") == [
        "e9 makes two open threes at once.",
        "Whatever Black plays, White wins in 2 moves: e12, then e13.",
    ]
    assert told(to_move(FORK, BLACK), "o1") == [
        "After o1, White wins in at most 3 moves: e9, e12, then e13."
    ]


def test_a_win_that_would_begin_on_a_forbidden_square_is_none() -> None:
    freestyle = BLACKS_FORK.replace("-renju", "")
    for side, win in ((BLACK, "Black had a win in 3 moves: e9"), (WHITE, "Black wins in 3 moves")):
        assert told(to_move(BLACKS_FORK, side), "o1") == []
        assert win in told(to_move(freestyle, side), "o1")[0]


ONLY_STOP = "15x15x5-renju/15/15/15/15/15/15/15/4XO1X7/4X1X1O6/4OOXO7/4X10/15/15/15/15/O"
"""White's three at f5 could be stopped at f7, if black might play there."""


def test_an_answer_that_is_forbidden_stops_no_three() -> None:
    before = mnk.position_from_line(ONLY_STOP)
    told_of = told(before, "f5")
    forbidden = (
        "In the end Black may not block at f7: it’s forbidden. "
        "A stone there would make two open threes."
    )
    assert told_of[:2] == [
        "f5 makes an open three.",
        f"Whatever Black plays, White wins in 2 moves: f9, then f7. {forbidden}",
    ]
    after = before.play(mnk.square("f5", RENJU))
    assert told(after, "f4")[:2] == [
        f"After f4, White wins in 2 moves: f9, then f7. {forbidden}",
        "f4 stops White’s open three. Only f4, f9 or making a four stops it.",
    ]
    freestyle = mnk.position_from_line(ONLY_STOP.replace("-renju", ""))
    assert not any("White wins" in each for each in told(freestyle, "f5"))


@pytest.mark.parametrize(("line", "square"), [(ONLY_STOP, "f5"), (FORK, "e9")])
def test_what_a_three_wins_it_wins_against_every_reply_the_rules_allow(
    line: str, square: str
) -> None:
    after = to_move(line, WHITE).play(mnk.square(square, RENJU))
    win = Forces(RENJU, Limit(nodes=20_000)).hold(after)
    assert win is not None
    forces = Forces(RENJU, Limit(nodes=1_000_000))
    for reply in after.playable_squares():
        there = after.play(reply)
        answer = forces.attack(there)
        assert answer is not None
        assert answer.plies < win.plies
        assert there.play_all(answer.line).has_line(WHITE)


def test_what_may_stop_a_threat_is_what_black_may_play() -> None:
    after = mnk.position_from_line(ONLY_STOP).play(mnk.square("f5", RENJU))
    strong = Engine(RENJU, table_bits=8)

    assert mnk.moves_text(strong.defences(after), RENJU) == "f4f9"
    assert strong.defences(to_move(FORK, BLACK)) == ()


@pytest.mark.parametrize(
    ("row", "made"),
    [("4XX9", "a four and an open three"), ("1X2XX3X5", "a four")],  # g9 in a row of six
)
def test_a_three_beside_a_four_is_named_if_it_may_become_an_open_four(row: str, made: str) -> None:
    column = "6X8/6X8/6X8/6O8/15/15/15/15"
    board = f"15x15x5-renju/15/15/15/15/15/15/{row}/{column}/X"

    assert told(to_move(board, BLACK), "g9")[0] == f"g9 makes {made}: White must block at g10."


THREE = "15x15x5-renju/15/15/15/15/15/15/15/15/15/15/15/15/15/2XXX10/15/O"


def test_who_leaves_an_open_three_alone_is_told_so_and_who_stops_it_what_else_would() -> None:
    white = to_move(THREE, WHITE)
    assert told(white, "m12") == [
        "m12 doesn’t stop Black’s open three. Then Black wins in 2 moves: b2, then a2."
    ]
    assert told(white, "f2") == [
        "f2 stops Black’s open three. Only b2, f2 or making a four stops it."
    ]


def test_who_has_an_open_three_as_well_need_not_stop_one() -> None:
    """What else would stop it is then left unsaid."""
    board = THREE.replace("15/15/15/15/15/15/2XXX10", "15/15/15/8OOO4/15/15/2XXX10")

    assert "f2 stops Black’s open three." in told(to_move(board, WHITE), "f2")
    assert "f2 stops Black’s open three." in told(
        to_move(board.replace("8OOO4", "7XOOOO3"), WHITE), "f2"
    )


FOUR_THREE = "15x15x5-renju/15/15/15/15/15/5O9/15/15/15/4XO9/4X10/OXXX11/15/15/15/X"
"""At e4 black makes a four and an open three."""


def test_who_takes_the_square_of_a_double_threat_is_told_so() -> None:
    assert told(to_move(FOUR_THREE, WHITE), "e4") == [
        "e4 takes the square Black needs for a double threat."
    ]


def test_of_two_double_threats_that_are_gone_it_is_the_square_taken_that_is_told() -> None:
    board = "15x15x5-renju/15/15/15/15/15/15/15/15/6O8/2O1XX3O5/1O2XX9/OXXX11/15/15/15/X"
    white = to_move(board, WHITE)
    assert mnk.moves_text(double_threats(white, BLACK), RENJU) == "e4f4"

    assert told(white, "f4")[0] == "f4 takes the square Black needs for a double threat."


def test_a_double_threat_that_is_forbidden_is_none() -> None:
    e9 = mnk.square("e9", RENJU)

    assert e9 in double_threats(mnk.position_from_line(FORK), WHITE)
    assert e9 not in double_threats(mnk.position_from_line(BLACKS_FORK), BLACK)


def test_a_five_is_said_to_complete_the_row() -> None:
    position = mnk.Position.start(RENJU)
    for name in "a1 d8 a3 e8 a5 f8 a7 g8 c8".split():
        position = position.play(mnk.square(name, RENJU))
    (first, *_) = lesson(position, mnk.square("h8", RENJU), limit=Limit(nodes=1_000))

    assert first.remarks[0].kind.value == "completes"
