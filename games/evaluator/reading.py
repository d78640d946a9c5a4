"""What one side's lines promise, read by counting them, and the terms for it.

`games.evaluator.lesson` uses it to tell what a move did.
Sets of squares are plain integers here, as in `games.evaluator.rules`. Names are those of five in a
row; with another k a "four" is a line that lacks one stone, a "three" one that lacks two.

>>> variant = mnk.Variant(8, 3, 5)
>>> three = Reading(0b00011100 << 8, 0, variant)
>>> [mnk.name(square, variant) for square in squares_of(three.winning_next)]
['b2', 'f2']
>>> terms_of(variant).open_four
<RemarkKind.MAKES_OPEN_FOUR: 'makesOpenFour'>
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import TypeAlias

from games import mnk
from games.evaluator.rules import resting, squares_of
from games.remarks import RemarkKind

Lines: TypeAlias = tuple[mnk.Line, ...]
"""Some of `mnk.lines`."""


class Reading:
    """One side's lines that can still be completed: no stone of the other side, no overline, and
    not blocked at their ends where that counts."""

    def __init__(self, own: int, other: int, variant: mnk.Variant) -> None:
        self.own = own
        self.other = other
        self.variant = variant

    @property
    def completing(self) -> int:
        """The squares that complete a line; where stones fall, those that can be reached."""
        return self._whole[0]

    @cached_property
    def waiting(self) -> int:
        """The squares that would complete a line, and nobody can reach yet: where stones fall."""
        if not self.variant.line_rule.says.falls:
            return 0
        missing = (mask & ~self.own for mask in self._open(mnk.lines(self.variant)))
        lacked = reduce(or_, (each for each in missing if each.bit_count() == 1), 0)
        return lacked & ~self.completing

    @property
    def winning_next(self) -> int:
        """The squares after which other squares complete lines, and no single stone stops all."""
        return self._whole[1]

    @property
    def four_squares(self) -> int:
        """The squares after which a line lacks one stone: the empty ones of lines that lack two.

        Also the empty squares at the ends of those lines, where a stone of the other side would
        help to block them.
        """
        return self._whole[2]

    @property
    def stops(self) -> int:
        """The squares where one stone of the other side stops every line that lacks one stone.

        None if nothing lacks one stone, or if no square stops all.
        """
        return self._whole[3]

    @cached_property
    def _whole(self) -> tuple[int, int, int, int]:
        return self._scan(mnk.lines(self.variant))

    def along(self, direction: int, square: mnk.Square) -> tuple[int, int]:
        """What completes, and what wins next, among the lines on a square's row, column or diagonal
        in a direction."""
        return self._scan(lines_along(self.variant, direction, square))[:2]

    def completed_by(self, square: mnk.Square) -> int:
        """The lines that this square completes."""
        return self.lines_lacking(1 << square)

    def lines_lacking(self, squares: int) -> int:
        """The lines that one of these squares completes, reached or not: all their squares."""
        return self._union(mnk.lines(self.variant), squares)

    def directions_lacking(self, squares: int, through: mnk.Square) -> list[int]:
        """The directions of the lines through a square that one of these squares completes."""
        return [
            direction
            for direction in range(4)
            if self._union(lines_along(self.variant, direction, through), squares)
        ]

    def open_three(self, direction: int, square: mnk.Square) -> int:
        """The open threes on one row, column or diagonal: their stones, and where they go on."""
        _, opening = self.along(direction, square)
        found = 0
        for mask in self._open(lines_along(self.variant, direction, square)):
            if (mask & ~self.own).bit_count() == 2 and mask & opening:
                found |= mask & self.own
        return found | opening

    def all_open_threes(self) -> int:
        """All open threes: their stones, and where they go on."""
        found = 0
        for square in squares_of(self.winning_next):
            for direction in range(4):
                if self.along(direction, square)[1] >> square & 1:
                    found |= self.open_three(direction, square)
        return found

    def open_through(self, square: mnk.Square) -> int:
        """The squares of the lines through a square that can still be completed."""
        found = 0
        for mask in self._open(mnk.lines(self.variant)):
            if mask >> square & 1:
                found |= mask
        return found

    def fullest_through(self, square: mnk.Square) -> int:
        """The stones of the line through a square that has the most and can still be completed."""
        found = 0
        for mask in self._open(mnk.lines(self.variant)):
            if mask >> square & 1:
                found = max(found, mask & self.own, key=int.bit_count)
        return found

    def _open(self, lines: Lines) -> list[int]:
        """The masks of those that can still be completed."""
        return mnk.open_masks(lines, self.own, self.other)

    def _union(self, lines: Lines, lacking: int) -> int:
        found = 0
        for mask in self._open(lines):
            missing = mask & ~self.own
            if missing & lacking and missing.bit_count() == 1:
                found |= mask
        return found

    def _scan(self, lines: Lines) -> tuple[int, int, int, int]:
        own, other = self.own, self.other
        reached = resting(own | other, self.variant)
        completing = lacking_two = 0
        stops = -1
        stops_after: dict[int, int] = {}
        """By square: what would stop all lines through it that lack one stone once it is taken."""
        for line in mnk.open_lines(lines, own, other):
            missing = line[0] & ~own
            rest = missing & (missing - 1)
            if not rest and missing & reached:
                completing |= missing
                stops &= mnk.stops(line, own, other)
            elif rest and not rest & (rest - 1):
                lacking_two |= missing | (line[2] & ~other)
                for square in (rest, missing ^ rest):
                    stops_after[square] = stops_after.get(square, -1) & mnk.stops(
                        line, own | square, other
                    )
        winning_next = sum(square for square, each in stops_after.items() if not each)
        return completing, winning_next, lacking_two, stops if completing else 0


@lru_cache(maxsize=16)
def _lines_by_place(variant: mnk.Variant) -> dict[tuple[int, int], Lines]:
    """The lines by direction and by the row, column or diagonal they lie on."""
    found: defaultdict[tuple[int, int], list[mnk.Line]] = defaultdict(list)
    for line in mnk.lines(variant):
        mask, *_ = line
        first, second = (*squares_of(mask)[:2], 0)[:2]
        step = (
            second % variant.width - first % variant.width,
            second // variant.width - first // variant.width,
        )
        direction = mnk.DIRECTIONS.index(step) if mask & (mask - 1) else 0
        found[direction, _place(variant, direction, first)].append(line)
    return {key: tuple(lines) for key, lines in found.items()}


def lines_along(variant: mnk.Variant, direction: int, square: mnk.Square) -> Lines:
    """The lines on a square's row (direction 0), column (1) or diagonal (2 and 3)."""
    return _lines_by_place(variant).get((direction, _place(variant, direction, square)), ())


def _place(variant: mnk.Variant, direction: int, square: mnk.Square) -> int:
    """Which row, column or diagonal of a direction a square is on."""
    row, column = divmod(square, variant.width)
    return (row, column, column - row, column + row)[direction]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms for a variant: what a stone can make, and whether there are threes."""

    blocks: RemarkKind
    """Stops what lacks one stone."""
    four: RemarkKind
    """Makes a line that lacks one stone."""
    open_four: RemarkKind
    """Makes such a line, completed on either of two squares."""
    two_fours: RemarkKind
    has_threes: bool = False
    """Whether fours and open threes are called that."""


_LINES = Terms(
    RemarkKind.BLOCKS_LINE,
    RemarkKind.THREATENS_LINE,
    RemarkKind.THREATENS_TWO_LINES,
    RemarkKind.THREATENS_TWO_LINES,
)
_THREES = Terms(
    RemarkKind.BLOCKS_TWO,
    RemarkKind.LINES_UP_TWO,
    RemarkKind.LINES_UP_OPEN_TWO,
    RemarkKind.LINES_UP_TWO_TWICE,
)
_LARGER = Terms(
    RemarkKind.BLOCKS_FOUR,
    RemarkKind.MAKES_FOUR,
    RemarkKind.MAKES_OPEN_FOUR,
    RemarkKind.MAKES_TWO_FOURS,
    has_threes=True,
)


def terms_of(variant: mnk.Variant) -> Terms:
    """The terms for a variant, by its k and line rule."""
    if variant.k < 3 or variant.line_rule.says.edge_to_edge:
        return _LINES
    return _THREES if variant.k == 3 else _LARGER


def opens(before: Reading, after: Reading, square: mnk.Square) -> list[int]:
    """The directions in which a stone on the square makes an open three, and not a four."""
    if not terms_of(after.variant).has_threes:
        return []
    found = []
    for direction in range(4):
        fours, opening = after.along(direction, square)
        if opening & ~before.along(direction, square)[1] and not fours:
            found.append(direction)
    return found


def stopped_open_threes(before: Reading, after: Reading, square: mnk.Square) -> int:
    """The open threes along the lines through the other side's new stone, if none is left."""
    found = 0
    for direction in range(4):
        _, was = before.along(direction, square)
        _, now = after.along(direction, square)
        if was and not now:
            found |= before.open_three(direction, square)
    return found


def is_fork(before: Reading, square: mnk.Square) -> bool:
    """Whether a stone there makes fours or open threes in two directions at once."""
    after = Reading(before.own | 1 << square, before.other, before.variant)
    fours = sum(
        1
        for direction in range(4)
        if after.along(direction, square)[0] & ~before.along(direction, square)[0]
    )
    return fours + len(opens(before, after, square)) > 1


@lru_cache(maxsize=2048)
def in_sight(variant: mnk.Variant, square: mnk.Square) -> int:
    """The squares on a line with this one, itself included."""
    found = 1 << square
    for mask, *_ in mnk.lines(variant):
        if mask >> square & 1:
            found |= mask
    return found
