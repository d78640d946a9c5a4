"""The pages of live games and of TV: what they say with and without scripts."""

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.play import models
from games.play.clock import now_ms
from games.play.watching import Delay, Visibility, Watching
from games.players import bots
from tests.pages.browser import Browser, Page
from tests.people import Table, plays

pytestmark = pytest.mark.usefixtures("hub")


def _html(page: Page) -> str:
    return page.response.content.decode()


async def test_the_page_of_live_games_names_them_all(table: Table) -> None:
    small = await table.live_game()
    large = await table.live_game(mnk.PRESETS["15x15"].variant)

    page = await Browser().opens("/watch")

    assert f'href="/game/{small.slug}/"' in _html(page)
    assert f'href="/game/{large.slug}/"' in _html(page)
    data = page.data["watch-data"]
    assert data["family"] is None
    assert {game["game"] for game in data["lobby"]["live"]} == {small.slug, large.slug}


async def test_it_names_those_of_one_family_if_that_is_asked_for(table: Table) -> None:
    small = await table.live_game()
    large = await table.live_game(mnk.PRESETS["15x15"].variant)

    page = await Browser().opens("/watch?family=gomoku")

    assert f'href="/game/{small.slug}/"' not in _html(page)
    assert f'href="/game/{large.slug}/"' in _html(page)
    assert page.data["watch-data"]["family"] == "gomoku"


@pytest.mark.parametrize("path", ["/watch?family=chess", "/tv/chess", "/tv/3X3"])
async def test_who_asks_for_boards_that_do_not_exist_is_told_so(path: str) -> None:
    refused = await Browser().opens(path, 404)

    assert "There are no boards of that name. Choose from these." in refused.text


async def test_an_empty_lobby_says_so() -> None:
    for path in ("/watch", "/tv", "/tv/gomoku"):
        page = await Browser().opens(path)
        assert "No live games right now" in page.text, path
        assert "Play a game" in page.text
        assert 'href="/games"' in _html(page), "to the finished ones"
    assert "No game right now." in (await Browser().opens("/tv/gomoku")).text


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
async def test_what_is_not_public_is_on_no_page(table: Table, visibility: Visibility) -> None:
    secret = await table.live_game(watching=Watching(visibility))

    for path in ("/", "/watch", "/tv", "/tv/3x3"):
        assert secret.slug not in _html(await Browser().opens(path))


async def test_a_late_game_is_listed_without_its_moves_and_not_on_tv(table: Table) -> None:
    late = await table.game(watching=Watching(delay=Delay(ms=60_000)))
    alice, bob = await table.sits(late, mnk.Side.BLACK), await table.sits(late, mnk.Side.WHITE)
    await plays(late, "b2a1", alice, bob)

    (listed,) = (await Browser().opens("/watch")).data["watch-data"]["lobby"]["live"]
    tv = await Browser().opens("/tv/3x3")

    assert (listed["game"], listed["moves"], listed["ply"]) == (late.slug, None, None)
    assert listed["delay"] == {"ms": 60_000, "moves": 0}
    assert "No game right now." in tv.text


async def test_a_channel_shows_the_page_of_its_game(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2a1", alice, bob, eve)

    page = await Browser().opens("/tv/3x3")
    best = await Browser().opens("/tv")

    assert [move["square"] for move in page.data["game-data"]["snapshot"]["moves"]] == [4, 0]
    assert page.data["game-data"]["side"] is None
    assert (page.data["tv-data"]["game"], page.data["tv-data"]["family"]) == (game.slug, "3x3")
    assert "<li value=" in _html(page)  # the moves, for people without scripts
    assert page.data["tv-data"]["path"] == "/tv/3x3"
    assert page.data["game-data"]["channels"] is True
    assert (best.data["tv-data"]["game"], best.data["tv-data"]["path"]) == (game.slug, "/tv")
    assert "channels" not in (await Browser().opens(f"/game/{game.slug}/")).data["game-data"]


async def test_tv_shows_the_best_of_its_channels_and_leads_to_the_others(table: Table) -> None:
    bots_game = await table.game()
    weaker = await table.game(mnk.PRESETS["10x10"].variant)
    stronger = await table.game(mnk.PRESETS["15x15"].variant)
    bot = await sync_to_async(bots.player_of)(bots.find("master"))
    await models.Seat.objects.filter(game=bots_game, side=mnk.Side.WHITE).aupdate(player=bot)
    for game, rating in ((bots_game, 2000), (weaker, 1500), (stronger, 1600)):
        await models.Seat.objects.filter(game=game, side=mnk.Side.BLACK).aupdate(rating=rating)
        await table.sits(game, mnk.Side.BLACK)

    page = await Browser().opens("/tv")

    assert page.data["tv-data"]["game"] == stronger.slug
    html = _html(page)
    assert 'href="/tv/10x10"' in html
    assert 'href="/tv/3x3"' in html
    assert html.count('aria-current="page"') == 2, "the rail's link, and the channel that is on"
    assert 'href="/tv/large"' not in html, "a channel without a game is not shown"


async def test_only_boards_on_which_somebody_plays_are_chosen_from(table: Table) -> None:
    await table.live_game()

    html = _html(await Browser().opens("/watch"))

    assert 'href="/watch?family=3x3"' in html
    assert "family=gomoku" not in html


async def test_what_is_on_tv_is_the_same_to_all_who_come(table: Table) -> None:
    first = await table.live_game()
    now = now_ms()
    await models.Game.objects.filter(pk=first.pk).aupdate(changed_ms=now - 60_000)
    assert (await Browser().opens("/tv/3x3")).data["tv-data"]["game"] == first.slug

    second = await table.live_game()
    await models.Game.objects.filter(pk=second.pk).aupdate(changed_ms=now)

    # The later one would be chosen if the first were not on already.
    assert (await Browser().opens("/tv/3x3")).data["tv-data"]["game"] == first.slug
    await models.Game.objects.filter(pk=first.pk).aupdate(termination="abort")
    assert (await Browser().opens("/tv/3x3")).data["tv-data"]["game"] == second.slug
