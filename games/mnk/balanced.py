"""Balanced openings: a few stones that leave both sides even, for games that begin with them.

They stand in balanced.txt by board, one a line; `python -m bench.balanced` found them.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from games.mnk.notation import moves_from_text, variant_from_text
from games.mnk.position import Position
from games.mnk.square import Square
from games.mnk.symmetry import canonical, symmetries
from games.mnk.variant import Variant

Stones: TypeAlias = tuple[Square, ...]
"""In the order in which they are placed: black, white, black …"""

BALANCED: Final = Path(__file__).with_name("balanced.txt")
"""The openings: the board, the stones, and what the strong engine says they are worth to the side
to move. A line that begins with # says how those after it were found."""


def balanced_openings(variant: Variant) -> tuple[Stones, ...]:
    """The balanced openings of a board, no two the same by symmetry; empty where we have none.

    >>> len(balanced_openings(Variant(15, 15, 5))), balanced_openings(Variant(6, 5, 4))
    (60, ())
    """
    return _openings().get(variant, ())


def drawn_opening(variant: Variant, seed: int | str, *, after: Stones = ()) -> Stones:
    """One of a board's balanced openings, turned or mirrored: the same for the same seed.

    Another one than `after`. Raises `ValueError` where there is none to draw.

    >>> board = Variant(15, 15, 5)
    >>> first = drawn_opening(board, seed=1)
    >>> len(first), drawn_opening(board, seed=1, after=first) == first
    (5, False)
    """
    last = _form(variant, after)
    others = [stones for stones, form in _forms(variant).items() if form != last]
    if not others:
        raise ValueError(f"There is no balanced opening to draw for {variant.title}.")
    rng = Random(seed)
    moved, stones = rng.choice(symmetries(variant)), rng.choice(others)
    return tuple(moved[square] for square in stones)


@cache
def _openings() -> Mapping[Variant, tuple[Stones, ...]]:
    found: dict[Variant, tuple[Stones, ...]] = {}
    for line in BALANCED.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            board, stones, _ = line.split()
            variant = variant_from_text(board)
            moves = tuple(moves_from_text(stones, variant))
            found[variant] = (*found.get(variant, ()), moves)
    return found


@cache
def _forms(variant: Variant) -> Mapping[Stones, bytes]:
    return {stones: _form(variant, stones) for stones in balanced_openings(variant)}


def _form(variant: Variant, stones: Stones) -> bytes:
    """The same for stones that a symmetry of the board makes the same."""
    return canonical(Position.start(variant).play_all(stones)).key
