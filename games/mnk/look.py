"""How a board is shown: stones on the crossings of lines, or X and O between them.

It decides what the sides are called.
"""

from typing import Final, Literal

from games.mnk.side import BySide
from games.mnk.variant import Variant
from games.say import later, say

Look = Literal["stones", "marks"]
"""Stones on the crossings of lines, or X and O between lines."""

_SMALL: Final = 7
"""Boards with all edges shorter than this show X and O unless told otherwise."""
_COLOURS: Final = BySide(later("Black"), later("White"))
_MARKS: Final = BySide("X", "O")


def look_of(variant: Variant) -> Look:
    """How a board is shown to somebody who has not chosen otherwise.

    >>> look_of(Variant(3, 3, 3)), look_of(Variant(7, 6, 4))
    ('marks', 'stones')
    """
    return "marks" if max(variant.width, variant.height) < _SMALL else "stones"


def side_names(shown: Look | Variant) -> BySide[str]:
    """What the sides are called on a board shown this way, or on a variant's board by default.

    >>> side_names("stones")
    BySide(black='Black', white='White')
    >>> side_names(Variant(3, 3, 3)).black
    'X'
    """
    look = look_of(shown) if isinstance(shown, Variant) else shown
    return _COLOURS.map(say) if look == "stones" else _MARKS
