"""The symmetries of a board: 8 on a square, 4 on a rectangle."""

from collections.abc import Callable
from functools import lru_cache

from games import mnk

Symmetry = Callable[[int, int, int, int], tuple[int, int]]

_KEEPING: tuple[Symmetry, ...] = (
    lambda x, y, right, top: (x, y),
    lambda x, y, right, top: (right - x, y),
    lambda x, y, right, top: (x, top - y),
    lambda x, y, right, top: (right - x, top - y),
)
_TURNING: tuple[Symmetry, ...] = (
    lambda x, y, right, top: (y, x),
    lambda x, y, right, top: (top - y, x),
    lambda x, y, right, top: (y, right - x),
    lambda x, y, right, top: (top - y, right - x),
)


@lru_cache(maxsize=64)
def symmetries(
    width: int, height: int, *, gravity: bool = False
) -> tuple[tuple[mnk.Square, ...], ...]:
    """Where each square goes under each symmetry of the board; the first leaves all in place.

    8 on a square, 4 on a rectangle; with gravity only left and right can be swapped.
    Board edges of a single row or column may make some of them equal; each is given once.

    >>> len(symmetries(5, 5)), len(symmetries(5, 4)), len(symmetries(5, 5, gravity=True))
    (8, 4, 2)
    """
    chosen = _KEEPING[:2] if gravity else _KEEPING
    if width == height and not gravity:
        chosen += _TURNING
    maps = []
    for symmetry in chosen:
        moved = []
        for square in range(width * height):
            x, y = symmetry(square % width, square // width, width - 1, height - 1)
            moved.append(y * width + x)
        maps.append(tuple(moved))
    return tuple(dict.fromkeys(maps))
