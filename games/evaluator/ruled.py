"""What a move changes where squares are forbidden to black: which are, and which threes are real.

`games.evaluator.lesson` uses it to tell what a move did.

>>> board = "....... ...X... ....... .XX.... ....... ....... .......".replace(" ", chr(10))
>>> variant = mnk.Variant(7, 7, 5, mnk.LineRule.RENJU)
>>> before = mnk.position_from_text(board, variant, mnk.Side.BLACK)
>>> after = before.play(mnk.square("d5", variant))
>>> [mnk.name(square, variant) for square in banned_now(before, after)]
['d4']
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from games import mnk

if TYPE_CHECKING:
    from games.evaluator.strong.threats import Threat


def banned_now(before: mnk.Position, after: mnk.Position) -> tuple[mnk.Square, ...]:
    """The squares that a move made forbidden to black, in order."""
    was = bans(before)
    return tuple(square for square in bans(after) if square not in was)


def unbanned(before: mnk.Position, after: mnk.Position) -> tuple[mnk.Square, ...]:
    """The empty squares that were forbidden to black until a move, in order."""
    now, empty = bans(after), frozenset(after.empty_squares())
    return tuple(square for square in bans(before) if square in empty and square not in now)


def bans(position: mnk.Position) -> Mapping[mnk.Square, mnk.Forbidden]:
    """Where black might not play, whoever is to move, and why not."""
    return replace(position, side_to_move=mnk.Side.BLACK).forbidden


def open_threes(position: mnk.Position, side: mnk.Side) -> "tuple[Threat, ...]":
    """A side's open threes, as the rule counts them."""
    from games.evaluator.strong.threats import ThreatKind, threats  # brings numba

    return threats(position).of(side, ThreatKind.OPEN_THREE)


def double_threats(position: mnk.Position, side: mnk.Side) -> tuple[mnk.Square, ...]:
    """Where a side might make fours or open threes in two lines at once, in order."""
    from games.evaluator.strong.threats import ThreatKind, threats

    kinds = (ThreatKind.DOUBLE_FOUR, ThreatKind.FOUR_THREE, ThreatKind.DOUBLE_THREE)
    found = threats(position).of(side, *kinds)
    return tuple(sorted({at for each in found for at in each.squares}))


def together(shapes: Iterable[Iterable[mnk.Square]]) -> int:
    """The squares of some shapes, which may share some."""
    return sum(1 << square for square in set().union(*shapes))
