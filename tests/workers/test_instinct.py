"""Instinct: what a bot plays when all thinking has failed."""

import doctest
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.workers import instinct as module
from games.workers.instinct import instinct

VARIANTS = [
    mnk.Variant(1, 1, 1),
    mnk.Variant(3, 3, 3),
    mnk.Variant(7, 4, 4),
    mnk.Variant(9, 9, 5, mnk.LineRule.EXACT),
    mnk.Variant.full_lines(3, 5),
]


def test_its_example_is_true() -> None:
    failed, attempted = doctest.testmod(module)
    assert attempted
    assert not failed


@given(st.sampled_from(VARIANTS), st.randoms(use_true_random=False), st.integers(0, 30))
def test_it_completes_a_line_else_blocks_one_and_is_always_legal(
    variant: mnk.Variant, rng: Random, plies: int
) -> None:
    game = mnk.GameState.start(variant)
    for _ in range(plies):
        if game.is_over:
            break
        square = rng.choice(game.position.empty_squares())
        game = game.play(square, by=game.side_to_move)
    if game.is_over:
        return
    found = instinct(game.position)
    assert found in game.position.empty_squares()
    wins = _completing(game, game.side_to_move)
    blocks = _completing(game, game.side_to_move.other)
    if wins:
        assert found in wins
    elif blocks:
        assert found in blocks


def test_where_a_line_loses_it_completes_one_only_on_the_last_square_left() -> None:
    rng, had_to = Random(1), 0
    for _ in range(200):
        game = mnk.GameState.start(mnk.Variant(4, 3, 2, mnk.LineRule.MISERE))
        while not game.is_over and len(game.position.empty_squares()) > rng.randint(1, 9):
            game = game.play(rng.choice(game.position.empty_squares()), by=game.side_to_move)
        if game.is_over:
            continue
        loses = _completing(game, game.side_to_move)
        if instinct(game.position) in loses:
            had_to += 1
            assert loses == set(game.position.empty_squares())
    assert had_to


def test_where_stones_fall_it_opens_no_square_to_a_row_unless_it_has_to() -> None:
    rng, opened, spared = Random(1), 0, 0
    for _ in range(200):
        game = mnk.GameState.start(mnk.Variant(5, 4, 3, mnk.LineRule.GRAVITY))
        while not game.is_over and len(game.position.empty_squares()) > rng.randint(1, 16):
            game = game.play(rng.choice(game.position.playable_squares()), by=game.side_to_move)
        if game.is_over:
            continue
        side = game.side_to_move
        after = {square: game.position.play(square) for square in game.position.playable_squares()}
        if any(each.has_line(side) for each in after.values()):
            assert after[instinct(game.position)].has_line(side)
            continue
        gives = {
            square
            for square, each in after.items()
            if any(each.play(next_).has_line(side.other) for next_ in each.playable_squares())
        }
        if instinct(game.position) in gives:
            opened += 1
            assert gives == set(after)
        else:
            spared += bool(gives)
    assert opened
    assert spared


def test_where_a_turn_has_two_stones_it_sees_lines_that_lack_two() -> None:
    connect6 = mnk.LineRule.CONNECT6
    begun = mnk.position_drawn(
        "........\n.XXXX...\n.OOO....\n........", 6, connect6, mnk.Side.BLACK
    )
    after = begun.play(instinct(begun))
    assert after.play(instinct(after)).has_line(mnk.Side.BLACK)
    theirs = mnk.position_drawn(
        "........\n.OOOO...\n.XXX....\n........", 6, connect6, mnk.Side.BLACK
    )
    assert mnk.name(instinct(theirs), theirs.variant) in ("a3", "f3", "g3")
    quiet = mnk.Position.start(mnk.Variant(8, 8, 6, connect6)).play(27)
    assert instinct(quiet) in quiet.playable_squares()


def _completing(game: mnk.GameState, side: mnk.Side) -> set[mnk.Square]:
    stones = mnk.BySide(*(frozenset(game.position.stones(each)) for each in mnk.Side))
    return {
        square
        for square in game.position.empty_squares()
        if mnk.Position.of(game.variant, stones, side).play(square).has_line(side)
    }


def test_where_stones_are_of_either_kind_it_completes_a_row_and_leaves_none() -> None:
    wild = mnk.LineRule.WILD
    row = mnk.position_drawn("X.X\n...\nO..", 3, wild)
    assert mnk.move_name(instinct(row), row.variant) == "X b3"
    one = mnk.position_drawn("...\n.O.\n...", 3, wild)
    after = one.play(instinct(one))
    answers = [after.play(move) for move in after.playable_moves()]
    assert not any(each.has_line(one.side_to_move.other) for each in answers)
    lost = mnk.position_drawn("..", 2, wild)
    assert instinct(lost) in lost.playable_moves()
