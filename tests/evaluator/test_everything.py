"""Rules without a search of their own: small boards are proved, and no search for races is used."""

from functools import partial

import pytest

from games import mnk
from games.evaluator import evaluate, prove
from games.evaluator.errors import TooLarge
from games.evaluator.evaluation import Proved
from games.evaluator.everything import Everything
from games.evaluator.exact import Solver
from games.evaluator.glance import certain
from games.evaluator.levels import choose_move
from games.evaluator.limit import Limit
from games.evaluator.proof import Completed, run
from games.evaluator.strong.patterns import is_supported
from games.evaluator.tictactoe import is_tictactoe

from . import brute

MOST = {
    mnk.LineRule.MISERE: (9, 4),
    mnk.LineRule.GRAVITY: (12, 5),
    mnk.LineRule.CONNECT6: (9, 9),
    mnk.LineRule.WILD: (9, 4),
}
"""Squares and columns."""
EVALUATED = 6
"""Boards of up to this many squares are also evaluated square by square, as pages show them."""


def longest(rule: mnk.LineRule, width: int, height: int) -> int:
    """The largest k to try. Where a side has fewer stones than that, all longer lines are alike:
    nobody completes one."""
    squares = width * height
    first_begins = (squares + 1) // 2 + (rule is mnk.LineRule.CONNECT6)
    most = squares if rule is mnk.LineRule.WILD else first_begins
    return min(max(width, height), most + 1)


BOARDS = [
    mnk.Variant(width, height, k, rule)
    for rule, (squares, columns) in MOST.items()
    for height in range(1, 5)
    for width in range(1, columns + 1)
    if width * height <= squares
    if rule is mnk.LineRule.GRAVITY or width >= height  # the others turn with the board
    for k in range(1, longest(rule, width, height) + 1)
]


@pytest.mark.parametrize("variant", BOARDS, ids=mnk.variant_text)
def test_every_position_of_a_small_board_has_the_value_of_brute_force(
    variant: mnk.Variant,
) -> None:
    everything = Everything(variant)
    for board, sign in brute.reachable(variant):
        if any(brute.has_line(board, each, variant) for each in "XO") or "." not in board:
            continue
        stones = mnk.BySide(*(frozenset(at for at, s in enumerate(board) if s == x) for x in "XO"))
        position = mnk.Position.of(variant, stones, mnk.Side("XO".index(sign)))

        found = run(partial(everything.finding, position), Limit())

        assert isinstance(found, Completed)
        expected = brute.best(board, sign, variant)
        assert (found.answer.verdict.value, found.answer.plies) == expected, board
        after = brute.after_each(board, sign, variant)
        for square, each in certain(position).items():
            assert (each.verdict.value, each.plies) == after[square], board
        if variant.squares > EVALUATED:
            continue
        for square, value in evaluate(position, Limit(nodes=100_000)).squares.items():
            assert isinstance(value, Proved)
            assert (value.verdict.value, value.plies) == after[square], board
    brute.forget()


@pytest.mark.parametrize(
    ("rule", "large"),
    [
        (mnk.LineRule.MISERE, [mnk.Variant(15, 15, 5, mnk.LineRule.MISERE)]),
        (mnk.LineRule.GRAVITY, [mnk.PRESETS["7x6-gravity"].variant]),
        (
            mnk.LineRule.CONNECT6,
            [
                mnk.PRESETS["19x19-connect6"].variant,
                mnk.Variant(15, 15, 5, mnk.LineRule.CONNECT6),
            ],
        ),
        (mnk.LineRule.WILD, [mnk.Variant(15, 15, 5, mnk.LineRule.WILD)]),
    ],
)
def test_nothing_that_was_made_for_races_takes_it(
    rule: mnk.LineRule, large: list[mnk.Variant]
) -> None:
    three = mnk.Variant(3, 3, 3, rule)

    assert not any(map(is_supported, large))
    assert not is_tictactoe(three)
    with pytest.raises(TooLarge):
        Solver(three)
    assert prove(mnk.Position.start(three), Limit(nodes=1_000)) is None


@pytest.mark.parametrize(
    ("variant", "games", "least"),
    [
        (mnk.Variant(5, 5, 3, mnk.LineRule.MISERE), 20, 17),
        (mnk.Variant(11, 11, 6, mnk.LineRule.CONNECT6), 6, 6),
        (mnk.Variant(5, 5, 4, mnk.LineRule.WILD), 20, 17),
    ],
)
def test_a_bot_that_looks_beats_one_that_plays_anywhere(
    variant: mnk.Variant, games: int, least: int
) -> None:
    won = 0
    for seed in range(games):
        game, side = mnk.GameState.start(variant), mnk.Side(seed % 2)
        while not game.is_over:
            level = "casual" if game.side_to_move is side else "random"
            square = choose_move(game.position, level, seed, nodes=200)
            game = game.play(square, by=game.side_to_move)
        assert game.outcome is not None
        won += game.outcome.winner is side
    assert won >= least
