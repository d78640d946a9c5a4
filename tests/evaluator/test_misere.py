"""Misère in the evaluator: small boards are proved, and nobody completes a row who need not."""

import csv
import random
from functools import partial
from pathlib import Path

import pytest

from games import mnk
from games.evaluator import accepts_draw, evaluate, every_level, tree
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.everything import Everything
from games.evaluator.lesson import lesson
from games.evaluator.levels import choose_move
from games.evaluator.limit import Limit
from games.evaluator.proof import Completed, run
from games.evaluator.tictactoe import is_tictactoe

from . import brute

MISERE = mnk.LineRule.MISERE
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
THREE = mnk.Variant(3, 3, 3, MISERE)
BOARDS = [
    mnk.Variant(width, height, k, MISERE)
    for height in range(1, 5)
    for width in range(1, 5)
    if 9 < width * height <= 12
    for k in range(1, max(width, height) + 1)
]
CAREFUL = ("novice", "beginner", "casual", "aggressive-0.8")


def truth(position: mnk.Position) -> dict[mnk.Square, tuple[str, int]]:
    sign = "XO"[position.side_to_move]
    return brute.after_each(brute.board_of(position), sign, position.variant)


def ending(rng: random.Random, variant: mnk.Variant, most: int) -> mnk.Position:
    """A position of a random game with at most this many empty squares, nobody having a line."""
    while True:
        position = mnk.Position.start(variant)
        while len(position.empty_squares()) > most and not brute.is_over(position):
            position = position.play(rng.choice(position.empty_squares()))
        for _ in range(rng.randint(0, most - 1)):
            if not brute.is_over(position):
                position = position.play(rng.choice(position.empty_squares()))
        if not brute.is_over(position):
            return position


@pytest.mark.parametrize("variant", BOARDS, ids=mnk.variant_text)
def test_endings_of_twelve_squares_have_the_values_of_brute_force(variant: mnk.Variant) -> None:
    rng = random.Random(mnk.variant_text(variant))
    if variant.k == 1:
        assert {
            value.verdict
            for value in evaluate(mnk.Position.start(variant), Limit()).squares.values()
        } == {Verdict.LOSS}
        return
    for _ in range(10):
        position = ending(rng, variant, 7)
        expected = truth(position)
        found = evaluate(position, Limit(nodes=1_000_000))

        for square, value in found.squares.items():
            assert isinstance(value, Proved)
            assert (value.verdict.value, value.plies) == expected[square]
        assert found.squares.keys() == expected.keys()
    brute.forget()


def published() -> list[tuple[mnk.Variant, str]]:
    """The values of misère in mnk_values.csv; not those of larger boards, which take minutes."""
    text = (Path(__file__).parent / "data" / "mnk_values.csv").read_text(encoding="utf-8")
    rows = [row for row in csv.DictReader(text.splitlines()) if row["rule"] == MISERE]
    found = [
        (
            mnk.Variant(int(row["m"]), int(row["n"]), int(row["k"]), MISERE),
            row["value_first_player"],
        )
        for row in rows
    ]
    return [row for row in found if row[0].squares <= 12]


@pytest.mark.parametrize(("variant", "verdict"), published())
def test_a_published_value_is_found(variant: mnk.Variant, verdict: str) -> None:
    everything, start = Everything(variant), mnk.Position.start(variant)

    found = run(partial(everything.finding, start), Limit())

    assert isinstance(found, Completed)
    assert found.answer.verdict == verdict


def test_misere_tic_tac_toe_is_a_draw_and_only_from_the_centre() -> None:
    found = evaluate(mnk.Position.start(THREE), Limit(nodes=150_000))

    assert not is_tictactoe(THREE)
    assert found.is_best_proved
    assert found.value.verdict is Verdict.DRAW
    assert found.best == (4,)


def test_the_tree_has_values_on_every_level() -> None:
    found = tree(mnk.Position.start(mnk.Variant(2, 2, 2, MISERE)), 2, Limit(nodes=10_000))

    assert isinstance(found.value, Proved)
    assert (found.value.verdict, found.value.plies) == (Verdict.LOSS, 3)
    assert all(isinstance(each.value, Proved) for each in found.branches.values())


def test_a_large_board_is_estimated_and_a_square_that_loses_at_once_is_proved() -> None:
    variant = mnk.Variant(15, 15, 5, MISERE)
    position = mnk.Position.start(variant)
    for name in "h8 a1 i8 a15 j8 o1 k8 o15".split():
        position = position.play(mnk.square(name, variant))
    found = evaluate(position, Limit(nodes=1_000))
    proved = {square for square, value in found.squares.items() if isinstance(value, Proved)}

    assert proved == {mnk.square(name, variant) for name in ("g8", "l8")}
    assert not proved.intersection(found.best)


@pytest.mark.parametrize("level", CAREFUL)
def test_a_bot_completes_a_row_only_where_every_square_does(level: str) -> None:
    rng, had_to = random.Random(level), 0
    for seed in range(15):
        variant = mnk.Variant(rng.randint(3, 6), rng.randint(3, 6), 3, MISERE)
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            mover = level if position.side_to_move is BLACK else rng.choice((level, "random"))
            square = choose_move(position, mover, seed, nodes=40)
            loses = position.play(square).has_line(position.side_to_move)
            if mover == level and loses:
                had_to += 1
                assert all(
                    position.play(each).has_line(position.side_to_move)
                    for each in position.playable_squares()
                )
            position = position.play(square)
    assert had_to


def test_every_level_plays_to_the_end() -> None:
    rng = random.Random(3)
    for _ in range(5):
        position = ending(rng, mnk.Variant(4, 4, 3, MISERE), 6)
        for level in every_level():
            assert choose_move(position, level, 1, nodes=100) in position.playable_squares()


def test_of_a_move_is_said_that_it_completes_a_row_and_who_wins_by_it() -> None:
    position = mnk.Position.start(THREE)
    for name in ("a1", "b2", "b1", "c3"):
        position = position.play(mnk.square(name, THREE))

    (told,) = lesson(position, mnk.square("c1", THREE), limit=Limit(nodes=1_000))
    assert [remark.kind.value for remark in told.remarks] == ["completesAndLoses"]
    assert told.line == (2,)
    assert lesson(position, mnk.square("a2", THREE), limit=Limit(nodes=1_000)) == ()


def test_a_draw_is_accepted_where_nobody_can_complete_a_row() -> None:
    start = mnk.Position.start(THREE)

    assert accepts_draw(start, BLACK, Limit(nodes=150_000))
