"""The rules as the evaluator reads them: what may be played, when it is over, and what cannot be.

Stones are sets of squares as plain integers here: bit s is square s. A `Stones` pair is always
(side to move, other side).
"""

from typing import TypeAlias

from games import mnk
from games.evaluator.errors import ImpossiblePosition

Stones: TypeAlias = tuple[int, int]


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


def playable(position: mnk.Position) -> tuple[mnk.Square, ...]:
    """The squares that may be played; none once a side has a line.

    >>> playable(mnk.Position.start(mnk.Variant(3, 1, 2)).play(1))
    (0, 2)
    """
    if position.has_line(mnk.Side.BLACK) or position.has_line(mnk.Side.WHITE):
        return ()
    return position.playable_squares()


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
    black, white = position.count(mnk.Side.BLACK), position.count(mnk.Side.WHITE)
    if black - white != int(position.side_to_move):
        raise ImpossiblePosition(
            f"{black} black and {white} white stones with {position.side_to_move.word} to move: "
            "black begins, then the sides take turns."
        )
    if not sides:
        return
    if sides[0] is position.side_to_move:
        raise ImpossiblePosition(
            f"{sides[0].word.capitalize()} has a line but is to move: the game was over before."
        )
    won, lost = (
        sum(1 << square for square in position.stones(side)) for side in (sides[0], sides[0].other)
    )
    if all(
        completed(won & ~(1 << last), lost, position.variant.of(sides[0]))
        for last in position.line(sides[0])
    ):
        raise ImpossiblePosition(
            f"{sides[0].word.capitalize()} has lines that no single last move completed."
        )


def completed(own: int, other: int, variant: mnk.Variant) -> bool:
    """Whether a side's stones hold a line that wins; `variant` is the side's (`Variant.of`).

    >>> completed(0b111, 0, mnk.Variant(3, 3, 3)), completed(0b1011, 0, mnk.Variant(3, 3, 3))
    (True, False)
    """
    return any(own & mask == mask for mask in mnk.open_masks(mnk.lines(variant), own, other))


def completing(own: int, other: int, variant: mnk.Variant) -> tuple[mnk.Square, ...]:
    """The squares where a side completes a line, in order; `variant` is the side's.

    Nothing forbids them: a five of black's always wins.

    >>> completing(0b011, 0, mnk.Variant(3, 3, 3)), completing(0b011, 0b100, mnk.Variant(3, 3, 3))
    ((2,), ())
    """
    found = 0
    for mask in mnk.open_masks(mnk.lines(variant), own, other):
        missing = mask & ~own
        if missing.bit_count() == 1:
            found |= missing
    return squares_of(found)


def stopping(own: int, other: int, variant: mnk.Variant) -> tuple[mnk.Square, ...]:
    """The squares where one stone of the other side stops every line a side lacks one stone of.

    `variant` is the side's. Whether the other side may play there is another question. Empty if
    nothing lacks one stone, and if no square stops all.

    >>> stopping(0b011, 0, mnk.Variant(3, 3, 3)), stopping(0b0110, 0, mnk.Variant(4, 1, 3))
    ((2,), ())
    >>> stopping(0b111100, 0b1, mnk.Variant(8, 1, 5, mnk.LineRule.CARO))
    (6,)
    """
    found = -1
    for line in mnk.open_lines(mnk.lines(variant), own, other):
        if (line[0] & ~own).bit_count() == 1:
            found &= mnk.stops(line, own, other)
    return () if found == -1 else squares_of(found)


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
