"""The heuristic of the 10×10 game: by hand, and against a naive reading of its definition."""

import time

import pytest
from hypothesis import given

from games import mnk
from games.evaluator import aggressive
from games.evaluator.rules import gifts
from tests.mnk.strategies import games, law, positions, variants

TEN = mnk.Variant(10, 10, 5)


def at(name: str) -> mnk.Square:
    return mnk.square(name, TEN)


def after(moves: str, variant: mnk.Variant = TEN) -> mnk.Position:
    squares = mnk.moves_from_text(moves, variant)
    return mnk.GameState.replay(variant, squares).position


def test_on_an_empty_board_the_centre_is_the_only_candidate() -> None:
    assert aggressive.benefits(mnk.Position.start(TEN)) == {at("f6"): 0}


def test_one_stone_in_the_middle_by_hand() -> None:
    """Beside it, 4 windows of five hold both squares on a row, each 3² = 9: N = 36."""
    benefits = aggressive.benefits(after("e5"), 0.8)

    assert set(benefits) == {at(name) for name in ["d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"]}
    assert benefits[at("f5")] == pytest.approx(0.8 * 36)
    assert benefits[at("e6")] == pytest.approx(0.8 * 36)
    assert benefits[at("f6")] == pytest.approx(0.8 * 36)


def test_a_stone_in_the_corner_by_hand() -> None:
    """Only the window from the corner holds both: N = 9 in each of the three directions."""
    benefits = aggressive.benefits(after("a1"), 1)

    assert benefits == {at("b1"): 9, at("a2"): 9, at("b2"): 9}


def test_three_and_two_by_hand() -> None:
    """White to move: black e5 f5 g5, white e1 f1.

    d5, for black: the windows a5–e5, b5–f5, c5–g5, d5–h5 hold 2, 3, 4 and 4 stones with d5:
    9 + 27 + 81 + 81 = 198. On its column and diagonals no black stone is near enough, and
    white's stones are on none of its lines. G = 0 + 0.8 · 198.
    """
    benefits = aggressive.benefits(after("e5e1f5f1g5"), 0.8)

    assert benefits[at("d5")] == pytest.approx(0.8 * 198)
    # g1: windows c1–g1 … f1–j1 hold 3, 3, 3, 2: 27 · 3 + 9 = 90 for white; for black column g:
    # the window g1–g5 holds g5 and g1: 9; diagonal g1–c5 no black stone; g1–k5 is off the board
    assert benefits[at("g1")] == pytest.approx(90 + 0.8 * 9)


def test_completing_five_counts_ten_thousand_and_blocking_one_a_thousand() -> None:
    position = after("a1a3b1b3c1c3d1d3")
    benefits = aggressive.benefits(position, 0.8)
    own, blocked = aggressive.benefits(position, 0.0), aggressive.benefits(position, 1.0)

    assert max(benefits, key=lambda square: benefits[square]) == at("e1")
    assert own[at("e1")] >= 10_000
    assert 0 <= own[at("e3")] < 1_000
    assert 1_000 <= blocked[at("e3")] - own[at("e3")] < 2_000


def test_the_more_aggressive_the_more_it_defends() -> None:
    position = after("e5a1f5a2g5b1")  # black to move, nothing to fear
    position = position.play(at("j10"))  # now white must see to the open three

    def choice(aggressiveness: float) -> mnk.Square:
        benefits = aggressive.benefits(position, aggressiveness)
        return max(benefits, key=lambda square: benefits[square])

    assert choice(1.0) in {at("d5"), at("h5")}
    assert choice(0.0) not in {at("d5"), at("h5")}


def naive(position: mnk.Position, square: mnk.Square, aggressiveness: float) -> float:
    """The definition read aloud, for freestyle: no table, no bits, nothing shared."""
    variant = position.variant
    width, height, k = variant.width, variant.height, variant.k
    x, y = square % width, square // width
    total = 0.0
    for side, line, weight in (
        (position.side_to_move, 10_000, 1.0),
        (position.side_to_move.other, 1_000, aggressiveness),
    ):
        benefit = 0
        windows = set()
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for back in range(k):
                window = tuple((x + (i - back) * dx, y + (i - back) * dy) for i in range(k))
                if all(0 <= column < width and 0 <= row < height for column, row in window):
                    windows.add(window)
        for window in windows:
            stones = [position.stone(row * width + column) for column, row in window]
            if side.other in stones:
                continue
            count = stones.count(side) + 1
            if count == k:
                benefit += line
            elif count > 1:
                benefit += 3**count
        total += weight * benefit
    return total


@law
@given(game=games(variants(max_size=10)))
def test_g_is_what_a_naive_reading_says(game: mnk.GameState) -> None:
    position = game.position
    benefits = aggressive.benefits(position, 0.7)
    if position.variant.line_rule is not mnk.LineRule.FREESTYLE:
        return
    if position.variant.k == 1 or game.is_over:
        return
    for square, benefit in benefits.items():
        assert benefit == pytest.approx(naive(position, square, 0.7))


def spared(position: mnk.Position) -> set[mnk.Square]:
    """The squares that win at once, or after which the other side does not."""
    side, found = position.side_to_move, set()
    for square in position.playable_squares():
        after = position.play(square)
        if after.has_line(side) or not any(
            after.play(each).has_line(side.other) for each in after.playable_squares()
        ):
            found.add(square)
    return found


@law
@given(position=positions(variants(max_size=9)))
def test_candidates_are_the_empty_squares_next_to_a_stone(position: mnk.Position) -> None:
    width = position.variant.width
    if any(position.has_line(side) for side in mnk.Side):
        assert aggressive.benefits(position) == {}
        return
    empty = position.empty_squares()
    near = {
        square
        for square in empty
        for other in range(position.variant.squares)
        if position.stone(other) is not None
        and abs(square % width - other % width) <= 1
        and abs(square // width - other // width) <= 1
    }
    if position.variant.line_rule.says.either_kind:
        moves = set(position.playable_moves())
        assert set(aggressive.benefits(position)) == (moves - gifts(position) or moves)
    elif position.variant.line_rule.says.completing_loses:
        assert set(aggressive.benefits(position)) == set(empty)
    elif position.variant.line_rule.says.falls and len(empty) < position.variant.squares:
        free = position.playable_squares()
        assert set(aggressive.benefits(position)) == (spared(position) or set(free))
    elif len(empty) == position.variant.squares:
        assert len(aggressive.benefits(position)) == 1
    else:
        assert set(aggressive.benefits(position)) == near


@law
@given(game=games(variants(max_size=10).filter(lambda each: not each.line_rule.says.either_kind)))
def test_g_is_made_of_its_parts_whoever_is_the_bot(game: mnk.GameState) -> None:
    position = game.position
    benefits = aggressive.benefits(position, 0.65)
    parts = aggressive.parts(position, position.side_to_move)

    sign = -1 if game.variant.line_rule.says.completing_loses else 1
    assert {at: sign * (mine + 0.65 * theirs) for at, (mine, theirs) in parts.items()} == benefits
    assert list(parts) == list(aggressive.candidates(position))


def test_the_bot_may_be_either_side_whoever_is_to_move() -> None:
    """Black has four, white has three: what completes counts ten times as much for the bot."""
    position = after("a1a3b1b3c1c3d1")  # white to move
    black, white = (aggressive.parts(position, side) for side in mnk.Side)

    assert black.keys() == white.keys() == set(aggressive.candidates(position))
    assert black[at("e1")][0] - white[at("e1")][1] == 10_000 - 1_000
    assert black[at("d3")][1] == white[at("d3")][0] > 0


def test_under_the_exact_rule_a_window_beside_an_own_stone_is_worth_nothing() -> None:
    variant = mnk.Variant(7, 1, 3, mnk.LineRule.EXACT)
    # X X . X . . . : c1 would make four, an overline; e1 makes d1 e1 and nothing with b1
    position = mnk.position_from_text("XX.X...", variant, mnk.Side.BLACK)
    benefits = aggressive.benefits(position, 1)

    assert benefits[2] == 0 + 0  # a1–c1 is bordered by d1, b1–d1 by a1, c1–e1 by b1
    assert benefits[4] == 9  # d1–f1 with two; c1–e1 is bordered by b1


def test_under_full_lines_the_lines_are_the_windows() -> None:
    position = mnk.position_from_text(
        "...../...../X....".replace("/", "\n"), mnk.Variant.full_lines(5, 3), mnk.Side.BLACK
    )

    assert aggressive.benefits(position, 0) == {1: 9, 5: 9, 6: 9}


def test_a_position_of_10x10_takes_less_than_5_ms() -> None:
    position = after("e5f6f5g5e6e7d7g4h3c8d6f4")
    aggressive.benefits(position)
    took = []
    for _ in range(5):
        began = time.perf_counter()
        aggressive.benefits(position)
        took.append(time.perf_counter() - began)

    assert min(took) < 0.005
