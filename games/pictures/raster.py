"""A board as pixels.

What lies on a square is drawn into a tile of that square alone, smoothly, and put in its place:
drawing costs as many pixels as the picture has, and a game's next picture only those that change.
"""

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import assert_never

import pymupdf_fonts
from PIL import Image, ImageDraw, ImageFont

from games import mnk
from games.pictures.drawing import LAST, RADIUS, RIM, RING, SHORT, WALL, Drawing, Mark, Stroke
from games.pictures.themes import mixed

SMALLEST_LETTER_PX = 6
"""Coordinates and numbers that would be smaller are left out: nobody could read them."""
_LEGIBLE_PX = 9
"""Coordinates are written at least this large: there is room around the board."""
_SMOOTH = 8
"""Shapes are drawn this many times larger and made smaller, unless that is too large."""
_SMOOTH_PIXELS = 4_000_000

Point = tuple[float, float]
Shape = Callable[[ImageDraw.ImageDraw, int], None]
"""Draws itself in white, that many times larger."""


def png(drawing: Drawing, size: int) -> bytes:
    """The picture as a PNG file, its longer edge `size` pixels."""
    file = io.BytesIO()
    picture(drawing, size).save(file, "PNG", optimize=False, compress_level=6)
    return file.getvalue()


def picture(drawing: Drawing, size: int) -> Image.Image:
    """The picture in RGB, its longer edge `size` pixels."""
    canvas = Canvas(drawing, size)
    image = canvas.ground()
    for square in drawing.stones:
        canvas.put(image, square)
    if drawing.last is not None and drawing.last not in drawing.stones:
        canvas.put(image, drawing.last)
    canvas.finish(image)
    return image


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a board lies in a picture of some size, in pixels."""

    width: int
    height: int
    unit: float
    """Of one square's edge: whole, unless squares are tiny."""
    left: float
    top: float
    """Of the squares."""
    letter_px: int
    """Of coordinates; 0 where there are none."""

    @classmethod
    def of(cls, drawing: Drawing, size: int) -> "Layout":
        """The layout with a longer edge of `size` pixels."""
        longer = max(drawing.columns, drawing.rows)
        has_labels = drawing.view.coordinates
        unit = size / (longer + 2 * drawing.margin(has_labels))
        if has_labels and drawing.lettering * unit < SMALLEST_LETTER_PX:
            has_labels = False
            unit = size / (longer + 2 * drawing.margin(False))
        if unit >= 4:
            unit = float(math.floor(unit))
        around = size - longer * unit
        width = round(drawing.columns * unit + around)
        height = round(drawing.rows * unit + around)
        return cls(
            width=width,
            height=height,
            unit=unit,
            left=(around // 2),
            top=(around // 2),
            letter_px=max(_LEGIBLE_PX, round(drawing.lettering * unit)) if has_labels else 0,
        )

    @property
    def tile(self) -> int:
        """The edge of a square's tile."""
        return max(1, math.ceil(self.unit))

    def corner(self, place: tuple[int, int]) -> tuple[int, int]:
        """The upper left pixel of the square at a column and row as shown."""
        return round(self.left + place[0] * self.unit), round(self.top + place[1] * self.unit)

    def middle(self, place: tuple[int, int]) -> tuple[float, float]:
        """The middle of the square at a column and row as shown."""
        return self.left + (place[0] + 0.5) * self.unit, self.top + (place[1] + 0.5) * self.unit


class Canvas:
    """Draws one board at one size; it reuses what it has drawn once."""

    def __init__(self, drawing: Drawing, size: int) -> None:
        self.drawing = drawing
        self.layout = Layout.of(drawing, size)
        self._theme = drawing.view.theme
        self._stones: dict[mnk.Side, Image.Image] = {}

    def ground(self) -> Image.Image:
        """The empty board; a copy, to draw on."""
        return self._ground.copy()

    def put(self, image: Image.Image, square: mnk.Square, *, is_last: bool | None = None) -> None:
        """Draw everything that lies on a square afresh.

        `is_last` says whether it is marked as the last move; without it, the drawing says so.
        """
        if is_last is None:
            is_last = square == self.drawing.last
        image.paste(self._tile(square, is_last), self._box(square)[:2])

    def _box(self, square: mnk.Square) -> tuple[int, int, int, int]:
        """The pixels of a square's tile: left, top, right, bottom; the last two are outside."""
        left, top = self.layout.corner(self.drawing.place(square))
        tile = self.layout.tile
        return left, top, left + tile, top + tile

    def finish(self, image: Image.Image) -> None:
        """Draw what goes over all stones."""
        if self.drawing.has_rings:
            for square in self.drawing.winning:
                self._over(image, square, _ring, RADIUS, RING)
        else:
            self._strokes(image)
        for mark in self.drawing.marks:
            self._mark(image, mark)

    def _stroke_box(self, stroke: Stroke) -> tuple[int, int, int, int]:
        """The pixels that a stroke may change."""
        half = self.layout.unit / 2 + 1
        ends = [self.layout.middle(self.drawing.place(s)) for s in (stroke.start, stroke.end)]
        xs, ys = zip(*ends, strict=True)
        return (
            math.floor(min(xs) - half),
            math.floor(min(ys) - half),
            math.ceil(max(xs) + half),
            math.ceil(max(ys) + half),
        )

    # --- The board ----------------------------------------------------------------------------

    @cached_property
    def _ground(self) -> Image.Image:
        layout, drawing, theme = self.layout, self.drawing, self._theme
        image = Image.new("RGB", (layout.width, layout.height), theme.board)
        draw = ImageDraw.Draw(image)
        # Lines nearly as wide as what is between them would make the board dark.
        grid = mixed(theme.board, theme.grid, min(1.0, layout.unit / 8))
        self._lines(draw, grid)
        if layout.unit >= 5:
            radius = max(0.8, 0.1 * layout.unit)
            for square in drawing.star_points:
                box = self._box(square)
                tile = image.crop(box)
                _paint(tile, _disc((tile.width / 2, tile.width / 2), radius), theme.grid)
                image.paste(tile, box[:2])
        for square in drawing.variant.blocked:
            left, top = layout.corner(drawing.place(square))
            inset = round(WALL * layout.unit)
            right, bottom = left + layout.tile - 1 - inset, top + layout.tile - 1 - inset
            draw.rectangle((left + inset, top + inset, right, bottom), fill=theme.grid)
        if layout.letter_px:
            self._labels(draw)
        return image

    def _lines(self, draw: ImageDraw.ImageDraw, colour: str) -> None:
        layout, drawing = self.layout, self.drawing
        wide = self._line_px
        # Between squares of X and O there are lines, but no frame around them.
        inset, first, offset = (0.5, 0, 0.5) if drawing.look == "stones" else (SHORT, 1, 0.0)

        def at(start: float, index: float) -> int:
            return math.floor(start + index * layout.unit - wide / 2 + 0.5)

        left, top = at(layout.left, inset), at(layout.top, inset)
        right = at(layout.left, drawing.columns - inset) + wide - 1
        bottom = at(layout.top, drawing.rows - inset) + wide - 1
        for column in range(first, drawing.columns):
            x = at(layout.left, column + offset)
            draw.rectangle((x, top, x + wide - 1, bottom), fill=colour)
        for row in range(first, drawing.rows):
            y = at(layout.top, row + offset)
            draw.rectangle((left, y, right, y + wide - 1), fill=colour)

    @property
    def _line_px(self) -> int:
        return max(1, round(0.025 * self.layout.unit))

    def _labels(self, draw: ImageDraw.ImageDraw) -> None:
        layout, drawing = self.layout, self.drawing
        font = lettering(layout.letter_px)
        for column, label in enumerate(drawing.column_labels()):
            x = layout.middle((column, 0))[0]
            for y in (
                layout.top / 2,
                (layout.height + layout.top + drawing.rows * layout.unit) / 2,
            ):
                _write(draw, (x, y), label, font, self._theme.ink)
        for row, label in enumerate(drawing.row_labels()):
            y = layout.middle((0, row))[1]
            right = (layout.width + layout.left + drawing.columns * layout.unit) / 2
            for x in (layout.left / 2, right):
                _write(draw, (x, y), label, font, self._theme.ink)

    # --- One square ---------------------------------------------------------------------------

    def _tile(self, square: mnk.Square, is_last: bool) -> Image.Image:
        drawing, theme = self.drawing, self._theme
        side = drawing.stones.get(square)
        tile = self._ground.crop(self._box(square))
        if is_last and drawing.look == "marks":
            half = self._line_px - self._line_px // 2
            edge = tile.width
            tile.paste(theme.last_square, (half, half, edge - half, edge - half))
        if side is None:
            return tile
        stone = self._stone(side)
        tile.paste(stone, (0, 0), stone)
        number = drawing.numbers.get(square) if drawing.view.numbers else None
        if is_last and drawing.look == "stones":
            middle, colour = (tile.width / 2, tile.width / 2), theme.last_on[side]
            if number is not None:
                ring = _ring(middle, 0.38 * self.layout.unit, max(1.0, 0.06 * self.layout.unit))
                _paint(tile, ring, colour)
            else:
                _paint(tile, _disc(middle, max(1.0, LAST * self.layout.unit)), colour)
        if number is not None:
            self._number(tile, number, side)
        return tile

    def _stone(self, side: mnk.Side) -> Image.Image:
        """A side's stone, or its X or O, on a transparent ground."""
        if side not in self._stones:
            edge = self.layout.tile
            drawn = self._round_stone if self.drawing.look == "stones" else self._sign
            self._stones[side] = drawn(side, edge)
        return self._stones[side]

    def _round_stone(self, side: mnk.Side, edge: int) -> Image.Image:
        theme, unit = self._theme, self.layout.unit
        middle = (edge / 2, edge / 2)
        outer = (RADIUS + RIM / 2) * unit
        rim = max(RIM * unit, min(1.0, 0.3 * outer))
        stone = Image.new("RGBA", (edge, edge), theme.rim[side])
        stone.putalpha(_cover((edge, edge), [_disc(middle, outer)]))
        fill = Image.new("RGBA", (edge, edge), theme.fill[side])
        if not theme.is_flat:
            fill = _lit(edge, theme.lit[side], theme.fill[side], is_soft=side is mnk.Side.WHITE)
        stone.paste(fill, (0, 0), _cover((edge, edge), [_disc(middle, outer - rim)]))
        return stone

    def _sign(self, side: mnk.Side, edge: int) -> Image.Image:
        unit = self.layout.unit
        wide = max(1.0, 0.095 * unit)
        if side is mnk.Side.BLACK:
            near, far = edge / 2 - 0.26 * unit, edge / 2 + 0.26 * unit
            shapes = [
                _line((near, near), (far, far), wide),
                _line((near, far), (far, near), wide),
            ]
        else:
            shapes = [_ring((edge / 2, edge / 2), 0.28 * unit, wide)]
        sign = Image.new("RGBA", (edge, edge), self._theme.sign[side])
        sign.putalpha(_cover((edge, edge), shapes))
        return sign

    def _number(self, tile: Image.Image, number: int, side: mnk.Side) -> None:
        px = round(self.drawing.number_em(number) * self.layout.unit)
        if px < SMALLEST_LETTER_PX:
            return
        edge = tile.width
        at, colour = (edge / 2, edge / 2), self._theme.on[side]
        if self.drawing.look == "marks":
            at, colour = (0.85 * edge, 0.87 * edge), self._theme.ink
        _write(ImageDraw.Draw(tile), at, str(number), lettering(px), colour)

    # --- Over the stones ----------------------------------------------------------------------

    def _strokes(self, image: Image.Image) -> None:
        drawing, unit = self.drawing, self.layout.unit
        wide = max(1.5, drawing.stroke_width * unit)
        edge = max(1.0, drawing.edge_width * unit)
        for colour, width in ((self._theme.board, wide + 2 * edge), (self._theme.line, wide)):
            for stroke in drawing.strokes:
                left, top, right, bottom = self._stroke_box(stroke)
                (x1, y1), (x2, y2) = (
                    self.layout.middle(drawing.place(square))
                    for square in (stroke.start, stroke.end)
                )
                shape = _line((x1 - left, y1 - top), (x2 - left, y2 - top), width)
                image.paste(colour, (left, top), _cover((right - left, bottom - top), [shape]))
        if drawing.last in drawing.winning and drawing.look == "stones":
            self._over(image, drawing.last, _disc, LAST)

    def _over(
        self, image: Image.Image, square: mnk.Square, shape: Callable[..., Shape], *sizes: float
    ) -> None:
        """Draw a shape of the line's colour on a square; its sizes are in board units."""
        box = self._box(square)
        tile = image.crop(box)
        pixels = (max(1.0, size * self.layout.unit) for size in sizes)
        _paint(tile, shape((tile.width / 2, tile.width / 2), *pixels), self._theme.line)
        image.paste(tile, box[:2])

    def _mark(self, image: Image.Image, mark: Mark) -> None:
        left, top, right, bottom = self._box(mark.square)
        tile = image.crop((left, top, right, bottom))
        unit, middle = self.layout.unit, (tile.width / 2, tile.width / 2)
        wide = max(1.0, 0.07 * unit)
        colour = self.drawing.mark_colour(mark)

        def path(*points: Point) -> list[Shape]:
            ends = [(middle[0] + x * unit, middle[1] + y * unit) for x, y in points]
            return [_line(a, b, wide) for a, b in pairwise(ends)]

        shapes: list[Shape] = []
        match mark.kind:
            case "circle":
                shapes = [_ring(middle, 0.25 * unit, wide)]
            case "square":
                a = 0.22
                shapes = path((-a, -a), (a, -a), (a, a), (-a, a), (-a, -a))
            case "triangle":
                shapes = path((0, -0.27), (0.25, 0.16), (-0.25, 0.16), (0, -0.27))
            case "cross":
                shapes = path((-0.2, -0.2), (0.2, 0.2)) + path((-0.2, 0.2), (0.2, -0.2))
            case "text":
                if mark.square not in self.drawing.stones and self.drawing.look == "stones":
                    _paint(tile, _disc(middle, 0.36 * unit), self._theme.board)
                px = round(mark.em * unit)
                if px >= SMALLEST_LETTER_PX:
                    _write(ImageDraw.Draw(tile), middle, mark.text, lettering(px), colour)
            case _:
                assert_never(mark.kind)
        if shapes:
            tile.paste(colour, (0, 0), _cover(tile.size, shapes))
        image.paste(tile, (left, top))


# --- Letters -----------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def lettering(px: int, *, is_bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font at an em of `px` pixels."""
    return ImageFont.truetype(io.BytesIO(_font_file(is_bold)), px)


@lru_cache(maxsize=2)
def _font_file(is_bold: bool) -> bytes:
    file: bytes = pymupdf_fonts.myfont("figbo" if is_bold else "figo")
    return file


@lru_cache(maxsize=4096)
def is_drawable(sign: str) -> bool:
    """Whether the font has a glyph for a character."""
    font = lettering(24)
    return sign.isspace() or bytes(font.getmask(sign)) != _no_glyph()


@lru_cache(maxsize=1)
def _no_glyph() -> bytes:
    return bytes(lettering(24).getmask("\ufffe"))


def _write(
    draw: ImageDraw.ImageDraw, at: Point, text: str, font: ImageFont.FreeTypeFont, colour: str
) -> None:
    """Write around a point; by the height of figures, so that all text stands on one line."""
    height = -font.getbbox("0", anchor="ls")[1]
    draw.text((at[0], round(at[1] + height / 2)), text, fill=colour, font=font, anchor="ms")


# --- Shapes ------------------------------------------------------------------------------------


def _disc(middle: Point, radius: float) -> Shape:
    def draw(on: ImageDraw.ImageDraw, times: int) -> None:
        on.ellipse(_around(middle, radius, times), fill=255)

    return draw


def _ring(middle: Point, radius: float, wide: float) -> Shape:
    """`radius` goes to the middle of the ring's width."""

    def draw(on: ImageDraw.ImageDraw, times: int) -> None:
        on.ellipse(_around(middle, radius + wide / 2, times), fill=255)
        if radius > wide / 2:
            on.ellipse(_around(middle, radius - wide / 2, times), fill=0)

    return draw


def _line(start: Point, end: Point, wide: float) -> Shape:
    """With round ends."""

    def draw(on: ImageDraw.ImageDraw, times: int) -> None:
        (x1, y1), (x2, y2) = start, end
        length = math.hypot(x2 - x1, y2 - y1)
        if length:
            dx, dy = (y1 - y2) / length * wide / 2, (x2 - x1) / length * wide / 2
            corners = (
                (x1 + dx, y1 + dy),
                (x2 + dx, y2 + dy),
                (x2 - dx, y2 - dy),
                (x1 - dx, y1 - dy),
            )
            on.polygon([(x * times, y * times) for x, y in corners], fill=255)
        for point in (start, end):
            on.ellipse(_around(point, wide / 2, times), fill=255)

    return draw


def _around(middle: Point, radius: float, times: int) -> tuple[float, float, float, float]:
    x, y = middle
    left, top = (x - radius) * times, (y - radius) * times
    return left, top, max(left, (x + radius) * times - 1), max(top, (y + radius) * times - 1)


def _cover(size: tuple[int, int], shapes: Sequence[Shape]) -> Image.Image:
    """How much of each pixel the shapes cover together: 0 to 255."""
    times = _SMOOTH
    while times > 1 and size[0] * size[1] * times * times > _SMOOTH_PIXELS:
        times //= 2
    large = Image.new("L", (size[0] * times, size[1] * times), 0)
    draw = ImageDraw.Draw(large)
    for shape in shapes:
        shape(draw, times)
    return large if times == 1 else large.reduce(times)


def _paint(image: Image.Image, shape: Shape, colour: str) -> None:
    """Draw a shape onto a whole image."""
    image.paste(colour, (0, 0), _cover(image.size, [shape]))


def _lit(edge: int, lit: str, shade: str, *, is_soft: bool) -> Image.Image:
    """A square in which light falls from the upper left, as in the SVG's gradients."""
    start, radius = (0.2, 0.8) if is_soft else (0.0, 0.75)
    across = max(2, round(2 * radius * edge))
    far = (
        Image.radial_gradient("L")
        .resize((across, across))
        .point([max(0, round((value / 255 - start) / (1 - start) * 255)) for value in range(256)])
    )
    mask = Image.new("L", (edge, edge), 255)
    mask.paste(far, (round(0.36 * edge - across / 2), round(0.3 * edge - across / 2)))
    light = Image.new("RGBA", (edge, edge), lit)
    return Image.composite(Image.new("RGBA", (edge, edge), shade), light, mask)
