"""The threats of a position, by the names players give them, with their squares."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games import mnk
from games.evaluator.strong import board as boards
from games.evaluator.strong.patterns import FOUR, LINE, OPEN_FOUR, OPEN_THREE
from games.evaluator.strong.record import LINES, Board
from games.evaluator.strong.weights import weights


class ThreatKind(StrEnum):
    """What a threat is called in five in a row; with another k, four is k - 1 and three k - 2."""

    OPEN_FOUR = "openFour"
    """Completed on each of at least two squares: it cannot be stopped."""
    FOUR = "four"
    """Completed on one square."""
    OPEN_THREE = "openThree"
    """One more stone makes it an open four."""
    DOUBLE_FOUR = "doubleFour"
    """A stone there makes two fours at once."""
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


def threats(position: mnk.Position) -> Threats:
    """The threats of both sides, whoever is to move.

    Raises `patterns.NotSupported` for a variant the engine cannot play.

    >>> board = mnk.position_from_text("........\\n..XXX...\\n........", mnk.Variant(8, 3, 5))
    >>> [(threat.kind.value, threat.squares) for threat in threats(board).all]
    [('openThree', (9, 13))]
    """
    board = boards.of(position, weights())
    found = [
        threat
        for side in mnk.Side
        for threat in (*_in_lines(board, position, side), *_forks(board, position, side))
    ]
    found.sort(key=lambda threat: (_ORDER.index(threat.kind), threat.side, threat.squares))
    return Threats(tuple(found))


def _in_lines(board: Board, position: mnk.Position, side: mnk.Side) -> Iterator[Threat]:
    """Fours and open threes: what the stones of one line threaten."""
    empty = position.empty_squares()
    for shape in (LINE, OPEN_FOUR):
        squares: dict[tuple[int, tuple[mnk.Square, ...]], list[mnk.Square]] = {}
        for square in empty:
            for direction, here in enumerate(_shapes(board, side, square)):
                if here == shape:
                    stones = _stones(position, side, square, direction)
                    squares.setdefault((direction, stones), []).append(square)
        for (_, stones), where in squares.items():
            if shape == OPEN_FOUR:
                kind = ThreatKind.OPEN_THREE
            else:
                kind = ThreatKind.OPEN_FOUR if len(where) > 1 else ThreatKind.FOUR
            yield Threat(kind, side, stones, tuple(where))


def _forks(board: Board, position: mnk.Position, side: mnk.Side) -> Iterator[Threat]:
    """Squares where a stone threatens in two lines at once, if not more in one."""
    for square in position.empty_squares():
        shapes = _shapes(board, side, square)
        if LINE in shapes or OPEN_FOUR in shapes:
            continue
        fours, threes = shapes.count(FOUR), shapes.count(OPEN_THREE)
        if fours > 1:
            kind = ThreatKind.DOUBLE_FOUR
        elif fours and threes:
            kind = ThreatKind.FOUR_THREE
        elif threes > 1:
            kind = ThreatKind.DOUBLE_THREE
        else:
            continue
        stones = {
            stone
            for direction, shape in enumerate(shapes)
            if shape in (FOUR, OPEN_THREE)
            for stone in _stones(position, side, square, direction)
        }
        yield Threat(kind, side, tuple(sorted(stones)), (square,))


def _shapes(board: Board, side: mnk.Side, square: mnk.Square) -> list[int]:
    line = int(side) * LINES + 4 * square
    return [int(shape) for shape in board.shape_at[line : line + 4]]


def _stones(
    position: mnk.Position, side: mnk.Side, square: mnk.Square, direction: int
) -> tuple[mnk.Square, ...]:
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
        if not all(0 <= x < variant.width and 0 <= y < variant.height for x, y in places):
            continue
        stretch = [y * variant.width + x for x, y in places]
        if any(position.stone(each) is side.other for each in stretch):
            continue
        own = {each for each in stretch if position.stone(each) is side}
        if len(own) > most:
            best, most = own, len(own)
        elif len(own) == most:
            best |= own
    return tuple(sorted(best))
