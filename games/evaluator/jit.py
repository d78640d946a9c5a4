"""Compiled where numba is switched on, plain Python where it is not: the same source either way.

`NUMBA_DISABLE_JIT=1` runs every kernel as plain Python, for a debugger. Compiled kernels are kept
on disk, in `NUMBA_CACHE_DIR` or else in `__pycache__` beside the source (or where numba finds room
if that cannot be written), so only the first start compiles. numba notices a change of the file a
kernel stands in, not of those it calls into: so the folder's name has a digest of them all.

Sets of squares are the 64 bits of an int64. The highest bit is the sign, so kernels never negate
or subtract from such a set: they use the functions below and a table of bits.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

_SOURCES = ("jit.py", "attack.py", "conventions.py")
"""Where the kernels stand."""

_WORD = 0xFFFF_FFFF_FFFF_FFFF

# numba's settings are made when it starts; its type stubs do not know them
_settings = cast(Any, numba.config)

COMPILED = not _settings.DISABLE_JIT
"""Whether kernels are machine code."""


def kernel(function: F) -> F:
    """Compile a function, when first called, to run without the GIL; keep it on disk.

    Its arguments are ints and arrays of int64.
    """
    theirs = _settings.CACHE_DIR
    _settings.CACHE_DIR = theirs or _FOLDER
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        _settings.CACHE_DIR = theirs


def _folder() -> str:
    """Where compiled kernels are kept; empty, for numba to choose, if that cannot be written."""
    here = Path(__file__).parent
    digest = hashlib.sha256(b"".join((here / name).read_bytes() for name in _SOURCES))
    folder = here / "__pycache__" / f"exact-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder)


_FOLDER = _folder() if COMPILED else ""


def _count_word(squares: int) -> int:
    count = 0
    while squares:  # LLVM makes one instruction of this loop
        squares &= squares - 1
        count += 1
    return count


def _count(squares: int) -> int:
    return (int(squares) & _WORD).bit_count()


popcount = kernel(_count_word) if COMPILED else _count
"""How many squares a set has."""


def _lowest_word(squares: int) -> int:
    return popcount((squares & -squares) - 1)


def _lowest(squares: int) -> int:
    word = int(squares) & _WORD
    return (word & -word).bit_length() - 1


lowest = kernel(_lowest_word) if COMPILED else _lowest
"""The lowest square of a set that is not empty."""


def _mix_words(first: int, second: int) -> int:
    h = first * 0x1E3779B97F4A7C15 + second * 0x42B2AE3D27D4EB4F  # the products wrap round
    h ^= (h >> 29) ^ (h >> 47)
    h *= 0x165667B19E3779F9
    return h ^ (h >> 32)


def _mix(first: int, second: int) -> int:
    return hash((int(first), int(second)))


mix = kernel(_mix_words) if COMPILED else _mix
"""A hash of two sets."""
