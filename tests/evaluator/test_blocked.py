"""Blocked squares in the evaluator: what is proved is true, and every bot plays to the end."""

import random
from dataclasses import replace

import pytest

from games import mnk
from games.evaluator import certificate_file, evaluate, every_level, prove
from games.evaluator.aggressive import candidates
from games.evaluator.certificate import check
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.lesson import lesson
from games.evaluator.levels import Level, choose_move
from games.evaluator.limit import Limit
from games.evaluator.tictactoe import is_tictactoe
from games.review import checker, shipped
from games.review.certificate import BadCertificate
from tests.mnk.many_boards import walled

from . import brute, every_value

RULES = [rule for rule in mnk.LineRule if not (rule.says.falls or rule.says.edge_to_edge)]
RACES = [rule for rule in RULES if rule.says.is_race]
CENTRE = mnk.Variant(5, 5, 4, blocked=(12,))
LARGE = mnk.Variant(15, 15, 5, blocked=(112, 0))


@pytest.mark.parametrize("rule", RACES)
@pytest.mark.parametrize("size", [(3, 3), (5, 2), (4, 3)])
def test_every_position_of_small_boards_has_the_value_of_brute_force(
    size: tuple[int, int], rule: mnk.LineRule
) -> None:
    rng = random.Random(f"{size} {rule}")
    least = 3 if size == (4, 3) else 1
    for _ in range(1 if size == (4, 3) else 2):
        board = walled(mnk.Variant(*size, rng.choice((2, 3)), rule), rng, least)

        assert every_value.compare(board) > 50, board


@pytest.mark.parametrize("rule", RULES)
def test_endings_on_random_boards_have_the_values_of_brute_force(rule: mnk.LineRule) -> None:
    rng = random.Random(rule.value)
    least = rule.says.smallest
    for _ in range(5 if rule.says.forbids else 10 if rule.says.either_kind else 20):
        width, height = (rng.randint(max(3, least), max(4, least)) for _ in range(2))
        k = rule.says.only_k or rng.randint(2, max(width, height))
        variant = walled(mnk.Variant(width, height, k, rule), rng)
        position = ending(rng, variant, 8)
        expected = brute.after_each(brute.board_of(position), "XO"[position.side_to_move], variant)

        found = evaluate(position, Limit(nodes=2_000_000))

        assert found.squares.keys() == expected.keys()
        for square, value in found.squares.items():
            where = mnk.position_line(position), mnk.move_name(square, variant)
            assert isinstance(value, Proved), where
            assert value.verdict.value == expected[square][0], where
            assert value.plies in (None, expected[square][1]), where
    brute.forget()


def ending(rng: random.Random, variant: mnk.Variant, most: int) -> mnk.Position:
    """A position of a random game with at most this many empty squares, nobody having a line."""
    while True:
        position = mnk.Position.start(variant)
        while len(position.empty_squares()) > most and not brute.is_over(position):
            position = position.play(rng.choice(position.playable_squares()))
        if not brute.is_over(position):
            return position
        most = max(most, rng.randint(1, variant.room))
        if most > 9:
            variant, most = walled(replace(variant, blocked=()), rng), 8


def test_three_by_three_with_a_blocked_square_is_no_tic_tac_toe() -> None:
    corner = mnk.Variant(3, 3, 3, blocked=(0,))

    assert is_tictactoe(mnk.Variant(3, 3, 3))
    assert not is_tictactoe(corner)
    assert evaluate(mnk.Position.start(corner), Limit()).squares.keys() == set(range(1, 9))


def test_a_board_of_64_squares_is_searched_with_any_of_them_blocked() -> None:
    board = mnk.Variant(8, 8, 3, blocked=(63, 62, 7))

    found = evaluate(mnk.Position.start(board), Limit(nodes=200_000), best_only=True)

    assert found.value.verdict is Verdict.WIN


def test_nobody_plays_for_a_line_over_a_blocked_square() -> None:
    position = mnk.position_drawn("....#\n.....\nXX#XX\n.....\n..O.O", 4)
    value = evaluate(position, Limit(nodes=200_000), set_up=True).value

    assert position.variant.room == 23
    assert value.verdict is Verdict.DRAW


@pytest.mark.parametrize("rule", [mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT])
def test_what_a_certificate_says_of_such_boards_is_true(rule: mnk.LineRule) -> None:
    rng = random.Random(rule.value)
    for _ in range(12):
        variant = walled(mnk.Variant(4, 3, 3, rule), rng)
        position = ending(rng, variant, 8)
        certificate = prove(position, Limit(nodes=200_000))
        expected, _ = brute.best(brute.board_of(position), "XO"[position.side_to_move], variant)

        assert certificate is not None
        assert certificate.verdict.value == expected
        assert check(certificate)
        assert checker.verify(certificate_file.text(certificate).encode())
    brute.forget()


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("/6/6/6/6/6/6/X", "/6/1X4/6/6/6/6/O", "Position: a stone lies on a blocked square"),
        ("-b2e2b5e5/", "/", "black"),
        ("freestyle-b2", "full-b2", "Position: there is no game"),
        ('"c3/a1": "d3"', '"c3/a1": "b2"', "b2 is blocked"),
        ('"c3/a1"', '"c3/b2"', "b2 is blocked"),
    ],
)
def test_a_certificate_that_forgets_what_is_blocked_is_refused(
    before: str, after: str, why: str
) -> None:
    text = shipped.read("6x6x4-freestyle-b2e2b5e5.json").decode()
    assert before in text

    with pytest.raises(BadCertificate, match=why):
        checker.verify(text.replace(before, after, 1).encode())


def test_on_a_large_board_only_what_is_certain_is_called_so() -> None:
    begun = mnk.Position.start(LARGE)
    for square in (16, 200, 17, 201, 18, 203):
        begun = begun.play(square)
    found = evaluate(begun, Limit(nodes=20_000))

    assert {value.verdict for value in found.squares.values()} <= {None, Verdict.WIN, Verdict.LOSS}


def test_the_first_stone_lies_as_near_to_the_middle_as_it_may() -> None:
    assert candidates(mnk.Position.start(mnk.Variant(5, 5, 4))) == (12,)
    assert candidates(mnk.Position.start(CENTRE)) == (7,)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("level", every_level(), ids=lambda level: level.key)
def test_every_level_plays_to_the_end(level: Level, rule: mnk.LineRule) -> None:
    rng = random.Random(f"{level.key} {rule}")
    size = max(5, rule.says.smallest)
    variant = walled(mnk.Variant(size, size, rule.says.only_k or 4, rule), rng)
    game = mnk.GameState.start(variant)
    while not game.is_over:
        square = choose_move(game.position, level, seed=1, nodes=300)
        game = game.play(square, by=game.side_to_move)

    assert game.outcome is not None


@pytest.mark.parametrize("rule", RULES)
def test_something_true_is_said_of_every_move(rule: mnk.LineRule) -> None:
    rng = random.Random(rule.value)
    size = max(5, rule.says.smallest)
    variant = walled(mnk.Variant(size, size, rule.says.only_k or 4, rule), rng)
    position = mnk.Position.start(variant)
    while not brute.is_over(position):
        square = rng.choice(position.playable_squares())
        for said in lesson(position, square, limit=Limit(nodes=2_000)):
            assert not set(said.squares) & set(variant.blocked)
        position = position.play(square)
