"""A game on other sites: its frame, who may show it, and what a pasted link becomes."""

import json
import re
from collections.abc import Mapping
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest

from games import mnk
from games.pictures import CARD_HEIGHT, CARD_WIDTH
from games.play import models
from games.play.watching import EVERYBODY, Delay, Visibility, Watching
from games.players.models import Player
from tests.pages.browser import Browser, Page
from tests.people import Table

pytestmark = pytest.mark.usefixtures("hub")

PRIVATE = Watching(Visibility.PRIVATE)
UNLISTED = Watching(Visibility.UNLISTED)
TWO_MOVES = Watching(delay=Delay(moves=2))


def _stones(page: Page) -> int:
    """How many stones the server has drawn on the board of a frame."""
    html = re.sub(r'<svg class="squares badge.*?</svg>', "", page.response.content.decode())
    return len(re.findall(r'class="mark (?:black|white)[" ]', html))


# --- The frame ------------------------------------------------------------------------------------


async def test_a_frame_shows_a_live_game_to_a_visitor_without_cookies(table: Table) -> None:
    game = await table.played("a1b2c3")

    page = await Browser().frames(f"/embed/{game.slug}")

    assert "Alice" in page.text
    assert "Bob" in page.text
    assert "Live now, move 3." in page.text
    assert _stones(page) == 3
    assert [move["square"] for move in page.data["embed-data"]["snapshot"]["moves"]] == [0, 4, 8]


async def test_every_other_page_refuses_to_be_framed(table: Table) -> None:
    game = await table.played("a1a2b1b2c1")
    alice = await Player.objects.filter(seats__game=game, seats__side=0).aget()
    for path in (
        "/",
        f"/game/{game.slug}/",
        f"/game/{game.slug}/review",
        f"/player/{alice.slug}/",
        "/following",
        "/games",
    ):
        await Browser().opens(path)  # holds every answer against X-Frame-Options: DENY
    await Browser().opens("/embed/", 404)


async def test_a_frame_steps_through_a_finished_game_without_scripts(table: Table) -> None:
    game = await table.played("a1a2b1b2c1")
    browser = Browser()

    end = await browser.frames(f"/embed/{game.slug}")
    earlier = await browser.frames(f"/embed/{game.slug}?ply=2&theme=dark")

    assert "Alice won on move 5." in end.text
    assert (_stones(end), _stones(earlier)) == (5, 2)
    html = unescape(earlier.response.content.decode())
    assert '<html lang="en-gb" data-theme="dark">' in html
    assert 'href="?theme=dark&ply=1"' in html
    assert 'href="?theme=dark&ply=3"' in html
    assert "?ply=6" not in unescape(end.response.content.decode())
    first = await browser.frames(f"/embed/{game.slug}?ply=1")
    assert 'href="?ply=0"' in unescape(first.response.content.decode())
    start, last = [await browser.frames(f"/embed/{game.slug}?ply={ply}") for ply in (0, 4)]
    assert "ply=-1" not in start.response.content.decode()
    assert 'href="?ply=5"' in unescape(last.response.content.decode())
    assert '<g class="coordinates"' in html
    assert 'rel="icon"' in html


async def test_a_browser_that_looks_for_an_icon_by_itself_finds_it() -> None:
    found = await Browser().gets("/favicon.ico", 302)

    assert found["Location"].startswith("/static/favicon")


async def test_a_frame_tells_no_early_move_of_a_late_game(table: Table) -> None:
    game = await table.played("a1a2b1", TWO_MOVES)

    page = await Browser().frames(f"/embed/{game.slug}")

    assert [move["square"] for move in page.data["embed-data"]["snapshot"]["moves"]] == [0]
    assert _stones(page) == 1


async def test_a_private_game_is_refused_in_the_frame_even_to_its_player(table: Table) -> None:
    game = await table.played("a1a2", PRIVATE)
    browser = Browser()
    await browser.gets(f"/game/{game.slug}/watch/{game.watch_key}/", 302)

    for client in (browser.client, Browser().client):
        answer = await client.get(f"/embed/{game.slug}")

        assert answer.status_code == 403
        assert "This game is private" in answer.content.decode()
        assert "Alice" not in answer.content.decode()


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/embed/nothere", 404, "We can’t find this game"),
        ("/embed/{slug}?theme=blue", 400, "must be light or dark"),
        ("/embed/{slug}?ply=-1", 400, "must be a whole number"),
    ],
)
async def test_what_cannot_be_shown_is_said_in_the_frame(
    table: Table, path: str, status: int, sentence: str
) -> None:
    game = await table.game()

    page = await Browser().frames(path.format(slug=game.slug), status)

    assert sentence in page.text


async def test_the_operator_says_which_sites_may_frame_games(table: Table, settings: Any) -> None:
    game = await table.game()
    settings.INAROW_EMBED_ANCESTORS = ["https://club.example", "https://*.example.org"]
    await Browser().frames(f"/embed/{game.slug}", of="https://club.example https://*.example.org")

    settings.INAROW_EMBED_ANCESTORS = ["'none'"]
    offered = await Browser().opens(f"/game/{game.slug}/")
    refused = await Browser().gets(f"/oembed?url=http://testserver/game/{game.slug}/", 404)

    assert offered.data["game-data"]["embeds"] == []
    assert b"oembed" not in offered.response.content
    assert refused.content.endswith(b".")


async def test_who_opens_a_socket_as_a_spectator_is_one_whatever_they_hold(table: Table) -> None:
    game = await table.game()
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.BLACK)
    key = (b"authorization", f"Bearer {seat.key}".encode())

    eve = await table.comes_to(f"/ws/game/{game.slug}/?as=spectator", "Eve", [key])

    assert await eve.hears() == {"type": "welcome", "side": None}
    assert (await eve.hears())["type"] == "snapshot"


# --- What a game's page offers --------------------------------------------------------------------


class _Frames(HTMLParser):
    """The attributes of the iframes in a text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "iframe"
        self.found.append(dict(attrs))


async def test_a_games_page_offers_frames_of_three_sizes(table: Table) -> None:
    game = await table.game()
    await Player.objects.filter(seats__game=game, seats__side=0).aupdate(name='"><script>x')

    page = await Browser().opens(f"/game/{game.slug}/")

    embeds = page.data["game-data"]["embeds"]
    assert [each["size"] for each in embeds] == ["Small", "Medium", "Large"]
    for each, width in zip(embeds, ("240", "400", "640"), strict=True):
        (frame,) = _Frames(each["html"]).found
        assert frame["src"] == f"http://testserver/embed/{game.slug}"
        assert frame["width"] == width
        assert (frame["title"] or "").startswith('"><script>x – Bob')


async def test_nobody_is_offered_a_frame_of_a_private_game(table: Table) -> None:
    game = await table.game(watching=PRIVATE)
    browser = Browser()
    await browser.gets(f"/game/{game.slug}/watch/{game.watch_key}/", 302)

    page = await browser.opens(f"/game/{game.slug}/")

    assert page.data["game-data"]["embeds"] == []
    assert b"oembed" not in page.response.content


# --- oEmbed ---------------------------------------------------------------------------------------


def _ask(slug: str, part: str = "", limits: Mapping[str, int] | None = None) -> str:
    url = quote(f"http://testserver/game/{slug}/{part}", safe="")
    return f"/oembed?url={url}" + "".join(
        f"&{name}={value}" for name, value in (limits or {}).items()
    )


@pytest.mark.parametrize("watching", [EVERYBODY, UNLISTED])
async def test_a_link_to_a_game_becomes_a_frame(table: Table, watching: Watching) -> None:
    game = await table.played("a1a2b1b2c1", watching)
    page = await Browser().opens(f"/game/{game.slug}/")
    (found,) = re.findall(
        r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"',
        page.response.content.decode(),
    )

    answer = await Browser().gets(unescape(found).removeprefix("http://testserver"))
    told = json.loads(answer.content)

    assert answer["Content-Type"] == "application/json"
    assert {name: told[name] for name in ("version", "type", "provider_name", "title")} == {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Inarow",
        "title": "Alice – Bob: Alice won",
    }
    (frame,) = _Frames(told["html"]).found
    assert (frame["width"], frame["height"]) == (str(told["width"]), str(told["height"]))
    thumbnail = told["thumbnail_url"].removeprefix("http://testserver")
    assert (await Browser().gets(thumbnail))["Content-Type"] == "image/png"


@pytest.mark.parametrize("part", ["review", "review?ply=2", "#3"])
async def test_a_link_to_a_part_of_a_game_is_one_to_the_game(table: Table, part: str) -> None:
    game = await table.played("a1a2b1b2c1")

    told = json.loads((await Browser().gets(_ask(game.slug, part))).content)

    assert f"/embed/{game.slug}" in told["html"]


@pytest.mark.parametrize(
    ("limits", "size"),
    [
        ({}, (400, 492)),
        ({"maxwidth": 300}, (300, 392)),
        ({"maxwidth": 5000, "maxheight": 320}, (400, 320)),
        ({"maxwidth": 120, "maxheight": 100}, (120, 100)),
    ],
)
async def test_a_frame_keeps_to_the_limits_of_who_asks(
    table: Table, limits: dict[str, int], size: tuple[int, int]
) -> None:
    game = await table.game()

    told = json.loads((await Browser().gets(_ask(game.slug, limits=limits))).content)

    assert (told["width"], told["height"]) == size


@pytest.mark.parametrize(
    ("limits", "has_room"),
    [
        ({}, True),
        ({"maxwidth": CARD_WIDTH, "maxheight": CARD_HEIGHT}, True),
        ({"maxwidth": CARD_WIDTH - 1}, False),
        ({"maxheight": CARD_HEIGHT - 1}, False),
    ],
)
async def test_a_card_is_offered_where_it_has_room(
    table: Table, limits: dict[str, int], has_room: bool
) -> None:
    game = await table.game()

    told = json.loads((await Browser().gets(_ask(game.slug, limits=limits))).content)

    assert ("thumbnail_url" in told) is has_room
    if has_room:
        assert (told["thumbnail_width"], told["thumbnail_height"]) == (CARD_WIDTH, CARD_HEIGHT)


async def test_a_title_and_a_picture_tell_no_early_move_of_a_late_game(table: Table) -> None:
    late = await table.played("a1a2b1", TWO_MOVES)

    told = json.loads((await Browser().gets(_ask(late.slug))).content)
    page = await Browser().opens(f"/game/{late.slug}/")

    assert told["thumbnail_url"].endswith("?ply=1")
    head = page.response.content.decode().split("</head>")[0]
    assert f"/game/{late.slug}/preview.png?ply=1" in head
    assert "with 1 stone." in head
    await Browser().gets(f"/game/{late.slug}/preview.png?ply=2", 400)


async def test_a_pasted_link_shows_the_position_of_a_running_and_of_a_finished_game(
    table: Table,
) -> None:
    running = await table.played("a1a2b1")
    over = await table.played("a1a2b1b2c1")
    for game, ply, words in (
        (running, 3, "Live now, move 3."),
        (over, 5, "Alice won on move 5."),
    ):
        page = await Browser().opens(f"/game/{game.slug}/")
        head = page.response.content.decode().split("</head>")[0]

        assert (
            f'og:image" content="http://testserver/game/{game.slug}/preview.png?ply={ply}"' in head
        )
        assert words in head
        picture = await Browser().gets(f"/game/{game.slug}/preview.png?ply={ply}")
        assert picture["Content-Type"] == "image/png"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("?url=http://testserver/game/{slug}/&format=xml", 501),
        ("?url=http://testserver/game/{slug}/&maxwidth=wide", 400),
        ("?url=http://testserver/game/{slug}/&maxheight=0", 400),
        ("?url=http://testserver/game/nothere/", 404),
        ("?url=http://testserver/games", 404),
        ("?url=http://testserver/nothing/at/all", 404),
        ("?url=http://elsewhere.example/game/{slug}/", 404),
        ("?url=javascript:alert(1)", 404),
        ("?url=http://[", 400),
    ],
)
async def test_a_question_that_cannot_be_answered_is_refused_with_a_sentence(
    table: Table, query: str, status: int
) -> None:
    game = await table.game()

    refused = await Browser().gets("/oembed" + query.format(slug=game.slug), status)

    assert refused["Content-Type"] == "text/plain; charset=utf-8"
    assert refused.content.decode().endswith(".")


async def test_a_private_game_is_unauthorized_as_the_specification_says(table: Table) -> None:
    game = await table.played("a1", PRIVATE)

    refused = await Browser().gets(_ask(game.slug), 401)

    assert "This game is private" in refused.content.decode()


async def test_a_frame_is_as_high_as_its_board_needs(table: Table) -> None:
    game = await table.game(mnk.Variant(20, 10, 5))

    told = json.loads((await Browser().gets(_ask(game.slug))).content)

    assert (told["width"], told["height"]) == (400, 292)
