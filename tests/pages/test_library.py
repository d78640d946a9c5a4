"""The pages of kept games, and the same for programs."""

import re
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from games import mnk
from games.library import finding
from games.play import models
from games.play.hub import Hub
from games.players.models import Player
from tests.library import shelf
from tests.library.shelf import AT, BOARDS, Kept
from tests.library.test_library import shelve_all
from tests.pages.browser import Browser, Page, check_headers

T15 = mnk.PRESETS["15x15"].variant
HOSTILE = ("x" * 10_000, "\0", "٣٣", "9999-99-99", "<script>alert(1)</script>", "'\"--", "\ud800")


def _three() -> list[Kept]:
    alice, bob, eve = shelf.people(["Alice", "Bob <b>", "Eve"])
    games = [
        shelf.write(shelf.draft("a1a2b1b2c1"), [alice, bob]),
        shelf.write(shelf.resigned("c3b2"), [eve, alice], at=AT + 1),
        shelf.write(shelf.resigned("h8i9g7", T15), [bob, eve], at=AT + 2),
    ]
    shelve_all()
    return games


three = sync_to_async(_three)


async def _opened(path: str) -> Page:
    """The page at an address, whatever its status."""
    response: Any = await Browser().client.get(path)
    check_headers(response)
    return Page(response)


def _links(page: Page) -> list[str]:
    html = page.response.content.decode()
    return [unescape(href) for href in re.findall(r'href="([^"]*)"', html)]


def _games(page: Page) -> list[str]:
    """The games a page leads to, in order, each once."""
    found = (re.fullmatch(r"/game/(\w+)/", link) for link in _links(page))
    return list(dict.fromkeys(match[1] for match in found if match))


# --- The search ----------------------------------------------------------------------------------


async def test_without_games_the_page_says_so(hub: Hub) -> None:
    page = await Browser().opens("/games")

    assert "No finished games yet" in page.text
    assert "aria-invalid" not in page.response.content.decode()


async def test_the_latest_games_are_listed_with_players_and_result(hub: Hub) -> None:
    first, second, third = await three()

    page = await Browser().opens("/games")

    assert _games(page) == [third.row.slug, second.row.slug, first.row.slug]
    text = " ".join(page.text.split())
    assert "Bob <b>" in text  # as text
    assert "b" not in page.tags[page.tags.index("main") :]
    assert "X won with three in a row · 5 moves · 14 Nov 2023" in text
    assert "O won by resignation · 2 moves" in text
    assert "Black won by resignation · 3 moves" in text
    assert page.tags.count("svg") >= 3


async def test_a_search_keeps_what_was_entered(hub: Hub) -> None:
    _, second, _ = await three()

    page = await Browser().opens("/games?player=ali&variant=3x3&result=white&how=resignation")

    assert _games(page) == [second.row.slug]
    assert page.fields["player"] == "ali"
    html = page.response.content.decode()
    assert '<option value="3x3" selected>' in html
    assert '<option value="white" selected>' in html
    assert '<option value="resignation" selected>' in html
    assert '<details class="more" open>' in html
    plain = await Browser().opens("/games?player=ali&variant=3x3")
    assert '<details class="more">' in plain.response.content.decode()


async def test_a_board_that_is_none_of_the_usual_ones_is_typed(hub: Hub) -> None:
    def write() -> Kept:
        alice, bob = shelf.people(["Alice", "Bob"])
        game = shelf.write(shelf.resigned("a1b2", BOARDS[1]), [alice, bob])
        shelf.write(shelf.resigned("a1b2"), [alice, bob])
        shelve_all()
        return game

    game = await sync_to_async(write)()

    page = await Browser().opens("/games?variant=15x15&other=4x3x3")

    assert _games(page) == [game.row.slug]
    html = page.response.content.decode()
    assert page.fields["other"] == "4x3x3"
    assert '<option value="15x15" selected>' not in html
    assert '<details class="more" open>' in html
    linked = await Browser().opens("/games?variant=4x3x3")  # as the explorer links to it
    assert (_games(linked), linked.fields["other"]) == ([game.row.slug], "4x3x3")


async def test_ones_own_games_say_who_the_opponent_was_and_what_came_of_it(hub: Hub) -> None:
    alice = Browser()
    await alice.sends("/name", name="Alice")

    def write() -> None:
        me, bob = Player.objects.get(), shelf.people(["Bob <b>"])[0]
        for at, (state, players) in enumerate(
            (
                (shelf.draft("a1a2b1b2c1"), [me, bob]),
                (shelf.draft("a1a2b1b2c1"), [bob, me]),
                (shelf.draft("b2a1c1a3a2c2b3b1c3"), [bob, me]),
            )
        ):
            shelf.write(state, players, at=AT + at)
        shelve_all()

    await sync_to_async(write)()

    text = " ".join((await alice.opens("/games?mine=1")).text.split())

    latest, second, first = re.findall(r"(. against) Bob <b> .*?(Won|Lost|Draw)(?: |$)", text)
    assert (latest, second, first) == (
        ("O against", "Draw"),
        ("O against", "Lost"),
        ("X against", "Won"),
    )


async def test_a_row_is_one_link_that_says_all_of_it(hub: Hub) -> None:
    _, second, _ = await three()

    html = (await Browser().opens("/games?player=eve&variant=3x3")).response.content.decode()

    (row,) = re.findall(r'<a class="found" href="([^"]*)">(.*?)</a>', html, re.DOTALL)
    assert row[0] == f"/game/{second.row.slug}/"
    words = " ".join(unescape(re.sub("<[^>]*>", " ", row[1])).split())
    assert words == (
        "X Eve O Alice 3×3, three in a row O won by resignation · 2 moves · 14 Nov 2023"
    )


async def test_who_was_searched_for_is_one_press_away(hub: Hub) -> None:
    await three()

    page = await Browser().opens("/games?player=bob+<b>")

    html = page.response.content.decode()
    bob = await Player.objects.aget(name="Bob <b>")
    assert f'href="/player/{bob.slug}/"' in html
    assert "<b>" not in html.split('class="called"')[1].split("</nav>")[0]


async def test_nothing_found_says_what_to_do(hub: Hub) -> None:
    await three()

    page = await Browser().opens("/games?player=nobody")

    assert _games(page) == []
    assert "No games match" in page.text


async def test_pages_follow_each_other(hub: Hub) -> None:
    def many() -> list[str]:
        players = shelf.people()[:2]
        games = [
            shelf.write(shelf.resigned("a1b2"), players, at=AT - at // 2)
            for at in range(2 * finding.PAGE + 1)
        ]
        shelve_all()
        ordered = sorted(games, key=lambda each: (-each.ended_ms, -each.row.pk))
        return [game.row.slug for game in ordered]

    expected = await sync_to_async(many)()
    browser, path, found, count = Browser(), "/games?variant=3x3", [], 0
    while path:
        page = await browser.opens(path)
        found += _games(page)
        count += 1
        following = [link for link in _links(page) if "cursor=" in link]
        path = f"/games{following[0]}" if following else ""
        assert all("variant=3x3" in link for link in following)

    assert found == expected
    assert count == 3


async def test_only_mine_are_those_of_this_browser(hub: Hub) -> None:
    await three()
    browser = Browser()
    assert _games(await browser.opens("/games?mine=1")) == []
    slug = (await browser.starts()).split("/")[2]

    def ends() -> None:
        game = models.Game.objects.get(slug=slug)
        models.Game.objects.filter(pk=game.pk).update(termination="abort")
        shelve_all()

    await sync_to_async(ends)()

    assert _games(await browser.opens("/games?mine=1&how=abort")) == [slug]
    assert _games(await Browser().opens("/games?mine=1&how=abort")) == []


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "field",
    ["player", "variant", "other", "result", "how", "longest", "since", "position", "cursor"],
)
async def test_hostile_fields_get_a_sentence_at_the_field(hub: Hub, field: str, text: str) -> None:
    typed = urlencode({field: text}, errors="surrogatepass")

    page = await _opened(f"/games?{typed}")

    if field == "player" and len(text) <= 24 and "\0" not in text:
        assert page.response.status_code == 200  # a name may be anything
        return
    assert page.response.status_code == 400
    html = page.response.content.decode()
    assert "<script>alert" not in html
    assert "\0" not in html
    (sentence,) = re.findall(r'<p class="error"[^>]*>([^<]+)', html)
    assert sentence.strip().endswith(".")
    if field not in ("result", "how", "cursor"):
        assert 'aria-invalid="true"' in html
    assert "Fix the marked fields above" in page.text


async def test_a_name_with_a_nul_is_refused_not_sent_to_the_database(hub: Hub) -> None:
    page = await Browser().opens("/games?player=al%00ice", 400)

    assert "invisible character" in page.text


async def test_home_and_learn_lead_to_both_and_every_page_to_them(hub: Hub) -> None:
    for path in ("/", "/learn/"):
        assert {"/games", "/explorer"} <= set(_links(await Browser().opens(path)))
    for path in ("/games", "/explorer"):
        assert {"/", "/learn/"} <= set(_links(await Browser().opens(path)))


# --- The explorer --------------------------------------------------------------------------------


async def test_the_explorer_begins_with_an_empty_board_of_any_variant(hub: Hub) -> None:
    await three()

    for path, squares, mover in (
        ("/explorer", 225, "Black"),
        ("/explorer?p=3x3", 9, "X"),
        ("/explorer?p=6x5x4", 30, "X"),
    ):
        page = await Browser().opens(path)
        assert page.tags.count("rect") >= squares
        assert f"{mover} to move" in page.text
        assert "Back" not in page.text


async def test_the_explorer_is_walked_by_links_alone(hub: Hub) -> None:
    first, second, _ = await three()
    browser = Browser()

    start = await browser.opens("/explorer?p=3x3")
    assert "2 games reached this position" in " ".join(start.text.split())
    corner = "/explorer?" + urlencode({"p": "3x3", "play": "a1"})
    assert corner in _links(start)

    after = await browser.opens(corner)
    assert "O to move" in after.text
    text = " ".join(after.text.split())
    assert "2 games reached this position" in text
    assert "X won · drawn · O won" in text
    assert re.search(r"b1 1 100( |$)", text), "a part's number stands in it"
    assert 'aria-label="X won 100%, drawn 0%, O won 0%"' in after.response.content.decode()
    assert set(_games(after)) == {first.row.slug, second.row.slug}
    assert "/explorer?p=3x3" in _links(after)  # back
    search = next(link for link in _links(after) if link.startswith("/games?variant="))
    assert _games(await browser.opens(search)) == [second.row.slug, first.row.slug]


async def test_the_empty_board_of_a_variant_has_an_address(hub: Hub) -> None:
    await three()

    page = await Browser().opens("/explorer?variant=3x3")

    html = page.response.content.decode()
    assert "2 games reached this position" in " ".join(page.text.split())
    assert 'href="/explorer?variant=15x15"' in html
    assert re.findall(r'href="([^"]+)" aria-current="true"', html) == ["/explorer?variant=3x3"]
    # A position says which board it is on.
    both = await Browser().opens("/explorer?variant=15x15&p=3x3/3/1X1/3/O")
    assert "O to move" in both.text
    wrong = await Browser().opens("/explorer?variant=chess", 400)
    assert "isn’t a board" in wrong.text


async def test_moves_that_are_the_same_show_on_every_square_they_may_be_on(hub: Hub) -> None:
    await three()

    page = await Browser().opens("/explorer?p=3x3")

    labels = set(re.findall(r"<title>([^<]+)</title>", page.response.content.decode()))
    assert {f"{corner}: 2 games" for corner in ("a1", "a3", "c1", "c3")} <= labels
    assert "b2: 0 games" in labels


async def test_a_position_where_the_game_is_over_leads_nowhere(hub: Hub) -> None:
    await three()

    page = await Browser().opens("/explorer?p=3x3&play=a1a2b1b2c1")

    assert "X won" in page.text
    assert "1 game reached this position" in " ".join(page.text.split())
    assert not any("play=a1a2b1b2c1" in link for link in _links(page))
    drawn = await Browser().opens("/explorer?p=3x3&play=a1a3b3c3c1b1c2b2a2")
    assert "The board is full" in drawn.text


async def test_a_set_up_position_can_be_explored(hub: Hub) -> None:
    await three()
    line = mnk.position_line(shelf.draft("a3b2").position)

    page = await Browser().opens(f"/explorer?p={quote(line)}")

    assert "1 game reached this position" in " ".join(page.text.split())
    assert "Those games ended here" in page.text


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["p", "play"])
async def test_hostile_positions_get_a_sentence(hub: Hub, field: str, text: str) -> None:
    typed = urlencode({field: text}, errors="surrogatepass")

    page = await _opened(f"/explorer?{typed}")

    html = page.response.content.decode()
    assert page.response.status_code == 400
    assert "\0" not in html
    assert f'<p class="error" id="error-{field}" role="alert">' in html


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("p=3x3&play=a1a1", "a1 is taken"),
        ("p=3x3&play=d4", "isn’t on this board"),
        ("p=3x3&play=a1a2b1b2c1c2", "The game is over before c2"),
        ("p=3x3/3/1X1/3", "isn’t a side to move"),
        ("p=99x99x5", "from 1 to 32"),
    ],
)
async def test_impossible_positions_get_a_sentence(hub: Hub, query: str, says: str) -> None:
    page = await Browser().opens(f"/explorer?{query}", 400)

    assert says in page.text


# --- For programs --------------------------------------------------------------------------------


async def _asks(path: str, status: int = 200, **params: str) -> Any:
    response = await AsyncClient().get(path, params)
    assert response.status_code == status, response.content
    return response.json()


async def _posts(body: Any, status: int = 200) -> Any:
    response = await AsyncClient().post("/api/explorer", body, "application/json")
    assert response.status_code == status, response.content
    return response.json()


async def test_programs_search_games(hub: Hub) -> None:
    first, second, third = await three()

    told = await _asks("/api/games")
    assert [game["game"] for game in told["games"]] == [
        third.row.slug,
        second.row.slug,
        first.row.slug,
    ]
    assert told["cursor"] is None
    assert told["games"][2] == {
        "game": first.row.slug,
        "variant": {
            "width": 3,
            "height": 3,
            "k": 3,
            "lineRule": "freestyle",
            "blocked": [],
        },
        "black": {"name": "Alice", "isBot": False},
        "white": {"name": "Bob <b>", "isBot": False},
        "outcome": {"winner": "black", "termination": "line"},
        "ended": AT,
        "moves": [0, 3, 1, 4, 2],
    }
    told = await _asks("/api/games", variant="3x3", position="a3b2")
    assert [game["game"] for game in told["games"]] == [second.row.slug]


async def test_programs_are_told_which_field_is_wrong(hub: Hub) -> None:
    assert await _asks("/api/games", 400, since="9999-99-99") == {
        "code": "badSearch",
        "sentence": "There’s no such day: 9999-99-99.",
        "field": "since",
    }
    for unknown in ("mine", "plyer"):
        assert (await _asks("/api/games", 400, **{unknown: "1"}))["field"] == unknown


async def test_programs_still_make_games_at_the_same_address(hub: Hub) -> None:
    response = await AsyncClient().post("/api/games", {"preset": "3x3"}, "application/json")

    assert response.status_code == 201
    assert (await AsyncClient().put("/api/games")).status_code == 405


async def test_programs_explore_positions(hub: Hub) -> None:
    await three()
    asked = {"width": 3, "height": 3, "k": 3, "black": [8], "sideToMove": "white"}

    told = await _posts(asked)

    assert told["all"] == {"games": 2, "wins": 1, "losses": 1, "draws": 0}
    assert [(move["square"], move["games"]) for move in told["moves"]] == [(4, 1), (5, 1)]
    assert [game["black"] for game in told["games"]] == ["Eve", "Alice"]
    other = await _posts({**asked, "lineRule": "exact"})
    assert other["all"] == {"games": 0, "wins": 0, "losses": 0, "draws": 0}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"width": 3, "height": 3, "k": 9}, "badVariant"),
        ({"width": 3, "height": 3, "k": 3, "black": [9]}, "noSuchSquare"),
        ({"width": 3, "height": 3, "k": 3, "black": [-1]}, "noSuchSquare"),
        ({"width": 3, "height": 3, "k": 3, "black": [1], "white": [1]}, "squareTaken"),
        ({"width": 3, "height": 3, "k": 3, "colour": "red"}, "badBody"),
        ({"width": 10**30, "height": 3, "k": 3}, "badVariant"),
        ([], "badBody"),
    ],
)
async def test_positions_that_cannot_be_are_refused(hub: Hub, body: Any, code: str) -> None:
    told = await _posts(body, 400)

    assert told["code"] == code
    assert told["sentence"].endswith(".")
