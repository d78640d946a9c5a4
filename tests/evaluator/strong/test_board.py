"""The board of a search: whatever is placed and lifted, it is as if set up anew."""

from typing import Any, cast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator.strong import board as boards
from games.evaluator.strong.patterns import patterns_of
from games.evaluator.strong.record import LINES, MAX_SQUARES, BoardRecord
from games.evaluator.strong.weights import weights

from .strategies import law, variants

COUNTED = ("code", "totals", "gains", "stone", "hash", "taken")
OF_EMPTY_SQUARES = ("mix", "gain")


@law
@given(st.data())
def test_placing_and_lifting_keeps_all_counts_right(data: st.DataObject) -> None:
    variant = data.draw(variants() | variants(max_size=32))
    board = boards.new(variant, weights())
    stone, placed = board.stone, list[tuple[int, int]]()
    for _ in range(data.draw(st.integers(1, 40))):
        empty = [square for square in range(variant.squares) if not stone[square]]
        if placed and (not empty or data.draw(st.integers(0, 2)) == 0):
            boards.lift(board, *placed.pop())
        else:
            placed.append((data.draw(st.sampled_from(empty)), data.draw(st.integers(0, 1))))
            boards.place(board, *placed[-1])
    fresh = anew(variant, placed)

    for field in COUNTED:
        assert np.array_equal(value(board, field), value(fresh, field)), field
    free = np.flatnonzero(stone[: variant.squares] == 0)
    for side in range(2):
        places = side * MAX_SQUARES + free
        for field in OF_EMPTY_SQUARES:
            assert np.array_equal(value(board, field)[places], value(fresh, field)[places]), field
        lines = np.add.outer(side * LINES + 4 * free, range(4))
        assert np.array_equal(board.shape_at[lines], fresh.shape_at[lines])
    assert boards.evaluate(board, 0) == boards.evaluate(fresh, 0)


@law
@given(st.data())
def test_codes_are_what_lies_on_the_lines(data: st.DataObject) -> None:
    variant = data.draw(variants())
    signs = data.draw(
        st.text(".XO", min_size=variant.squares, max_size=variant.squares), label="board"
    )
    signs = "".join("#" if at in variant.blocked else sign for at, sign in enumerate(signs))
    stones = [(square, "XO".index(sign)) for square, sign in enumerate(signs) if sign in "XO"]
    board = boards.new(variant, weights())
    for square, side in stones:
        boards.place(board, square, side)
    table, codes = patterns_of(variant), board.code
    for square in range(variant.squares):
        row, column = divmod(square, variant.width)
        for direction, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (-1, 1))):
            seen = []
            for offset in (*range(-table.reach, 0), *range(1, table.reach + 1)):
                x, y = column + offset * dx, row + offset * dy
                inside = 0 <= x < variant.width and 0 <= y < variant.height
                seen.append(signs[y * variant.width + x] if inside else "#")
            for side, order in enumerate((".XO", ".OX")):
                code = codes[side * LINES + 4 * square + direction]
                digits = [table.edge if sign == "#" else order.index(sign) for sign in seen]
                assert code == sum(digit * table.signs**at for at, digit in enumerate(digits))


def test_the_same_stones_have_the_same_hash_however_they_came() -> None:
    variant = mnk.Variant(15, 15, 5)
    one, other = (anew(variant, stones) for stones in ([(1, 0), (2, 1)], [(2, 1), (1, 0)]))

    assert one.hash == other.hash != anew(variant, [(1, 1), (2, 0)]).hash


def anew(variant: mnk.Variant, stones: list[tuple[int, int]]) -> BoardRecord:
    """A board counted only once all its stones are on it."""
    board = boards.new(variant, weights())
    for square, side in stones:
        boards.place(board, square, side)
    boards.count(board)
    return board


def value(board: BoardRecord, field: str) -> Any:
    return cast(Any, board)[field]
