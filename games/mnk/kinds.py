"""What moves do where stones are of either kind and lines are anybody's, read off the lines."""

from dataclasses import dataclass

from games.mnk.line import lines
from games.mnk.move import Move, move_to
from games.mnk.position import Position
from games.mnk.rule import open_masks
from games.mnk.side import Side


@dataclass(frozen=True, slots=True)
class EitherKind:
    """What the moves do where stones are of either kind, and every line is anybody's."""

    completing: frozenset[Move]
    """Those that complete a line."""
    leaving: frozenset[Move]
    """Those that do not, and leave a line that the other side completes at once: one that lacks one
    stone, of either kind."""


def either_kind(position: Position) -> EitherKind:
    """What the moves do where stones are of either kind.

    >>> from games import mnk
    >>> position = mnk.position_drawn("X..", 3, mnk.LineRule.WILD)
    >>> found = either_kind(position)
    >>> [mnk.move_name(move, position.variant) for move in sorted(found.leaving)]
    ['X b1', 'X c1']
    """
    variant = position.variant
    bits = [sum(1 << at for at in position.stones(kind)) for kind in Side]
    completing, spoiling = [0, 0], [0, 0]
    for kind in Side:
        for mask in open_masks(lines(variant), bits[kind], bits[kind.other]):
            missing = mask & ~bits[kind]
            if missing.bit_count() == 1:
                completing[kind] |= missing
            elif missing.bit_count() == 2:
                spoiling[kind] |= missing
    every = completing[0] | completing[1]
    wins, leaving = set(), set()
    for at in position.playable_squares():
        bit = 1 << at
        for kind in Side:
            if completing[kind] & bit:
                wins.add(move_to(at, kind, variant))
            elif spoiling[kind] & bit or every & ~bit:
                leaving.add(move_to(at, kind, variant))
    return EitherKind(frozenset(wins), frozenset(leaving))
