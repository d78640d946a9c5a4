"""The rules as the evaluator reads them: what may be played, when it is over, and what cannot be.

Stones are sets of squares as plain integers here: bit s is square s. A `Stones` pair is always
(side to move, other side).
"""

from collections.abc import Iterable
from functools import reduce
from operator import and_
from typing import Final, TypeAlias

from games import mnk
from games.evaluator.errors import ImpossiblePosition

Stones: TypeAlias = tuple[int, int]

MAX_EXACT_SQUARES: Final = 64
"""On boards of up to this many squares a side's stones are one word of 64 bits, and a game is
searched to its end."""


def stones(position: mnk.Position) -> Stones:
    """The stones of the side to move and of the other side.

    >>> stones(mnk.Position.start(mnk.Variant(3, 3, 3)).play(4))
    (0, 16)
    """
    own, other = position.side_to_move, position.side_to_move.other
    return (
        sum(1 << square for square in position.stones(own)),
        sum(1 << square for square in position.stones(other)),
    )


def playable(position: mnk.Position) -> tuple[mnk.Move, ...]:
    """The moves that may be played; none once a side has a line.

    >>> playable(mnk.Position.start(mnk.Variant(3, 1, 2)).play(1))
    (0, 2)
    """
    if position.has_line(mnk.Side.BLACK) or position.has_line(mnk.Side.WHITE):
        return ()
    return position.playable_moves()


def refuse_impossible(position: mnk.Position, *, set_up: bool = False) -> None:
    """Raise `ImpossiblePosition` for stones that no game leads to.

    A set-up board may have any number of stones of each side, either side to move and any lines of
    one side; but never lines of both.
    """
    sides = [side for side in mnk.Side if position.has_line(side)]
    if len(sides) == 2:
        raise ImpossiblePosition("Both sides have a line: the first of them ended the game.")
    if set_up:
        return
    rule = position.variant.line_rule
    black, white = position.count(mnk.Side.BLACK), position.count(mnk.Side.WHITE)
    movers = [rule.side_of_ply(ply) for ply in range(black + white + 1)]
    is_fair = rule.says.either_kind or movers[:-1].count(mnk.Side.BLACK) == black
    if not is_fair or movers[-1] is not position.side_to_move:
        raise ImpossiblePosition(
            f"{black} black and {white} white stones with {position.side_to_move.word} to move: "
            "black begins, then the sides take turns."
        )
    if not sides:
        return
    if sides[0] is not movers[-2]:
        raise ImpossiblePosition(
            f"{sides[0].word.capitalize()} has a line but is to move: the game was over before."
        )
    if all(_without(position, last).has_line(sides[0]) for last in position.line(sides[0])):
        raise ImpossiblePosition(
            f"{sides[0].word.capitalize()} has lines that no single last move completed."
        )


def _without(position: mnk.Position, square: mnk.Square) -> mnk.Position:
    """The position without a stone, the same side to move."""
    stones = (frozenset(position.stones(side)) - {square} for side in mnk.Side)
    return mnk.Position.of(position.variant, mnk.BySide(*stones), position.side_to_move)


def has_columns(variant: mnk.Variant) -> bool:
    """Whether stones fall, on a board small enough that they are searched column by column.

    >>> has_columns(mnk.PRESETS["7x6-gravity"].variant), has_columns(mnk.PRESETS["10x10"].variant)
    (True, False)
    """
    return variant.line_rule.says.falls and variant.squares <= MAX_EXACT_SQUARES


def resting(taken: int, variant: mnk.Variant) -> int:
    """The squares on which a stone stays where it is put, taken ones among them: all that are not
    blocked, unless they fall.

    >>> gravity = mnk.Variant(3, 2, 2, mnk.LineRule.GRAVITY)
    >>> bin(resting(0b010, gravity)), bin(resting(0b010, mnk.Variant(3, 2, 2)))
    ('0b10111', '0b111111')
    """
    board = variant.open_squares
    if not variant.line_rule.says.falls:
        return board
    return ((1 << variant.width) - 1 | taken << variant.width) & board


def gifts(position: mnk.Position) -> frozenset[mnk.Move]:
    """The moves after which the other side completes a line at once, where stones fall or are of
    either kind.

    Where they fall, those beneath a square that it lacks, and all that do not stop what it could
    complete now. None that completes a line itself, and none under other rules.

    >>> board = "....... ....... .OOO.X. .XXO.X.".replace(" ", chr(10))
    >>> position = mnk.position_drawn(board, 4, mnk.LineRule.GRAVITY, mnk.Side.BLACK)
    >>> [mnk.name(square, position.variant) for square in sorted(gifts(position))]
    ['a1', 'e1']
    """
    variant = position.variant
    if variant.line_rule.says.either_kind:
        return mnk.either_kind(position).leaving
    if not variant.line_rule.says.falls:
        return frozenset()
    own, other = stones(position)
    free = position.playable_squares()
    wins = completing(own, other, variant)
    return frozenset(
        square
        for square in free
        if square not in wins and completing(other, own | 1 << square, variant)
    )


def completing(
    own: int, other: int, variant: mnk.Variant, within: int = 1
) -> tuple[mnk.Square, ...]:
    """The squares where a side completes a line, in order; `variant` is the side's.

    Those of all lines that lack no more stones than `within`, which is what a turn may have.
    Nothing forbids them: a five of black's always wins. Where stones fall, those that one reaches
    now: what lacks a stone in the air is no threat yet.

    >>> completing(0b011, 0, mnk.Variant(3, 3, 3)), completing(0b011, 0b100, mnk.Variant(3, 3, 3))
    ((2,), ())
    """
    found = 0
    for mask in mnk.open_masks(mnk.lines(variant), own, other):
        missing = mask & ~own
        if missing.bit_count() <= within:
            found |= missing
    return squares_of(found & resting(own | other, variant))


def stopping(
    own: int, other: int, variant: mnk.Variant, within: int = 1, stones: int = 1
) -> tuple[mnk.Square, ...]:
    """The squares where one stone of the other side stops every line a side lacks one stone of.

    Of every line that it lacks no more stones of than `within`; and where the other side has two
    `stones` for it and one is not enough, the squares of the pairs that stop all.
    `variant` is the side's. Where stones fall, lines count that could be completed now. Whether the
    other side may play there is another question. Empty if nothing lacks one stone, and if no
    square stops all.

    >>> stopping(0b011, 0, mnk.Variant(3, 3, 3)), stopping(0b0110, 0, mnk.Variant(4, 1, 3))
    ((2,), ())
    >>> stopping(0b111100, 0b1, mnk.Variant(8, 1, 5, mnk.LineRule.CARO))
    (6,)
    """
    reached = resting(own | other, variant)
    ways = [
        mnk.stops(line, own, other)
        for line in mnk.open_lines(mnk.lines(variant), own, other)
        if (missing := line[0] & ~own).bit_count() <= within and missing & reached
    ]
    if not ways:
        return ()
    found = common(ways)
    if not found and stones > 1:
        for first in squares_of(ways[0]):
            second = common(way for way in ways if not way >> first & 1)
            if second:
                found |= 1 << first | second
    return squares_of(found)


def common(sets: Iterable[int]) -> int:
    """The squares that all of these sets have."""
    return reduce(and_, sets)


def at_hand(position: mnk.Position) -> tuple[mnk.Move, ...]:
    """The squares of a line to complete in this turn; else those that keep the other side from one
    in its next; else those of the lines that cannot be stopped. Empty if there is none.

    Where stones are of either kind, the moves that complete a line: there is nothing to stop.

    >>> board = ".......... ...OOOO... ...XX..... ....X.....".replace(" ", chr(10))
    >>> position = mnk.position_drawn(board, 6, mnk.LineRule.CONNECT6)
    >>> [mnk.name(square, position.variant) for square in at_hand(position)]
    ['b3', 'c3', 'h3', 'i3']
    """
    if position.variant.line_rule.says.either_kind:
        return tuple(sorted(mnk.either_kind(position).completing))
    own, other = stones(position)
    side = position.side_to_move
    me, them = (position.variant.of(each) for each in (side, side.other))
    left, turn = position.stones_left, position.variant.line_rule.says.stones_a_turn
    for within in range(1, left + 1):
        if squares := completing(own, other, me, within):
            return squares
    theirs = stopping(other, own, them, turn, left) or completing(other, own, them, turn)
    free = frozenset(position.playable_squares())
    return tuple(square for square in theirs if square in free)


def squares_of(bits: int) -> tuple[mnk.Square, ...]:
    """The squares of a set, in order.

    >>> squares_of(0b10010)
    (1, 4)
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


def steps_apart(one: mnk.Square, other: mnk.Square, width: int) -> int:
    """How many steps to a neighbour, diagonals too, lead from one square to another.

    >>> steps_apart(0, 17, 5)
    3
    """
    (row, column), (other_row, other_column) = divmod(one, width), divmod(other, width)
    return max(abs(row - other_row), abs(column - other_column))
