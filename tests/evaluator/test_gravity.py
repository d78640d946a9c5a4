"""Gravity in the evaluator: small boards are proved, and nobody opens a square to a row."""

import random

import pytest

from games import mnk
from games.evaluator import accepts_draw, evaluate, every_level, tree
from games.evaluator.aggressive import candidates
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.glance import certain
from games.evaluator.lesson import lesson
from games.evaluator.levels import choose_move
from games.evaluator.limit import Limit
from games.remarks import said

from . import brute

GRAVITY = mnk.LineRule.GRAVITY
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
SEVEN = mnk.PRESETS["7x6-gravity"].variant
CAREFUL = ("novice", "beginner", "casual", "aggressive-0.8")


def at(names: str, variant: mnk.Variant = SEVEN) -> mnk.Position:
    return mnk.GameState.replay(variant, mnk.moves_from_text(names, variant)).position


def test_what_is_certain_at_a_glance_is_found() -> None:
    found = certain(at("d1a1e1a2"))
    # d1 and e1 with room at both sides: two squares that can be reached complete a row.
    assert found[2] == found[5] == certain(at("d1a1e1a2"))[2]
    assert (found[2].verdict, found[2].plies) == (Verdict.WIN, 3)


def test_a_square_in_the_air_is_no_threat_until_the_one_beneath_is_taken() -> None:
    # O lacks e2 on the second row; nobody has played e1.
    position = mnk.position_drawn(
        "......./......./......./......./.OOO.../.XXO.X.".replace("/", chr(10)), 4, GRAVITY, BLACK
    )
    found = certain(position)
    loses = [mnk.name(square, SEVEN) for square, each in found.items() if each.plies == 2]

    assert loses == ["a1", "e1"]
    assert {mnk.name(square, SEVEN) for square in candidates(position)}.isdisjoint(loses)


def test_two_rows_on_top_of_each_other_win_through_the_answer() -> None:
    position = mnk.position_drawn(
        "......./......./......./OOO..../XXX.O../XXX.O..".replace("/", chr(10)), 4, GRAVITY, WHITE
    )
    assert certain(position)[3].verdict is Verdict.LOSS  # d1 stops one, and d2 is reached by it


def test_an_empty_board_of_a_small_size_is_proved_and_a_large_one_is_not() -> None:
    small = evaluate(mnk.Position.start(mnk.Variant(4, 3, 3, GRAVITY)), Limit(nodes=1_000_000))
    large = evaluate(mnk.Position.start(SEVEN), Limit(nodes=300_000))

    assert small.is_best_proved
    assert large.best == (3,)
    assert not any(isinstance(value, Proved) for value in large.squares.values())
    assert large.squares.keys() == set(range(7))


def test_the_tree_has_values_on_every_level() -> None:
    found = tree(mnk.Position.start(mnk.Variant(2, 2, 2, GRAVITY)), 2, Limit(nodes=10_000))

    assert isinstance(found.value, Proved)
    assert (found.value.verdict, found.value.plies) == (Verdict.WIN, 3)
    assert sorted(found.branches) == [0, 1]


@pytest.mark.parametrize("level", CAREFUL)
def test_a_bot_completes_a_row_stops_one_and_opens_none_unless_it_has_to(level: str) -> None:
    rng, seen = random.Random(level), 0
    for seed in range(6):
        variant = mnk.Variant(rng.randint(4, 7), rng.randint(4, 6), rng.choice((3, 4)), GRAVITY)
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            mover = level if position.side_to_move is BLACK else rng.choice((level, "random"))
            square = choose_move(position, mover, seed, nodes=40)
            if mover == level:
                side = position.side_to_move
                after = [position.play(each) for each in position.playable_squares()]
                if any(each.has_line(side) for each in after):
                    assert position.play(square).has_line(side)
                elif gives(position.play(square)):
                    seen += 1
                    assert all(map(gives, after))
            position = position.play(square)
    assert seen


def gives(position: mnk.Position) -> bool:
    """Whether the side to move completes a row at once."""
    side = position.side_to_move
    return any(position.play(each).has_line(side) for each in position.playable_squares())


def test_a_bot_that_looks_beats_one_that_plays_anywhere() -> None:
    won = 0
    for seed in range(10):
        game, side = mnk.GameState.start(SEVEN), mnk.Side(seed % 2)
        while not game.is_over:
            level = "casual" if game.side_to_move is side else "random"
            square = choose_move(game.position, level, seed, nodes=200)
            game = game.play(square, by=game.side_to_move)
        assert game.outcome is not None
        won += game.outcome.winner is side
    assert won >= 9


def test_every_level_plays_to_the_end() -> None:
    position = at("d1d2d3d4d5d6c1c2")
    for level in every_level():
        assert choose_move(position, level, 1, nodes=100) in position.playable_squares()


def test_of_a_stone_that_opens_a_square_is_said_what_it_opens() -> None:
    position = mnk.position_drawn(
        "......./......./......./......./OOO..../XXO.X..".replace("/", chr(10)), 4, GRAVITY, BLACK
    )

    told = lesson(position, mnk.square("d1", SEVEN), limit=Limit(nodes=1_000))

    assert [remark.kind.value for each in told for remark in each.remarks] == ["opensSquare"]
    assert told[0].line == (mnk.square("d2", SEVEN),)


def test_of_a_stone_that_stops_a_row_is_said_so_only_where_it_can_be_reached() -> None:
    told = lesson(at("d1a1e1a2f1"), mnk.square("c1", SEVEN), limit=Limit(nodes=1_000))

    kinds = [remark.kind.value for each in told for remark in each.remarks]
    assert kinds[0] == "blocksOneOfSeveral"


OPENED = [
    (".OOO.X./.XXO.X.", "e1", WHITE,
     "e1 lets Black block at e2, the last square White needed for four in a row."),
    ("OO...../OXX..../XXXO...", "c3", WHITE,
     "c3 leaves only d3 missing for four in a row. Black must not play d2: White would reach d3."),
    (".XX..../.OOO.../.XXO...", "d3", BLACK,
     "d3 leaves only a3 missing for four in a row. Black can play there as soon as a2 is taken."),
    ("O.OOO.O/X.XXX.X/O.OOX.X/X.XXOOX/X.OXOXO/OXXXOOO", "b2", BLACK,
     "b2 threatens four in a row at b3. If White blocks there, Black plays b4 and wins."),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "square", "side", "sentence"), OPENED)
def test_it_is_said_what_a_stone_brings_within_reach(
    rows: str, square: str, side: mnk.Side, sentence: str
) -> None:
    assert sentence in told(rows, square, side)


def test_a_move_is_said_to_lose_or_win_in_as_many_moves_as_it_takes() -> None:
    """By a search of the columns, and with the moves that show it."""
    position = mnk.position_from_line("7x6x4-gravity/7/2XOO2/2OOX2/2XXO2/2XOXO1/XOOXOXX/X")
    (first, *_) = lesson(position, mnk.square("a2", SEVEN), limit=Limit(nodes=600_000))

    assert [remark.kind.value for remark in first.remarks] == ["hadWin", "nowDraws"]
    assert len(first.line) == first.remarks[0].plies == 19
    for at in first.line:
        position = position.play(at)
    assert position.has_line(BLACK)


def told(rows: str, square: str, side: mnk.Side) -> list[str]:
    """What is said of a move, by lesson; the lowest rows of the board are drawn."""
    drawn = ["." * 7] * (5 - rows.count("/")) + rows.split("/")
    position = mnk.position_drawn(chr(10).join(drawn), 4, GRAVITY, side)
    sides = mnk.BySide("Black", "White")
    return [
        " ".join(said(remark, SEVEN, sides) for remark in each.remarks)
        for each in lesson(position, mnk.square(square, SEVEN), limit=Limit(nodes=20_000))
    ]


def test_a_draw_is_accepted_where_nobody_can_complete_a_row() -> None:
    start = mnk.Position.start(mnk.Variant(3, 2, 3, GRAVITY))

    assert accepts_draw(start, BLACK, Limit(nodes=150_000))
