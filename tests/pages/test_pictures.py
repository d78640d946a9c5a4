"""The addresses of pictures: what they give, what they refuse, and what is not drawn twice."""

import asyncio
import errno
import io
import os
import random
import re
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from PIL import Image
from pytest_django import Settings

from games import mnk
from games.pages import picture_query, pictures, previews, studio
from games.pages.gallery import Gallery
from games.pictures import Drawing, View, raster, themes
from games.play import facts, history, models
from games.play.clock import now_ms
from games.play.hub import current
from games.play.watching import Visibility, Watching
from games.players.models import Player
from tests.pages.browser import Browser
from tests.pages.slowly import PATIENCE_S, Waits, dies, fails
from tests.people import Table, all_hear, plays

pytestmark = pytest.mark.usefixtures("hub")

EVE = "203.0.113.7"
"""The network of the visitor who asks for too much."""
SVG = "{http://www.w3.org/2000/svg}"
WON = "b2a1b3c3b1"
"""X wins the b column with the fifth move."""


@pytest.fixture(autouse=True)
def nothing_is_kept_yet(settings: Settings, tmp_path: Path) -> None:
    """Pictures of other tests are in another folder."""
    settings.DATA_DIR = tmp_path / "data"


async def _played(table: Table, moves: str, variant: mnk.Variant | None = None) -> models.Game:
    game = await table.game(variant)
    await plays(game, moves, *await table.three(game))
    return game


def _opened(answer: HttpResponse) -> Image.Image:
    image = Image.open(io.BytesIO(answer.content))
    image.load()
    return image


def _stones(answer: HttpResponse) -> tuple[int, int]:
    root = ET.fromstring(answer.content)
    black, white = (
        sum(len(group) for group in root.findall(f"{SVG}g[@data-side='{side.word}']"))
        for side in mnk.Side
    )
    return black, white


# --- Boards ------------------------------------------------------------------------------------


async def test_a_running_game_has_its_picture_at_every_ply(table: Table) -> None:
    game = await _played(table, "b2a1b3")
    eve = Browser()

    last = await eve.gets(f"/game/{game.slug}/board.svg")

    assert last["Content-Type"] == "image/svg+xml"
    assert _stones(last) == (2, 1)
    for ply, stones in enumerate([(0, 0), (1, 0), (1, 1), (2, 1)]):
        assert _stones(await eve.gets(f"/game/{game.slug}/board.svg?ply={ply}")) == stones
    # The moves are public: nothing about the visitor is looked at, nothing is set.
    assert "Cookie" not in last.get("Vary", "")
    assert not last.cookies


async def test_a_picture_is_as_large_and_looks_as_it_was_asked_for(table: Table) -> None:
    game = await _played(table, "b2a1b3")
    address = f"/game/{game.slug}/board.png"
    eve = Browser()

    usual = await eve.gets(address)
    asked = await eve.gets(f"{address}?size=333&theme=night&stones=stones&coordinates=0&numbers=1")

    assert usual["Content-Type"] == asked["Content-Type"] == "image/png"
    assert _opened(usual).size == (720, 720)
    assert _opened(asked).size == (333, 333)
    assert _opened(usual).getpixel((1, 1)) == themes.rgb(themes.WOOD.board)
    assert _opened(asked).getpixel((1, 1)) == themes.rgb(themes.NIGHT.board)


async def test_a_turned_picture_has_its_stones_where_they_should_be(table: Table) -> None:
    game = await _played(table, "a1", mnk.Variant(9, 9, 5))
    black = themes.rgb(themes.HIGH_CONTRAST.fill.black)
    shown = Drawing.of_game(mnk.Variant(9, 9, 5), (), View(coordinates=False))
    layout = raster.Layout.of(shown, 200)
    corners = {
        name: shown.place(mnk.square(name, shown.variant)) for name in ("a1", "i1", "a9", "i9")
    }
    seen = []
    for query in ("", "flip=1&", "rotate=90&", "rotate=180&", "flip=1&rotate=90&"):
        answer = await Browser().gets(
            f"/game/{game.slug}/board.png?{query}size=200&coordinates=0&theme=high-contrast"
        )
        image = _opened(answer)
        for name, place in corners.items():
            x, y = layout.middle(place)
            if image.getpixel((int(x), int(y - 0.3 * layout.unit))) == black:
                seen.append(name)
    assert seen == ["a1", "i1", "a9", "i9", "a1"]


async def test_any_position_has_its_picture() -> None:
    line = quote("7x4x4-freestyle/7/1X5/2O4/XX4O/X")

    text = await Browser().gets(f"/position.svg?p={line}&last=g1&rotate=90&theme=paper")
    pixels = await Browser().gets(f"/position.png?p={line}&size=256&rotate=90")

    assert _stones(text) == (3, 2)
    assert "Last move: g1." in text.content.decode()
    assert _opened(pixels).height == 256
    assert _opened(pixels).width < 200
    assert text["Cache-Control"] == pixels["Cache-Control"] == pictures.FOREVER


BAD = (
    ("size=99999999", "size must be a whole number from 64 to 2048 (pixels), not “99999999”."),
    ("size=63", "size must be a whole number from 64 to 2048 (pixels), not “63”."),
    ("size=9" + "9" * 5000, "size must be a whole number from 64 to 2048 (pixels), not “99"),
    ("size=٣٠٠", "size must be a whole number from 64 to 2048 (pixels), not “٣٠٠”."),
    ("size=", "size must be a whole number from 64 to 2048 (pixels), not “”."),
    (
        "ply=-1",
        "ply must be a whole number from 0 to 1024 (the moves played so far), not “-1”.",
    ),
    ("ply=1e9", "ply must be a whole number from 0 to 1024 (the moves"),
    ("ply=4", "ply must be a whole number from 0 to 3 (the moves played so far), not “4”."),
    ("rotate=45", "rotate must be 0, 90, 180 or 270, not “45”."),
    ("theme=pink", "theme must be wood, paper, jade, night or high-contrast, not “pink”."),
    (
        "theme=<script>",
        "theme must be wood, paper, jade, night or high-contrast, not “<script>”.",
    ),
    ("flip=yes", "flip must be 0 or 1, not “yes”."),
    ("numbers=2", "numbers must be 0 or 1, not “2”."),
    ("stones=cats", "stones must be auto, stones or marks, not “cats”."),
    ("sise=300", "There’s no parameter “sise” here. There are ply, size, numbers, theme,"),
    ("frame_ms=300", "There’s no parameter “frame_ms” here. There are ply, size,"),
    ("size=100&size=200", "size is given 2 times. Give it once."),
)


async def test_a_bad_parameter_is_named_with_what_is_allowed(table: Table) -> None:
    game = await _played(table, "b2a1b3")
    for (query, sentence), kind in product(BAD, ("svg", "png")):
        answer = await Browser().gets(f"/game/{game.slug}/board.{kind}?{query}", 400)

        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.content.decode().startswith(sentence)
        assert len(answer.content) < 400
        assert "Cache-Control" not in answer


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "p is missing. Write a position code, like p=3x3x3-freestyle/3/1X1/3/O."),
        ("p=", "p is missing"),
        (
            "p=cat",
            "p: “cat” isn’t a position code. Write board, rows and side to move, like "
            "3x3/3/1X1/3/O.",
        ),
        ("p=3x3/3/1X2/3/O", "p: “1X2” isn’t a row of 3 squares."),
        ("p=99x99x5/3/O", "p: The width must be from 1 to 32, not 99."),
        ("p=" + "X" * 20_000, "p has 20000 characters; a position has at most 1100"),
        ("p=" + "X" * (picture_query.MAX_LINE + 1), "p has 1101 characters"),
        ("p=" + "X" * picture_query.MAX_LINE, "p: “XX"),
        ("p=3x3/3/1X1/3/O&last=a1", "last: there’s no stone on a1. Name a square with a stone."),
        ("p=3x3/3/1X1/3/O&last=z9", "last: z9 isn’t on this board. Squares go from a1 to c3."),
        ("p=3x3/3/1X1/3/O&ply=1", "There’s no parameter “ply” here. There are p, last, size,"),
    ],
)
async def test_a_text_that_is_no_position_is_told_so(query: str, sentence: str) -> None:
    answer = await Browser().gets(f"/position.svg?{query}", 400)

    assert answer.content.decode().startswith(sentence)
    assert len(answer.content) < 400


async def test_the_largest_position_fits_into_an_address() -> None:
    variant = mnk.Variant(32, 32, 32)
    squares = range(variant.squares)
    stones = mnk.BySide(frozenset(squares[::2]), frozenset(squares[1::2]))
    line = mnk.position_line(mnk.Position.of(variant, stones, mnk.Side.BLACK))
    assert len(line) <= picture_query.MAX_LINE

    answer = await Browser().gets(f"/position.svg?p={quote(line)}")

    assert _stones(answer) == (512, 512)


@pytest.mark.parametrize("name", ["board.svg", "board.png", "game.gif", "preview.png"])
async def test_there_is_no_picture_of_a_game_that_is_not_there(name: str) -> None:
    await Browser().gets(f"/game/nowhere/{name}", 404)


# --- Animations --------------------------------------------------------------------------------


async def test_a_finished_game_moves(table: Table) -> None:
    game = await _played(table, WON)
    ends = []
    for kind in ("gif", "apng", "webp"):
        answer = await Browser().gets(f"/game/{game.slug}/game.{kind}?size=200&frame_ms=300")

        assert answer["Content-Type"] == f"image/{kind}"
        image = Image.open(io.BytesIO(answer.content))
        assert getattr(image, "n_frames") == 6  # noqa: B009  # only of some formats
        durations = []
        for frame in range(6):
            image.seek(frame)
            image.load()
            durations.append(image.info["duration"])
        assert durations == [300] * 5 + [2500]
        ends.append(image.convert("RGB"))
    still = _opened(await Browser().gets(f"/game/{game.slug}/board.png?size=200"))
    assert [end.size for end in ends] == [(200, 200)] * 3
    assert ends[1].tobytes() == ends[2].tobytes() == still.convert("RGB").tobytes()


async def test_a_running_game_does_not_move_yet(table: Table) -> None:
    game = await _played(table, "b2a1")

    answer = await Browser().gets(f"/game/{game.slug}/game.gif", 409)

    assert answer.content.decode().startswith("The game isn’t over yet.")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            "frame_ms=49",
            "frame_ms must be a whole number from 50 to 5000 (milliseconds), not “49”.",
        ),
        ("frame_ms=0.5", "frame_ms must be a whole number from 50 to 5000"),
        ("size=1025", "size must be a whole number from 64 to 1024 (pixels), not “1025”."),
        ("ply=2", "There’s no parameter “ply” here"),
    ],
)
async def test_a_bad_parameter_of_an_animation_is_named(
    table: Table, query: str, sentence: str
) -> None:
    game = await _played(table, WON)

    answer = await Browser().gets(f"/game/{game.slug}/game.webp?{query}", 400)

    assert answer.content.decode().startswith(sentence)


async def _long_game() -> models.Game:
    """1,000 moves on 32×32, each far from the one before; then resigned."""
    variant = mnk.Variant(32, 32, 32)
    game = await models.Game.objects.acreate(
        width=32, height=32, k=32, line_rule=variant.line_rule.value, started=True,
        version=1000, ply=1000, termination="resignation", winner=0, changed_ms=now_ms(),
    )  # fmt: skip
    for side in mnk.Side:
        player = await Player.objects.acreate(name=side.name.title())
        await models.Seat.objects.acreate(game=game, side=side, player=player)
    order = random.Random(7).sample(range(1024), 1000)
    await models.Move.objects.abulk_create(
        models.Move(game=game, ply=ply, square=square, at_ms=now_ms(), version=ply + 1)
        for ply, square in enumerate(order)
    )
    return game


async def test_the_longest_game_is_drawn_smaller_and_nobody_waits_for_it() -> None:
    slug = (await _long_game()).slug
    eve = Browser()

    refused = (await eve.gets(f"/game/{slug}/game.gif?size=1024", 400)).content.decode()

    found = re.match(r"size must be at most (\d+) for the animation of a game this long", refused)
    assert found is not None, refused
    asked = asyncio.ensure_future(eve.gets(f"/game/{slug}/game.gif?size={found[1]}"))
    # CPU time of the loop's own thread: other work on this machine does not count.
    longest_s, before = 0.0, time.thread_time()
    while not asked.done():
        await asyncio.sleep(0.005)
        longest_s, before = max(longest_s, time.thread_time() - before), time.thread_time()
    image = Image.open(io.BytesIO((await asked).content))
    assert getattr(image, "n_frames") == 1001  # noqa: B009  # only of some formats
    assert longest_s < 0.5, "the event loop was held up"
    # Without a size in the address it is the largest that fits.
    small = _opened(await eve.gets(f"/game/{slug}/game.webp"))
    assert getattr(small, "n_frames") == 1001  # noqa: B009  # only of some formats
    assert 64 < max(small.size) < picture_query.ANIMATION_SIZE


# --- What is kept ------------------------------------------------------------------------------


async def test_what_the_browser_has_is_not_drawn_again(table: Table) -> None:
    game = await _played(table, WON)
    names = ("board.svg", "board.png", "board.png?ply=2", "game.gif", "game.apng", "game.webp")
    for name in names:
        eve = Browser()
        address = f"/game/{game.slug}/{name}"
        first = await eve.gets(address)
        assert first["Cache-Control"] == "public, max-age=604800, immutable"
        assert first["Last-Modified"]
        with patch.object(history, "load", side_effect=AssertionError("the moves were read")):
            for headers in (
                {"if-none-match": first["ETag"]},
                {"if-none-match": f'"other", {first["ETag"]}'},
                {"if-modified-since": first["Last-Modified"]},
            ):
                again = await eve.client.get(address, headers=headers)
                assert (again.status_code, again.content) == (304, b""), (name, headers)
                assert again["ETag"] == first["ETag"]
                assert again["Cache-Control"] == first["Cache-Control"]


async def test_every_picture_has_a_tag_of_its_own(table: Table) -> None:
    game = await _played(table, WON)
    addresses = [
        f"/game/{game.slug}/{name}"
        for name in (
            *("board.svg", "board.png", "board.png?ply=4", "board.png?theme=paper"),
            *("board.png?size=300", "board.png?flip=1", "board.png?rotate=90"),
            *("board.png?numbers=1", "game.gif", "game.apng", "game.webp"),
            *("game.gif?frame_ms=100", "preview.png", "preview.png?ply=3"),
        )
    ]
    addresses += ["/position.svg?p=3x3/3/3/3/X", "/position.svg?p=3x3/3/3/3/O"]
    tags = [(await Browser().gets(address))["ETag"] for address in addresses]

    assert len(set(tags)) == len(addresses)
    # What is asked for is what counts, not how it is written.
    usual = await Browser().gets(f"/game/{game.slug}/board.png?rotate=0&theme=wood")
    assert usual["ETag"] == tags[1]


async def test_a_picture_of_a_running_game_is_asked_about_each_time(table: Table) -> None:
    game = await table.game()
    people = await table.three(game)
    await plays(game, "b2a1", *people)
    eve, address = Browser(), f"/game/{game.slug}/board.svg"
    first = await eve.gets(address)
    assert first["Cache-Control"] == "public, no-cache"
    assert "Last-Modified" not in first  # two moves may fall into one second
    kept = {"if-none-match": first["ETag"]}
    assert (await eve.client.get(address, headers=kept)).status_code == 304

    await plays(game, "c3", *people)

    after = await eve.client.get(address, headers=kept)
    assert after.status_code == 200
    assert _stones(await eve.gets(address)) == (2, 1)
    assert after["ETag"] != first["ETag"]


# --- Too many ----------------------------------------------------------------------------------


@dataclass
class _Gate:
    """Pictures that are not drawn before the test says so."""

    folder: Path

    def __post_init__(self) -> None:
        (self.folder / "begun").mkdir()
        self.work = Waits(self.folder / "begun", self.folder / "go on")

    async def has_begun(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while len(list(self.work.begun.iterdir())) < count:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.01)

    def asks(self, name: str, network: str = EVE) -> "asyncio.Task[bytes]":
        drawing = current().part(studio.Studio).draw(name, network, self.work)
        return asyncio.ensure_future(drawing)

    def opens(self) -> None:
        self.work.go_on.touch()


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[_Gate]:
    gate = _Gate(tmp_path)
    yield gate
    gate.opens()


async def _is_in_hand(count: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while len(current().part(studio.Studio)._wanted) != count:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.01)


async def test_only_so_many_pictures_of_a_network_wait_and_nobody_else_notices(
    gate: _Gate,
) -> None:
    asked = [gate.asks(f"{number}") for number in range(studio.MOST_OF_ONE)]
    await gate.has_begun(1)
    await _is_in_hand(studio.MOST_OF_ONE)

    answer = await Browser().gets("/position.png?p=3x3/3/3/3/X", 200)  # from another network
    with pytest.raises(studio.TooManyPictures) as refusal:
        await gate.asks("one more")
    assert refusal.value.status == 429
    assert refusal.value.sentence.startswith("We’re drawing many pictures for your network")
    # Text is still written.
    await Browser().gets("/position.svg?p=3x3/3/3/3/X")
    # A visitor who goes away makes room.
    asked.pop().cancel()
    await _is_in_hand(studio.MOST_OF_ONE - 1)
    asked.append(gate.asks("one more"))
    gate.opens()

    assert await asyncio.gather(*asked) == [b"drawn"] * studio.MOST_OF_ONE
    assert len(list(gate.work.begun.iterdir())) == studio.MOST_OF_ONE, "nobody waited for the other"
    assert answer["Content-Type"] == "image/png"


async def test_who_is_refused_a_picture_is_told_when_to_come_back(
    gate: _Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio, "MOST_IN_HAND", 1)
    waiting = gate.asks("first")
    await gate.has_begun(1)
    answer = await Browser().gets("/position.png?p=3x3/3/3/3/X", 503)
    assert answer["Retry-After"] == "3"
    assert answer.content.decode().startswith("We’re drawing many pictures right now. Try again")
    monkeypatch.setattr(studio, "MOST_OF_ONE", 0)
    answer = await Browser().gets("/position.png?p=3x3/3/3/3/X", 429)
    assert answer["Retry-After"] == "3"
    gate.opens()
    await waiting


async def test_networks_take_turns(gate: _Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "DRAWN_AT_ONCE", 1)  # then they end as they begin
    drawing, told = current().part(studio.Studio), list[str]()

    async def draws(name: str, network: str) -> None:
        await drawing.draw(name, network, gate.work)
        told.append(network)

    eve = [asyncio.ensure_future(draws(f"eve{number}", EVE)) for number in range(12)]
    await gate.has_begun(1)
    await _is_in_hand(12)
    others = [
        asyncio.ensure_future(draws(network, network)) for network in ("alice", "bob", "carol")
    ]
    await _is_in_hand(15)
    assert drawing._served == {EVE}, "one at a time"
    gate.opens()
    await asyncio.gather(*eve, *others)
    assert told[0] == EVE
    assert set(told[1:4]) == {"alice", "bob", "carol"}


async def test_who_asks_for_the_same_picture_gets_the_one_that_is_being_drawn(
    gate: _Gate,
) -> None:
    asked = [gate.asks("the same", f"network {number}") for number in range(30)]
    await gate.has_begun(1)
    asked.pop().cancel()  # one of many goes away: the others get theirs
    gate.opens()
    assert await asyncio.gather(*asked) == [b"drawn"] * 29
    assert len(list(gate.work.begun.iterdir())) == 1


async def test_a_picture_that_cannot_be_drawn_leaves_the_place_free() -> None:
    drawing = current().part(studio.Studio)
    for number in range(studio.MOST_OF_ONE + 1):
        with pytest.raises(ZeroDivisionError):
            await drawing.draw(f"{number}", EVE, fails)


async def test_an_artist_that_dies_is_replaced() -> None:
    drawing = current().part(studio.Studio)
    with pytest.raises(studio.NotDrawn) as refusal:
        await drawing.draw("deadly", EVE, dies)
    assert refusal.value.sentence.startswith("We couldn’t draw the picture. Try again in ")
    await Browser().gets("/position.png?p=3x3/3/3/3/X")


async def test_an_artist_with_nothing_to_do_gives_its_memory_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(studio, "REST_S", 0.2)
    drawing = current().part(studio.Studio)
    await Browser().gets("/position.png?p=3x3/3/3/3/X&theme=paper")
    async with asyncio.timeout(PATIENCE_S):
        while drawing._artists:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.05)
    await Browser().gets("/position.png?p=3x3/3/3/3/O&theme=paper")


# --- Kept --------------------------------------------------------------------------------------


async def test_a_picture_is_drawn_once_and_kept(table: Table, settings: Settings) -> None:
    game = await _played(table, WON)
    for path in ("board.png", "preview.png", "game.gif"):
        first = await Browser().gets(f"/game/{game.slug}/{path}")
        with patch.object(studio.Studio, "_drawn", side_effect=AssertionError("drawn twice")):
            second = await Browser().gets(f"/game/{game.slug}/{path}")
        assert second.content == first.content
    folder = settings.DATA_DIR / "pictures"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


async def test_a_kept_picture_of_a_private_game_is_for_those_who_may_see_it(table: Table) -> None:
    game = await table.game(watching=Watching(Visibility.PRIVATE))
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.BLACK)
    alice = Browser()
    await alice.sends(f"/game/{game.slug}/seat/{seat.key}/")
    await alice.gets(f"/game/{game.slug}/board.png")
    await Browser().gets(f"/game/{game.slug}/board.png", 403)


def _gallery(folder: Path, most: int = 10_000_000) -> Gallery:
    return Gallery(folder / "pictures", most)


def test_no_more_is_kept_than_allowed_and_what_nobody_asks_for_goes_first(tmp_path: Path) -> None:
    kept = _gallery(tmp_path, 10 * 4096)
    picture = b"x" * 4000
    for number in range(10):
        kept.keep(f"{number}", picture)
        os.utime(tmp_path / "pictures" / f"{number}", (number, number))
    full = _gallery(tmp_path, 10 * 4096)
    full.keep("9", picture)  # looks through the folder: it holds just what it may
    assert len(list((tmp_path / "pictures").iterdir())) == 10
    os.utime(tmp_path / "pictures" / "9", (9, 9))
    assert kept.get("0") == picture  # asked for: now it is the newest
    kept.keep("10", picture)
    assert [kept.get(f"{number}") is not None for number in range(11)] == [
        True, False, False, *[True] * 8
    ]  # fmt: skip
    assert sum(file.stat().st_size for file in (tmp_path / "pictures").iterdir()) <= 10 * 4096


def test_a_picture_may_take_all_the_room_there_is_but_no_more(tmp_path: Path) -> None:
    kept = _gallery(tmp_path, 4096)
    whole = b"x" * (4096 - 16)
    kept.keep("whole", whole)
    kept.keep("too large", whole + b"x")
    assert (kept.get("whole"), kept.get("too large")) == (whole, None)


def test_processes_keep_their_pictures_in_one_folder_and_within_its_bounds(tmp_path: Path) -> None:
    one, two = _gallery(tmp_path, 300 * 4096), _gallery(tmp_path, 300 * 4096)
    for number in range(400):
        (one, two)[number % 2].keep(f"{number}", b"x")
    assert one.get("399") == two.get("399") == b"x"
    assert len(list((tmp_path / "pictures").iterdir())) <= 300 + 100


def test_half_a_picture_is_none(tmp_path: Path) -> None:
    kept = _gallery(tmp_path)
    kept.keep("a", b"picture")
    file = tmp_path / "pictures" / "a"
    file.write_bytes(file.read_bytes()[:-1])
    assert kept.get("a") is None
    assert not file.exists()


def test_a_folder_that_cannot_be_written_is_told_once_and_hurts_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pictures").write_text("not a folder")
    kept = _gallery(tmp_path)
    for _ in range(3):
        kept.keep("a", b"picture")
        assert kept.get("a") is None
    assert caplog.text.count("pictures_not_kept") == 1


def test_a_full_disk_hurts_nobody(tmp_path: Path) -> None:
    kept = _gallery(tmp_path)
    with patch("builtins.open", side_effect=OSError(errno.ENOSPC, "No space left on device")):
        kept.keep("a", b"picture")
    with patch.object(
        Path, "replace", side_effect=OSError(errno.ENOSPC, "No space left on device")
    ):
        kept.keep("a", b"picture")
    assert kept.get("a") is None
    assert not list((tmp_path / "pictures").iterdir())  # half of one is no use
    kept.keep("a", b"picture")
    assert kept.get("a") == b"picture"


def test_none_are_kept_where_none_are_wanted(tmp_path: Path) -> None:
    kept = _gallery(tmp_path, 0)
    kept.keep("a", b"picture")
    assert kept.get("a") is None
    assert not (tmp_path / "pictures").exists()


# --- Shared links ------------------------------------------------------------------------------


class _Head(HTMLParser):
    """The meta elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.meta: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            assert name not in self.meta, name
            self.meta[name] = given.get("content") or ""


async def _meta(slug: str) -> dict[str, str]:
    page = await Browser().opens(f"/game/{slug}/")
    return _Head(page.response.content.decode()).meta


async def test_a_shared_link_says_how_the_game_stands(table: Table) -> None:
    game = await table.game()
    people = await table.three(game)

    begun = await _meta(game.slug)
    assert begun["og:title"] == "Alice – Bob"
    assert begun["description"].endswith("No move yet.")
    assert begun["og:image:alt"].startswith("The board, 3×3, three in a row, with no stones.")

    await plays(game, "b2a1b3c3", *people)
    assert await _says(game.slug, 3) == "Move 3."
    running = await _meta(game.slug)
    assert running["og:title"] == running["twitter:title"] == "Alice – Bob, live"
    assert running["og:description"] == (
        "A game of 3×3, three in a row, open to watch. Live now, move 4."
    )
    assert running["og:url"] == f"http://testserver/game/{game.slug}/"
    assert running["og:image"] == f"http://testserver/game/{game.slug}/preview.png?ply=4"
    assert running["twitter:image"] == running["og:image"]
    assert running["twitter:card"] == "summary_large_image"
    assert running["og:image:alt"] == (
        "The board, 3×3, three in a row, with 4 stones. Alice – Bob. Live now, move 4."
    )

    await plays(game, "b1", *people)
    over = await _meta(game.slug)
    assert over["og:title"] == "Alice – Bob: Alice won"
    assert (
        over["og:description"]
        == over["description"]
        == ("A game of 3×3, three in a row. Alice won on move 5.")
    )
    card = await Browser().gets(over["og:image"].removeprefix("http://testserver"))
    assert _opened(card).size == (int(over["og:image:width"]), int(over["og:image:height"]))
    # The picture that was shared before still shows what it showed, and says so.
    assert await _says(game.slug, 4) == "Move 4 of 5."
    assert await _says(game.slug, 0) == "Before the first move."
    assert await _says(game.slug, None) == "Alice won on move 5."


async def _says(slug: str, ply: int | None) -> str:
    game = (await current().read(history.load, slug)).game
    return previews.preview(game, ply).status


async def test_an_invitation_says_so(table: Table) -> None:
    game = await table.invitation()

    meta = await _meta(game.slug)

    assert meta["og:title"] == "Alice is waiting for an opponent"
    assert meta["og:description"].endswith("Open the link to play or watch.")
    await Browser().gets(f"/game/{game.slug}/preview.png")


@pytest.mark.parametrize(
    ("termination", "winner", "title", "status"),
    [
        ("line", 0, "Alice won", "Alice won on move 0."),
        ("resignation", 1, "Bob won", "Alice resigned. Bob wins."),
        ("time", 0, "Alice won", "Bob ran out of time. Alice wins."),
        ("abandonment", 0, "Alice won", "Bob left. Alice wins."),
        ("abandonment", None, "draw", "Draw: a player left, and the other claimed a draw."),
        ("fullBoard", None, "draw", "Draw: the board is full."),
        ("deadBoard", None, "draw", "Draw: nobody could win any more."),
        ("agreement", None, "draw", "Draw by agreement."),
        ("abort", None, "aborted", "The game was aborted."),
    ],
)
async def test_every_end_has_its_words(
    table: Table, termination: str, winner: int | None, title: str, status: str
) -> None:
    game = (await current().read(history.load, (await table.game()).slug)).game
    side = None if winner is None else mnk.Side(winner)
    outcome = mnk.Outcome(side, mnk.Termination(termination))

    ended = facts.Happened(game.version + 1, 0, facts.Ended(outcome))

    said = previews.preview(game.after(ended))

    assert (said.title, said.status) == (f"Alice – Bob: {title}", status)


async def test_a_game_that_is_paused_is_shared_as_paused(table: Table) -> None:
    game = await table.game(clock="5+3")
    alice, bob, eve = await table.three(game)
    await plays(game, "b2a1", alice, bob, eve)
    assert (await _meta(game.slug))["og:description"].endswith("Live now, move 2.")

    await alice.says("offer pause")
    await all_hear(alice, bob, eve)
    await bob.says("accept pause")
    assert (await all_hear(alice, bob, eve))["type"] == "paused"

    assert (await _meta(game.slug))["og:description"].endswith("Paused after move 2.")


@pytest.mark.parametrize(
    "name", ["<script>hi()</script>", '"><img src=x>', "Tom & Jerry", "שלום", "😀", "李明"]
)
async def test_a_name_is_only_a_name_wherever_it_is_shown(table: Table, name: str) -> None:
    game = await _played(table, "b2a1b3")
    await Player.objects.filter(name="Alice").aupdate(name=name)

    page = await Browser().opens(f"/game/{game.slug}/")  # refuses scripts and styles written in
    card = await Browser().gets(f"/game/{game.slug}/preview.png")

    assert _Head(page.response.content.decode()).meta["og:title"] == f"{name} – Bob, live"
    assert "img" not in page.tags
    assert _opened(card).size == (1200, 630)


async def test_a_new_name_is_a_new_card(table: Table) -> None:
    game = await _played(table, WON)
    eve, address = Browser(), f"/game/{game.slug}/preview.png"
    first = await eve.gets(address)
    kept = {"if-none-match": first["ETag"]}
    assert (await eve.client.get(address, headers=kept)).status_code == 304

    await Player.objects.filter(name="Alice").aupdate(name="Ada")

    assert (await eve.client.get(address, headers=kept)).status_code == 200


# --- On a page ---------------------------------------------------------------------------------


async def test_a_page_links_to_what_there_is(table: Table) -> None:
    game = await _played(table, WON)

    menu = render_to_string("share.html", {"pictured": game.slug})

    assert re.findall(r">(\w+)</a>", menu) == ["SVG", "PNG", "GIF", "APNG", "WebP"]
    for address in re.findall(r'href="([^"]+)"', menu):
        await Browser().gets(address)


@pytest.mark.parametrize(("length", "shown"), [(20, "9" * 20), (21, "9" * 20 + "…")])
def test_a_number_that_is_none_is_shown_as_far_as_it_helps(length: int, shown: str) -> None:
    assert picture_query._short("9" * length) == shown
