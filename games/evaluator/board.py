"""A board as the kernels need it: lines and symmetries as arrays of 64-bit sets of squares."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from games import mnk
from games.evaluator.rules import MAX_EXACT_SQUARES

Words = npt.NDArray[np.int64]

POTENTIAL_UNIT = 1 << 24
"""The potential of a finished line; each missing stone halves it, rounded up."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The tables of one variant, for the kernels. Built once, by `board`."""

    variant: mnk.Variant
    bits: Words
    """The set of each square alone."""
    full: int
    """The set of all squares that are not blocked, as a signed word."""
    masks: Words
    fences: Words
    ends: Words
    """By line: the squares with which the other side blocks it, by holding all of them; 0 if none
    do."""
    sizes: Words
    through_from: Words
    """Where the lines through a square begin in `through`; one more entry at the end."""
    through: Words
    """Lines through each square, by number, square after square."""
    weights: Words
    """By stones missing: the potential of a line."""
    orders: Words
    """By stones missing: what a line adds to a square's place in the order of moves."""
    turned: Words
    """By symmetry (without the first), byte and its value: the turned set."""
    is_monotone: bool
    """Whether an extra stone can never hurt its side."""
    ends_block: bool
    """Whether there is such a line: one that is stopped by more than its own squares."""


def word(squares: int) -> int:
    """A set of squares as the signed word that an int64 holds.

    >>> word(1 << 63) == -(1 << 63)
    True
    """
    return squares - (1 << 64) if squares >> 63 else squares


@lru_cache(maxsize=64)
def board(variant: mnk.Variant) -> Board:
    """The tables of a variant of at most `MAX_EXACT_SQUARES` squares."""
    count = variant.squares
    masks = [mask for mask, _, _ in mnk.lines(variant)]
    fences = [fence for _, fence, _ in mnk.lines(variant)]
    ends = [end for _, _, end in mnk.lines(variant)]
    through: list[int] = []
    through_from = [0]
    for square in range(count):
        through += [number for number, mask in enumerate(masks) if mask >> square & 1]
        through_from.append(len(through))
    turned = [
        [_turned_byte(moved, byte, value) for byte in range(8) for value in range(256)]
        for moved in mnk.symmetries(variant)[1:]
    ]
    return Board(
        variant=variant,
        bits=_words(1 << square for square in range(MAX_EXACT_SQUARES)),
        full=word(variant.open_squares),
        masks=_words(masks),
        fences=_words(fences),
        ends=_words(ends),
        sizes=_words(mask.bit_count() for mask in masks),
        through_from=_words(through_from),
        through=_words(through),
        weights=_words(
            max(1, POTENTIAL_UNIT >> missing) for missing in range(MAX_EXACT_SQUARES + 1)
        ),
        orders=_words(1 << max(0, 16 - missing) for missing in range(MAX_EXACT_SQUARES + 1)),
        turned=np.array(
            [[word(squares) for squares in table] for table in turned], dtype=np.int64
        ).reshape(len(turned), 8 * 256),
        is_monotone=not any(fences),
        ends_block=any(ends),
    )


def _turned_byte(moved: tuple[mnk.Square, ...], byte: int, value: int) -> int:
    squares = 0
    for i in range(8):
        square = 8 * byte + i
        if value >> i & 1 and square < len(moved):
            squares |= 1 << moved[square]
    return squares


def _words(squares: Iterable[int]) -> Words:
    return np.array([word(each) for each in squares], dtype=np.int64)
