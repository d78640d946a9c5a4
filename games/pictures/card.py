"""The card that stands for a game where its link is shared: board, players, how it stands."""

import io
import unicodedata
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw, ImageFont

from games import mnk
from games.pictures.drawing import Drawing
from games.pictures.raster import is_drawable, lettering, picture

CARD_WIDTH = 1200
CARD_HEIGHT = 630
"""In pixels: what sites that show cards ask for."""

_EDGE = 45
_BOARD = CARD_HEIGHT - 2 * _EDGE
_GAP = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What a card says."""

    drawing: Drawing
    heading: str
    """The variant."""
    names: mnk.BySide[str]
    """In any script; what cannot be drawn is left out."""
    status: str
    """A sentence."""


def card_png(card: Card) -> bytes:
    """The card as a PNG file of `CARD_WIDTH` × `CARD_HEIGHT`."""
    file = io.BytesIO()
    card_picture(card).save(file, "PNG", compress_level=6)
    return file.getvalue()


def card_picture(card: Card) -> Image.Image:
    """The card in RGB."""
    theme = card.drawing.view.theme
    image = Image.new("RGB", (CARD_WIDTH, CARD_HEIGHT), theme.page)
    board = picture(card.drawing, _BOARD)
    image.paste(board, (_EDGE + (_BOARD - board.width) // 2, (CARD_HEIGHT - board.height) // 2))
    draw = ImageDraw.Draw(image)
    left = _EDGE + _BOARD + _GAP
    room = CARD_WIDTH - left - _EDGE

    y = _EDGE + 28
    draw.text((left, y), "Inarow", theme.quiet, lettering(30, is_bold=True), anchor="ls")
    y += 30
    for line in _lines(drawable(card.heading), lettering(46, is_bold=True), room, most=2):
        y += 56
        draw.text((left, y), line, theme.text, lettering(46, is_bold=True), anchor="ls")
    y += 36
    for side in mnk.Side:
        y += 68
        badge = _badge(card.drawing, side)
        image.paste(badge, (left, y - 38))
        name = (
            drawable(card.names[side])
            or mnk.side_names(card.drawing.variant, card.drawing.look)[side]
        )
        font = _fitting(name, room - 74, 38, 22)
        (name,) = _lines(name, font, room - 74, most=1, is_whole=True)
        draw.text((left + 74, y), name, theme.text, font, anchor="ls")

    status_font = lettering(36, is_bold=True)
    lines = _lines(drawable(card.status), status_font, room, most=3)
    y = CARD_HEIGHT - _EDGE - 10 - 48 * (len(lines) - 1)
    for line in lines:
        draw.text((left, y), line, theme.text, status_font, anchor="ls")
        y += 48
    return image


def drawable(text: str) -> str:
    """A text without characters that the font has no glyph for, or that cannot be seen.

    >>> drawable("Ada \\u202e<b> 😀 ×")
    'Ada <b> ×'
    """
    text = unicodedata.normalize("NFC", text)
    signs = (
        sign
        for sign in text
        if sign.isspace() or (unicodedata.category(sign)[0] != "C" and is_drawable(sign))
    )
    return " ".join("".join(signs).split())


def _badge(drawing: Drawing, side: mnk.Side) -> Image.Image:
    """A stone, X or O as on the board, on a bit of it."""
    view = replace(drawing.view, stones=drawing.look, coordinates=False)
    sample = Drawing(variant=mnk.Variant(1, 1, 1), stones={0: side}, view=view)
    return picture(sample, 52)


def _fitting(text: str, room: int, px: int, least: int) -> ImageFont.FreeTypeFont:
    """The largest lettering from `px` down to `least` in which a text fits, or else the least."""
    fonts = map(lettering, range(px, least, -2))
    return next((font for font in fonts if _fits(text, font, room)), lettering(least))


def _fits(text: str, font: ImageFont.FreeTypeFont, room: float) -> bool:
    """
    >>> font = lettering(20)
    >>> wide = font.getlength("Alice")
    >>> _fits("Alice", font, wide), _fits("Alice", font, wide - 0.1)
    (True, False)
    """
    return font.getlength(text) <= room


def _lines(
    text: str, font: ImageFont.FreeTypeFont, room: int, *, most: int, is_whole: bool = False
) -> list[str]:
    """A text in lines that fit; one that is too long ends in an ellipsis.

    `is_whole` treats it as one word, even with spaces in it.
    """
    words = [text] if is_whole else text.split()
    lines: list[str] = []
    for word in words:
        if lines and _fits(f"{lines[-1]} {word}", font, room):
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    last = " ".join(lines[most - 1 :])
    return [_cut(line, font, room) for line in (*lines[: most - 1], last) if line]


def _cut(text: str, font: ImageFont.FreeTypeFont, room: int) -> str:
    if _fits(text, font, room):
        return text
    while text and not _fits(text + "…", font, room):
        text = text[:-1]
    return text + "…"
