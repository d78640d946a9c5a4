"""A game as a moving picture: GIF, APNG or WebP, one frame a ply.

A frame holds only the rectangle that changes, so a game of a thousand moves is not a thousand
pictures. The files are put together here, from pieces that Pillow has compressed, because Pillow
keeps every frame whole in memory until the last one is there. Sources of the formats: the GIF89a
specification; PNG, third edition (W3C 2025), section 11.3.6; the WebP container specification.
"""

import io
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from PIL import GifImagePlugin, Image

from games import mnk
from games.review.pictures.drawing import Drawing, View
from games.review.pictures.raster import Canvas
from games.review.pictures.themes import rgb

Motion = Literal["gif", "apng", "webp"]

FRAME_MS = 700
SHORTEST_FRAME_MS = 50
LONGEST_FRAME_MS = 5000
LEAST_LAST_MS = 2500
"""The last frame stays three times as long as the others, and at least so long."""
MAX_ANIMATION_SIZE = 1024
"""Of its longer edge, in pixels."""
MOST_PIXELS = 20_000_000
"""That may change over a whole animation. See `work`."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are outside."""


class TooMuchToDraw(ValueError):
    """An animation of this size changes more pixels than are drawn for one request."""

    def __init__(self, fitting: int) -> None:
        super().__init__(f"the largest size that fits is {fitting}")
        self.fitting = fitting
        """The largest size that fits, in pixels."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What changes, and how long it then stays."""

    box: Box
    image: Image.Image
    """Of the box, in RGB."""
    ms: int


def animate(
    variant: mnk.Variant,
    moves: Sequence[mnk.Square],
    motion: Motion,
    *,
    size: int,
    view: View | None = None,
    frame_ms: int = FRAME_MS,
) -> bytes:
    """A game's animation as a file: the empty board, then a frame for every move.

    The last frame is what `raster.picture` draws of the whole game (nearly so in a GIF, which has
    256 colours). It repeats for ever. Raises `TooMuchToDraw`, and as `Position.play` does.
    """
    if work(variant, moves, size=size, view=view) > MOST_PIXELS:
        raise TooMuchToDraw(_largest_fitting(variant, moves, size, view))
    canvas = Canvas(Drawing.of_game(variant, moves, view), size)
    frames = _frames(canvas, moves, frame_ms)
    extent = canvas.layout.width, canvas.layout.height
    match motion:
        case "gif":
            return _gif(extent, frames, _palette(canvas))
        case "apng":
            return _apng(extent, frames, len(moves) + 1)
        case "webp":
            return _webp(extent, frames)
        case _:
            assert_never(motion)


def work(
    variant: mnk.Variant, moves: Sequence[mnk.Square], *, size: int, view: View | None = None
) -> int:
    """How many pixels all frames together change: what an animation costs."""
    canvas = Canvas(Drawing.of_game(variant, moves, view), size)
    return sum(
        (right - left) * (bottom - top) for left, top, right, bottom in _boxes(canvas, moves)
    )


def _largest_fitting(
    variant: mnk.Variant, moves: Sequence[mnk.Square], size: int, view: View | None
) -> int:
    while size > 64 and work(variant, moves, size=size, view=view) > MOST_PIXELS:
        size = max(64, size * 15 // 16)
    return size


def _boxes(canvas: Canvas, moves: Sequence[mnk.Square]) -> Iterator[Box]:
    """What changes with each frame; the first is the whole board."""
    layout = canvas.layout
    yield 0, 0, layout.width, layout.height
    before: mnk.Square | None = None
    for ply, square in enumerate(moves, 1):
        boxes = [canvas.box(square)]
        if before is not None:
            boxes.append(canvas.box(before))
        if ply == len(moves):
            boxes += map(canvas.stroke_box, canvas.drawing.strokes)
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        # WebP's frames begin at even pixels.
        yield (
            max(0, min(lefts)) // 2 * 2,
            max(0, min(tops)) // 2 * 2,
            min(layout.width, max(rights)),
            min(layout.height, max(bottoms)),
        )
        before = square


def _frames(canvas: Canvas, moves: Sequence[mnk.Square], frame_ms: int) -> Iterator[Frame]:
    image = canvas.ground()
    last_ms = max(LEAST_LAST_MS, 3 * frame_ms)
    before: mnk.Square | None = None
    steps: list[mnk.Square | None] = [None, *moves]
    for ply, (square, box) in enumerate(zip(steps, _boxes(canvas, moves), strict=True)):
        if before is not None:
            canvas.put(image, before, is_last=False)
        if square is not None:
            canvas.put(image, square, is_last=True)
        is_end = ply == len(moves)
        if is_end:
            canvas.finish(image)
        yield Frame(box, image.crop(box), last_ms if is_end else frame_ms)
        before = square


# --- GIF ---------------------------------------------------------------------------------------


def _palette(canvas: Canvas) -> Image.Image:
    """An image whose 256 colours are those of the whole game."""
    drawing = canvas.drawing
    empty, full = canvas.ground(), canvas.ground()
    shown = Image.new("RGB", (empty.width, 2 * empty.height))
    for square in drawing.stones:
        # Every stone once as the last one: the mark has colours of its own.
        canvas.put(empty, square, is_last=True)
        canvas.put(full, square)
    canvas.finish(full)
    shown.paste(empty, (0, 0))
    shown.paste(full, (0, empty.height))
    palette = shown.quantize(256, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    theme = drawing.view.theme
    colours = palette.getpalette("RGB") or []
    for exact in (*theme.fill, theme.grid, theme.board):
        one = Image.new("RGB", (1, 1), exact).quantize(palette=palette, dither=Image.Dither.NONE)
        at = 3 * one.tobytes()[0]
        colours[at : at + 3] = rgb(exact)
    palette.putpalette(colours)
    return palette


def _gif(extent: tuple[int, int], frames: Iterable[Frame], palette: Image.Image) -> bytes:
    file = io.BytesIO()
    colours = bytes(palette.getpalette("RGB") or ())[:768].ljust(768, b"\0")
    # A global table of 256 colours, 8 bits each.
    file.write(b"GIF89a" + struct.pack("<HHBBB", *extent, 0b1111_0111, 0, 0) + colours)
    file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")  # for ever
    for frame in frames:
        image = frame.image.quantize(palette=palette, dither=Image.Dither.NONE)
        # Each stays, and the next is drawn over it.
        for part in GifImagePlugin.getdata(image, frame.box[:2], duration=frame.ms, disposal=1):
            file.write(part)
    file.write(b";")
    return file.getvalue()


# --- APNG --------------------------------------------------------------------------------------

_PNG = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR = struct.pack(">BBBBB", 8, 2, 0, 0, 0)


def _apng(extent: tuple[int, int], frames: Iterable[Frame], count: int) -> bytes:
    file = io.BytesIO()
    file.write(_PNG + _png_chunk(b"IHDR", struct.pack(">II", *extent) + _TRUE_COLOUR))
    file.write(_png_chunk(b"acTL", struct.pack(">II", count, 0)))
    number = 0

    def numbered(kind: bytes, data: bytes) -> None:
        nonlocal number
        file.write(_png_chunk(kind, struct.pack(">I", number) + data))
        number += 1

    for index, frame in enumerate(frames):
        left, top, right, bottom = frame.box
        place = struct.pack(">IIII", right - left, bottom - top, left, top)
        # Each stays, and the next takes the place of what is under it.
        numbered(b"fcTL", place + struct.pack(">HHBB", frame.ms, 1000, 0, 0))
        piece = io.BytesIO()
        frame.image.save(piece, "PNG", compress_level=6)
        for kind, data in _png_chunks(piece.getvalue()):
            if kind == b"IHDR" and data[8:] != _TRUE_COLOUR:
                raise AssertionError("Pillow writes RGB pictures as true colour")
            if kind == b"IDAT":
                if index == 0:
                    file.write(_png_chunk(b"IDAT", data))
                else:
                    numbered(b"fdAT", data)
    file.write(_png_chunk(b"IEND", b""))
    return file.getvalue()


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def _png_chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_PNG)
    while at < len(file):
        (length,) = struct.unpack_from(">I", file, at)
        yield file[at + 4 : at + 8], file[at + 8 : at + 8 + length]
        at += 12 + length


# --- WebP --------------------------------------------------------------------------------------

_ANIMATED = 0b10
_IN_PLACE_OF = 0b10
"""A frame takes the place of what is under it, and stays."""


def _webp(extent: tuple[int, int], frames: Iterable[Frame]) -> bytes:
    width, height = extent
    file = io.BytesIO()
    head = bytes((_ANIMATED, 0, 0, 0)) + _24(width - 1) + _24(height - 1)
    file.write(_riff(b"VP8X", head))
    file.write(_riff(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0)))  # for ever
    for frame in frames:
        left, top, right, bottom = frame.box
        place = _24(left // 2) + _24(top // 2) + _24(right - left - 1) + _24(bottom - top - 1)
        piece = io.BytesIO()
        frame.image.save(piece, "WEBP", lossless=True, quality=40, method=1)
        image = b"".join(
            _riff(kind, data) for kind, data in _riff_chunks(piece.getvalue()) if kind == b"VP8L"
        )
        file.write(_riff(b"ANMF", place + _24(frame.ms) + bytes((_IN_PLACE_OF,)) + image))
    chunks = file.getvalue()
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks


def _24(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _riff(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _riff_chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at < len(file):
        (length,) = struct.unpack_from("<I", file, at + 4)
        yield file[at : at + 4], file[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
