"""The exact value of every position of a small board, backwards from the full ones.

Written without looking at the evaluator: no search, no symmetry, no pruning. A board is a
number in base 3, a1 first: 0 empty, 1 black, 2 white; its value is worked out from those of the
boards with one stone more. A value counts for the side to move: 0 is a draw, `EDGE - p` a win in p
plies, `p - EDGE` a loss in p; so the largest is the best, and the winner hurries.
"""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from games import mnk

EDGE = 100
_HALF = 8
"""How many squares one look-up reads."""


def value(position: mnk.Position) -> tuple[str, int]:
    """Outcome for the side to move, and plies to the end with best play by both.

    The stones must be those of a game: black begins, the sides take turns.
    """
    variant = position.variant
    found = int(_values(variant.width, variant.height, variant.k)[_code(position)])
    if found == 0:
        return "draw", len(position.empty_squares())
    return ("win", EDGE - found) if found > 0 else ("loss", EDGE + found)


def _code(position: mnk.Position) -> int:
    black, white = (sum(int(3**at) for at in position.stones(side)) for side in mnk.Side)
    return black + 2 * white


@cache
def lines(width: int, height: int, k: int) -> list[int]:
    """Every k squares in a row, as bits."""
    found = []
    for x, y, (dx, dy) in product(range(width), range(height), ((1, 0), (0, 1), (1, 1), (-1, 1))):
        squares = [(x + step * dx, y + step * dy) for step in range(k)]
        if all(0 <= sx < width and 0 <= sy < height for sx, sy in squares):
            found.append(sum(1 << (sy * width + sx) for sx, sy in squares))
    return found


@cache
def _values(width: int, height: int, k: int) -> NDArray[np.int8]:
    squares = width * height
    has_line = np.zeros(1 << squares, bool)
    every = np.arange(1 << squares)
    for line in lines(width, height, k):
        has_line |= every & line == line
    values = np.zeros(3**squares, np.int8)
    ply_of = _plies(squares)
    for ply in reversed(range(squares + 1)):
        codes = np.flatnonzero(ply_of == ply)
        mover = ply % 2
        black, white = _stones(codes)
        lost = has_line[(white, black)[mover]]  # the side that moved last
        values[codes[lost]] = -EDGE
        codes = codes[~lost]
        taken = (black | white)[~lost]
        best = np.full(len(codes), -EDGE - 1, np.int16)
        for square in range(squares):
            free = taken >> square & 1 == 0
            after = values[codes[free] + (1 + mover) * 3**square].astype(np.int16)
            # One ply farther from the end.
            mine = np.where(after == 0, 0, np.where(after < 0, -after - 1, -after + 1))
            best[free] = np.maximum(best[free], mine)
        values[codes] = np.where(taken == (1 << squares) - 1, 0, best)
    return values


def _plies(squares: int) -> NDArray[np.int8]:
    """By code: how many stones lie there, or -1 if no game has as many of each side."""
    low, high = (_counts(min(_HALF, squares)), _counts(max(0, squares - _HALF)))
    black, white = (
        np.add.outer(of_high, of_low).ravel() for of_high, of_low in zip(high, low, strict=True)
    )
    is_of_a_game = (black == white) | (black == white + 1)
    return np.where(is_of_a_game, black + white, np.int8(-1))


def _counts(squares: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """By code: the number of black and of white stones."""
    black, white = (table[: 3**squares] for table in _tables())
    return np.bitwise_count(black).astype(np.int8), np.bitwise_count(white).astype(np.int8)


def _stones(codes: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Of each code: the bits of black and of white."""
    high, low = np.divmod(codes, 3**_HALF)
    black, white = _tables()
    return black[high] << _HALF | black[low], white[high] << _HALF | white[low]


@cache
def _tables() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """By code of a few squares: the bits of black and of white."""
    black, white = (
        np.array(
            [
                sum(1 << at for at in range(_HALF) if code // 3**at % 3 == digit)
                for code in range(3**_HALF)
            ],
            np.int32,
        )
        for digit in (1, 2)
    )
    return black, white
