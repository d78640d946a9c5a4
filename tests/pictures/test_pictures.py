"""Pictures of boards: everything is where it should be, can be told apart, and costs little."""

import doctest
import io
import json
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageColor, ImageSequence

from games import mnk, pictures
from games.pictures import animation, card, drawing, raster, themes
from tests.mnk import interpreter, strategies
from tests.mnk.strategies import law

BLACK, WHITE = mnk.Side
SVG = "{http://www.w3.org/2000/svg}"
GOMOKU = mnk.Variant(15, 15, 5)
WON = mnk.moves_from_text("h8i9g9f10i8g8g7f6i7i10h7f7j7k7e7l7i6h9i5a1i4", GOMOKU)
"""Black's last move makes five from i4 to i8."""
SMALL = mnk.Variant(3, 3, 3)
CATS = mnk.moves_from_text("a1a3b3c3c1b1c2b2a2", SMALL)

views = st.builds(
    pictures.View,
    theme=st.sampled_from(list(pictures.THEMES.values())),
    stones=st.sampled_from(("auto", "stones", "marks")),
    coordinates=st.booleans(),
    numbers=st.booleans(),
    flip=st.booleans(),
    rotate=st.sampled_from(pictures.TURNS),
)


def _opened(file: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(file))
    image.load()
    return image


def _largest_difference(one: Image.Image, other: Image.Image) -> int:
    assert one.size == other.size
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return max(max(band.tobytes()) for band in apart.split())


def test_a_row_that_loses_is_not_called_a_winning_row() -> None:
    misere = mnk.PRESETS["3x3-misere"].variant
    lost = pictures.Drawing.of_game(misere, mnk.moves_from_text("a1b2b1c3c1", misere))
    single = mnk.Variant(2, 2, 1, mnk.LineRule.MISERE)

    assert "Losing row: a1 to c1." in lost.description
    assert "Losing row: b1." in pictures.Drawing.of_game(single, [1]).description


@pytest.mark.parametrize("name", ["animation", "card", "drawing", "raster", "svg", "themes"])
def test_the_examples_are_true(name: str) -> None:
    assert doctest.testmod(import_module(f"games.pictures.{name}")).failed == 0


# --- Where things are --------------------------------------------------------------------------


@law
@given(strategies.positions(strategies.variants()), views)
def test_squares_are_shown_once_each_however_the_board_is_turned(
    position: mnk.Position, view: pictures.View
) -> None:
    shown = pictures.Drawing.of_position(position, view)

    places = {shown.place(square) for square in range(position.variant.squares)}

    assert places == set(product(range(shown.columns), range(shown.rows)))
    # Each square is where its column's and its row's labels meet.
    for square in range(position.variant.squares):
        column, row = shown.place(square)
        labels = (shown.column_labels()[column], shown.row_labels()[row])
        letters, number = reversed(labels) if shown.is_turned else labels
        assert letters + number == mnk.name(square, position.variant)


def test_a_board_is_flipped_first_and_then_turned_clockwise() -> None:
    corner = mnk.square("a1", mnk.Variant(4, 3, 3))

    def shown(rotate: int, flip: bool = False) -> tuple[int, int]:
        view = pictures.View(rotate=rotate, flip=flip)
        return pictures.Drawing.of_game(mnk.Variant(4, 3, 3), (), view).place(corner)

    # The lower left corner goes to the upper left, the upper right, the lower right.
    assert [shown(rotate) for rotate in pictures.TURNS] == [(0, 2), (0, 0), (3, 0), (2, 3)]
    # Flipped, it is the lower right one that is turned.
    assert [shown(rotate, True) for rotate in pictures.TURNS] == [(3, 2), (0, 3), (0, 0), (2, 0)]
    with pytest.raises(ValueError, match="not by 45"):
        pictures.View(rotate=45)


@law
@given(strategies.positions(strategies.variants()))
def test_the_strokes_go_through_all_winning_squares_and_no_others(position: mnk.Position) -> None:
    variant = position.variant
    for side in mnk.Side:
        on_strokes = set()
        for stroke in drawing.strokes(position):
            if position.stone(stroke.start) in interpreter.kinds(position, side):
                on_strokes |= set(_between(stroke, variant))
        assert on_strokes == set(position.line(side))


def _between(stroke: drawing.Stroke, variant: mnk.Variant) -> list[mnk.Square]:
    (x1, y1), (x2, y2) = (
        (square % variant.width, square // variant.width) for square in (stroke.start, stroke.end)
    )
    steps = max(abs(x2 - x1), abs(y2 - y1))
    return [
        (y1 + n * (y2 - y1) // max(steps, 1)) * variant.width + x1 + n * (x2 - x1) // max(steps, 1)
        for n in range(steps + 1)
    ]


def test_stars_are_where_the_page_has_them() -> None:
    def stars(width: int, height: int) -> str:
        variant = mnk.Variant(width, height, 5)
        points = pictures.Drawing.of_game(variant, ()).star_points
        return " ".join(mnk.name(square, variant) for square in points)

    assert stars(15, 15) == "d4 l4 h8 d12 l12"
    assert stars(19, 19) == "d4 j4 p4 d10 j10 p10 d16 j16 p16"
    assert stars(17, 17) == "d4 i4 n4 d9 i9 n9 d14 i14 n14"
    assert stars(17, 16) == "d4 n4 d13 n13"
    assert stars(16, 17) == "d4 m4 d14 m14"
    assert stars(12, 12) == "d4 i4 d9 i9"
    assert stars(11, 11) == "c3 i3 f6 c9 i9"
    assert stars(10, 10) == "c3 h3 c8 h8"
    assert stars(9, 9) == "c3 g3 e5 c7 g7"
    assert stars(8, 8) == ""
    assert stars(7, 7) == "d4"
    assert stars(6, 6) == ""


# --- As text -----------------------------------------------------------------------------------


@law
@given(strategies.positions(strategies.variants(max_size=12)), views)
def test_the_svg_holds_exactly_the_stones_of_the_position(
    position: mnk.Position, view: pictures.View
) -> None:
    shown = pictures.Drawing.of_position(position, view)

    root = ET.fromstring(pictures.svg(shown, 300))

    for side in mnk.Side:
        groups = root.findall(f"{SVG}g[@data-side='{side.word}']")
        places = [_place(stone) for group in groups for stone in group]
        wanted = [shown.place(square) for square in position.stones(side)]
        assert Counter(places) == Counter(wanted)
        is_cross = shown.look == "marks" and side is BLACK
        drawn = {stone.tag for group in groups for stone in group}
        assert drawn <= {f"{SVG}path" if is_cross else f"{SVG}circle"}


def _place(stone: ET.Element) -> tuple[int, int]:
    """The column and row of a stone, an X or an O."""
    if stone.tag == f"{SVG}circle":
        return int(float(stone.attrib["cx"])), int(float(stone.attrib["cy"]))
    x, y = stone.attrib["d"].removeprefix("M").split("l")[0].split()
    return int(float(x)), int(float(y))


def test_an_svg_says_what_is_on_it_and_needs_nothing_else() -> None:
    view = pictures.View(numbers=True)
    marks = (
        pictures.Mark(0, "circle"),
        pictures.Mark(1, "text", '<&"'),
        pictures.Mark(2, "text", "\x00\u202ea"),
        pictures.Mark(3, "square"),
        pictures.Mark(4, "triangle"),
        pictures.Mark(5, "cross"),
    )
    text = pictures.svg(pictures.Drawing.of_game(GOMOKU, WON, view, marks=marks), 480)

    root = ET.fromstring(text)
    assert root.attrib["role"] == "img"
    assert (root.attrib["width"], root.attrib["height"]) == ("480", "480")
    assert root.findtext(f"{SVG}title") == "A board of 15×15, five in a row: 21 stones"
    described = root.findtext(f"{SVG}desc") or ""
    assert described.startswith("Black: h8, g9, i8, ")
    assert (
        'Last move: i4. Winning row: i4 to i8. Marked: circle on a1, <&" on b1, a on c1'
        in described
    )
    numbers = [each.text for each in root.iter(f"{SVG}text") if "fill" in each.attrib]
    assert Counter(numbers) >= Counter(map(str, range(1, 22)))
    for each in root.iter():
        assert each.tag.removeprefix(SVG) in (
            "svg", "title", "desc", "defs", "radialGradient", "stop", "rect", "path", "g",
            "circle", "text",
        )  # fmt: skip
        for name, value in each.attrib.items():
            assert name not in ("style", "class", "href"), name
            assert not name.startswith("on"), name
            assert "//" not in value, (name, value)


@pytest.mark.parametrize(
    ("look", "at", "colour"),
    [("stones", "1.5", pictures.WOOD.on[BLACK]), ("marks", "1.85", pictures.WOOD.ink)],
)
def test_the_number_of_a_move_is_on_its_stone_and_beside_its_mark(
    look: pictures.Stones, at: str, colour: str
) -> None:
    view = pictures.View(theme=pictures.WOOD, stones=look, coordinates=False, numbers=True)
    root = ET.fromstring(pictures.svg(pictures.Drawing.of_game(SMALL, (4,), view)))

    (number,) = root.iter(f"{SVG}text")

    assert (number.text, number.attrib["x"], number.attrib["fill"]) == ("1", at, colour)


def test_an_svg_is_small() -> None:
    order = list(range(1024))
    random.Random(1).shuffle(order)
    full = pictures.Drawing.of_game(mnk.Variant(32, 32, 32), order, pictures.View(numbers=True))

    assert len(pictures.svg(pictures.Drawing.of_game(GOMOKU, WON))) < 6_500
    assert len(pictures.svg(full)) < 130_000


# --- As pixels ---------------------------------------------------------------------------------

BOARDS = {
    "gomoku, won": (GOMOKU, WON),
    "3x3, full": (SMALL, CATS),
    "wide": (mnk.Variant(9, 4, 4), (0, 1, 9, 35, 17)),
    "one row": (mnk.Variant(32, 1, 5), (0, 31, 15)),
    "as large as it gets": (mnk.Variant(32, 32, 5), (0, 31, 1023, 992, 500)),
}


@pytest.mark.parametrize(
    ("board", "size", "theme"),
    [
        *product(BOARDS, (180, 333, 720), ("jade",)),
        *product(["gomoku, won", "wide"], (333, 512), ("night", "wood", "paper", "high-contrast")),
        ("3x3, full", 2048, "wood"),
    ],
)
def test_the_stones_of_a_png_are_where_they_should_be(board: str, size: int, theme: str) -> None:
    variant, moves = BOARDS[board]
    moves = moves[:-1] if board == "gomoku, won" else moves  # no stroke over the stones
    seen = cache(lambda colours: _seen(colours, pictures.THEMES[theme]))
    for flip, rotate in product((False, True), pictures.TURNS):
        view = pictures.View(
            theme=pictures.THEMES[theme], stones="stones", flip=flip, rotate=rotate,
            coordinates=rotate < 180,
        )  # fmt: skip
        shown = pictures.Drawing.of_game(variant, moves, view)
        image = raster.picture(shown, size)

        assert max(image.size) == size
        layout = raster.Layout.of(shown, size)
        # Up and right from the middle, past the mark of the last move and off all lines.
        steps = [0.26 + n / 50 for n in range(12)]
        pixels = image.load()
        assert pixels is not None
        for square in range(variant.squares):
            x, y = layout.middle(shown.place(square))
            way = [(int(x + step * layout.unit), int(y - step * layout.unit)) for step in steps]
            colours = [pixels[point] for point in way]
            found = seen(tuple(each for each in colours if isinstance(each, tuple)))
            assert _is_nearly(colours[-1], view.theme.board), "a stone is round"
            assert found is shown.stones.get(square), (mnk.name(square, variant), colours)


def _seen(colours: Sequence[tuple[int, ...]], theme: themes.Theme) -> mnk.Side | None:
    """Whose stone is seen on the way from near its middle over its rim; None for no stone."""

    def distance(one: tuple[int, ...], other: str) -> int:
        return sum((a - b) ** 2 for a, b in zip(one, themes.rgb(other), strict=True))

    def nearest(side: mnk.Side) -> int:
        ends = theme.fill[side], theme.lit[side]
        shades = [themes.mixed(*ends, share / 4) for share in range(5)]
        return min(distance(colours[0], shade) for shade in shades)

    rim = max(distance(colour, theme.board) for colour in colours)
    if rim < 20 * 20:
        return None  # all of it is board
    return min(mnk.Side, key=nearest)


@pytest.mark.parametrize("look", ["marks", "stones"])
def test_a_winning_line_is_drawn_through_its_squares(look: pictures.Stones) -> None:
    view = pictures.View(stones=look)
    shown = pictures.Drawing.of_game(GOMOKU, WON, view)
    image = _opened(pictures.png(shown, 600)).convert("RGB")
    layout = raster.Layout.of(shown, 600)

    for row in range(4, 9):
        x, y = layout.middle(shown.place(mnk.square(f"i{row}", GOMOKU)))
        assert _is_nearly(image.getpixel((int(x), int(y))), view.theme.line)
    x, y = layout.middle(shown.place(mnk.square("i9", GOMOKU)))
    assert not _is_nearly(image.getpixel((int(x), int(y))), view.theme.line)


def _is_nearly(colour: object, wanted: str) -> bool:
    assert isinstance(colour, tuple)
    apart: list[int] = [abs(a - b) for a, b in zip(colour, themes.rgb(wanted), strict=True)]
    return max(apart) <= 24


def test_x_and_o_are_drawn_on_small_boards() -> None:
    shown = pictures.Drawing.of_game(SMALL, mnk.moves_from_text("b2c3", SMALL))
    image = _opened(pictures.png(shown, 300)).convert("RGB")
    layout = raster.Layout.of(shown, 300)

    def at(square: str, right: float, up: float) -> object:
        x, y = layout.middle(shown.place(mnk.square(square, SMALL)))
        return image.getpixel((int(x + right * layout.unit), int(y - up * layout.unit)))

    theme = shown.view.theme
    assert (
        at("b2", 0, 0) == at("b2", 0.2, 0.2) == at("b2", -0.2, 0.2) == themes.rgb(theme.sign.black)
    )
    assert at("c3", 0, 0) == themes.rgb(theme.last_square)
    assert at("c3", 0.28, 0) == at("c3", 0, -0.28) == themes.rgb(theme.sign.white)
    assert at("a1", 0, 0) == at("a1", 0.2, 0.2) == themes.rgb(theme.board)


@pytest.mark.parametrize("look", ["marks", "stones"])
def test_a_number_is_beside_an_x_and_on_a_stone(look: pictures.Stones) -> None:
    def shown(numbers: bool) -> pictures.Drawing:
        view = pictures.View(stones=look, numbers=numbers, coordinates=False)
        return pictures.Drawing.of_game(mnk.Variant(1, 1, 1), [0], view)

    bare, numbered = [
        _opened(pictures.png(shown(numbers), 300)).convert("RGB") for numbers in (False, True)
    ]
    number = ImageChops.difference(bare, numbered).getbbox()

    assert number is not None
    left, top, right, bottom = number
    layout = raster.Layout.of(shown(True), 300)
    x, y = layout.middle((0, 0))
    aside = 0.0 if look == "stones" else 0.35
    at = ((left + right) / 2 - x) / layout.unit, ((top + bottom) / 2 - y) / layout.unit
    assert at == pytest.approx((aside, aside), abs=0.06)


def test_letters_are_written_over_no_lines() -> None:
    marks = (pictures.Mark(mnk.square("i9", GOMOKU), "text", " "),)
    bare, marked = [
        pictures.Drawing.of_game(GOMOKU, mnk.moves_from_text("h8", GOMOKU), marks=those)
        for those in ((), marks)
    ]
    x, y = raster.Layout.of(marked, 600).middle(marked.place(mnk.square("i9", GOMOKU)))
    line, gap = [
        _opened(pictures.png(shown, 600)).convert("RGB").getpixel((int(x), int(y)))
        for shown in (bare, marked)
    ]
    assert line != gap
    assert gap == themes.rgb(marked.view.theme.board)


@pytest.mark.parametrize(
    ("view", "dots"), [(pictures.View(stones="stones"), 1), (pictures.View(stones="marks"), 0)]
)
def test_the_last_stone_has_a_dot_and_the_last_mark_none(view: pictures.View, dots: int) -> None:
    shown = pictures.Drawing.of_game(SMALL, CATS[:1], view)

    theme = shown.view.theme
    drawn = pictures.svg(shown)
    assert drawn.count(f'fill="{theme.last_on[BLACK]}"') == dots


def test_an_empty_square_is_drawn_as_the_board_has_it() -> None:
    canvas = raster.Canvas(pictures.Drawing.of_game(SMALL, CATS[:1]), 180)
    image = canvas.ground()

    for square in range(1, SMALL.squares):
        canvas.put(image, square)

    assert _largest_difference(image, canvas.ground()) == 0


@pytest.mark.parametrize(("unit", "is_written"), [(10, False), (12, True)])
def test_a_letter_is_written_from_six_pixels_on(unit: int, *, is_written: bool) -> None:
    marks = (pictures.Mark(0, "text", "A"),)
    bare, marked = [
        pictures.Drawing.of_position(
            mnk.Position.start(SMALL), pictures.View(coordinates=False), marks=those
        )
        for those in ((), marks)
    ]
    size = next(size for size in range(200) if raster.Layout.of(marked, size).unit == unit)
    assert (pictures.png(bare, size) != pictures.png(marked, size)) is is_written


@pytest.mark.parametrize(("px", "is_written"), [(5, False), (6, True)])
def test_a_number_is_written_from_six_pixels_on(px: int, *, is_written: bool) -> None:
    bare, numbered = [
        pictures.Drawing.of_game(SMALL, CATS[:1], pictures.View(coordinates=False, numbers=numbers))
        for numbers in (False, True)
    ]
    em = numbered.number_em(1)
    size = next(n for n in range(300) if round(em * raster.Layout.of(numbered, n).unit) == px)
    assert (pictures.png(bare, size) != pictures.png(numbered, size)) is is_written


@settings(law, max_examples=60)
@given(strategies.positions(strategies.variants(max_size=32)), views, st.integers(64, 300))
def test_whatever_is_asked_for_can_be_drawn(
    position: mnk.Position, view: pictures.View, size: int
) -> None:
    marks = (pictures.Mark(0, "text", "abc"), pictures.Mark(position.variant.squares - 1, "cross"))
    shown = pictures.Drawing.of_position(position, view, marks=marks)

    assert max(raster.picture(shown, size).size) == size


# --- Colours -----------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", pictures.THEMES.values(), ids=lambda theme: theme.key)
def test_everything_can_be_told_apart_in_every_theme(theme: themes.Theme) -> None:
    def apart(one: str, *others: str, least: float = 3.0) -> None:
        for other in others:
            assert pictures.contrast(one, other) >= least, (theme.key, one, other)

    apart(theme.board, theme.grid, theme.line)
    apart(theme.ink, theme.board, theme.last_square, least=4.5)
    for side in mnk.Side:
        fills = theme.fill[side], theme.lit[side]
        # A stone stands out by its rim, or all of its fill does.
        by_rim = pictures.contrast(theme.rim[side], theme.board)
        by_fill = min(pictures.contrast(fill, theme.board) for fill in fills)
        assert max(by_rim, by_fill) >= 3.0
        apart(theme.on[side], *fills, least=4.5)
        apart(theme.last_on[side], *fills)
        apart(theme.sign[side], theme.board, theme.last_square)
        for fill in fills:
            apart(fill, theme.fill[side.other], theme.lit[side.other])
    apart(theme.page, theme.text, theme.quiet, least=4.5)


def test_in_high_contrast_brightness_alone_tells_all_apart() -> None:
    theme = pictures.THEMES["high-contrast"]

    for ground in (theme.board, *theme.fill):
        assert pictures.contrast(theme.line, ground) >= 4.4
    assert pictures.contrast(*theme.fill) == pytest.approx(21)
    assert pictures.contrast(theme.sign.black, theme.sign.white) >= 3


def test_contrast_is_measured_as_wcag_has_it() -> None:
    assert pictures.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert pictures.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert pictures.contrast("#ff0000", "#00ff00") == pytest.approx(2.91, abs=0.005)


# --- Moving ------------------------------------------------------------------------------------

MOTIONS: tuple[pictures.Motion, ...] = ("gif", "apng", "webp")
FORMATS = {"gif": "GIF", "apng": "PNG", "webp": "WEBP"}


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("theme", pictures.THEMES)
def test_an_animation_has_a_frame_for_every_move_and_ends_in_the_picture(
    motion: pictures.Motion, theme: str
) -> None:
    view = pictures.View(theme=pictures.THEMES[theme], numbers=True, rotate=90)

    file = pictures.animate(GOMOKU, WON, motion, size=301, view=view, frame_ms=450)

    image = Image.open(io.BytesIO(file))
    assert image.format == FORMATS[motion]
    assert getattr(image, "n_frames") == len(WON) + 1  # noqa: B009  # only of some formats
    assert image.info["loop"] == 0
    durations, frames = [], []
    for frame in ImageSequence.Iterator(image):
        frame.load()
        durations.append(frame.info["duration"])
        frames.append(frame.convert("RGB"))
    assert durations == [450] * len(WON) + [2500]
    # A GIF has 256 colours: it differs, but by less than the eye sees.
    tolerance = 32 if motion == "gif" else 0
    for ply in (0, 1, 7, len(WON)):
        shown = pictures.Drawing.of_game(GOMOKU, WON[:ply], view)
        assert _largest_difference(frames[ply], raster.picture(shown, 301)) <= tolerance, ply


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_game_without_a_move_and_one_on_one_square_can_be_animated(
    motion: pictures.Motion,
) -> None:
    one, row = mnk.Variant(1, 1, 1), mnk.Variant(32, 1, 5)
    for variant, moves in ((SMALL, ()), (one, (0,)), (row, (3,))):
        file = pictures.animate(variant, moves, motion, size=64)

        last = Image.open(io.BytesIO(file))
        last.seek(len(moves))
        wanted = raster.picture(pictures.Drawing.of_game(variant, moves), 64)
        assert _largest_difference(last, wanted) <= (32 if motion == "gif" else 0)


def test_the_last_frame_stays_longer_the_slower_the_others_are() -> None:
    image = Image.open(io.BytesIO(pictures.animate(SMALL, CATS, "webp", size=64, frame_ms=5000)))
    image.seek(9)
    image.load()
    assert image.info["duration"] == 15_000


def _scattered(variant: mnk.Variant, moves: int) -> list[mnk.Square]:
    """Moves each far from the one before, of a game that nobody wins on the way."""
    return random.Random(7).sample(range(variant.squares), moves)


LARGEST = mnk.Variant(32, 32, 32)


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("variant", [LARGEST, mnk.Variant(32, 16, 32), mnk.Variant(16, 32, 32)])
def test_the_work_of_a_long_game_is_bounded(motion: pictures.Motion, variant: mnk.Variant) -> None:
    order = _scattered(variant, variant.squares)
    shown = pictures.Drawing.of_game(variant, order)

    with pytest.raises(pictures.TooMuchToDraw) as refusal:
        pictures.animate(variant, order, motion, size=1024)

    fitting = refusal.value.fitting
    assert animation.work(shown, motion, fitting) <= animation.MOST_BYTES
    assert animation.work(shown, motion, fitting + 1) > animation.MOST_BYTES
    # Nobody is refused just because a game is long.
    assert fitting > 2 * pictures.MIN_SIZE


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("theme", pictures.THEMES)
def test_no_move_is_lost_where_stones_are_hardly_seen(motion: pictures.Motion, theme: str) -> None:
    order, view = _scattered(LARGEST, 1024), pictures.View(theme=pictures.THEMES[theme])

    file = pictures.animate(LARGEST, order, motion, size=64, view=view, frame_ms=50)

    image = Image.open(io.BytesIO(file))
    assert getattr(image, "n_frames") == 1025  # noqa: B009  # only of some formats


DRAW_AND_WEIGH = """
import json, os, sys
from pathlib import Path
from games import mnk, pictures

def most_bytes():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))

variant = mnk.Variant(32, 32, 32)
for motion, size, order in json.load(sys.stdin):
    pid = os.fork()
    if pid == 0:
        pictures.animate(variant, order[:1], motion, size=64)  # what is loaded once
        before = most_bytes()
        pictures.animate(variant, order, motion, size=size)
        print(motion, len(order), most_bytes() - before, flush=True)
        os._exit(0)
    assert os.waitpid(pid, 0) == (pid, 0)
"""
"""Each animation in a process of its own: memory that another has left would be reused."""


def test_the_largest_animation_takes_hardly_more_memory_than_its_frames() -> None:
    asked = []
    for motion, moves in product(MOTIONS, (22, 80, 1024)):
        order = _scattered(LARGEST, moves)
        shown = pictures.Drawing.of_game(LARGEST, order)
        sizes = range(pictures.MAX_ANIMATION_SIZE, 0, -1)
        size = next(n for n in sizes if animation.work(shown, motion, n) <= animation.MOST_BYTES)
        asked.append((motion, size, order))

    done = subprocess.run(
        [sys.executable, "-c", DRAW_AND_WEIGH],
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )

    weighed = [line.split() for line in done.stdout.splitlines()]
    assert len(weighed) == len(asked)
    for *what, bytes_more in weighed:
        assert 1_000_000 < int(bytes_more) < 120_000_000, what


# --- Cards -------------------------------------------------------------------------------------


def _card(black: str, white: str, status: str = "Live now, move 3.") -> Image.Image:
    shown = pictures.Drawing.of_game(GOMOKU, WON[:3])
    names = mnk.BySide(black, white)
    about = pictures.Card(drawing=shown, heading=GOMOKU.title, names=names, status=status)
    return _opened(pictures.card_png(about))


ODD_NAMES = (
    "<script>alert(1)</script>",
    "Tom & Jerry",
    "שלום עולם",
    "مرحبا",
    "Ада Ловлейс",
    "नमस्ते",
    "W" * 24,
    "\u202egnp.elif",
    "😀 Ada 😀",
    "李明",
    "",
    "a\u0301\u0301\u0301",
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_card_can_be_drawn_for_every_name(name: str) -> None:
    drawn = _card(name, "Bob")

    assert drawn.size == (1200, 630)
    # The name stands in its place and goes neither over the edge nor into the other's.
    page = themes.rgb(pictures.WOOD.page)
    for box in ((1156, 0, 1200, 630), (634, 355, 1200, 500), (586, 0, 634, 630)):
        assert drawn.crop(box).convert("RGB").getcolors() == [
            ((box[2] - box[0]) * (box[3] - box[1]), page)
        ], (name, box)


def test_a_card_leaves_out_what_it_cannot_draw() -> None:
    assert card.drawable("😀 Ada 😀") == "Ada"
    assert card.drawable("\u202egnp.\nelif\x00") == "gnp. elif"
    assert card.drawable("李明") == ""
    assert card.drawable("<b>&amp;") == "<b>&amp;"
    # A name of which nothing is left becomes that of the side.
    assert _largest_difference(_card("李明", "Bob"), _card("Black", "Bob")) == 0
    assert _largest_difference(_card("😀 Ada", "Bob"), _card("Ada", "Bob")) == 0
    assert _largest_difference(_card("Ada", "Bob"), _card("Eve", "Bob")) > 100


def test_a_card_says_above_the_variant_whose_it_is() -> None:
    above = _card("Ada", "Bob").crop((634, 45, 800, 80)).convert("RGB")

    colours = {colour for _, colour in above.getcolors(166 * 35) or ()}

    assert themes.rgb(pictures.WOOD.quiet) in colours


def test_a_card_cuts_a_sentence_that_is_too_long() -> None:
    page = themes.rgb(pictures.WOOD.page)
    drawn = _card("Ada", "Bob", "Draw: " + "very " * 60 + "long.")

    colours = drawn.crop((1156, 0, 1200, 630)).convert("RGB").getcolors()
    assert colours == [(44 * 630, page)]


WALLED = mnk.Variant(6, 5, 4, blocked=(0, 14))


@pytest.mark.parametrize("stones", ["stones", "marks"])
@pytest.mark.parametrize("theme", pictures.THEMES.values(), ids=lambda theme: theme.key)
@pytest.mark.parametrize("rotate", pictures.TURNS)
def test_a_blocked_square_is_a_block_that_stands_out(
    rotate: int, theme: themes.Theme, stones: drawing.Stones
) -> None:
    view = pictures.View(theme=theme, stones=stones, rotate=rotate, coordinates=False)
    walled = pictures.Drawing.of_game(WALLED, (1, 2), view)
    canvas = raster.Canvas(walled, 400)
    image = raster.picture(walled, 400)

    for square in WALLED.blocked:
        x, y = canvas.layout.middle(walled.place(square))
        for aside in (-0.3, 0, 0.3):
            at = int(x + aside * canvas.layout.unit), int(y + 0.2 * canvas.layout.unit)
            assert image.getpixel(at) == ImageColor.getrgb(theme.grid)
    assert themes.contrast(theme.board, theme.grid) >= 3
    assert walled.walls.count("M") == 2
    assert f'<path d="{walled.walls}" fill="{theme.grid}"/>' in pictures.svg(walled)


def test_blocked_squares_are_read_out() -> None:
    walled = pictures.Drawing.of_game(WALLED, ())

    assert walled.description == "X: none. O: none. Blocked: a1, c3."
    assert not pictures.Drawing.of_game(SMALL, ()).walls
