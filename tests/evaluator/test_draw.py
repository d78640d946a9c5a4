"""Draws: Robo takes one when it has nothing better, and never before."""

import pytest
from hypothesis import given

from games import mnk
from games.evaluator.draw import accepts_draw
from games.evaluator.limit import Limit

from . import brute, strategies

ENOUGH = Limit(nodes=300_000)
GOMOKU = mnk.Variant(15, 15, 5)


@strategies.law
@given(here=strategies.endings(max_empty=7))
def test_a_draw_is_accepted_just_when_best_play_does_not_win(here: mnk.Position) -> None:
    board, sign = brute.board_of(here), "XO"[here.side_to_move]
    outcome, _ = brute.best(board, sign, here.variant)
    brute.forget()

    assert accepts_draw(here, here.side_to_move, ENOUGH) == (outcome != "win")
    assert accepts_draw(here, here.side_to_move.other, ENOUGH) == (outcome != "loss")


def after(moves: str, variant: mnk.Variant = GOMOKU) -> mnk.Position:
    return mnk.GameState.replay(variant, mnk.moves_from_text(moves, variant)).position


@pytest.mark.parametrize("side", mnk.Side)
def test_early_in_a_large_game_nobody_accepts(side: mnk.Side) -> None:
    assert not accepts_draw(after("h8i9h9"), side, Limit(nodes=20_000))


def test_who_loses_by_force_accepts_and_who_wins_does_not() -> None:
    here = after("h8a1h9b3i9d1h6b5")

    assert not accepts_draw(here, mnk.Side.BLACK, Limit(nodes=50_000))
    assert accepts_draw(here, mnk.Side.WHITE, Limit(nodes=50_000))


@pytest.mark.parametrize(("taken", "is_third_full"), [(74, True), (48, True), (47, False)])
def test_on_a_board_a_third_full_a_disadvantage_is_enough(
    taken: int, *, is_third_full: bool
) -> None:
    variant = mnk.Variant(12, 12, 5)
    stones: dict[mnk.Side, set[int]] = {side: set() for side in mnk.Side}
    for square in range(taken - 2):  # pairs of rows, so that nothing comes of them
        row, column = divmod(square, 12)
        stones[mnk.Side((column // 2 + row) % 2)].add(square)
    for column in (3, 5):
        stones[mnk.Side.BLACK].add(8 * 12 + column)
    position = mnk.Position.of(
        variant,
        mnk.BySide(frozenset(stones[mnk.Side.BLACK]), frozenset(stones[mnk.Side.WHITE])),
        mnk.Side.BLACK,
    )
    assert not any(position.has_line(side) for side in mnk.Side)
    limit = Limit(nodes=20_000)

    assert not accepts_draw(position, mnk.Side.BLACK, limit)
    assert accepts_draw(position, mnk.Side.WHITE, limit) is is_third_full


def test_a_dead_board_is_a_draw_and_a_won_one_is_not() -> None:
    dead = after("a1b1c1b2a2c2b3a3"[:16], mnk.Variant(3, 3, 3))
    won = mnk.Position.start(mnk.Variant(3, 3, 3)).play(0).play(3).play(1).play(4).play(2)

    assert all(accepts_draw(dead, side, Limit(nodes=1)) for side in mnk.Side)
    assert not any(accepts_draw(won, side, Limit(nodes=1)) for side in mnk.Side)


def test_where_nothing_is_known_it_is_not_accepted() -> None:
    start = mnk.Position.start(mnk.Variant(20, 20, 8)).play(0).play(40).play(80)

    assert not accepts_draw(start, mnk.Side.WHITE, Limit(nodes=10))
