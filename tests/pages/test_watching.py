"""Games that not everybody may watch, or not at once, through the pages, files and the API."""

import pytest
from asgiref.sync import sync_to_async

from games import library, mnk
from games.library.query import Query
from games.play import models
from games.play.clock import now_ms
from games.play.watching import Delay, Visibility, Watching
from games.players.identify import Visitor
from games.players.models import Player
from tests.pages.browser import Browser
from tests.people import Table, plays

pytestmark = pytest.mark.usefixtures("hub")

PRIVATE = Watching(Visibility.PRIVATE)
LONG = Watching(delay=Delay(ms=300_000))
TWO_MOVES = Watching(delay=Delay(moves=2))
EVERYTHING = (
    "",
    "record.sgf",
    "record.json",
    "timing",
    "review",
    "practice",
    "board.svg",
    "board.png",
    "game.gif",
    "preview.png",
    "qr.svg",
)


async def _finished(table: Table, watching: Watching) -> models.Game:
    game = await table.game(watching=watching)
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2b1b2c1", alice, bob)
    return game


# --- Private -------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", EVERYTHING)
async def test_a_stranger_is_shown_nothing_of_a_private_game(table: Table, part: str) -> None:
    game = await _finished(table, PRIVATE)

    answer = await Browser().gets(f"/game/{game.slug}/{part}", 403)

    assert b"a1" not in answer.content
    assert "Alice" not in answer.content.decode(errors="replace")


async def test_programs_are_shown_a_private_game_by_its_key(table: Table) -> None:
    game = await _finished(table, PRIVATE)
    client = Browser().client
    for path in ("", "/timing", "/review"):
        address = f"/api/games/{game.slug}{path}"
        refused = await client.get(address)
        assert (refused.status_code, refused.json()["code"]) == (403, "privateGame")

        shown = await client.get(address, headers={"authorization": f"Bearer {game.watch_key}"})

        assert shown.status_code == 200


async def test_the_watch_link_opens_a_private_game_for_this_browser(table: Table) -> None:
    game = await _finished(table, PRIVATE)
    browser = Browser()
    link = f"/game/{game.slug}/watch/{game.watch_key}/"
    assert "watch link" in (await browser.opens(f"/game/{game.slug}/", 403)).text

    assert (await browser.gets(link, 302))["Location"] == f"/game/{game.slug}/"

    for part in EVERYTHING:
        await browser.gets(f"/game/{game.slug}/{part}")
    await Browser().gets(f"/game/{game.slug}/watch/guessed/", 404)


async def test_no_cache_between_keeps_a_picture_of_a_private_game(table: Table) -> None:
    game = await _finished(table, PRIVATE)
    browser = Browser()
    await browser.gets(f"/game/{game.slug}/watch/{game.watch_key}/", 302)

    picture = await browser.gets(f"/game/{game.slug}/board.svg")

    assert picture["Cache-Control"] == "private, no-cache"


async def test_a_friend_is_invited_to_a_private_game_by_a_link_with_its_key() -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(visibility="private", invite="link")
    invitation = (await alice.opens(address)).data["game-data"]["invitation"]
    assert "/watch/" in invitation
    await bob.gets(address, 403)

    await bob.gets(invitation.removeprefix("http://testserver"), 302)
    await bob.sends(f"{address}join")

    assert (await bob.opens(address)).data["game-data"]["side"] in ("black", "white")


async def test_nobody_joins_a_private_game_without_its_key() -> None:
    address = await Browser().starts(visibility="private", invite="link")

    await Browser().sends(f"{address}join", 403)

    assert not await models.Game.objects.filter(started=True).aexists()


# --- Listed or not -------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
async def test_no_list_and_no_search_names_a_game_that_is_not_public(
    table: Table, visibility: str
) -> None:
    watching = Watching(Visibility(visibility))
    live = await table.game(watching=watching)
    over = await _finished(table, watching)
    await sync_to_async(library.shelve)()
    alice = await Player.objects.filter(seats__game=over, seats__side=0).aget()

    home = (await Browser().opens("/")).data["home-data"]["lobby"]
    everybodys = await sync_to_async(library.search)(Query(), Visitor())
    her_own = await sync_to_async(library.search)(Query(mine=True), Visitor(alice.pk))
    explored = await sync_to_async(library.explore)(mnk.Position.start(over.variant))

    assert live.slug not in [game["game"] for game in home["live"]]
    assert everybodys.games == ()
    assert [game.slug for game in her_own.games] == [over.slug]
    assert (explored.all.games, explored.games) == (0, ())


async def test_an_open_game_is_public() -> None:
    browser = Browser()

    refused = await browser.sends(
        "/games/new", 400, preset="3x3", invite="open", visibility="private"
    )

    assert b"Open games are public" in refused.content
    assert not await models.Game.objects.aexists()


# --- Late ----------------------------------------------------------------------------------------


async def test_a_stranger_sees_a_late_game_as_far_as_it_may_be_shown(table: Table) -> None:
    game = await table.game(watching=TWO_MOVES)
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2b1", alice, bob)
    browser = Browser()

    page = await browser.opens(f"/game/{game.slug}/")
    program = (await browser.client.get(f"/api/games/{game.slug}")).json()

    assert [move["square"] for move in page.data["game-data"]["snapshot"]["moves"]] == [0]
    assert [move["square"] for move in program["moves"]] == [0]
    await browser.gets(f"/game/{game.slug}/board.svg?ply=1")
    await browser.gets(f"/game/{game.slug}/board.svg?ply=2", 400)
    for part in ("record.sgf", "record.json", "timing", "review", "practice"):
        await browser.gets(f"/game/{game.slug}/{part}", 403)
    for path in ("/timing", "/review", "/review/1"):
        refused = await browser.client.get(f"/api/games/{game.slug}{path}")
        assert (refused.status_code, refused.json()["code"]) == (409, "shownLater")
    (listed,) = (await browser.opens("/")).data["home-data"]["lobby"]["live"]
    assert listed["ply"] is None


async def test_a_late_game_is_found_when_its_end_may_be_known(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await _finished(table, LONG)
    await Browser().gets(f"/game/{game.slug}/record.sgf", 403)
    await sync_to_async(library.shelve)()
    assert (await sync_to_async(library.search)(Query(), Visitor())).games == ()

    monkeypatch.setattr("games.library.shelves.now_ms", lambda: now_ms() + 300_000)
    await sync_to_async(library.shelve)()

    (found,) = (await sync_to_async(library.search)(Query(), Visitor())).games
    assert found.slug == game.slug


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"delay_seconds": "301"}, "The delay must be 0 to 300 seconds, not 301."),
        ({"delay_moves": "-1"}, "The delay must be 0 to 20 moves, not -1."),
        ({"delay_seconds": "soon"}, "The delay must be a whole number, 0 to 300 seconds."),
        ({"visibility": "secret"}, "Select a valid choice."),
    ],
)
async def test_a_wish_for_watching_that_cannot_be_is_refused_at_its_field(
    fields: dict[str, str], sentence: str
) -> None:
    refused = await Browser().sends("/games/new", 400, preset="3x3", invite="link", **fields)

    assert sentence.encode() in refused.content
    assert not await models.Game.objects.aexists()


async def test_programs_make_games_that_are_shown_late() -> None:
    client = Browser().client
    body = {"preset": "3x3", "visibility": "private", "delaySeconds": 10, "delayMoves": 1}

    made = await client.post("/api/games", body, content_type="application/json")
    refused = await client.post(
        "/api/games", body | {"delayMoves": 99}, content_type="application/json"
    )

    game = await models.Game.objects.aget()
    assert game.watching.delay == Delay(10_000, 1)
    assert made.json()["watchLink"].endswith(f"/watch/{game.watch_key}/")
    assert (refused.status_code, refused.json()["field"]) == (400, "delayMoves")
