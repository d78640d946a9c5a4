"""Squares and their names: an index in code, "h8" for people.

Index 0 is a1, bottom left; the index grows along the row, then upwards: `row * width + column`.
Columns are a..z, then aa, ab … af on boards wider than 26.
"""

import re
from functools import lru_cache
from typing import TypeAlias

from games.mnk.errors import NoSuchSquare
from games.mnk.variant import Variant
from games.say import say

Square: TypeAlias = int

NAME = r"[a-z]{1,2}[1-9][0-9]?"
"""A pattern for what `square` may read, in either case."""
_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)", re.IGNORECASE | re.ASCII)


def square(name: str, variant: Variant) -> Square:
    """The square that people call `name`, in either case; `NoSuchSquare` if there is none.

    >>> square("h8", Variant(15, 15, 5))
    112
    """
    match = _NAME.fullmatch(name.strip())
    if match is None:
        raise NoSuchSquare(
            say("“{text}” isn’t a square. Type a letter and a number, like h8.", text=name[:20])
        )
    column = 0
    for letter in match[1].lower():
        column = column * 26 + ord(letter) - ord("a") + 1
    row = int(match[2])
    if column > variant.width or row > variant.height:
        corner = _names(variant)[-1]
        raise NoSuchSquare(
            say(
                "{square} isn’t on this board. Squares go from a1 to {corner}.",
                square=match[0],
                corner=corner,
            )
        )
    return (row - 1) * variant.width + column - 1


def name(square: Square, variant: Variant) -> str:
    """What people call a square; `NoSuchSquare` if it is not on the board.

    >>> name(31, Variant(32, 2, 5))
    'af1'
    """
    refuse_unless_below(variant.squares, square)
    return _names(variant)[square]


def refuse_unless_below(most: int, number: int) -> None:
    """Raise `NoSuchSquare` for a number that is none of 0 to `most` - 1."""
    if not 0 <= number < most:
        raise NoSuchSquare(
            say(
                "There’s no square {square}. They go from 0 to {last}.",
                square=number,
                last=most - 1,
            )
        )


@lru_cache(maxsize=64)
def _names(variant: Variant) -> tuple[str, ...]:
    columns = [_column_name(column) for column in range(variant.width)]
    return tuple(f"{c}{row}" for row in range(1, variant.height + 1) for c in columns)


def _column_name(column: int) -> str:
    first, last = divmod(column, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + last)
