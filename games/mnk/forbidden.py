"""What black may not play in renju, and why: overlines, two fours, two threes. Decided here alone.

A stone of black's is judged in this order (RIF's rules, section 9):

1. It makes exactly five: it wins, whatever else it makes.
2. It makes six or more in a row, an overline: forbidden.
3. It makes two fours or more: forbidden. A four is four stones of a line to which one stone can be
   added to get exactly five. Two of them may lie in one line.
4. It makes two threes or more: forbidden. A three is three stones to which one stone can be added,
   without making five, to get a straight four (unbroken, with two ways to five), and black may play
   that stone, by these same rules, in the position then reached.

What a stone makes along one line depends on five squares either way: each such row of eleven is
read once (`_along`) and remembered.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from games.mnk.errors import ForbiddenSquare
from games.mnk.line import geometry
from games.mnk.rule import DIRECTIONS, number_word
from games.mnk.square import Square, name
from games.mnk.variant import Variant
from games.say import say

_FIVE = 5
_REACH = 5
"""What lies farther from a stone than this has no part in what it makes along a line."""
_ROW = 2 * _REACH + 1
_LEAST = 4
"""Fewer stones of black within reach make nothing that is forbidden."""


class Ban(StrEnum):
    """What black would make there."""

    OVERLINE = "overline"
    DOUBLE_FOUR = "doubleFour"
    DOUBLE_THREE = "doubleThree"


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Why black may not play a square."""

    ban: Ban
    shapes: tuple[tuple[Square, ...], ...]
    """The stones of each overline, four or three, the new one included, along the line."""

    @property
    def reason(self) -> str:
        """What the stone would make, to be put after "It makes": "two open threes"."""
        if self.ban is Ban.OVERLINE:
            return say("a row of {count}", count=number_word(max(map(len, self.shapes))))
        number = number_word(len(self.shapes))
        if self.ban is Ban.DOUBLE_FOUR:
            return say("{count} fours", count=number)
        return say("{count} open threes", count=number)


@lru_cache(maxsize=512)
def forbidden_squares(black: int, white: int, variant: Variant) -> Mapping[Square, Forbidden]:
    """The empty squares where black may not play, in order, and why.

    >>> from games import mnk
    >>> board = "....... ...X... ...X... .XX.... ....... ....... .......".replace(" ", chr(10))
    >>> position = mnk.position_drawn(board, 5, mnk.LineRule.RENJU, mnk.Side.BLACK)
    >>> [(mnk.name(square, position.variant), each.reason)
    ...  for square, each in position.forbidden.items()]
    [('d4', 'two open threes')]

    `black` and `white` are stones as `Position` keeps them, in the bits of `geometry`.
    """
    if black.bit_count() < _LEAST:
        return MappingProxyType({})
    board, found = _board(variant), {}
    for square, (bit, near) in enumerate(zip(board.bits, board.near, strict=True)):
        if not bit or (black | white) & bit or (black & near).bit_count() < _LEAST:
            continue
        banned = _judged(black, white, square, board)
        if banned is not None:
            found[square] = banned
    return MappingProxyType(found)


def refuse_if_forbidden(black: int, white: int, square: Square, variant: Variant) -> None:
    """Raise `ForbiddenSquare` if black may not play this empty square."""
    board = _board(variant)
    if (black & board.near[square]).bit_count() < _LEAST:
        return
    banned = _judged(black, white, square, board)
    if banned is not None:
        raise ForbiddenSquare(
            say(
                "{square} makes {reason}: forbidden to Black in renju. Choose another square.",
                square=name(square, variant),
                reason=banned.reason,
            )
        )


@dataclass(frozen=True, slots=True)
class _Board:
    """How far a stone reaches on one board. Built once for each variant, by `_board`."""

    bits: tuple[int, ...]
    """By square; 0 where it is blocked."""
    near: tuple[int, ...]
    """By square: every square within reach, along all four lines."""
    rows: tuple[tuple[tuple[Square | None, ...], ...], ...]
    """By square and direction: the row of eleven around it; None off the board."""
    row_bits: tuple[tuple[tuple[int, ...], ...], ...]
    """The same as bits; 0 off the board, and where a square is blocked."""


@lru_cache(maxsize=16)
def _board(variant: Variant) -> _Board:
    width, height, board = variant.width, variant.height, geometry(variant)
    bits = tuple(bit & board.board for bit in board.bits)
    rows, row_bits, near = [], [], []
    for square in range(variant.squares):
        across = []
        for right, up in DIRECTIONS:
            row: list[Square | None] = []
            for step in range(-_REACH, _REACH + 1):
                column, high = square % width + step * right, square // width + step * up
                inside = 0 <= column < width and 0 <= high < height
                row.append(high * width + column if inside else None)
            across.append(tuple(row))
        as_bits = tuple(tuple(0 if s is None else bits[s] for s in row) for row in across)
        rows.append(tuple(across))
        row_bits.append(as_bits)
        near.append(sum({bit for row in as_bits for bit in row}) & ~bits[square])
    return _Board(bits, tuple(near), tuple(rows), tuple(row_bits))


@dataclass(frozen=True, slots=True)
class _Made:
    """What a stone in the middle of a row of eleven makes along it, as places in the row."""

    five: bool
    overline: tuple[int, ...]
    fours: tuple[tuple[int, ...], ...]
    """The stones of each."""
    three: tuple[int, ...]
    """Its stones; a line holds one at most."""
    goes_on: tuple[int, ...]
    """Where one more stone makes that three a straight four."""


_NOTHING = _Made(five=False, overline=(), fours=(), three=(), goes_on=())


@lru_cache(maxsize=65_536)
def _along(row: str) -> _Made:
    """What the stone in the middle makes: `X` is black's, `.` is empty, `O` is neither."""
    first = last = _REACH
    while first and row[first - 1] == "X":
        first -= 1
    while last < _ROW - 1 and row[last + 1] == "X":
        last += 1
    length = last - first + 1
    if length > _FIVE:
        return _Made(
            five=False, overline=tuple(range(first, last + 1)), fours=(), three=(), goes_on=()
        )
    if length == _FIVE:
        return _Made(five=True, overline=(), fours=(), three=(), goes_on=())
    fours = dict.fromkeys(
        tuple(at for at in range(start, start + _FIVE) if row[at] == "X")
        for start in range(_REACH - 4, _REACH + 1)
        if row[start : start + _FIVE].count("X") == 4 and _is_five(row, start)
    )
    threes, goes_on = set(), set()
    for start in range(_REACH - 3, _REACH + 1):
        four = row[start : start + 4]
        if four.count("X") == 3 and four.count(".") == 1:
            at = start + four.index(".")
            filled = f"{row[:at]}X{row[at + 1 :]}"
            if _is_five(filled, start - 1) and _is_five(filled, start):
                threes.add(tuple(each for each in range(start, start + 4) if each != at))
                goes_on.add(at)
    assert len(threes) <= 1, row
    return _Made(
        five=False,
        overline=(),
        fours=tuple(fours),
        three=next(iter(threes), ()),
        goes_on=tuple(sorted(goes_on)),
    )


def _is_five(row: str, start: int) -> bool:
    """Whether one stone makes these five squares exactly five: four have one, the fifth is empty,
    and beyond them is none of black's."""
    squares = row[start : start + _FIVE]
    beyond = row[start - 1 : start] + row[start + _FIVE : start + _FIVE + 1]
    return squares.count("X") == 4 and squares.count(".") == 1 and "X" not in beyond


def _judged(black: int, white: int, square: Square, board: _Board) -> Forbidden | None:
    """Why black may not play this empty square; None if black may."""
    made = []
    for row in board.row_bits[square]:
        signs = [
            "." if bit and not (black | white) & bit else "X" if black & bit else "O" for bit in row
        ]
        if signs.count("X") < 2:
            made.append(_NOTHING)
            continue
        signs[_REACH] = "X"
        made.append(_along("".join(signs)))
    if any(each.five for each in made):
        return None
    rows = board.rows[square]
    overlines = [(d, each.overline) for d, each in enumerate(made) if each.overline]
    if overlines:
        return Forbidden(Ban.OVERLINE, _shapes(rows, overlines))
    fours = [(d, four) for d, each in enumerate(made) for four in each.fours]
    if len(fours) >= 2:
        return Forbidden(Ban.DOUBLE_FOUR, _shapes(rows, fours))
    threes = [(d, each) for d, each in enumerate(made) if each.three]
    if len(threes) < 2:
        return None
    after = black | board.bits[square]
    real = [
        (d, each.three)
        for d, each in threes
        if any(_may_go_on(after, white, rows[d][at], board) for at in each.goes_on)
    ]
    return Forbidden(Ban.DOUBLE_THREE, _shapes(rows, real)) if len(real) >= 2 else None


def _may_go_on(black: int, white: int, square: Square | None, board: _Board) -> bool:
    """Whether black may play there, without making five elsewhere, to make a three a four."""
    assert square is not None, "an empty place of a row is on the board"
    return not _makes_five(black, square, board) and (_judged(black, white, square, board) is None)


def _makes_five(black: int, square: Square, board: _Board) -> bool:
    for row in board.row_bits[square]:
        signs = ["X" if black & bit else "O" for bit in row]
        signs[_REACH] = "X"
        if _along("".join(signs)).five:
            return True
    return False


def _shapes(
    rows: tuple[tuple[Square | None, ...], ...], found: list[tuple[int, tuple[int, ...]]]
) -> tuple[tuple[Square, ...], ...]:
    shapes = []
    for direction, places in found:
        squares = (rows[direction][at] for at in places)
        shapes.append(tuple(square for square in squares if square is not None))
    return tuple(shapes)
