"""How a board is shown: stones on the crossings of lines, or X and O between them.

It decides what the sides are called. Sentences that are kept, or told to programs, are in English
and call them Black and White; whoever shows one beside a board puts the board's own names in.
"""

import re
from typing import Final, Literal

from games.mnk.side import BySide
from games.mnk.variant import Variant
from games.say import later, say

Look = Literal["stones", "marks"]
"""Stones on the crossings of lines, or X and O between lines."""

_SMALL: Final = 7
"""Boards with all edges shorter than this show X and O unless told otherwise."""
COLOURS: Final = BySide(later("Black"), later("White"))
"""What the sides are called in sentences that are kept, or told to programs."""
_MARKS: Final = BySide("X", "O")
_NAMED = re.compile(r"\b(?:Black|White)\b")


def look_of(variant: Variant) -> Look:
    """How a board is shown to somebody who has not chosen otherwise.

    >>> look_of(Variant(3, 3, 3)), look_of(Variant(7, 6, 4))
    ('marks', 'stones')
    """
    return "marks" if max(variant.width, variant.height) < _SMALL else "stones"


def side_names(shown: Look | Variant) -> BySide[str]:
    """What the sides are called on a board shown so, or of a variant as it is shown by default.

    >>> side_names("stones")
    BySide(black='Black', white='White')
    >>> side_names(Variant(3, 3, 3)).black
    'X'
    """
    look = look_of(shown) if isinstance(shown, Variant) else shown
    return COLOURS.map(say) if look == "stones" else _MARKS


def with_side_names(text: str, names: BySide[str]) -> str:
    """A sentence that calls the sides Black and White, with what they are called instead.

    Not for sentences that hold what people have written: a player may be called Black.

    >>> with_side_names("Whatever White plays, Black wins in 3 plies: b2.", BySide("X", "O"))
    'Whatever O plays, X wins in 3 plies: b2.'
    """
    return _NAMED.sub(lambda found: names.black if found[0] == "Black" else names.white, text)
