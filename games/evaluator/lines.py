"""Every way to win on a board, as sets of squares: one representation for all line rules.

A line is won when every square of its `mask` has an own stone and none of its `fence` has. The
fence is empty except under the exact rule, where it holds the neighbours at both ends that would
make an overline.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games import mnk


@dataclass(frozen=True, slots=True)
class Line:
    """One way to win."""

    mask: frozenset[mnk.Square]
    fence: frozenset[mnk.Square]


@lru_cache(maxsize=64)
def lines(variant: mnk.Variant) -> tuple[Line, ...]:
    """Every way to win on a board of any size.

    >>> len(lines(mnk.Variant(3, 3, 3))), len(lines(mnk.Variant(15, 15, 5)))
    (8, 572)
    """
    return tuple(dict.fromkeys(_lines(variant)))


def _lines(variant: mnk.Variant) -> Iterator[Line]:
    width, height = variant.width, variant.height
    full = variant.line_rule is mnk.LineRule.FULL_LINES
    exact = variant.line_rule is mnk.LineRule.EXACT
    for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        length = variant.k
        if full and not (right and up):
            length = width if right else height

        def at(column: int, row: int) -> frozenset[mnk.Square]:
            inside = 0 <= column < width and 0 <= row < height
            return frozenset({row * width + column} if inside else ())

        for row in range(height):
            for column in range(width):
                last_column, last_row = column + (length - 1) * right, row + (length - 1) * up
                if not at(last_column, last_row):
                    continue
                mask = frozenset[int]().union(
                    *(at(column + i * right, row + i * up) for i in range(length))
                )
                before = at(column - right, row - up)
                after = at(last_column + right, last_row + up)
                yield Line(mask, before | after if exact else frozenset())
