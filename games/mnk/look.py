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
    return look_chosen("auto", variant)


def look_chosen(look: Look | Literal["auto"], variant: Variant) -> Look:
    """How a board is shown to somebody who chose this: X and O in any case where stones are of two
    kinds that belong to nobody.

    >>> look_chosen("stones", Variant(3, 3, 3))
    'stones'
    """
    if variant.line_rule.says.either_kind:
        return "marks"
    if look == "auto":
        return "marks" if max(variant.width, variant.height) < _SMALL else "stones"
    return look


def side_look(shown: Variant, look: Look | None = None) -> Look:
    """How a side is shown beside a name, where the board is shown this way, or by default.

    As a stone of its colour where X and O are kinds of stones that belong to nobody.
    """
    if shown.line_rule.says.either_kind:
        return "stones"
    return look_of(shown) if look is None else look


def side_names(shown: Variant, look: Look | None = None) -> BySide[str]:
    """What the sides are called on a variant's board, shown this way or by default.

    >>> side_names(Variant(3, 3, 3), "stones")
    BySide(black='Black', white='White')
    >>> side_names(Variant(3, 3, 3)).black
    'X'
    """
    return _COLOURS.map(say) if side_look(shown, look) == "stones" else _MARKS


def stone_names(shown: Variant, look: Look | None = None) -> BySide[str]:
    """What stones are called there: as their sides, unless a kind of stones belongs to nobody."""
    return _MARKS if shown.line_rule.says.either_kind else side_names(shown, look)
