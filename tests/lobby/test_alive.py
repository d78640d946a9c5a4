"""Only what is alive is live: a game leaves the lists with its players and comes back with them."""

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.lobby import alive, watchlist
from games.lobby import feed as lobby
from games.play import models
from games.play.clock import now_ms
from games.play.hub import Hub, presence
from games.players import bots
from games.players.models import Player
from tests.lobby.test_lobby import enters, slugs
from tests.people import Table


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes are told at once, and whoever leaves has left."""
    monkeypatch.setattr(lobby, "PAUSE_S", 0.01)
    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 0.01)
    monkeypatch.setattr(presence, "BLINK_S", 0.0)


async def test_a_game_goes_when_both_have_left_and_comes_back_with_one_of_them(
    table: Table,
) -> None:
    game = await table.game()
    zoe = await enters(table)
    assert (zoe.lobby["live"], zoe.lobby["tv"]) == ([], [])

    alice = await table.sits(game, mnk.Side.BLACK)
    await zoe.sees(lambda lobby: slugs(lobby["live"]) == [game.slug])
    assert zoe.live(game)["away"] == ["white"]
    bob = await table.sits(game, mnk.Side.WHITE)
    await zoe.sees(lambda lobby: lobby["live"][0]["away"] == [])

    await alice.leaves()
    await zoe.sees(lambda lobby: lobby["live"][0]["away"] == ["black"])
    await bob.leaves()
    gone = await zoe.sees(lambda lobby: not lobby["live"])
    assert (gone["counts"]["playing"], gone["tv"]) == (0, [])

    await table.sits(game, mnk.Side.WHITE)
    back = await zoe.sees(lambda lobby: slugs(lobby["live"]) == [game.slug])
    assert back["live"][0]["away"] == ["black"]
    await zoe.sees(lambda lobby: lobby["counts"]["playing"] == 1)
    await zoe.sees(lambda lobby: lobby["tv"] == [{"family": "3x3", "game": game.slug}])
    await zoe.asks_again()
    await zoe.leaves()


async def test_who_loads_their_page_again_has_not_been_away(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK_S", 3600.0)
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    zoe = await enters(table)
    await zoe.sees(lambda lobby: slugs(lobby["live"]) == [game.slug])
    told = len(zoe.person.heard)

    await alice.leaves()
    await zoe.sees(lambda lobby: lobby["counts"]["online"] == 1)  # it has been noticed
    await table.sits(game, mnk.Side.BLACK)
    await zoe.sees(lambda lobby: lobby["counts"]["online"] == 2)

    for message in zoe.person.heard[told:]:
        assert (message["live"], message["tv"]) == (None, None)
    assert hub.presence.at_board() == {game.slug: mnk.BySide(True, False)}
    await zoe.leaves()


async def test_who_only_watches_keeps_no_game_alive(table: Table) -> None:
    game = await table.game()
    await table.sits(game, None)
    other = await table.live_game()

    zoe = await enters(table)

    assert slugs(zoe.lobby["live"]) == [other.slug]
    await zoe.leaves()


async def test_a_game_against_a_bot_lives_with_its_person(table: Table) -> None:
    game = await table.game()
    bot = await sync_to_async(bots.player_of)(bots.find("novice"))
    await models.Seat.objects.filter(game=game, side=mnk.Side.WHITE).aupdate(player=bot)
    await models.Game.objects.filter(pk=game.pk).aupdate(changed_ms=now_ms())
    zoe = await enters(table)
    assert zoe.lobby["live"] == []

    alice = await table.sits(game, mnk.Side.BLACK)

    await zoe.sees(lambda lobby: slugs(lobby["live"]) == [game.slug])
    assert zoe.live(game)["away"] == []  # a bot is never away
    await alice.leaves()
    await zoe.sees(lambda lobby: not lobby["live"])
    await zoe.leaves()


async def _lists(at: int) -> list[str]:
    found = await sync_to_async(watchlist.read)((), {}, at)
    assert found.playing == len(found.live)
    return [listed.game.game for listed in found.live]


async def test_a_game_of_two_bots_lives_while_they_move(table: Table) -> None:
    game = await table.game()
    for level in ("novice", "casual"):
        bot = await sync_to_async(bots.player_of)(bots.find(level))
        side = mnk.Side.BLACK if level == "novice" else mnk.Side.WHITE
        await models.Seat.objects.filter(game=game, side=side).aupdate(player=bot)
    at = now_ms()
    await models.Game.objects.filter(pk=game.pk).aupdate(changed_ms=at)

    assert await _lists(at + alive.BOTS_MS) == [game.slug]
    assert await _lists(at + alive.BOTS_MS + 1) == []


async def test_a_game_with_days_for_a_move_lives_for_a_while_after_each(table: Table) -> None:
    game = await table.game(clock="1d")
    quick = await table.game(clock="5+3")
    at = now_ms()
    await models.Game.objects.filter(pk__in=(game.pk, quick.pk)).aupdate(changed_ms=at)

    assert await _lists(at + alive.SLOW_MS) == [game.slug]
    assert await _lists(at + alive.SLOW_MS + 1) == []
    zoe = await enters(table)
    assert (slugs(zoe.lobby["live"]), zoe.lobby["live"][0]["away"]) == ([game.slug], [])
    await zoe.leaves()


async def test_tv_goes_on_when_nobody_is_at_the_board_any_more(table: Table) -> None:
    first, second = await table.game(), await table.game()
    alice = await table.sits(first, mnk.Side.BLACK)
    zoe = await enters(table)
    await zoe.sees(lambda lobby: lobby["tv"] == [{"family": "3x3", "game": first.slug}])
    await table.sits(second, mnk.Side.BLACK)
    await zoe.sees(lambda lobby: len(lobby["live"]) == 2)
    assert zoe.lobby["tv"] == [{"family": "3x3", "game": first.slug}]

    await alice.leaves()

    await zoe.sees(lambda lobby: lobby["tv"] == [{"family": "3x3", "game": second.slug}])
    await zoe.leaves()


async def test_people_are_counted_not_their_windows(table: Table) -> None:
    games = [await table.game(), await table.game()]
    yan, xia = [await Player.objects.acreate(name=name) for name in ("Yan", "Xia")]
    windows = [await table.watches(game, yan) for game in games]
    await table.watches(games[0], xia)
    zoe = await enters(table)

    # Zoe, who is nobody yet, Yan and Xia.
    await zoe.sees(lambda lobby: lobby["counts"]["online"] == 3)
    await windows[0].leaves()
    await zoe.sees(lambda lobby: lobby["counts"]["spectators"] == 2)
    assert zoe.lobby["counts"]["online"] == 3
    await windows[1].leaves()
    await zoe.sees(lambda lobby: lobby["counts"]["online"] == 2)
    await zoe.leaves()


async def test_a_crowd_of_people_is_told_in_few_words(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "MOST_TOLD", 2)
    for player_id in (1, 2, 3, 3, None, None):
        hub.presence.enters(player_id)

    online = hub.presence.online()

    assert (len(online.players), online.people) == (2, 5)
