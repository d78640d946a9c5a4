"""The threats of a position, by the names players give them, with their squares."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import and_, or_
from typing import Final, TypeAlias

from games import mnk
from games.evaluator import rules
from games.evaluator.reading import lines_along
from games.evaluator.rules import squares_of
from games.evaluator.strong import board as boards
from games.evaluator.strong.patterns import DEAD, FOUR, LINE, OPEN_FOUR, OPEN_THREE
from games.evaluator.strong.record import LINES, BoardRecord
from games.evaluator.strong.weights import weights


class ThreatKind(StrEnum):
    """What a threat is called in five in a row; with another k, four is k - 1 and three k - 2."""

    OPEN_FOUR = "openFour"
    """The same stones can be completed on each of at least two squares: it cannot be stopped."""
    FOUR = "four"
    """Can be completed on a square, and stopped."""
    OPEN_THREE = "openThree"
    """One more stone makes these an open four."""
    DOUBLE_FOUR = "doubleFour"
    """A stone there makes two fours at once, perhaps both in one line."""
    FOUR_THREE = "fourThree"
    """A stone there makes a four and an open three at once."""
    DOUBLE_THREE = "doubleThree"
    """A stone there makes two open threes at once."""


@dataclass(frozen=True, slots=True)
class Threat:
    """One threat of one side."""

    kind: ThreatKind
    side: mnk.Side
    stones: tuple[mnk.Square, ...]
    """The stones it is made of, in order."""
    squares: tuple[mnk.Square, ...]
    """Where the side would play on: to complete the line, make the open four, or fork."""


@dataclass(frozen=True, slots=True)
class Threats:
    """All threats of a position: the most pressing first, then by side and square."""

    all: tuple[Threat, ...]

    def of(self, side: mnk.Side, *kinds: ThreatKind) -> tuple[Threat, ...]:
        """A side's threats, of these kinds if any are named."""
        return tuple(
            threat
            for threat in self.all
            if threat.side is side and (not kinds or threat.kind in kinds)
        )


_ORDER: Final = tuple(ThreatKind)

Shapes: TypeAlias = list[list[int]]
"""By square: what a stone there would make in each direction."""


@dataclass(frozen=True, slots=True)
class _Lacking:
    """A line that lacks one stone, or would."""

    stones: int
    """Those it has now."""
    end: mnk.Square
    """The square it lacks."""
    stops: int
    """Where a stone of the other side's stops it."""


def threats(position: mnk.Position) -> Threats:
    """The threats of both sides, whoever is to move. What is forbidden to a side is none.

    Raises `patterns.NotSupported` for a variant the engine cannot play.

    >>> board = mnk.position_from_text("........\\n..XXX...\\n........", mnk.Variant(8, 3, 5))
    >>> [(threat.kind.value, threat.squares) for threat in threats(board).all]
    [('openThree', (9, 13))]
    """
    board = boards.of(position, weights())
    found = [
        threat
        for side in mnk.Side
        for shapes in (_shapes(board, side, _forbidden(position, side)),)
        for threat in (*_in_lines(shapes, position, side), *_forks(shapes, position, side))
    ]
    found.sort(key=lambda threat: (_ORDER.index(threat.kind), threat.side, threat.squares))
    return Threats(tuple(dict.fromkeys(found)))


def _in_lines(shapes: Shapes, position: mnk.Position, side: mnk.Side) -> Iterator[Threat]:
    """Fours and open threes: what the stones of one line threaten."""
    open_threes: dict[tuple[int, int], list[mnk.Square]] = {}
    for direction in range(4):
        fours: list[_Lacking] = []
        for square in position.empty_squares():
            here = shapes[square][direction]
            if here == LINE:
                fours += _lines(position, side, square, direction, lacking=1)
            elif here == OPEN_FOUR:
                lines = _lines(position, side, square, direction, lacking=2)
                made = [stones for stones, same in _by_stones(lines).items() if _are_open(same)]
                for stones in made:
                    open_threes.setdefault((direction, stones), []).append(square)
                if not made:  # two fours in one line, each with stones of its own
                    stones = _union(line.stones for line in lines)
                    yield Threat(ThreatKind.DOUBLE_FOUR, side, squares_of(stones), (square,))
        yield from _fours(side, fours)
    for (_, stones), squares in open_threes.items():
        if stones:
            yield Threat(ThreatKind.OPEN_THREE, side, squares_of(stones), tuple(squares))


def _fours(side: mnk.Side, lines: list[_Lacking]) -> Iterator[Threat]:
    """The fours of one direction."""
    told: set[mnk.Square] = set()
    for stones, same in _by_stones(lines).items():
        if _are_open(same):
            squares = tuple(dict.fromkeys(line.end for line in same))
            told |= {*squares}
            yield Threat(ThreatKind.OPEN_FOUR, side, squares_of(stones), squares)
    for square in dict.fromkeys(line.end for line in lines):
        if square not in told:
            stones = _union(line.stones for line in lines if line.end == square)
            yield Threat(ThreatKind.FOUR, side, squares_of(stones), (square,))


def _forks(of: Shapes, position: mnk.Position, side: mnk.Side) -> Iterator[Threat]:
    """Squares where a stone threatens in two lines at once, unless it does more in one."""
    empty = position.empty_squares()
    completing = {square for square in empty if LINE in of[square]}
    for square in empty:
        shapes = of[square]
        if LINE in shapes or OPEN_FOUR in shapes:
            continue
        lines: list[int] = []
        fours = threes = 0
        for direction, shape in enumerate(shapes):
            if shape == FOUR:
                made = _lines(position, side, square, direction, lacking=2)
                if any(line.end not in completing for line in made):  # else it is a four already
                    fours += 1
                    lines += [line.stones for line in made]
            elif shape == OPEN_THREE:
                threes += 1
                lines.append(_stones(position, side, square, direction))
        if fours > 1:
            kind = ThreatKind.DOUBLE_FOUR
        elif fours and threes:
            kind = ThreatKind.FOUR_THREE
        elif threes > 1:
            kind = ThreatKind.DOUBLE_THREE
        else:
            continue
        yield Threat(kind, side, squares_of(_union(lines)), (square,))


def _lines(
    position: mnk.Position, side: mnk.Side, square: mnk.Square, direction: int, *, lacking: int
) -> list[_Lacking]:
    """The lines through an empty square that lack this many stones, one or two, it included: what
    they are once they lack one."""
    own, other = rules.stones(position)
    if side is not position.side_to_move:
        own, other = other, own
    found = []
    lines = lines_along(position.variant.of(side), direction, square)
    for line in mnk.open_lines(lines, own, other):
        mask = line[0]
        missing = mask & ~own
        if missing.bit_count() == lacking and missing >> square & 1:
            last = (missing & ~(1 << square)) or missing
            stops = mnk.stops(line, mask & ~last, other)
            found.append(_Lacking(mask & own, last.bit_length() - 1, stops))
    return found


def _by_stones(lines: list[_Lacking]) -> dict[int, list[_Lacking]]:
    found: dict[int, list[_Lacking]] = {}
    for line in lines:
        found.setdefault(line.stones, []).append(line)
    return found


def _are_open(lines: list[_Lacking]) -> bool:
    """Whether no single stone stops all of these."""
    return not reduce(and_, (line.stops for line in lines))


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _forbidden(position: mnk.Position, side: mnk.Side) -> Collection[mnk.Square]:
    """Where a side might not play if it were to move."""
    stones = mnk.BySide(*(frozenset(position.stones(each)) for each in mnk.Side))
    return mnk.Position.of(position.variant, stones, side).forbidden


def _shapes(board: BoardRecord, side: mnk.Side, forbidden: Collection[mnk.Square]) -> Shapes:
    line = int(side) * LINES
    of = board.shape_at[line : line + 4 * int(board.squares)].tolist()
    shapes = [of[at : at + 4] for at in range(0, len(of), 4)]
    return [[DEAD] * 4 if at in forbidden else each for at, each in enumerate(shapes)]


def _stones(position: mnk.Position, side: mnk.Side, square: mnk.Square, direction: int) -> int:
    """The side's stones in the stretches of k squares through a square that hold most of them."""
    variant = position.variant
    dx, dy = ((1, 0), (0, 1), (1, 1), (-1, 1))[direction]
    row, column = divmod(square, variant.width)
    best: set[mnk.Square] = set()
    most = 0
    for start in range(1 - variant.k, 1):
        places = [
            (column + offset * dx, row + offset * dy) for offset in range(start, start + variant.k)
        ]
        if not all(variant.has(x, y) for x, y in places):
            continue
        stretch = [y * variant.width + x for x, y in places]
        if any(each in variant.blocked or position.stone(each) is side.other for each in stretch):
            continue
        own = {each for each in stretch if position.stone(each) is side}
        if len(own) > most:
            best, most = own, len(own)
        elif len(own) == most:
            best |= own
    return sum(1 << each for each in best)
