"""Ratings computed anew from the games are those that are kept, whatever happened between."""

import importlib
import logging
import os
import random
from io import StringIO

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from games import mnk
from games.accounts import joining, leaving, signing
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.play.rating import Rating
from games.play.services import rating, recomputing
from games.play.terms import Terms
from games.players.models import Player, PlayerRating, RatingDay
from tests.accounts.simulation import Town
from tests.people import Table, plays

log = logging.getLogger(__name__)

GAMES = int(os.environ.get("INAROW_SIMULATED_GAMES", "400"))
"""10,000 take two minutes; with `--log-cli-level=INFO` it says what came to pass."""
BLACK_WINS = "a1a2b1b2c1"


async def _recompute(*options: str) -> tuple[str, int]:
    """What the command says, and its exit code."""
    said, code = StringIO(), 0
    try:
        await sync_to_async(call_command)("recompute_ratings", *options, stdout=said)
    except SystemExit as end:
        code = int(end.code or 0)
    return said.getvalue(), code


@pytest.mark.timeout(1200)
async def test_what_is_kept_is_what_the_games_say(hub: Hub) -> None:
    """People join and leave, pause for weeks, draw; two processes count, in any order."""
    other = Hub()
    town = Town((hub, other), random.Random(GAMES))
    await town.play(GAMES)
    await other.close()
    log.info(town.told)
    assert min(town.joins, town.left, town.draws, town.pauses) > 0, town.told

    kept, found = await hub.read(recomputing.stored), await hub.read(recomputing.from_games)

    assert kept == found  # to the last digit, day by day
    assert len(kept) == await PlayerRating.objects.acount() > 10
    assert await _recompute() == (f"0 of {len(kept)} ratings differ.\n", 0)


async def _counted(table: Table, hub: Hub, moves: str = BLACK_WINS) -> Game:
    game = await table.game(terms=Terms(rated=True))
    await plays(game, moves, *await table.three(game))
    await hub.part(Rating).tick(now_ms())
    return game


async def test_what_differs_is_told_and_mended_only_when_it_is_asked_for(
    table: Table, hub: Hub
) -> None:
    await _counted(table, hub)
    alice = await Player.objects.aget(name="Alice")
    as_it_was = [row async for row in PlayerRating.objects.order_by("pk").values()]
    await PlayerRating.objects.filter(player=alice).aupdate(rating=1700)
    await RatingDay.objects.filter(player__name="Bob").adelete()
    eve = await Player.objects.acreate(name="Eve")
    await PlayerRating.objects.acreate(player=eve, family="3x3", games=9, counted_ms=1)

    said, code = await _recompute("--check")

    assert code == 1
    assert f"Alice ({alice.slug}), 3x3: kept 1700.0 ± 580.6 by 1 games on 1 days" in said
    assert "from the games 1662.3 ± 580.6 by 1 games on 1 days" in said
    assert "kept 1337.7 ± 580.6 by 1 games on 0 days" in said
    assert "kept 1500.0 ± 700.0 by 9 games on 0 days, from the games none" in said
    assert "3 of 3 ratings differ." in said
    assert (await PlayerRating.objects.aget(player=alice)).rating == 1700

    assert (await _recompute("--write"))[0].endswith("3 written.\n")

    assert [row async for row in PlayerRating.objects.order_by("pk").values()] == as_it_was
    assert await RatingDay.objects.filter(player__name="Bob", rating=1338).aexists()
    assert (await _recompute())[1] == 0


async def test_what_was_counted_meanwhile_is_left_alone(table: Table, hub: Hub) -> None:
    game = await _counted(table, hub)
    alice = await Player.objects.aget(name="Alice")
    await PlayerRating.objects.filter(player=alice).aupdate(rating=1700)
    (difference,), _ = await hub.read(recomputing.differences)
    again = await table.game(terms=Terms(rated=True))
    await Seat.objects.filter(game=again, side=0).aupdate(player=alice)
    await plays(again, BLACK_WINS, *await table.three(again))
    await hub.part(Rating).tick(now_ms())

    assert not await hub.read(recomputing.write, difference)

    assert (await PlayerRating.objects.aget(player=alice)).games == 2
    assert await Game.objects.filter(slug=game.slug, ratings_counted=True).aexists()


async def test_of_what_was_counted_meanwhile_the_command_says_to_look_again(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _counted(table, hub)
    await PlayerRating.objects.filter(player__name="Alice").aupdate(rating=1700)
    find = recomputing.differences

    def differences() -> object:
        found = find()
        PlayerRating.objects.filter(player__name="Alice").update(rating=1701)
        return found

    monkeypatch.setattr(recomputing, "differences", differences)
    said, code = await _recompute("--write")

    assert said.endswith("0 written.\nThe others have changed meanwhile. Run this again.\n")
    assert code == 1


async def test_a_rating_that_is_mended_while_a_game_is_counted_is_read_again(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game(terms=Terms(rated=True))
    alice = await Player.objects.aget(name="Alice")
    row = await PlayerRating.objects.acreate(
        player=alice, family="3x3", rating=1800, games=3, counted_ms=now_ms()
    )
    await plays(game, BLACK_WINS, *await table.three(game))
    read = rating._players

    def mended_just_after(game_id: int, family: mnk.Family) -> mnk.BySide[rating._Player] | None:
        found = read(game_id, family)
        PlayerRating.objects.filter(pk=row.pk, rating=1800).update(rating=1600)
        return found

    monkeypatch.setattr(rating, "_players", mended_just_after)
    for _ in range(3):
        await hub.part(Rating).tick(now_ms())

    await row.arefresh_from_db()
    assert row.games == 4
    assert row.rating < 1800


async def test_nothing_is_counted_for_somebody_who_has_left(table: Table, hub: Hub) -> None:
    """They leave just when a game of theirs has ended, and somebody else's is being counted."""
    game = await table.game(terms=Terms(rated=True))
    user = await User.objects.acreate(username="Mira")
    mira = await sync_to_async(signing.make_player)(user)
    await Seat.objects.filter(game=game, side=0).aupdate(player=mira)
    people = await table.three(game)
    await plays(game, BLACK_WINS, *people)
    await sync_to_async(leaving._forget)(user, mira)

    await hub.part(Rating).tick(now_ms())

    assert not await PlayerRating.objects.aexists()
    assert (await Game.objects.aget(pk=game.pk)).ratings_counted
    assert (await _recompute())[1] == 0


async def test_what_somebody_gave_up_by_leaving_counts_for_their_opponent(
    table: Table, hub: Hub
) -> None:
    game = await table.game(terms=Terms(rated=True))
    user = await User.objects.acreate(username="Mira")
    mira = await sync_to_async(signing.make_player)(user)
    await Seat.objects.filter(game=game, side=0).aupdate(player=mira)
    miras, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2", miras, bob)
    await miras.leaves()

    await leaving.leave(hub, user)

    assert (await bob.hears())["type"] == "gameEnded"
    assert (await bob.hears())["ratings"]["white"]["change"] == 162
    assert (await bob.hears())["seats"]["black"]["name"] == leaving.NAME
    kept = await PlayerRating.objects.select_related("player").aget()
    assert (kept.player.name, kept.games) == ("Bob", 1)
    assert (await _recompute())[1] == 0


def test_the_last_game_counted_before_a_guest_joined_was_the_guest_s() -> None:
    guest, account = 7, 9
    joined = {guest: recomputing._Join(100, 0, guest, account)}
    players = [recomputing._then(guest, fact=fact, joined=joined) for fact in (99, 100, 101)]
    assert players == [guest, guest, account]


async def test_joins_from_before_their_place_was_kept_are_placed_by_their_time(
    table: Table, hub: Hub
) -> None:
    before = await _counted(table, hub)
    await Player.objects.aupdate(program=False)
    was = await Player.objects.aget(name="Alice")
    mira = await sync_to_async(signing.make_player)(await User.objects.acreate(username="Mira"))
    games = await hub.read(lambda: joining.join(was.pk, mira.pk, at=now_ms()))
    await hub.keys.tell_changed(games, by_others=True)
    assert (await _recompute())[1] == 0
    after = await table.game(terms=Terms(rated=True))
    await Seat.objects.filter(game=after, side=0).aupdate(player=mira)
    await plays(after, BLACK_WINS, *await table.three(after))
    await hub.part(Rating).tick(now_ms())
    await was.arefresh_from_db()
    placed = was.joined_after
    assert placed == (await before.facts.alatest("pk")).pk
    await Player.objects.filter(pk=was.pk).aupdate(joined_after=0)
    migration = importlib.import_module("games.players.migrations.0011_fair_play")

    await sync_to_async(migration.place_joins)(apps, connection.schema_editor())

    await was.arefresh_from_db()
    assert was.joined_after == placed
    assert (await _recompute())[1] == 0
