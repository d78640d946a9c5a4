"""What is on a picture of a board, and where: said once, for text and for pixels.

Board units: one is one square; x grows right from the left edge, y grows down from the top, on the
board as it is shown, turned and mirrored.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from games import mnk
from games.pictures.themes import WOOD, Theme
from games.say import later, say

Stones = Literal["auto", "stones", "marks"]
"""As the site has it, by size; or always the one or the other."""
MarkKind = Literal["circle", "square", "triangle", "cross", "text"]
TURNS = (0, 90, 180, 270)

RADIUS = 0.455
"""Of a stone, to the middle of its rim, in board units."""
RIM = 0.04
"""How wide the rim is, in board units."""
LAST = 0.15
"""The radius of the dot on the last stone, in board units."""
RING = 0.09
"""How wide the ring of a winning stone is, in board units."""
SHORT = 0.06
"""By how much the lines between X and O end before the edge, in board units."""
WALL = 0.04
"""How far the block of a blocked square stays from its neighbours, in board units."""
_ROWS = {
    (False, False): later("Winning row: {start} to {end}."),
    (False, True): later("Winning row: {square}."),
    (True, False): later("Losing row: {start} to {end}."),
    (True, True): later("Losing row: {square}."),
}
"""A completed row, by whether it loses, and whether it is a single square."""
_STARRED = 7
"""From this many squares an edge on there are dots that guide the eye."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a square, on top of whatever lies there."""

    square: mnk.Square
    kind: MarkKind
    text: str = ""
    """For the kind `text`: a few letters. Invisible characters are left out."""

    def __post_init__(self) -> None:
        seen = "".join(sign for sign in self.text if unicodedata.category(sign)[0] not in "CZ")
        object.__setattr__(self, "text", seen)

    @property
    def em(self) -> float:
        """The height of its em, in board units, so that the text fits."""
        return {0: 0.5, 1: 0.5, 2: 0.42}.get(len(self.text), 0.34)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke from one square to another."""

    start: mnk.Square
    end: mnk.Square

    def squares(self, width: int) -> tuple[mnk.Square, ...]:
        """The squares it goes through, on a board of that width.

        >>> Stroke(0, 8).squares(3)
        (0, 4, 8)
        """
        right = self.end % width - self.start % width
        up = self.end // width - self.start // width
        steps = max(abs(right), abs(up), 1)
        step = up // steps * width + right // steps
        return tuple(range(self.start, self.end + step, step)) if step else (self.start,)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How somebody wants to see a board, whatever is on it."""

    theme: Theme = WOOD
    stones: Stones = "auto"
    coordinates: bool = True
    numbers: bool = False
    """Whether stones carry the number of their move, where it is known."""
    flip: bool = False
    """Left and right swapped, before it is turned."""
    rotate: int = 0
    """Clockwise, in degrees: one of `TURNS`."""

    def __post_init__(self) -> None:
        if self.rotate not in TURNS:
            raise ValueError(f"a board is turned by {TURNS} degrees, not by {self.rotate}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A board with everything to be seen on it.

    >>> game = Drawing.of_game(mnk.Variant(3, 3, 3), (4, 0, 7), View(rotate=90))
    >>> game.stones[4].name, game.last, game.place(7)
    ('BLACK', 7, (2, 1))
    """

    variant: mnk.Variant
    stones: Mapping[mnk.Square, mnk.Side]
    last: mnk.Square | None = None
    """The last move, which is marked."""
    strokes: tuple[Stroke, ...] = ()
    """Through the winning squares."""
    numbers: Mapping[mnk.Square, int] = field(default_factory=dict)
    """Which move put a stone there: 1 for the first."""
    marks: tuple[Mark, ...] = ()
    view: View = field(default_factory=View)

    @classmethod
    def of_position(
        cls,
        position: mnk.Position,
        view: View | None = None,
        *,
        last: mnk.Square | None = None,
        marks: tuple[Mark, ...] = (),
    ) -> "Drawing":
        """The drawing of a position; the order in which its stones came is not known."""
        view = view or View()
        return cls(
            variant=position.variant,
            stones={square: side for side in mnk.Side for square in position.stones(side)},
            last=last,
            strokes=strokes(position),
            marks=marks,
            view=view,
        )

    @classmethod
    def of_game(
        cls,
        variant: mnk.Variant,
        moves: Iterable[mnk.Move],
        view: View | None = None,
        *,
        marks: tuple[Mark, ...] = (),
    ) -> "Drawing":
        """The drawing after a game's moves, black's first. Raises as `Position.play` does."""
        view = view or View()
        moves = tuple(moves)
        position = mnk.Position.start(variant).play_all(moves)
        laid = mnk.stones_after(moves, variant)
        return cls(
            variant=variant,
            stones={square: kind for square, (kind, _) in laid.items()},
            last=mnk.square_of(moves[-1], variant) if moves else None,
            strokes=strokes(position),
            numbers={square: ply + 1 for square, (_, ply) in laid.items()},
            marks=marks,
            view=view,
        )

    # --- Where it is --------------------------------------------------------------------------

    @property
    def look(self) -> mnk.Look:
        return mnk.look_chosen(self.view.stones, self.variant)

    @property
    def is_turned(self) -> bool:
        """Whether rows are shown as columns."""
        return self.view.rotate % 180 == 90

    @property
    def columns(self) -> int:
        """Squares from left to right, as it is shown."""
        return self.variant.height if self.is_turned else self.variant.width

    @property
    def rows(self) -> int:
        """Squares from top to bottom, as it is shown."""
        return self.variant.width if self.is_turned else self.variant.height

    def place(self, square: mnk.Square) -> tuple[int, int]:
        """The column from the left and the row from the top where a square is shown."""
        width, height = self.variant.width, self.variant.height
        x, y = square % width, height - 1 - square // width
        if self.view.flip:
            x = width - 1 - x
        match self.view.rotate:
            case 90:
                return height - 1 - y, x
            case 180:
                return width - 1 - x, height - 1 - y
            case 270:
                return y, width - 1 - x
            case _:
                return x, y

    @property
    def lettering(self) -> float:
        """The height of a coordinate's letters (the em), in board units."""
        return min(0.42, 0.03 * max(self.columns, self.rows))

    def margin(self, coordinates: bool) -> float:
        """The space around the squares on every side, in board units."""
        if coordinates:
            return 1.9 * self.lettering if self.look == "marks" else 1.3 * self.lettering
        return max(0.08, min(0.25, 0.02 * max(self.columns, self.rows)))

    def column_labels(self) -> tuple[str, ...]:
        """What is written under each column, from the left."""
        labels = dict(self._labels(0, is_letter=not self.is_turned))
        return tuple(labels[column] for column in range(self.columns))

    def row_labels(self) -> tuple[str, ...]:
        """What is written beside each row, from the top."""
        labels = dict(self._labels(1, is_letter=self.is_turned))
        return tuple(labels[row] for row in range(self.rows))

    def _labels(self, axis: int, *, is_letter: bool) -> Iterator[tuple[int, str]]:
        width = self.variant.width
        of_columns = range(width)
        of_rows = range(0, self.variant.squares, width)
        for square in of_columns if is_letter else of_rows:
            name = mnk.name(square, self.variant)
            letters = name.rstrip("0123456789")
            yield self.place(square)[axis], letters if is_letter else name[len(letters) :]

    @property
    def grid(self) -> str:
        """The board's lines, as the data of one SVG path."""
        columns, rows = self.columns, self.rows
        if self.look == "stones":
            across = [f"M.5 {row or ''}.5H{columns - 1 or ''}.5" for row in range(rows)]
            down = [f"M{column or ''}.5 .5V{rows - 1 or ''}.5" for column in range(columns)]
        else:
            across = [f"M{SHORT} {row}H{columns - SHORT:g}" for row in range(1, rows)]
            down = [f"M{column} {SHORT}V{rows - SHORT:g}" for column in range(1, columns)]
        return "".join(across + down)

    @property
    def walls(self) -> str:
        """The blocked squares, as the data of one SVG path."""
        corners = map(self.place, self.variant.blocked)
        side = 1 - 2 * WALL
        return "".join(
            f"M{x + WALL:g} {y + WALL:g}h{side:g}v{side:g}h-{side:g}z" for x, y in corners
        )

    @property
    def star_points(self) -> tuple[mnk.Square, ...]:
        """The dots that guide the eye on large boards; none below `_STARRED`."""
        width, height = self.variant.width, self.variant.height
        if self.look == "marks" or min(width, height) < _STARRED:
            return ()
        is_full = width >= 17 and height >= 17
        rows = (*_stars_along(height), *(_middle(height) if is_full else ()))
        columns = (*_stars_along(width), *(_middle(width) if is_full else ()))
        points = {row * width + column for row in rows for column in columns}
        hearts = {row * width + column for row in _middle(height) for column in _middle(width)}
        return tuple(sorted(points | hearts))

    @property
    def winning(self) -> tuple[mnk.Square, ...]:
        """The squares under the strokes, each once."""
        width = self.variant.width
        under = (square for stroke in self.strokes for square in stroke.squares(width))
        return tuple(dict.fromkeys(under))

    @property
    def has_rings(self) -> bool:
        """Whether winning stones are ringed instead of struck through: a stroke hides numbers."""
        return self.view.numbers and self.look == "stones" and bool(self.numbers)

    # --- How large it is ----------------------------------------------------------------------

    def number_em(self, number: int) -> float:
        """The height of a number's em, in board units, so that it fits."""
        if self.look == "marks":
            return 0.17
        return {1: 0.5, 2: 0.46, 3: 0.37}.get(len(str(number)), 0.29)

    @property
    def stroke_width(self) -> float:
        """Of the stroke through a winning line, in board units."""
        return 0.13 if self.look == "stones" else 0.07

    @property
    def edge_width(self) -> float:
        """Of the board's colour on both sides of a stroke, which sets it off from stones."""
        return 0.04

    def mark_colour(self, mark: Mark) -> str:
        """A colour that stands out on what lies under a mark."""
        theme, side = self.view.theme, self.stones.get(mark.square)
        if self.look == "marks":
            return theme.line
        return theme.ink if side is None else theme.on[side]

    # --- In words -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """A short name for the picture."""
        count = len(self.stones)
        stones = "no stones" if count == 0 else "1 stone" if count == 1 else f"{count} stones"
        return f"A board of {self.variant.title}: {stones}"

    @property
    def description(self) -> str:
        """Everything to be seen, for people who cannot see it."""
        variant = self.variant
        names = mnk.stone_names(variant, self.look)
        parts = []
        for side in mnk.Side:
            own = [square for square in self.stones if self.stones[square] is side]
            if own:
                squares = self._named(own)
                parts.append(say("{side}: {squares}.", side=names[side], squares=squares))
            else:
                parts.append(say("{side}: none.", side=names[side]))
        if variant.blocked:
            parts.append(say("Blocked: {squares}.", squares=self._named(variant.blocked)))
        if self.last is not None:
            move = mnk.move_to(self.last, self.stones.get(self.last, mnk.Side.BLACK), variant)
            parts.append(say("Last move: {move}.", move=mnk.move_name(move, variant)))
        loses = variant.line_rule.says.completing_loses
        for stroke in self.strokes:
            start, end = mnk.name(stroke.start, variant), mnk.name(stroke.end, variant)
            row = _ROWS[loses, start == end]
            parts.append(say(row, square=end, start=start, end=end))
        if self.marks:
            marked = (_marked(mark, mnk.name(mark.square, variant)) for mark in self.marks)
            parts.append(say("Marked: {marks}.", marks=", ".join(marked)))
        return " ".join(parts)

    def _named(self, squares: Iterable[mnk.Square]) -> str:
        return ", ".join(mnk.name(square, self.variant) for square in squares)


def _marked(mark: Mark, square: str) -> str:
    match mark.kind:
        case "circle":
            return say("circle on {square}", square=square)
        case "square":
            return say("square on {square}", square=square)
        case "triangle":
            return say("triangle on {square}", square=square)
        case "cross":
            return say("cross on {square}", square=square)
        case "text":
            return say("{mark} on {square}", mark=mark.text or mark.kind, square=square)


def strokes(position: mnk.Position) -> tuple[Stroke, ...]:
    """The strokes through all winning lines of a position, of either side, from left to right.

    >>> strokes(mnk.position_from_text("XXX\\n.O.\\nO..", mnk.Variant(3, 3, 3)))
    (Stroke(start=6, end=8),)
    """
    width = position.variant.width
    return tuple(
        Stroke(*sorted(run, key=lambda square: (square % width, square)))
        for side in mnk.Side
        for run in position.runs(side)
    )


def _stars_along(size: int) -> tuple[int, ...]:
    inset = 3 if size >= 12 else 2
    return (inset, size - 1 - inset) if size >= 9 else ()


def _middle(size: int) -> tuple[int, ...]:
    return ((size - 1) // 2,) if size % 2 == 1 else ()
