"""A board drawn by the server: what a page shows before its script runs, and without one."""

from collections.abc import Iterable
from dataclasses import dataclass

from games import mnk

_EDGE = 0.8
"""Room for the names of columns and rows, in squares."""
_SMALL = 7
"""Boards with no edge as long as this show X and O."""


@dataclass(frozen=True, slots=True)
class Stone:
    x: float
    y: float
    side: str
    cross: str
    """The path of an X, where marks are drawn."""


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as the template draws it, in squares; y grows down."""

    width: int
    height: int
    box: str
    drawing: str
    """`stones` or `marks`."""
    grid: str
    stones: tuple[Stone, ...]
    labels: tuple[Label, ...]
    marked: tuple[Stone, ...]
    """Squares that are pointed out; of no side."""
    text: str
    """The board in words."""


def drawn(position: mnk.Position, marked: Iterable[mnk.Square] = ()) -> Drawn:
    """A position as it looks, with some squares pointed out."""
    variant = position.variant
    width, height = variant.width, variant.height
    drawing = "marks" if max(width, height) < _SMALL else "stones"
    stones = tuple(
        _stone(square, side.word, variant) for side in mnk.Side for square in position.stones(side)
    )
    columns = [
        Label(column + 0.5, height + _EDGE / 2, mnk.name(column, variant).rstrip("0123456789"))
        for column in range(width)
    ]
    rows = [Label(-_EDGE / 2, height - row - 0.5, str(row + 1)) for row in range(height)]
    return Drawn(
        width,
        height,
        f"{-_EDGE:g} -0.2 {width + _EDGE + 0.2:g} {height + _EDGE + 0.2:g}",
        drawing,
        _crossings(width, height) if drawing == "stones" else _cells(width, height),
        stones,
        (*columns, *rows),
        tuple(_stone(square, "", variant) for square in marked),
        "; ".join(
            f"{side.word}: {', '.join(mnk.name(at, variant) for at in position.stones(side))}"
            for side in mnk.Side
            if position.count(side)
        )
        or "empty",
    )


def _stone(square: mnk.Square, side: str, variant: mnk.Variant) -> Stone:
    row, column = divmod(square, variant.width)
    x, y = column + 0.5, variant.height - row - 0.5
    cross = f"M{x - 0.26:g} {y - 0.26:g}l.52 .52m0-.52l-.52 .52"
    return Stone(x, y, side, cross)


def _crossings(width: int, height: int) -> str:
    rows = (f"M.5 {row + 0.5}H{width - 0.5}" for row in range(height))
    columns = (f"M{column + 0.5} .5V{height - 0.5}" for column in range(width))
    return "".join((*rows, *columns))


def _cells(width: int, height: int) -> str:
    rows = (f"M0 {row}H{width}" for row in range(1, height))
    columns = (f"M{column} 0V{height}" for column in range(1, width))
    return "".join((*rows, *columns, f"M0 0H{width}V{height}H0Z"))
