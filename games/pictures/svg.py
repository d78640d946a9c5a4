"""A board as SVG: for a page, or by itself as a picture.

Only attributes, no styles, scripts or references to elsewhere: the strictest policy allows it.
No classes either, so that no page's styles reach into it. Ids are the same for the same theme, and
name the same thing: several pictures may stand on one page.
"""

from collections.abc import Iterator
from typing import assert_never
from xml.sax.saxutils import escape

from games import mnk
from games.pictures.drawing import LAST, RADIUS, RIM, RING, Drawing, Mark
from games.pictures.themes import Theme


def svg(drawing: Drawing, size: int | None = None) -> str:
    """The picture as an SVG document.

    With `size`, its longer edge has that many pixels; without, it fills the space it is given.
    """
    return "".join(_parts(drawing, size)) + "\n"


def _parts(drawing: Drawing, size: int | None) -> Iterator[str]:
    theme = drawing.view.theme
    margin = drawing.margin(drawing.view.coordinates)
    width, height = drawing.columns + 2 * margin, drawing.rows + 2 * margin
    yield '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
    if size is not None:
        scale = size / max(width, height)
        yield f' width="{round(width * scale)}" height="{round(height * scale)}"'
    yield f' viewBox="{_n(-margin)} {_n(-margin)} {_n(width)} {_n(height)}">'
    yield f"<title>{escape(drawing.title)}</title><desc>{escape(drawing.description)}</desc>"
    if drawing.look == "stones" and not theme.is_flat:
        yield f"<defs>{''.join(_light(theme, side) for side in mnk.Side)}</defs>"
    yield f'<rect x="{_n(-margin)}" y="{_n(-margin)}" width="{_n(width)}" height="{_n(height)}"'
    yield f' fill="{theme.board}"/>'
    if drawing.look == "marks" and drawing.last is not None:
        x, y = drawing.place(drawing.last)
        yield f'<rect x="{x}" y="{y}" width="1" height="1" fill="{theme.last_square}"/>'
    yield from _grid(drawing)
    if drawing.view.coordinates:
        yield from _coordinates(drawing, margin)
    for side in mnk.Side:
        yield from _stones(drawing, side)
    yield from _rings(drawing) if drawing.has_rings else _strokes(drawing)
    yield from _last(drawing)
    if drawing.view.numbers:
        yield from _numbers(drawing)
    for mark in drawing.marks:
        yield from _mark(mark, drawing)
    yield "</svg>"


def _light(theme: Theme, side: mnk.Side) -> str:
    start, radius = (0, 0.75) if side is mnk.Side.BLACK else (0.2, 0.8)
    return (
        f'<radialGradient id="{_light_id(theme, side)}" cx=".36" cy=".3" r="{_n(radius)}">'
        f'<stop offset="{_n(start)}" stop-color="{theme.lit[side]}"/>'
        f'<stop offset="1" stop-color="{theme.fill[side]}"/></radialGradient>'
    )


def _light_id(theme: Theme, side: mnk.Side) -> str:
    return f"inarow-{theme.key}-{side.word}"


def _grid(drawing: Drawing) -> Iterator[str]:
    theme = drawing.view.theme
    yield f'<path d="{drawing.grid}" fill="none" stroke="{theme.grid}"'
    yield ' stroke-width=".03" stroke-linecap="square"/>'
    if drawing.star_points:
        yield f'<g fill="{theme.grid}">'
        for square in drawing.star_points:
            x, y = _middle(square, drawing)
            yield f'<circle cx="{x}" cy="{y}" r=".1"/>'
        yield "</g>"
    if drawing.walls:
        yield f'<path d="{drawing.walls}" fill="{theme.grid}"/>'


def _coordinates(drawing: Drawing, margin: float) -> Iterator[str]:
    em = drawing.lettering
    down = 0.35 * em  # from the middle of a letter to its foot
    yield f'<g fill="{drawing.view.theme.ink}" font-family="system-ui, sans-serif"'
    yield f' font-size="{_n(em)}" text-anchor="middle" aria-hidden="true">'
    for column, label in enumerate(drawing.column_labels()):
        for y in (-margin / 2, drawing.rows + margin / 2):
            yield f'<text x="{_n(column + 0.5)}" y="{_n(y + down)}">{label}</text>'
    for row, label in enumerate(drawing.row_labels()):
        for x in (-margin / 2, drawing.columns + margin / 2):
            yield f'<text x="{_n(x)}" y="{_n(row + 0.5 + down)}">{label}</text>'
    yield "</g>"


def _stones(drawing: Drawing, side: mnk.Side) -> Iterator[str]:
    squares = [square for square in drawing.stones if drawing.stones[square] is side]
    if not squares:
        return
    theme = drawing.view.theme
    yield f'<g data-side="{side.word}"'
    if drawing.look == "stones":
        fill = theme.fill[side] if theme.is_flat else f"url(#{_light_id(theme, side)})"
        yield f' fill="{fill}" stroke="{theme.rim[side]}" stroke-width="{_n(RIM)}">'
        for square in squares:
            x, y = _middle(square, drawing)
            yield f'<circle cx="{x}" cy="{y}" r="{_n(RADIUS)}"/>'
    else:
        yield f' fill="none" stroke="{theme.sign[side]}" stroke-width=".095"'
        yield ' stroke-linecap="round">'
        for square in squares:
            if side is mnk.Side.BLACK:
                left, top = drawing.place(square)
                yield f'<path d="M{_n(left + 0.24)} {_n(top + 0.24)}l.52 .52m0-.52l-.52 .52"/>'
            else:
                x, y = _middle(square, drawing)
                yield f'<circle cx="{x}" cy="{y}" r=".28"/>'
    yield "</g>"


def _last(drawing: Drawing) -> Iterator[str]:
    side = None if drawing.last is None else drawing.stones.get(drawing.last)
    if drawing.last is None or side is None or drawing.look == "marks":
        return
    x, y = _middle(drawing.last, drawing)
    theme = drawing.view.theme
    colour = theme.last_on[side]
    if not drawing.has_rings and drawing.last in drawing.winning:
        colour = theme.line
    if drawing.view.numbers and drawing.last in drawing.numbers:
        yield f'<circle cx="{x}" cy="{y}" r=".38" fill="none" stroke="{colour}"'
        yield ' stroke-width=".06"/>'
    else:
        yield f'<circle cx="{x}" cy="{y}" r="{_n(LAST)}" fill="{colour}"/>'


def _numbers(drawing: Drawing) -> Iterator[str]:
    theme = drawing.view.theme
    yield '<g font-family="system-ui, sans-serif" font-weight="600" text-anchor="middle"'
    yield ' aria-hidden="true">'
    for square, number in drawing.numbers.items():
        side = drawing.stones.get(square)
        if side is None:
            continue
        left, top = drawing.place(square)
        em = drawing.number_em(number)
        x, y = left + 0.5, top + 0.5
        colour = theme.on[side]
        if drawing.look == "marks":
            x, y, colour = left + 0.85, top + 0.87, theme.ink
        yield f'<text x="{_n(x)}" y="{_n(y + 0.35 * em)}" font-size="{_n(em)}"'
        yield f' fill="{colour}">{number}</text>'
    yield "</g>"


def _strokes(drawing: Drawing) -> Iterator[str]:
    if not drawing.strokes:
        return
    ways = ""
    for stroke in drawing.strokes:
        (x1, y1), (x2, y2) = _middle(stroke.start, drawing), _middle(stroke.end, drawing)
        ways += f"M{x1} {y1}L{x2} {y2}"
    wide, theme = drawing.stroke_width, drawing.view.theme
    yield '<g fill="none" stroke-linecap="round">'
    for colour, width in ((theme.board, wide + 2 * drawing.edge_width), (theme.line, wide)):
        yield f'<path d="{ways}" stroke="{colour}" stroke-width="{_n(width)}"/>'
    yield "</g>"


def _rings(drawing: Drawing) -> Iterator[str]:
    if not drawing.winning:
        return
    yield f'<g fill="none" stroke="{drawing.view.theme.line}" stroke-width="{_n(RING)}">'
    for square in drawing.winning:
        x, y = _middle(square, drawing)
        yield f'<circle cx="{x}" cy="{y}" r="{_n(RADIUS)}"/>'
    yield "</g>"


def _mark(mark: Mark, drawing: Drawing) -> Iterator[str]:
    x, y = _middle(mark.square, drawing)
    colour = drawing.mark_colour(mark)
    drawn = f'fill="none" stroke="{colour}" stroke-width=".07" stroke-linejoin="round"'
    match mark.kind:
        case "circle":
            yield f'<circle cx="{x}" cy="{y}" r=".25" {drawn}/>'
        case "square":
            yield f'<path d="M{x} {y}m-.22-.22h.44v.44h-.44z" {drawn}/>'
        case "triangle":
            yield f'<path d="M{x} {y}m0-.27l.25 .43h-.5z" {drawn}/>'
        case "cross":
            yield f'<path d="M{x} {y}m-.2-.2l.4 .4m0-.4l-.4 .4" {drawn} stroke-linecap="round"/>'
        case "text":
            em = mark.em
            if mark.square not in drawing.stones and drawing.look == "stones":
                yield f'<circle cx="{x}" cy="{y}" r=".36" fill="{drawing.view.theme.board}"/>'
            middle = _n(float(y) + 0.35 * em)
            yield f'<text x="{x}" y="{middle}" font-family="system-ui, sans-serif"'
            yield f' font-weight="600" text-anchor="middle" font-size="{_n(em)}"'
            yield f' fill="{colour}">{escape(mark.text)}</text>'
        case _:
            assert_never(mark.kind)


def _middle(square: mnk.Square, drawing: Drawing) -> tuple[str, str]:
    column, row = drawing.place(square)
    return _n(column + 0.5), _n(row + 0.5)


def _n(number: float) -> str:
    """A number as short as three decimals allow.

    >>> _n(0.5), _n(2.0), _n(-0.25), _n(1.23456)
    ('.5', '2', '-.25', '1.235')
    """
    sign = "-" if number < 0 else ""
    text = f"{abs(number):.3f}".rstrip("0").rstrip(".")
    return "0" if text == "0" else sign + text.removeprefix("0")
