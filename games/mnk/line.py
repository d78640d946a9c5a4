"""Finding lines: stones as bits of one integer, runs by shifting it over itself.

A board of w x h squares is laid out in rows of w + 1 bits. The extra bit is never set, so a run
shifted past the edge of the board meets a zero and nothing wraps round. A run of k in a direction
is k - 1 shifts and ands, done by doubling in about log2(k): no tables, whatever the size and k.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.mnk.square import Square
from games.mnk.variant import LineRule, Variant


@dataclass(frozen=True, slots=True)
class Geometry:
    """How one board lies in the bits. Built once for each variant, by `geometry`."""

    variant: Variant
    bits: tuple[int, ...]
    """The bit of each square, by square."""
    board: int
    """All squares of the board."""
    shifts: tuple[int, int, int, int]
    """From a square to its right, upper, upper right and upper left neighbour, in bits."""
    full_lines: tuple[int, ...]
    """Under `FULL_LINES`, the sets of squares that win; otherwise empty."""


@lru_cache(maxsize=64)
def geometry(variant: Variant) -> Geometry:
    """The geometry of a variant."""
    width, height = variant.width, variant.height
    stride = width + 1
    bits = tuple(
        1 << (square // width * stride + square % width) for square in range(width * height)
    )
    full_lines: tuple[int, ...] = ()
    if variant.line_rule == LineRule.FULL_LINES:
        rows = [sum(bits[y * width + x] for x in range(width)) for y in range(height)]
        columns = [sum(bits[y * width + x] for y in range(height)) for x in range(width)]
        diagonals = [
            sum(bits[(y + i) * width + x + i * slope] for i in range(variant.k))
            for slope in (1, -1)
            for y in range(height - variant.k + 1)
            for x in range(width)
            if 0 <= x + (variant.k - 1) * slope < width
        ]
        full_lines = tuple(dict.fromkeys(rows + columns + diagonals))
    return Geometry(variant, bits, sum(bits), (1, stride, stride + 1, stride - 1), full_lines)


def has_line(stones: int, board: Geometry) -> bool:
    """Whether one side's stones hold a line that wins under the board's rule."""
    rule, k = board.variant.line_rule, board.variant.k
    if rule == LineRule.FULL_LINES:
        return any(stones & line == line for line in board.full_lines)
    for shift in board.shifts:
        starts = _run_starts(stones, shift, k)
        if starts and rule == LineRule.EXACT:
            starts &= ~(stones << shift) & ~(stones >> k * shift)
        if starts:
            return True
    return False


def line_squares(stones: int, board: Geometry) -> tuple[Square, ...]:
    """The squares of all winning lines in one side's stones, in order; empty if there is none."""
    lines = 0
    for line in _lines(stones, board):
        lines |= line
    return tuple(square for square, bit in enumerate(board.bits) if lines & bit)


def can_have_line(own: int, others: int, stones_left: int, board: Geometry) -> bool:
    """Whether a side could still complete a line with at most `stones_left` more stones.

    So it is when some line has no opposing stone on it, lacks no more stones than the side has
    left to place, and (exact rule) is not already bordered by an own stone: the other side could
    play elsewhere meanwhile. When it is false for both sides, nobody can win any more.
    """
    open_squares = board.board & ~others
    rule, k = board.variant.line_rule, board.variant.k
    if rule == LineRule.FULL_LINES:
        return any(
            open_squares & line == line and (line & ~own).bit_count() <= stones_left
            for line in board.full_lines
        )
    for shift in board.shifts:
        starts = _run_starts(open_squares, shift, k)
        if starts and rule == LineRule.EXACT:
            starts &= ~(own << shift) & ~(own >> k * shift)
        if not starts:
            continue
        if stones_left >= k:
            return True
        for start in _each_bit(starts):
            if (_run(start, shift, k) & ~own).bit_count() <= stones_left:
                return True
    return False


def _lines(stones: int, board: Geometry) -> Iterator[int]:
    rule, k = board.variant.line_rule, board.variant.k
    if rule == LineRule.FULL_LINES:
        yield from (line for line in board.full_lines if stones & line == line)
        return
    for shift in board.shifts:
        starts = _run_starts(stones, shift, k)
        if rule == LineRule.EXACT:
            starts &= ~(stones << shift) & ~(stones >> k * shift)
        yield from (_run(start, shift, k) for start in _each_bit(starts))


def _run_starts(stones: int, shift: int, k: int) -> int:
    """The bits from which k stones follow each other at this shift."""
    have = 1
    while have < k and stones:
        step = min(have, k - have)
        stones &= stones >> step * shift
        have += step
    return stones


def _run(start: int, shift: int, k: int) -> int:
    run = start
    for _ in range(k - 1):
        run |= run << shift
    return run


def _each_bit(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest
