"""Families: variants watched by the same people, for channels and filters."""

from enum import StrEnum

from games.mnk.variant import Variant
from games.say import later, say

_SMALL = 8
"""The longest edge a small board may have."""


class Family(StrEnum):
    """A kind of board. Its word names it in links and never changes once released."""

    THREE = "3x3"
    """Tic-tac-toe, as everybody knows it."""
    SMALL = "small"
    """Every other board with edges of at most 8 squares, none of them blocked."""
    TEN = "10x10"
    """Five in a row on 10×10."""
    GOMOKU = "gomoku"
    """Five in a row on 15×15, by any rule."""
    LARGE = "large"
    """Five in a row on a Go board or 20×20."""
    OTHER = "other"
    """All the rest: other sizes and k; games in which a row loses, stones fall, a turn has two
    stones or a choice of them, or squares are blocked."""

    @property
    def label(self) -> str:
        """What people call it."""
        return say(_LABELS[self])


_LABELS = {
    Family.THREE: later("Tic-tac-toe"),
    Family.SMALL: later("Small boards"),
    Family.TEN: "10×10",
    Family.GOMOKU: later("Gomoku"),
    Family.LARGE: "19×19, 20×20",
    Family.OTHER: later("Other boards"),
}

_FIVE_ON = {(10, 10): Family.TEN, (15, 15): Family.GOMOKU} | {
    (size, size): Family.LARGE for size in (19, 20)
}


def family_of(variant: Variant) -> Family:
    """The family a variant belongs to.

    >>> family_of(Variant(15, 15, 5)).label
    'Gomoku'
    >>> family_of(Variant(15, 15, 6)).label
    'Other boards'
    """
    says = variant.line_rule.says
    is_like_gomoku = says.is_race or says.forbids
    if not is_like_gomoku or variant.blocked:
        return Family.OTHER
    if variant == Variant(3, 3, 3):
        return Family.THREE
    if max(variant.width, variant.height) <= _SMALL:
        return Family.SMALL
    if variant.k == 5:
        return _FIVE_ON.get((variant.width, variant.height), Family.OTHER)
    return Family.OTHER
