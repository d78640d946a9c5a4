"""A pairing of the squares that no nine in a row escapes, on a board of any size.

Each square has a mate beside it, on a row, a column or a diagonal. The picture repeats every eight
squares each way, and each of its 32 rows, columns and diagonals (going on beyond the edge) has
exactly one pair along it. So nine squares in a row, in any direction, hold both squares of a pair:
whoever answers each stone on the mate of its square keeps the other side from every line of nine.
(That such a pairing exists is due to Hales and Jewett, 1963; this one was found by search.)
"""

from functools import lru_cache

from games import mnk

SHORTEST = 9
"""The shortest line that cannot escape."""

_SIZE = 8
_PICTURE = r"""
\/\/--\|
\//\--||
/\--/\|\
\--///\\
\||//\--
|||--|\/
|--|||//
--/||\/\
""".strip().splitlines()
"""The direction in which each square's mate lies, the top row first."""

_DIRECTIONS = {"-": (1, 0), "|": (0, 1), "/": (1, 1), "\\": (-1, 1)}


@lru_cache(maxsize=16)
def mates(variant: mnk.Variant) -> tuple[mnk.Square | None, ...]:
    """The mate of each square; None where it would be off the board.

    >>> board = mnk.Variant(20, 20, 9)
    >>> [mnk.name(square, board) for square in range(3) if mates(board)[square] == square + 1]
    ['a1']
    """
    width = variant.width
    found: list[mnk.Square | None] = []
    for square in range(variant.squares):
        column, row = square % width, square // width
        right, up = _mate(column % _SIZE, row % _SIZE)
        x, y = column + right, row + up
        found.append(y * width + x if variant.has(x, y) else None)
    return tuple(found)


def pair_words(variant: mnk.Variant) -> tuple[int, ...]:
    """Every pair on the board, as a set of two bits."""
    return tuple(
        1 << square | 1 << mate
        for square, mate in enumerate(mates(variant))
        if mate is not None and square < mate
    )


def _mate(column: int, row: int) -> tuple[int, int]:
    """How to get from a square of the picture to its mate."""
    right, up = _DIRECTIONS[_PICTURE[_SIZE - 1 - row][column]]
    return (right, up) if (column, row) in _FIRST else (-right, -up)


def _first() -> frozenset[tuple[int, int]]:
    """The squares whose mate lies ahead: along each line of the picture, one of the two."""
    squares = [(column, row) for column in range(_SIZE) for row in range(_SIZE)]
    signs = {(column, row): _PICTURE[_SIZE - 1 - row][column] for column, row in squares}
    first = set()
    for column, row in squares:
        right, up = _DIRECTIONS[signs[column, row]]
        ahead = ((column + right) % _SIZE, (row + up) % _SIZE)
        if signs[ahead] == signs[column, row]:
            first.add((column, row))
    return frozenset(first)


_FIRST = _first()
