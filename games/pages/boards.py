"""A board as pages draw it on the server: for readers without scripts, and small in lists.

`games.pictures` says what is on it and where, as for picture files; here that becomes
numbers for `board.html`, which draws it as frontend/src/board/board.ts does, in the colours of
the page.
One unit is one square; x grows right, y grows down.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

from games import mnk, pictures
from games.say import say

_MARGIN: Mapping[mnk.Look, float] = {"stones": 0.1, "marks": 0.3}
"""The space around the squares. Stones lie on crossings, half a square inside: there
names stand."""
_BESIDE: Mapping[mnk.Look, float] = {"stones": -0.15, "marks": 0.15}
"""From the outer edge of a square outwards, to the middle of its name."""


LARGE_LETTERING = 0.27
"""The height of letters on a large board of stones; board.css draws them so."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle of a square, and what lies there."""

    x: float
    y: float
    side: str = ""
    """`black` or `white`; empty where no stone lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A move that leads somewhere; its square does. Where a stone may be of either kind, half of it
    does: the left for X, the right for O."""

    move: mnk.Move
    href: str
    title: str
    radius: float = 0
    """Of the dot on it, in squares; 0 for none."""


@dataclass(frozen=True, slots=True)
class LinkedSpot:
    """Where a link is drawn."""

    x: float
    y: float
    width: float
    radius: float
    link: Link


@dataclass(frozen=True, slots=True)
class Badge:
    """A side beside a name or a move, as its board shows it; `stone.html` draws it."""

    side: str
    """`black` or `white`."""
    name: str
    """What it is called on this board: Black, or X."""
    look: mnk.Look


@dataclass(frozen=True, slots=True)
class Label:
    """A name at an edge; `y` is where its letters stand."""

    x: float
    y: float
    text: str
    side: str = ""
    """Of the stone it stands on: `black` or `white`; empty where none lies."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through winning squares, from middle to middle."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """A board's whole picture; `board.html` draws it."""

    look: mnk.Look
    is_small: bool
    """A small one is plain, and described in words beside it."""
    has_light: bool
    """Whether it brings the light that its stones are shaded by. One thing on a page does."""
    view_box: str
    grid: str
    walls: str
    """The blocked squares, drawn."""
    """The path of its lines."""
    stars: tuple[Spot, ...]
    stones: tuple[Spot, ...]
    winning: tuple[Spot, ...]
    last: Spot | None
    strokes: tuple[Stroke, ...]
    marked: tuple[Spot, ...]
    forbidden: tuple[Spot, ...]
    """Where black may not play."""
    offered: tuple[Label, ...]
    """Squares offered for the next stone, each with its letter."""
    links: tuple[LinkedSpot, ...]
    labels: tuple[Label, ...]
    lettering: float
    """The height of the letters, in squares, where the board is small on the screen."""
    words: str
    """What is on it, for people who cannot see it; nothing on a small one, of which a list says
    in words what they need to know."""

    @property
    def has_large_letters(self) -> bool:
        """Whether its letters would be too large where the board is large."""
        return self.look == "stones" and self.lettering > LARGE_LETTERING


def badge(side: mnk.Side, variant: mnk.Variant) -> Badge:
    """A side of a game of this variant.

    >>> badge(mnk.Side.WHITE, mnk.Variant(3, 3, 3))
    Badge(side='white', name='O', look='marks')
    """
    return Badge(side.word, mnk.side_names(variant)[side], mnk.side_look(variant))


def small(variant: mnk.Variant, moves: Iterable[mnk.Move]) -> BoardPicture:
    """The board after these moves, from the empty one on, as it is drawn in lists."""
    return _small(variant, tuple(moves))


@lru_cache(maxsize=512)
def _small(variant: mnk.Variant, moves: tuple[mnk.Move, ...]) -> BoardPicture:
    return draw(mnk.Position.start(variant).play_all(moves), small=True)


@lru_cache(maxsize=512)
def thumbnail(position: mnk.Position) -> BoardPicture:
    """A position as it is drawn in lists, which show the same ones again and again."""
    return draw(position, small=True)


def draw(
    position: mnk.Position,
    *,
    last: mnk.Move | None = None,
    marked: Iterable[mnk.Move] = (),
    forbidden: Iterable[mnk.Square] = (),
    offered: Iterable[mnk.Square] = (),
    links: Iterable[Link] = (),
    names: bool = True,
    small: bool = False,
    light: bool = True,
    stones: pictures.Stones = "auto",
) -> BoardPicture:
    """A position, as it is drawn.

    `last` is the move played last, if one led there; `marked` moves' squares are framed; those that
    are `forbidden` to black have a ring with a bar, those that are `offered` for the next stone
    letters in turn; `names` writes letters and numbers at the edges, which a small board never has;
    `stones` says what lies there, if not what the board's size decides. Of several boards on a page
    at most one brings its `light`; without any, the page includes `light.html`.

    >>> board = draw(mnk.Position.start(mnk.Variant(3, 2, 3)).play(5), last=5, names=False)
    >>> board.look, board.view_box, board.stones
    ('marks', '-0.3 -0.3 3.6 2.6', (Spot(x=2.5, y=0.5, side='black'),))
    >>> board.words
    'Board, 3×2, three in a row. X: c2. O: none. Last move: c2.'
    """
    variant = position.variant
    last = None if last is None else mnk.square_of(last, variant)
    banned, choices = tuple(forbidden), tuple(zip(ascii_lowercase, offered, strict=False))
    drawing = pictures.Drawing.of_position(
        position,
        pictures.View(stones=stones),
        last=last,
        marks=tuple(pictures.Mark(mnk.square_of(move, variant), "square") for move in marked),
    )

    def spot(square: mnk.Square) -> Spot:
        column, row = drawing.place(square)
        side = drawing.stones.get(square)
        return Spot(column + 0.5, row + 0.5, "" if side is None else side.word)

    def stroke(drawn: pictures.Stroke) -> Stroke:
        start, end = spot(drawn.start), spot(drawn.end)
        return Stroke(start.x, start.y, end.x, end.y)

    def linked(link: Link) -> LinkedSpot:
        square, kind = mnk.placed(link.move, position.side_to_move, variant)
        at = spot(square)
        if not variant.line_rule.says.either_kind:
            return LinkedSpot(at.x, at.y, 1, link.radius, link)
        return LinkedSpot(at.x + (kind - 0.5) / 2, at.y, 0.5, link.radius / 2, link)

    has_names = names and not small
    return BoardPicture(
        look=drawing.look,
        is_small=small,
        has_light=light and not small and drawing.look == "stones",
        view_box=_view_box(drawing),
        grid=drawing.grid,
        walls=drawing.walls,
        stars=tuple(map(spot, drawing.star_points)),
        stones=tuple(map(spot, drawing.stones)),
        winning=tuple(map(spot, drawing.winning)),
        last=None if last is None else spot(last),
        strokes=tuple(map(stroke, drawing.strokes)),
        marked=tuple(spot(mark.square) for mark in drawing.marks),
        forbidden=tuple(map(spot, banned)),
        offered=tuple(Label(spot(square).x, spot(square).y, letter) for letter, square in choices),
        links=tuple(map(linked, links)),
        labels=_labels(drawing) if has_names else (),
        lettering=_lettering(drawing),
        words="" if small else _words(drawing, position, banned, choices),
    )


def _words(
    drawing: pictures.Drawing,
    position: mnk.Position,
    forbidden: Sequence[mnk.Square],
    choices: Sequence[tuple[str, mnk.Square]],
) -> str:
    words = (
        say("Board, {variant}.", variant=position.variant.title),
        drawing.description,
        _banned_words(position, forbidden),
        _offered_words(position.variant, choices),
    )
    return " ".join(filter(None, words))


def forbidden_now(position: mnk.Position) -> tuple[mnk.Square, ...]:
    """Where the side to move may not play; nowhere once the game is over."""
    return () if position.is_over else tuple(position.forbidden)


def _banned_words(position: mnk.Position, forbidden: Sequence[mnk.Square]) -> str:
    """In which squares black may not play."""
    if not forbidden:
        return ""
    squares = ", ".join(mnk.name(square, position.variant) for square in forbidden)
    side = mnk.side_names(position.variant).black
    return say("Forbidden to {side}: {squares}.", side=side, squares=squares)


def _offered_words(variant: mnk.Variant, choices: Sequence[tuple[str, mnk.Square]]) -> str:
    """Which squares are offered, with their letters."""
    if not choices:
        return ""
    squares = ", ".join(f"{letter} {mnk.name(square, variant)}" for letter, square in choices)
    return say("Offered: {squares}.", squares=squares)


def _view_box(drawing: pictures.Drawing) -> str:
    margin = _MARGIN[drawing.look]
    width, height = drawing.columns + 2 * margin, drawing.rows + 2 * margin
    return f"{-margin:g} {-margin:g} {round(width, 3):g} {round(height, 3):g}"


def _lettering(drawing: pictures.Drawing) -> float:
    """The height of letters: as high on any board of the same size, as far as there is room."""
    most = 0.4 if drawing.look == "stones" else 0.2
    return round(min(most, 0.031 * max(drawing.columns, drawing.rows)), 3)


def _labels(drawing: pictures.Drawing) -> tuple[Label, ...]:
    """Below the last row and left of the first column: on the stones and blocks that lie there."""
    out, foot = _BESIDE[drawing.look], 0.35 * _lettering(drawing)
    lying = {}
    if drawing.look == "stones":
        lying = {drawing.place(square): "wall" for square in drawing.variant.blocked}
        lying |= {drawing.place(square): side.word for square, side in drawing.stones.items()}
    columns = (
        Label(
            column + 0.5,
            round(drawing.rows + out + foot, 3),
            text,
            lying.get((column, drawing.rows - 1), ""),
        )
        for column, text in enumerate(drawing.column_labels())
    )
    rows = (
        Label(-out, round(row + 0.5 + foot, 3), text, lying.get((0, row), ""))
        for row, text in enumerate(drawing.row_labels())
    )
    return (*columns, *rows)
