"""A game as a moving picture: GIF, APNG or WebP, one frame a ply. Pillow writes the files.

Pillow stores only what changes from frame to frame, but holds all frames whole until it has seen
the last one. So what they take together is limited: `MOST_BYTES`.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from PIL import Image

from games import mnk
from games.pictures.drawing import Drawing, View
from games.pictures.raster import Canvas, Layout
from games.pictures.themes import rgb

Motion = Literal["gif", "apng", "webp"]

FRAME_MS = 700
SHORTEST_FRAME_MS = 50
LONGEST_FRAME_MS = 5000
LEAST_LAST_MS = 2500
"""The last frame stays three times as long as the others, and at least this long."""
MAX_ANIMATION_SIZE = 1024
"""Of its longer edge, in pixels."""
MOST_BYTES = 100_000_000
"""Of memory that all frames of an animation may take together. See `work`."""
PIXEL_BYTES: dict[Motion, int] = {"gif": 1, "apng": 4, "webp": 4}
"""What Pillow takes for a pixel of a frame: a GIF's are entries of its palette."""
SPARE_FRAMES = 12
"""At most this many more are in memory while frames are drawn, compared and packed, as measured."""


class TooMuchToDraw(ValueError):
    """An animation of this size takes more memory than one request gets."""

    def __init__(self, fitting: int) -> None:
        super().__init__(f"the largest size that fits is {fitting}")
        self.fitting = fitting
        """The largest size that fits, in pixels."""

    def __reduce__(self) -> tuple[type["TooMuchToDraw"], tuple[int]]:
        return type(self), (self.fitting,)  # it comes from the process that draws


def animate(
    variant: mnk.Variant,
    moves: Sequence[mnk.Move],
    motion: Motion,
    *,
    size: int,
    view: View | None = None,
    frame_ms: int = FRAME_MS,
) -> bytes:
    """A game's animation as a file: the empty board, then a frame for every move.

    The last frame is what `raster.picture` draws for the whole game (nearly so in a GIF, which has
    256 colours). It repeats for ever. Raises `TooMuchToDraw`, and as `Position.play` does.
    """
    drawing = Drawing.of_game(variant, moves, view)
    fitting = _largest_fitting(drawing, motion, size)
    if fitting < size:
        raise TooMuchToDraw(fitting)
    canvas = Canvas(drawing, size)
    squares = [mnk.square_of(move, variant) for move in moves]
    file = io.BytesIO()

    def save(kind: str, colours: Image.Image | None = None, **options: object) -> None:
        _in_colours(canvas.ground(), colours).save(
            file,
            kind,
            save_all=True,
            append_images=_Frames(canvas, squares, colours),
            duration=[*[frame_ms] * len(moves), max(LEAST_LAST_MS, 3 * frame_ms)],
            loop=0,  # for ever
            **options,
        )

    match motion:
        case "gif":
            palette = _palette(canvas)
            # Each frame stays, and the next is drawn over it.
            save("GIF", palette, palette=palette.getpalette("RGB"), disposal=1)
        case "apng":
            save("PNG")
        case "webp":
            # kmax: no frame is stored whole again on the way.
            save("WEBP", lossless=True, quality=40, method=1, kmax=0)
        case _:
            assert_never(motion)
    return file.getvalue()


def work(drawing: Drawing, motion: Motion, size: int) -> int:
    """How many bytes of memory a game's animation takes: its frames and those to spare."""
    layout = Layout.of(drawing, size)
    frames = len(drawing.stones) + 1 + SPARE_FRAMES
    return frames * layout.width * layout.height * PIXEL_BYTES[motion]


def _largest_fitting(drawing: Drawing, motion: Motion, size: int) -> int:
    while work(drawing, motion, size) > MOST_BYTES:
        size -= 1
    return size


@dataclass(frozen=True, slots=True)
class _Frames:
    """The board after each move. Pillow's PNG writer goes through twice: no iterator will do."""

    canvas: Canvas
    squares: Sequence[mnk.Square]
    colours: Image.Image | None
    """For a GIF: an image with its palette."""

    def __iter__(self) -> Iterator[Image.Image]:
        image = self.canvas.ground()
        for ply, square in enumerate(self.squares, 1):
            if ply > 1:
                self.canvas.put(image, self.squares[ply - 2], is_last=False)
            self.canvas.put(image, square, is_last=True)
            if ply == len(self.squares):
                self.canvas.finish(image)
            yield _in_colours(image, self.colours)


def _in_colours(image: Image.Image, colours: Image.Image | None) -> Image.Image:
    """A copy, in a palette's colours if there is one."""
    if colours is None:
        return image.copy()
    return image.quantize(palette=colours, dither=Image.Dither.NONE)


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
