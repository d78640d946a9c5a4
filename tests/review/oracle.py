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
    code = 0
    for square in reversed(range(position.variant.squares)):
        stone = position.stone(square)
        code = 3 * code + (0 if stone is None else 1 + int(stone))
    return code


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
    black, white = _stones(squares)
    count = _popcount(black), _popcount(white)
    has_line = np.zeros(1 << squares, bool)
    every = np.arange(1 << squares)
    for line in lines(width, height, k):
        has_line |= every & line == line
    values = np.zeros(3**squares, np.int8)
    ply_of = np.where(count[0] - count[1] == 0, 2 * count[1], -1)
    ply_of = np.where(count[0] - count[1] == 1, 2 * count[1] + 1, ply_of).astype(np.int8)
    for ply in reversed(range(squares + 1)):
        codes = np.flatnonzero(ply_of == ply)
        mover = ply % 2
        theirs = (white, black)[mover][codes]  # the side that moved last
        lost = has_line[theirs]
        values[codes[lost]] = -EDGE
        codes = codes[~lost]
        taken = black[codes] | white[codes]
        best = np.full(len(codes), -EDGE - 1, np.int16)
        for square in range(squares):
            free = taken >> square & 1 == 0
            after = values[codes[free] + (1 + mover) * 3**square].astype(np.int16)
            # One ply farther from the end.
            mine = np.where(after == 0, 0, np.where(after < 0, -after - 1, -after + 1))
            best[free] = np.maximum(best[free], mine)
        values[codes] = np.where(taken == (1 << squares) - 1, 0, best)
    return values


def _stones(squares: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """By code: the bits of black and of white."""
    low = min(_HALF, squares)
    found = []
    for digit in (1, 2):
        table = np.zeros(3**low, np.int32)
        for code in range(3**low):
            table[code] = sum(1 << at for at in range(low) if code // 3**at % 3 == digit)
        high = table[: 3 ** (squares - low)] << low
        found.append((high[:, None] | table[None, :]).ravel())
    return found[0], found[1]


def _popcount(bits: NDArray[np.int32]) -> NDArray[np.int8]:
    table = np.array([number.bit_count() for number in range(1 << _HALF)], np.int8)
    low: NDArray[np.int8] = table[bits & ((1 << _HALF) - 1)]
    high: NDArray[np.int8] = table[bits >> _HALF]
    return np.add(low, high, dtype=np.int8)
