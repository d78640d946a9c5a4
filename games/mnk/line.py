"""Finding lines: stones as bits of one integer, runs by shifting it over itself.

A board of w x h squares is laid out in rows of w + 1 bits. The extra bit is never set, so a run
shifted past the edge of the board meets a zero and nothing wraps round. A run of k in a direction
is k - 1 shifts and ands, done by doubling in about log2(k): no tables, whatever the size and k. The
rule says what a line is (`games.mnk.rule`); a law in the tests keeps the two in step.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.mnk.rule import DIRECTIONS, Line
from games.mnk.side import Side
from games.mnk.square import Square
from games.mnk.variant import Variant


@lru_cache(maxsize=64)
def lines(variant: Variant) -> tuple[Line, ...]:
    """Every way to complete a line on a board of any size, each once.

    Of a side (`Variant.of`) where the sides differ.

    >>> len(lines(Variant(3, 3, 3))), len(lines(Variant(15, 15, 5)))
    (8, 572)
    """
    rule = variant.line_rule
    every = rule.lines(variant.width, variant.height, variant.k, variant.blocked)
    return tuple(dict.fromkeys(every))


@dataclass(frozen=True, slots=True)
class Geometry:
    """How one board lies in the bits. Built once for each variant, by `geometry`."""

    bits: tuple[int, ...]
    """The bit of each square, by square."""
    board: int
    """All squares of the board but the blocked ones: to the bits these are outside."""
    bottom: int
    """The lowest square of each column, from which stones pile up; every square if none falls."""
    up: int
    """From a square to the one above it, in bits."""
    ways: tuple[tuple[int, int, tuple[int, ...]], ...]
    """By direction: from a square to the next, in bits; how many squares a line has; and the shifts
    that one after the other leave of a run that long its first square."""
    overlines: tuple[bool, bool]
    """By side: whether a run longer than a line wins as well."""
    ends_block: bool
    """Whether a run does not win while the other side holds the squares at both its ends."""


@lru_cache(maxsize=64)
def geometry(variant: Variant) -> Geometry:
    """The geometry of a variant."""
    width, stride = variant.width, variant.width + 1
    bits = tuple(
        1 << (square // width * stride + square % width) for square in range(variant.squares)
    )
    shifts = (right + up * stride for right, up in DIRECTIONS)
    ways = tuple(
        (shift, length, _doublings(shift, length))
        for shift, length in zip(shifts, variant.lengths, strict=True)
    )
    rule = variant.line_rule
    black, white = (rule.of(side).says.overlines for side in Side)
    board = sum(bits) - sum(bits[square] for square in variant.blocked)
    bottom = sum(bits[:width]) if rule.says.falls else board
    return Geometry(bits, board, bottom, stride, ways, (black, white), rule.says.ends_block)


def resting(stones: int, board: Geometry) -> int:
    """The squares on which a stone stays where it is put, taken ones among them.

    All of them, except where stones fall: there those at the bottom, and those above a stone.
    """
    return (board.bottom | stones << board.up) & board.board


def has_line(stones: int, others: int, side: Side, board: Geometry) -> bool:
    """Whether a side's stones hold a line that wins under the board's rule.

    What is judged is the position alone. Where a line can be blocked at its ends, that is the same
    as judging the move that completed it: stones never leave, so a line blocked then stays blocked,
    and one that was not ended the game.
    """
    for shift, length, doublings in board.ways:
        starts = stones  # as `_run_starts`, without a call: nothing is asked more often
        for further in doublings:
            starts &= starts >> further
        if not starts:
            continue
        if not board.overlines[side]:
            starts &= ~(stones << shift) & ~(stones >> length * shift)
        if board.ends_block:
            starts &= ~(others << shift & others >> length * shift)
        if starts:
            return True
    return False


def winning_runs(
    stones: int, others: int, side: Side, board: Geometry
) -> tuple[tuple[Square, Square], ...]:
    """The first and the last square of each run of one side's stones that wins, by direction."""
    square_of = {bit: square for square, bit in enumerate(board.bits)}
    found = []
    for shift, lines in _lines(stones, others, side, board):
        for first in _each_bit(lines & ~(lines << shift)):
            last = first
            while lines & last << shift:
                last <<= shift
            found.append((square_of[first], square_of[last]))
    return tuple(dict.fromkeys(found))


def line_squares(stones: int, others: int, side: Side, board: Geometry) -> tuple[Square, ...]:
    """The squares of all winning lines in one side's stones, in order; empty if there is none."""
    every = 0
    for _, lines in _lines(stones, others, side, board):
        every |= lines
    return tuple(square for square, bit in enumerate(board.bits) if every & bit)


def can_have_line(
    own: int, others: int, side: Side, stones_left: int, sparing_one: int, board: Geometry
) -> bool:
    """Whether a side could still complete a line with at most `stones_left` more stones.

    It can when some line has no opposing stone on it, lacks no more stones than the side has left
    to place, and (exact rule) is not already bordered by one of its own stones: the other side
    could play elsewhere meanwhile. Where lines are blocked at their ends, one end must be free
    until then, unless the edge is there: `sparing_one` says how many stones the side has left to
    place if one square is never filled. Squares that are forbidden now count as squares to fill,
    since they may be allowed later. When it is false for both sides, nobody can win any more.
    """
    open_squares = board.board & ~others
    for shift, length, doublings in board.ways:
        starts = _run_starts(open_squares, doublings)
        if starts and not board.overlines[side]:
            starts &= ~(own << shift) & ~(own >> length * shift)
        between = 0  # the lines with a square of the board at both ends
        if starts and board.ends_block:
            starts &= ~(others << shift & others >> length * shift)
            between = starts & board.board << shift & board.board >> length * shift
        if not starts:
            continue
        if sparing_one >= length or (stones_left >= length and starts != between):
            return True
        for start in _each_bit(starts):
            lacking = (_run(start, shift, length) & ~own).bit_count()
            if lacking <= (sparing_one if start & between else stones_left):
                return True
    return False


def _lines(stones: int, others: int, side: Side, board: Geometry) -> Iterator[tuple[int, int]]:
    """By direction: its shift, and the squares of all winning lines along it."""
    for shift, length, doublings in board.ways:
        starts = _run_starts(stones, doublings)
        if not board.overlines[side]:
            starts &= ~(stones << shift) & ~(stones >> length * shift)
        if board.ends_block:
            starts &= ~(others << shift & others >> length * shift)
        yield shift, _run(starts, shift, length)


def _doublings(shift: int, length: int) -> tuple[int, ...]:
    """How far to shift a run over itself, time after time, until one square is left of this many.

    >>> _doublings(1, 5)
    (1, 2, 1)
    """
    found, have = [], 1
    while have < length:
        step = min(have, length - have)
        found.append(step * shift)
        have += step
    return tuple(found)


def _run_starts(stones: int, doublings: tuple[int, ...]) -> int:
    """The bits from which a line's number of stones follow one another."""
    for further in doublings:
        stones &= stones >> further
    return stones


def _run(starts: int, shift: int, length: int) -> int:
    """The squares of the runs that start at these bits."""
    run = starts
    for _ in range(length - 1):
        run |= run << shift
    return run


def _each_bit(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest
