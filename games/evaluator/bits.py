"""Sets of squares as the 64 bits of an int64, for the kernels of the exact solver.

The highest bit is the sign, so kernels never negate or subtract from such a set: they use the
functions here and a table of bits.

>>> popcount(0b10110), lowest(0b10110)
(3, 1)
"""

from pathlib import Path

from games.evaluator import jit

kernel: jit.Kernel = jit.family("exact", Path(__file__).parent, ("bits", "attack"))
"""Compile a kernel of the exact solver: its arguments are ints and arrays of int64."""

_WORD = 0xFFFF_FFFF_FFFF_FFFF


def _count_word(squares: int) -> int:
    count = 0
    while squares:  # LLVM makes one instruction of this loop
        squares &= squares - 1
        count += 1
    return count


def _count(squares: int) -> int:
    return (int(squares) & _WORD).bit_count()


popcount = kernel(_count_word) if jit.COMPILED else _count
"""How many squares a set has."""


def _lowest_word(squares: int) -> int:
    return popcount((squares & -squares) - 1)


def _lowest(squares: int) -> int:
    word = int(squares) & _WORD
    return (word & -word).bit_length() - 1


lowest = kernel(_lowest_word) if jit.COMPILED else _lowest
"""The lowest square of a set that is not empty."""


def _mix_words(first: int, second: int) -> int:
    h = first * 0x1E3779B97F4A7C15 + second * 0x42B2AE3D27D4EB4F  # the products wrap round
    h ^= (h >> 29) ^ (h >> 47)
    h *= 0x165667B19E3779F9
    return h ^ (h >> 32)


def _mix(first: int, second: int) -> int:
    return hash((int(first), int(second)))


mix = kernel(_mix_words) if jit.COMPILED else _mix
"""A hash of two sets."""
