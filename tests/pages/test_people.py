"""Players' pages, and following: who they are, how they play, who is playing."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import library, mnk
from games.lobby import exhibitions, following
from games.play import models
from games.play.clock import now_ms
from games.play.hub import presence
from games.play.watching import EVERYBODY, Delay, Visibility, Watching
from games.players import bots
from games.players.models import Follow, Player, PlayerRating, RatingDay
from games.review.models import Attempt, Puzzle, PuzzleRating
from tests.pages.browser import Browser
from tests.people import Table, plays

pytestmark = pytest.mark.usefixtures("hub")

UNLISTED = Watching(Visibility.UNLISTED)
PRIVATE = Watching(Visibility.PRIVATE)
LATE = Watching(delay=Delay(ms=300_000))


async def _sitter(game: models.Game, side: mnk.Side = mnk.Side.BLACK) -> Player:
    return await Player.objects.filter(seats__game=game, seats__side=side).aget()


async def _follows(browser: Browser, player: Player) -> None:
    await browser.sends(f"/follow/{player.slug}")


async def _now(browser: Browser) -> Any:
    return json.loads((await browser.gets("/following/now")).content)


# --- A player's page ------------------------------------------------------------------------------


async def test_a_players_page_tells_what_they_play_and_how_their_games_ended(
    table: Table,
) -> None:
    over = await table.played("a1a2b1b2c1")
    alice = await _sitter(over)
    live = await table.live_game()
    await models.Seat.objects.filter(game=live, side=mnk.Side.WHITE).aupdate(player=alice)
    await sync_to_async(library.shelve)()

    page = await Browser().opens(f"/player/{alice.slug}/")

    words = " ".join(page.text.split())
    assert "Guest · playing since" in words
    assert "Playing now" in words
    assert "Won 1 Drawn 0 Lost 0 Longest winning streak 1" in words
    assert "Board Won Drawn Lost Tic-tac-toe 1 0 0" in words
    assert "Opponent Won Drawn Lost People 1 0 0" in words
    assert "Side Won Drawn Lost Black or X 1 0 0" in words
    assert "X against Bob 3×3, three in a row X won with three in a row · 5 moves" in words
    html = page.response.content.decode()
    assert f'href="/game/{live.slug}/"' in html
    assert f'href="/game/{over.slug}/"' in html
    bob = await _sitter(over, mnk.Side.WHITE)
    words = " ".join((await Browser().opens(f"/player/{bob.slug}/")).text.split())
    assert "Won 0 Drawn 0 Lost 1" in words
    assert "Lost" in words.split("O against Alice")[1]


@pytest.mark.parametrize("watching", [UNLISTED, PRIVATE])
async def test_a_players_page_is_silent_of_games_that_are_not_public(
    table: Table, watching: Watching
) -> None:
    over = await table.played("a1a2b1b2c1", watching)
    alice = await _sitter(over)
    live = await table.game(watching=watching)
    await models.Seat.objects.filter(game=live, side=mnk.Side.WHITE).aupdate(player=alice)
    await models.Game.objects.filter(pk=live.pk).aupdate(changed_ms=now_ms())
    await sync_to_async(library.shelve)()

    page = await Browser().opens(f"/player/{alice.slug}/")

    assert over.slug not in page.response.content.decode()
    assert live.slug not in page.response.content.decode()
    assert "No finished public games yet" in page.text
    assert "Won" not in page.text


async def test_a_players_page_does_not_tell_how_far_a_late_game_is(table: Table) -> None:
    live = await table.played("a1a2b1", LATE)
    alice = await _sitter(live)

    page = await Browser().opens(f"/player/{alice.slug}/")

    assert f'href="/game/{live.slug}/"' in page.response.content.decode()
    assert "3 moves" not in page.text


async def test_who_ends_a_late_game_plays_on_for_who_watches(table: Table) -> None:
    over = await table.played("a1a2b1b2c1", LATE)
    await over.arefresh_from_db()
    alice = await _sitter(over)
    eve = await Player.objects.acreate(name="Eve")
    await Follow.objects.acreate(follower=eve, followed=alice)

    async def plays_at(at: int) -> list[str]:
        now = await sync_to_async(following.games_now)(alice, now=at, at_board={})
        followed = await sync_to_async(following.playing_now)(eve.pk, now=at, at_board={})
        assert [each.game for each in followed] == [game.slug for game in now]
        return [game.slug for game in now]

    assert await plays_at(over.changed_ms + 299_999) == [over.slug]
    assert await plays_at(over.changed_ms + 300_000) == []


async def test_a_bots_page_says_how_strong_it_is() -> None:
    player = await sync_to_async(bots.player_of)(bots.find("club"))

    page = await Browser().opens(f"/player/{player.slug}/")

    assert "Sees most of your threats" in page.text
    assert "Scores 79 % against Casual." in page.text


async def test_more_games_than_fit_are_on_a_next_page(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.library.finding.PAGE", 1)
    first = await table.played("a1a2b1b2c1")
    alice = await _sitter(first)
    second = await table.game()
    await models.Seat.objects.filter(game=second, side=mnk.Side.BLACK).aupdate(player=alice)
    await plays(
        second,
        "a1a2b1b2c1",
        await table.sits(second, mnk.Side.BLACK),
        await table.sits(second, mnk.Side.WHITE),
    )
    await sync_to_async(library.shelve)()
    path = f"/player/{alice.slug}/"

    page = (await Browser().opens(path)).response.content.decode()
    cursor = page.split('href="?cursor=')[1].split('"')[0]
    next_page = (await Browser().opens(f"{path}?cursor={cursor}")).response.content.decode()

    assert (second.slug in page, first.slug in page) == (True, False)
    assert (second.slug in next_page, first.slug in next_page) == (False, True)


async def test_a_player_who_is_not_there_is_not_found() -> None:
    await Browser().opens("/player/nobody/", 404)
    player = await Player.objects.acreate(name="Alice")
    await Browser().opens(f"/player/{player.slug}/?cursor=soon", 404)


async def test_names_lead_to_players_from_a_game_the_search_and_a_review(table: Table) -> None:
    game = await table.played("a1a2b1b2c1")
    alice = await _sitter(game)
    await sync_to_async(library.shelve)()

    for path in (f"/game/{game.slug}/", "/games?player=alice", f"/game/{game.slug}/review"):
        page = await Browser().opens(path)
        assert f'href="/player/{alice.slug}/"' in page.response.content.decode(), path


async def test_a_players_ratings_are_tiles_that_choose_a_graph(table: Table) -> None:
    alice = await Player.objects.acreate(name="Alice")
    today = datetime.now(UTC).date()
    for family, points, deviation in ((mnk.Family.TEN, 1620, 60), (mnk.Family.GOMOKU, 1480, 150)):
        await PlayerRating.objects.acreate(
            player=alice,
            family=family,
            rating=points,
            deviation=deviation,
            games=9,
            counted_ms=now_ms(),
        )
    for days, points, highest in ((40, 1600, 1600), (20, 1650, 1673), (0, 1620, 1640)):
        await RatingDay.objects.acreate(
            player=alice,
            family=mnk.Family.TEN,
            date=today - timedelta(days=days),
            rating=points,
            highest=highest,
        )
    path = f"/player/{alice.slug}/"

    page = await Browser().opens(path)

    words = " ".join(page.text.split())
    assert "10×10 1620, a guest’s +20 in 30 days" in words
    assert "Gomoku 1480?, a guest’s Provisional, ±300" in words
    assert "10×10 rating Highest 1673" in words
    html = page.response.content.decode()
    assert "first 1600, last 1620, highest 1673." in html
    assert 'href="?graph=10x10#graph" aria-current="true"' in html
    # No day of the other is known yet: then there is no graph, and no fault.
    other = await Browser().opens(f"{path}?graph=gomoku")
    assert 'href="?graph=gomoku#graph" aria-current="true"' in other.response.content.decode()
    assert "Highest" not in other.text
    for graph in ("chess", "<script>", "x" * 5_000, "%00"):
        strange = await Browser().opens(f"{path}?graph={graph}")
        assert "10×10 rating" in strange.text


async def test_puzzles_are_a_tile_with_a_graph_too() -> None:
    alice = await Player.objects.acreate(name="Alice")
    puzzle = await Puzzle.objects.acreate(
        key=bytes(16), position="3x3/3/3/3/X", kind="exact", solution=0, plies=3, solving="{}",
        ply=0, created_ms=1, verified_edition=1,
    )  # fmt: skip
    await PuzzleRating.objects.acreate(player=alice, rating=1731, deviation=90)
    await Attempt.objects.acreate(
        puzzle=puzzle, player=alice, solved=True, rating=1731, at_ms=now_ms()
    )

    page = await Browser().opens(f"/player/{alice.slug}/?graph=puzzles")

    words = " ".join(page.text.split())
    assert "Puzzles 1731, a guest’s New in the last 30 days" in words
    assert "Puzzles rating Highest 1731" in words
    assert "No finished public games yet." in words


async def test_a_visitor_sees_how_they_stand_against_the_player(table: Table) -> None:
    alice, eve = Browser(), Browser()
    address = await alice.starts(side="black")
    bob = Browser()
    await bob.sends(f"{address}join")
    slug = address.split("/")[2]
    game = await models.Game.objects.aget(slug=slug)
    black, white = await _sitter(game), await _sitter(game, mnk.Side.WHITE)
    await Player.objects.filter(pk=white.pk).aupdate(name="Bob <b>")
    await plays(
        game,
        "a1a2b1b2c1",
        await table.sits(game, mnk.Side.BLACK),
        await table.sits(game, mnk.Side.WHITE),
    )
    await sync_to_async(library.shelve)()

    page = await alice.opens(f"/player/{white.slug}/")
    words = " ".join(page.text.split())
    assert "You and Bob <b> 1 – 0 to you" in words
    assert "<b>" not in page.response.content.decode().split("You and")[1].split("</h2>")[0]
    assert "0 – 1 to Guest" in " ".join((await bob.opens(f"/player/{black.slug}/")).text.split())
    assert "You and" not in (await eve.opens(f"/player/{white.slug}/")).text
    assert "You and" not in (await alice.opens(f"/player/{black.slug}/")).text


# --- Following ------------------------------------------------------------------------------------


async def test_a_visitor_who_follows_becomes_a_guest_and_is_told_who_plays(table: Table) -> None:
    live = await table.played("a1")
    alice = await _sitter(live)
    eve = Browser()
    assert (await _now(eve)) == {"playing": [], "here": [], "exhibitions": []}

    followed = await eve.sends(f"/follow/{alice.slug}")

    assert followed["Location"] == f"/player/{alice.slug}/"
    assert "Unfollow" in (await eve.opens(f"/player/{alice.slug}/")).text
    (playing,) = (await _now(eve))["playing"]
    assert playing == {
        "player": alice.slug,
        "name": "Alice",
        "game": live.slug,
        "opponent": "Bob",
        "variant": live.variant.title,
    }
    home = await eve.opens("/")
    assert "playing Bob" in " ".join(home.text.split())
    assert home.data["home-data"]["following"]["all"] == [alice.slug]
    assert "playing Bob" in " ".join((await eve.opens("/following")).text.split())
    assert (await eve.opens(f"/game/{live.slug}/")).data["game-data"]["followed"] == [alice.slug]


async def test_following_ends_when_it_is_taken_back(table: Table) -> None:
    alice = await _sitter(await table.played("a1"))
    eve = Browser()
    await _follows(eve, alice)
    await _follows(eve, alice)  # twice is once

    await eve.sends(f"/unfollow/{alice.slug}", next="/following")

    assert not await Follow.objects.aexists()
    assert (await _now(eve))["playing"] == []
    for nobody in (eve, Browser()):
        assert "You aren’t following anyone yet" in (await nobody.opens("/following")).text


@pytest.mark.parametrize("watching", [UNLISTED, PRIVATE])
async def test_who_plays_where_not_everybody_watches_is_not_said_to_play(
    table: Table, watching: Watching
) -> None:
    live = await table.played("a1", watching)
    over = await table.played("a1a2b1b2c1", watching)
    eve = Browser()
    await _follows(eve, await _sitter(live))
    await _follows(eve, await _sitter(over))

    assert (await _now(eve))["playing"] == []
    page = await eve.opens("/following")
    assert page.text.count("not playing now") == 2


async def test_who_has_left_the_board_does_not_play_now(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK_S", 0.0)
    game = await table.game()
    alice, bob = [await table.sits(game, side) for side in mnk.Side]
    eve, zoe = Browser(), Browser()
    await _follows(eve, await _sitter(game))
    await _follows(zoe, await _sitter(game, mnk.Side.WHITE))
    assert [len((await _now(each))["playing"]) for each in (eve, zoe)] == [1, 1]

    await alice.leaves()
    assert [len((await _now(each))["playing"]) for each in (eve, zoe)] == [0, 1]

    await bob.leaves()
    assert [len((await _now(each))["playing"]) for each in (eve, zoe)] == [0, 0]


async def test_nobody_is_told_of_the_games_they_play_themselves(table: Table) -> None:
    bob, eve = Browser(), Browser()
    address = await bob.starts(side="white")
    alice = Browser()
    await alice.sends(f"{address}join")
    slug = address.split("/")[2]
    game = await models.Game.objects.aget(slug=slug)
    follower = await _sitter(game, mnk.Side.BLACK)
    await table.sits(game, mnk.Side.BLACK)

    await _follows(bob, follower)
    await _follows(eve, follower)

    assert (await _now(bob))["playing"] == []
    assert [each["game"] for each in (await _now(eve))["playing"]] == [slug]


async def test_who_plays_now_stands_before_who_was_seen_last(table: Table) -> None:
    never = await Player.objects.acreate(name="Never")
    over = await table.played("a1a2b1b2c1")
    live = await table.played("a1")
    eve = Browser()
    for player in (never, await _sitter(over, mnk.Side.WHITE), await _sitter(live)):
        await _follows(eve, player)
    await sync_to_async(library.shelve)()

    page = await eve.opens("/following")

    people = page.data["following-data"]["people"]
    assert [each["name"] for each in people] == ["Alice", "Bob", "Never"]
    assert [bool(each["seen"]) for each in people] == [False, True, False]
    assert [each["last"] for each in people] == [
        None,
        {"game": over.slug, "words": "lost to Alice, 3×3, three in a row"},
        None,
    ]
    assert f'href="/game/{over.slug}/"' in page.response.content.decode()


@pytest.mark.parametrize("watching", [EVERYBODY, UNLISTED])
async def test_who_watches_is_here_where_everybody_may(table: Table, watching: Watching) -> None:
    game = await table.game(watching=watching)
    carol = await Player.objects.acreate(name="Carol")
    dan = await Player.objects.acreate(name="Dan")
    eve = Browser()
    await _follows(eve, dan)
    await _follows(eve, carol)
    assert (await _now(eve))["here"] == []

    watches = await table.watches(game, carol)

    is_public = watching is EVERYBODY
    assert (await _now(eve))["here"] == [carol.slug] * is_public
    page = await eve.opens("/following")
    assert ("online now" in page.text) is is_public
    people = page.data["following-data"]["people"]
    assert [(each["name"], each["here"]) for each in people] == [
        ("Carol", is_public),
        ("Dan", False),
    ]
    assert ("Online now" in (await eve.opens(f"/player/{carol.slug}/")).text) is is_public
    await watches.leaves()
    assert (await _now(eve))["here"] == []
    assert "Online now" not in (await eve.opens(f"/player/{carol.slug}/")).text


async def test_nobody_follows_themselves_or_who_is_not_there() -> None:
    alice = Browser()
    await alice.starts()
    me = await Player.objects.aget()

    refused = await alice.sends(f"/follow/{me.slug}")

    assert refused["Location"] == f"/player/{me.slug}/"
    page = await alice.opens(f"/player/{me.slug}/")
    assert "You can follow others" in page.text
    assert "This is you." in page.text
    assert not await Follow.objects.aexists()


async def test_a_stranger_stays_nobody_where_there_is_nobody_to_follow() -> None:
    eve = Browser()

    await eve.sends("/follow/nobody", 404)

    assert not await Player.objects.aexists()


async def test_a_script_is_answered_in_json(table: Table) -> None:
    alice = await _sitter(await table.game())
    eve = Browser()
    token = await eve.token()

    async def sends(path: str) -> tuple[int, Any]:
        answer = await eve.client.post(
            path, {"csrfmiddlewaretoken": token}, headers={"accept": "application/json"}
        )
        return answer.status_code, answer.json()

    assert await sends(f"/follow/{alice.slug}") == (200, {"follows": True})
    assert await sends(f"/unfollow/{alice.slug}") == (200, {"follows": False})
    status, answer = await sends("/follow/nobody")
    assert status == 404
    assert answer == {
        "code": "noSuchPlayer",
        "sentence": "We can’t find this player. Check the link.",
        "field": None,
    }


async def test_nobody_is_made_to_follow_by_another_site(table: Table) -> None:
    alice = await _sitter(await table.game())

    answer = await Browser().client.post(f"/follow/{alice.slug}")

    assert answer.status_code == 403
    assert not await Follow.objects.aexists()


async def test_this_many_can_be_followed_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MAX_FOLLOWED", 2)
    eve = Browser()
    players = [await Player.objects.acreate(name=f"Player {n}") for n in range(3)]
    await _follows(eve, players[0])
    await _follows(eve, players[1])

    await _follows(eve, players[2])

    assert "Unfollow one first" in (await eve.opens("/")).text
    await _follows(eve, players[0])  # followed already: not one more
    assert "Unfollow one first" not in (await eve.opens("/")).text
    assert await Follow.objects.acount() == 2


async def test_an_exhibition_is_followed_and_home_tells_how_it_stands() -> None:
    exhibition = await sync_to_async(exhibitions.make)(
        title="Cup",
        levels=[bots.find(key) for key in ("first-free", "random")],
        variant=mnk.PRESETS["3x3"].variant,
        rounds=1,
        at_once=1,
    )
    await sync_to_async(exhibitions.begin_what_may)()
    eve = Browser()

    await eve.sends(f"/exhibition/{exhibition.slug}/follow", next="/")

    (show,) = (await _now(eve))["exhibitions"]
    assert show == {
        "slug": exhibition.slug,
        "title": "Cup",
        "words": "0 of 2 games played, 1 live",
    }
    assert "exhibition, 0 of 2 games played, 1 live" in (await eve.opens("/")).text
    assert "Unfollow" in (await eve.opens(f"/exhibition/{exhibition.slug}/")).text
    await eve.sends(f"/exhibition/{exhibition.slug}/unfollow")
    assert (await _now(eve))["exhibitions"] == []
    await eve.sends("/exhibition/nothere/follow", 404)
