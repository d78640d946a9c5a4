"""A board as a page draws it on the server, for who reads without scripts.

The same drawing as frontend/src/board.ts, in units of one square: x grows right, y grows down.
"""

from dataclasses import dataclass

from games import mnk

MARKS_BELOW = 7
"""Boards whose longer edge is shorter than this are drawn as X and O, between lines."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something on a square: the middle of it."""

    x: float
    y: float
    side: str


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through winning squares."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """All of a board's picture; `board.html` draws it."""

    drawing: str
    """`stones` on crossings, or `marks` between lines."""
    view_box: str
    grid: str
    """The path of its lines."""
    stars: tuple[Drawn, ...]
    stones: tuple[Drawn, ...]
    last: Drawn | None
    strokes: tuple[Stroke, ...]
    labels: tuple[Label, ...]
    label_size: float
    words: str
    """What is seen on it, for who does not see it."""


def draw(position: mnk.Position, last: mnk.Square | None = None) -> BoardDrawing:
    """A board's drawing; `last` is the square played last, if a move led there."""
    variant = position.variant
    width, height = variant.width, variant.height
    as_marks = max(width, height) < MARKS_BELOW
    edge = max(width, height) * _EDGE
    stones = tuple(
        _drawn(square, variant, side.word) for side in mnk.Side for square in position.stones(side)
    )
    last_side = None if last is None else position.stone(last)
    return BoardDrawing(
        drawing="marks" if as_marks else "stones",
        view_box=f"{-edge:g} {-edge / 2:g} {width + 1.5 * edge:g} {height + 1.5 * edge:g}",
        grid=_cells(width, height) if as_marks else _crossings(width, height),
        stars=() if as_marks else tuple(_drawn(point, variant) for point in _stars(variant)),
        stones=stones,
        last=None if last is None or last_side is None else _drawn(last, variant, last_side.word),
        strokes=tuple(stroke for side in mnk.Side for stroke in _strokes(position, side)),
        labels=_labels(width, height, edge),
        label_size=round(edge * 0.4, 3),
        words=_words(position),
    )


def _drawn(square: mnk.Square, variant: mnk.Variant, side: str = "") -> Drawn:
    row, column = divmod(square, variant.width)
    return Drawn(column + 0.5, variant.height - row - 0.5, side)


def _crossings(width: int, height: int) -> str:
    rows = "".join(f"M.5 {row + 0.5}H{width - 0.5}" for row in range(height))
    return rows + "".join(f"M{column + 0.5} .5V{height - 0.5}" for column in range(width))


def _cells(width: int, height: int) -> str:
    rows = "".join(f"M0 {row}H{width}" for row in range(1, height))
    columns = "".join(f"M{column} 0V{height}" for column in range(1, width))
    return f"{rows}{columns}M0 0H{width}V{height}H0Z"


def _stars(variant: mnk.Variant) -> list[mnk.Square]:
    """The dots that guide the eye: none below 7 squares an edge."""
    width, height = variant.width, variant.height
    if min(width, height) < MARKS_BELOW:
        return []

    def along(size: int) -> list[int]:
        inset = 3 if size >= 12 else 2
        return [inset, size - 1 - inset] if size >= 9 else []

    def middle(size: int) -> list[int]:
        return [(size - 1) // 2] if size % 2 else []

    is_full = width >= 17 and height >= 17
    columns = along(width) + (middle(width) if is_full else [])
    rows = along(height) + (middle(height) if is_full else [])
    points = {row * width + column for row in rows for column in columns}
    points |= {row * width + column for row in middle(height) for column in middle(width)}
    return sorted(points)


_AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


def _strokes(position: mnk.Position, side: mnk.Side) -> list[Stroke]:
    """A stroke through each winning line, end to end."""
    variant = position.variant
    line = set(position.line(side))
    found = []
    for square in sorted(line):
        row, column = divmod(square, variant.width)
        for dx, dy in _AXES:
            if _at(column - dx, row - dy, variant) in line:
                continue  # its run begins elsewhere
            length = 1
            while _at(column + length * dx, row + length * dy, variant) in line:
                length += 1
            if length >= _needed(variant, dx, dy) and length > 1:
                begin = _drawn(square, variant)
                dx_all, dy_all = (length - 1) * dx, (length - 1) * dy
                found.append(Stroke(begin.x, begin.y, begin.x + dx_all, begin.y - dy_all))
    return found


def _needed(variant: mnk.Variant, dx: int, dy: int) -> int:
    if variant.line_rule is not mnk.LineRule.FULL_LINES:
        return variant.k
    return variant.width if dy == 0 else variant.height if dx == 0 else variant.k


def _at(column: int, row: int, variant: mnk.Variant) -> mnk.Square | None:
    inside = 0 <= column < variant.width and 0 <= row < variant.height
    return row * variant.width + column if inside else None


_EDGE = 0.066
"""Room for labels at the left and below, as a share of the longer edge: as wide on any board."""


def _labels(width: int, height: int, edge: float) -> tuple[Label, ...]:
    wide = mnk.Variant(width, 1, 1)
    below, left, lower = height + edge * 0.62, -edge / 2, edge * 0.14
    columns = tuple(
        Label(column + 0.5, round(below, 3), mnk.name(column, wide)[:-1]) for column in range(width)
    )
    rows = tuple(
        Label(round(left, 3), round(height - row - 0.5 + lower, 3), str(row + 1))
        for row in range(height)
    )
    return columns + rows


def _words(position: mnk.Position) -> str:
    parts = []
    for side in mnk.Side:
        names = " ".join(mnk.name(square, position.variant) for square in position.stones(side))
        parts.append(f"{side.word.capitalize()}: {names or 'no stone'}")
    return f"Board, {position.variant.width} by {position.variant.height}. {'. '.join(parts)}."
