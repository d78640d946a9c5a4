"""Connect6 in the evaluator: two stones a turn are seen, and small boards are proved."""

import random
from functools import cache

import pytest

from games import mnk
from games.evaluator import accepts_draw, evaluate, every_level, tree
from games.evaluator.aggressive import parts
from games.evaluator.errors import ImpossiblePosition
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.glance import certain
from games.evaluator.lesson import lesson
from games.evaluator.levels import choose_move
from games.evaluator.limit import Limit
from games.evaluator.rules import at_hand, refuse_impossible
from tests.review.oracle import lines

from . import brute

CONNECT6 = mnk.LineRule.CONNECT6
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
LARGE = mnk.PRESETS["19x19-connect6"].variant
FOUR = ".......... ..XXXX.... ...O.O.... ...O......"
"""Seven stones: a turn begins."""
CAREFUL = ("novice", "beginner", "casual", "aggressive-0.8")


def drawn(rows: str, k: int = 6, side: mnk.Side | None = None) -> mnk.Position:
    return mnk.position_drawn(rows.replace(" ", "\n"), k, CONNECT6, side)


def names(position: mnk.Position, squares: "list[int] | tuple[int, ...]") -> list[str]:
    return [mnk.name(square, position.variant) for square in squares]


def test_what_lacks_two_stones_is_completed_by_a_turn_that_has_two() -> None:
    position = drawn(FOUR, side=BLACK)
    assert position.stones_left == 2

    found = certain(position)

    assert names(position, at_hand(position)) == ["a3", "b3", "g3", "h3"]
    assert {found[square].plies for square in at_hand(position)} == {2}
    assert all(found[square].verdict is Verdict.WIN for square in at_hand(position))


def test_after_the_first_stone_the_second_completes_it() -> None:
    position = drawn(FOUR, side=BLACK)
    after = position.play(mnk.square("g3", position.variant))

    assert (after.side_to_move, after.stones_left) == (BLACK, 1)
    assert names(after, at_hand(after)) == ["b3", "h3"]


def test_four_with_room_at_both_ends_take_both_stones_to_stop() -> None:
    position = drawn(".......... ...OOOO... ...XX..... ....X.....")

    first = certain(position)
    stops = ["b3", "c3", "h3", "i3"]
    assert names(position, at_hand(position)) == stops
    elsewhere = mnk.square("a1", position.variant)
    assert (first[elsewhere].verdict, first[elsewhere].plies) == (Verdict.LOSS, 4)
    assert not {mnk.square(each, position.variant) for each in stops} & first.keys()
    second = position.play(mnk.square("c3", position.variant))
    assert names(second, at_hand(second)) == ["h3", "i3"]
    assert certain(second)[elsewhere].plies == 3


def test_what_two_stones_cannot_stop_loses_wherever_they_go() -> None:
    position = drawn(".......... ..OOOO.... XX........ ..OOOO.... XX........ ..OOOO....")

    assert {each.verdict for each in certain(position).values()} == {Verdict.LOSS}
    assert set(certain(position)) == set(position.playable_squares())
    assert at_hand(position)


def test_a_row_that_a_turn_completes_weighs_as_much_as_a_row() -> None:
    position = drawn(FOUR, side=BLACK)
    square = mnk.square("g3", position.variant)

    assert parts(position, BLACK)[square][0] >= 10_000
    assert parts(position, WHITE)[square][1] >= 1_000
    last = position.play(mnk.square("j1", position.variant))
    assert parts(last, BLACK)[square][0] < 10_000


def test_boards_no_game_leads_to_are_refused() -> None:
    refuse_impossible(mnk.GameState.replay(LARGE, (0, 1, 2)).position)
    for rows, side in (("XO.. ....", BLACK), ("X.O. O...", WHITE), ("XX.. O...", BLACK)):
        with pytest.raises(ImpossiblePosition):
            refuse_impossible(drawn(rows, 4, side))
    won = mnk.GameState.replay(mnk.Variant(5, 2, 2, CONNECT6), (0, 5, 6)).position
    refuse_impossible(won)
    first_of_two = mnk.GameState.replay(mnk.Variant(5, 2, 2, CONNECT6), (0, 5, 9, 1)).position
    assert first_of_two.side_to_move is BLACK
    refuse_impossible(first_of_two)


def test_a_small_board_is_proved_and_a_large_one_is_not() -> None:
    small = evaluate(mnk.Position.start(mnk.Variant(4, 3, 3, CONNECT6)), Limit(nodes=3_000_000))
    large = evaluate(mnk.Position.start(LARGE), Limit(nodes=1_000))

    assert small.is_best_proved
    assert large.best == (180,)
    assert not any(isinstance(value, Proved) for value in large.squares.values())


def test_the_tree_has_values_of_whose_turn_it_is() -> None:
    found = tree(mnk.Position.start(mnk.Variant(3, 1, 2, CONNECT6)), 2, Limit(nodes=10_000))

    # a1, then O fills b1 and c1: two in a row.
    assert found.branches[0].value.verdict is Verdict.WIN
    assert found.branches[0].branches[1].value.verdict is Verdict.WIN
    assert found.value.verdict is Verdict.DRAW


@pytest.mark.parametrize("level", CAREFUL)
def test_a_bot_completes_a_row_within_its_turn_and_stops_what_it_can(level: str) -> None:
    rng, won, stopped = random.Random(level), 0, 0
    for seed in range(20):
        variant = mnk.Variant(rng.randint(6, 9), rng.randint(5, 8), rng.choice((4, 5)), CONNECT6)
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            side = position.side_to_move
            mover = level if side is BLACK else rng.choice((level, "random"))
            square = choose_move(position, mover, seed, nodes=40)
            after = position.play(square)
            if mover == level and can_win(position):
                won += 1
                assert after.has_line(side) or can_win(after)
            elif mover == level and position.stones_left == 1 and not level.startswith("aggr"):
                safe = [each for each in position.playable_squares() if holds(position.play(each))]
                stopped += not holds(position.play(position.playable_squares()[0]))
                assert holds(after) or not safe
            position = after
    assert won
    assert stopped or level.startswith("aggr")


def can_win(position: mnk.Position) -> bool:
    """Whether the side to move completes a row with what is left of its turn."""
    variant, left = position.variant, position.stones_left
    own = bits(position.stones(position.side_to_move))
    theirs = bits(position.stones(position.side_to_move.other))
    return any(
        not line & theirs and (line & ~own).bit_count() <= left
        for line in every_line(variant.width, variant.height, variant.k)
    )


def bits(squares: tuple[int, ...]) -> int:
    return sum(1 << square for square in squares)


every_line = cache(lines)


def holds(position: mnk.Position) -> bool:
    """Whether a turn that is over leaves the other side no row to complete."""
    return not can_win(position)


def test_every_level_plays() -> None:
    position = mnk.GameState.replay(LARGE, (180, 181, 199)).position
    for level in every_level():
        assert choose_move(position, level, 1, nodes=100) in position.playable_squares()


def test_of_a_stone_nothing_is_said_that_the_next_of_its_turn_may_change() -> None:
    def said(of: mnk.Position, name: str) -> list[str]:
        told = lesson(of, mnk.square(name, of.variant), limit=Limit(nodes=1_000))
        return [remark.kind.value for each in told for remark in each.remarks]

    row = ".......... .XXXXX.... ...O.O.... .........."
    assert said(drawn(row, side=WHITE), "j1") == []  # not yet "does not block"
    assert said(drawn(row, side=BLACK), "j1") == ["couldComplete"]
    assert said(drawn(row, side=BLACK), "g3") == ["completes"]


def test_a_draw_is_accepted_where_nobody_can_complete_a_row() -> None:
    start = mnk.Position.start(mnk.Variant(3, 2, 3, CONNECT6)).play(1).play(4)

    assert accepts_draw(start, BLACK, Limit(nodes=150_000))
