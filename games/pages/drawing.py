"""A small picture of a position, as numbers for a template: SVG in units of one square."""

from dataclasses import dataclass

from games import mnk

SMALL = 7
"""Boards with fewer squares along both edges are drawn with X and O between lines."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stone, or a square."""

    square: mnk.Square
    name: str
    x: float
    """Of its middle, from the left."""
    y: float
    """Of its middle, from the top."""
    side: str = ""
    """`black` or `white`; empty for an empty square."""
    is_winning: bool = False
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position, ready to be drawn."""

    width: int
    height: int
    grid: str
    """The lines, as the data of one path."""
    has_marks: bool
    """X and O, not stones."""
    stones: tuple[Drawn, ...]
    empty: tuple[Drawn, ...]
    columns: tuple[Drawn, ...]
    """The squares of the bottom row: their names begin with the column's."""


def drawing(position: mnk.Position, last: mnk.Square | None = None) -> Drawing:
    """Draw a position; `last` is the move to be marked.

    >>> drawing(mnk.Position.start(mnk.Variant(2, 1, 2)).play(0)).stones
    (Drawn(square=0, name='a1', x=0.5, y=0.5, side='black', is_winning=False, is_last=False),)
    """
    variant = position.variant
    width, height = variant.width, variant.height
    has_marks = width < SMALL and height < SMALL
    winning = {square for side in mnk.Side for square in position.line(side)}

    def drawn(square: mnk.Square, side: str = "") -> Drawn:
        row, column = divmod(square, width)
        return Drawn(
            square,
            mnk.name(square, variant),
            column + 0.5,
            height - row - 0.5,
            side,
            is_winning=square in winning,
            is_last=square == last,
        )

    return Drawing(
        width,
        height,
        _between(width, height) if has_marks else _crossings(width, height),
        has_marks,
        tuple(drawn(square, side.word) for side in mnk.Side for square in position.stones(side)),
        tuple(drawn(square) for square in position.empty_squares()),
        tuple(drawn(square) for square in range(width)),
    )


def _between(width: int, height: int) -> str:
    columns = "".join(f"M{at} 0v{height}" for at in range(1, width))
    rows = "".join(f"M0 {at}h{width}" for at in range(1, height))
    return f"{columns}{rows}M0 0h{width}v{height}h-{width}z"


def _crossings(width: int, height: int) -> str:
    columns = "".join(f"M{at}.5 .5v{height - 1}" for at in range(width))
    rows = "".join(f"M.5 {at}.5h{width - 1}" for at in range(height))
    return columns + rows
