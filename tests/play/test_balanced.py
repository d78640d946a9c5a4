"""Games that begin from a balanced opening: five stones lie, and each opening is played twice."""

import asyncio
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.db import IntegrityError, transaction

from games import mnk
from games.lobby import invitations, pairing
from games.mnk import formats
from games.notices import looking
from games.play import models
from games.play.clock import now_ms
from games.play.clocktime import timing
from games.play.series import Series
from games.play.services import queries
from games.play.terms import Terms
from games.play.watching import EVERYBODY, Delay, Visibility, Watching
from games.players import bots
from games.players.identify import Visitor
from games.players.models import Player
from games.reviews import reviews
from games.studies import records
from tests.people import Person, Table, all_hear, plays
from tests.play.law import holds_for
from tests.play.test_openings import names_of

BOARD = mnk.PRESETS["15x15"].variant
BALANCED = Terms(opening=mnk.OpeningRule.BALANCED)


def stones_of(game: models.Game) -> tuple[mnk.Square, ...]:
    rows = models.Move.objects.filter(game=game, ply__lt=5).order_by("ply")
    return tuple(rows.values_list("square", flat=True))


stones = sync_to_async(stones_of)


def form(squares: tuple[mnk.Square, ...]) -> bytes:
    return mnk.canonical(mnk.GameState.replay(BOARD, squares).position).key


async def free(game: models.Game, number: int) -> str:
    """Names of squares on which no stone lies."""
    taken = {row.square async for row in models.Move.objects.filter(game=game)}
    found = [square for square in range(BOARD.squares) if square not in taken][:number]
    return mnk.moves_text(found, BOARD)


async def next_game(people: tuple[Person, ...], ending: str = "resign") -> models.Game:
    """Black gives up or calls it off, and both want to play again: the next game, as kept."""
    black, white, *_ = people
    await black.says(ending)
    await all_hear(*people)
    await black.says("offer rematch")
    await all_hear(*people)
    await white.says("offer rematch")
    told = await all_hear(*people)
    assert told["type"] == "rematchAgreed"
    return await models.Game.objects.aget(slug=told["game"])


# --- One game ------------------------------------------------------------------------------------


async def test_five_stones_lie_and_bob_moves_first(table: Table) -> None:
    game = await table.game(BOARD, clock="5+3", terms=BALANCED)
    alice, bob, eve = people = await table.three(game)

    seen = eve.heard[-1]

    lying = await stones(game)
    assert [move["square"] for move in seen["moves"]] == list(lying)
    assert form(lying) in map(form, mnk.balanced_openings(BOARD))
    assert (seen["version"], seen["clock"]["running"]) == (5, None)
    opening = seen["opening"]
    assert (opening["rule"], opening["by"], opening["stones"]) == ("balanced", None, 5)
    assert (opening["answered"], opening["again"]) == (False, False)
    await alice.says("playMove", ply=5, square=0)
    await alice.is_refused("notYourTurn")
    await alice.says("offer takeback")
    await alice.is_refused("cannotOfferNow")

    told = await plays(game, await free(game, 3), *people)

    assert [each["clock"]["running"] for each in told] == [None, "white", "black"]
    for person in people:
        await holds_for(person)
    await bob.says("offer takeback")
    await all_hear(*people)
    await alice.says("accept takeback")
    assert (await all_hear(*people))["ply"] == 7


async def test_until_both_have_moved_it_may_be_called_off(table: Table) -> None:
    game = await table.game(BOARD, terms=BALANCED)
    people = await table.three(game)
    await plays(game, await free(game, 1), *people)
    await people[0].says("abort")
    assert (await all_hear(*people))["outcome"]["termination"] == "abort"

    game = await table.game(BOARD, terms=BALANCED)
    people = await table.three(game)
    await plays(game, await free(game, 2), *people)
    await people[0].says("abort")
    await people[0].is_refused("cannotAbortNow")


async def test_the_same_game_has_the_same_stones_wherever_it_is_made(table: Table) -> None:
    def made(slug: str) -> tuple[mnk.Square, ...]:
        return stones_of(models.Game.objects.create_of(BOARD, terms=BALANCED, slug=slug))

    found = [await sync_to_async(made)(slug) for slug in ("one", "two", "three")]

    assert found == [mnk.OpeningRule.BALANCED.draw(BOARD, slug) for slug in ("one", "two", "three")]
    assert len(set(found)) == 3


async def test_lists_and_letters_know_whose_turn_it_is(table: Table) -> None:
    game = await table.game(BOARD, clock="3d", terms=BALANCED)
    rows = models.Seat.objects.filter(game=game)
    players = {row.side: row.player_id async for row in rows}

    def turns() -> list[bool]:
        return [queries.my_games(Visitor(players[side]))[0].your_turn for side in (0, 1)]

    def told() -> list[int]:
        row = models.Game.objects.prefetch_related("seats__player").get(pk=game.pk)
        return [each.player_id for each in looking._turn(row)]

    assert await sync_to_async(turns)() == [False, True]
    await Player.objects.aupdate(program=False)
    assert await sync_to_async(told)() == [players[1]]


async def test_late_spectators_see_the_given_stones_at_once(table: Table) -> None:
    late = Watching(Visibility.PUBLIC, delay=Delay(60_000, 3))
    game = await table.game(BOARD, terms=BALANCED, watching=late)
    await models.Move.objects.aupdate(at_ms=now_ms())
    alice, bob, eve = await table.three(game)
    assert len(eve.heard[-1]["moves"]) == 5

    await plays(game, await free(game, 2), alice, bob)

    await eve.hears_nothing()
    assert len((await eve.sees_afresh())["moves"]) == 5


async def test_records_keep_the_opening_and_nobody_is_judged_by_it(table: Table) -> None:
    game = await table.game(BOARD, terms=BALANCED)
    people = await table.three(game)
    await plays(game, await free(game, 2), *people)
    await people[0].says("resign")
    await all_hear(*people)

    kept = (await sync_to_async(records.kept_game)(game.slug)).record

    assert kept.opening == "balanced"
    for kind in (formats.Format.SGF, formats.Format.JSON):
        text = formats.write(kept, kind)
        assert b"balanced" in text
        assert formats.read(text, kind).opening == "balanced"
    log = await sync_to_async(timing.log)(game.slug)
    turns = [entry.number for entry in log.entries if isinstance(entry, timing.Turn)]
    assert turns == [6, 7]
    row = await models.Game.objects.aget(pk=game.pk)
    judged = await sync_to_async(reviews.moves_of)(row)
    assert all(ply >= 5 for ply in judged)


# --- Twice, then another -------------------------------------------------------------------------


@pytest.mark.parametrize("series", [None, Series(7)])
async def test_each_opening_is_played_twice_with_sides_swapped(
    table: Table, series: Series | None
) -> None:
    games = [await table.game(BOARD, terms=BALANCED, series=series)]
    for _ in range(4):
        games.append(await next_game(await table.three(games[-1])))

    first, second, third, fourth, fifth = [await stones(game) for game in games]
    assert first == second
    assert third == fourth
    assert form(first) != form(third) != form(fifth)
    assert [game.opening_again for game in games] == [False, True, False, True, False]
    assert [await names_of(game) for game in games] == [
        *(["Alice", "Bob"], ["Bob", "Alice"]) * 2,
        ["Alice", "Bob"],
    ]
    eve = await table.sits(games[1], None)
    assert eve.heard[-1]["opening"]["again"] is True


@pytest.mark.parametrize("series", [None, Series(3)])
async def test_a_game_called_off_is_played_once_more_with_the_same_sides(
    table: Table, series: Series | None
) -> None:
    games = [await table.game(BOARD, terms=BALANCED, series=series)]
    for ending in ("abort", "resign", "abort", "resign"):
        games.append(await next_game(await table.three(games[-1]), ending))

    lying = [await stones(game) for game in games]
    assert lying[:4] == [lying[0]] * 4
    assert form(lying[4]) != form(lying[0])
    assert [game.opening_again for game in games] == [False, False, True, True, False]
    assert [(await names_of(game))[0] for game in games] == [
        *("Alice", "Alice", "Bob", "Bob", "Alice")
    ]


async def test_two_who_want_to_play_again_at_once_get_one_game(table: Table) -> None:
    game = await table.game(BOARD, terms=BALANCED)
    alice, bob, _ = people = await table.three(game)
    await alice.says("resign")
    await all_hear(*people)

    await asyncio.gather(alice.says("offer rematch"), bob.says("offer rematch"))

    told = [await all_hear(*people) for _ in range(2)]
    assert [each["type"] for each in told] == ["offered", "rematchAgreed"]
    following = await models.Game.objects.aget(slug=told[1]["game"])
    assert await stones(following) == await stones(game)
    assert await models.Game.objects.acount() == 2


async def test_nothing_else_is_played_again_from_the_same_stones(table: Table) -> None:
    def make(terms: Terms) -> None:
        with transaction.atomic():
            models.Game.objects.create_of(BOARD, terms=terms)

    await sync_to_async(make)(Terms(opening=mnk.OpeningRule.BALANCED, again=True))
    for rule in (mnk.OpeningRule.NONE, mnk.OpeningRule.SWAP2):
        with pytest.raises(IntegrityError):
            await sync_to_async(make)(Terms(opening=rule, again=True))


# --- How it comes about --------------------------------------------------------------------------


async def test_an_invitation_shows_the_stones_to_whoever_thinks_about_it(table: Table) -> None:
    game = await table.invitation(variant=BOARD, terms=BALANCED)
    alice = await table.sits(game, mnk.Side.BLACK)
    assert len(alice.heard[-1]["moves"]) == 5
    await table.comes(game)
    assert (await alice.hears())["type"] == "seatTaken"
    await alice.says("playMove", ply=5, square=0)
    await alice.is_refused("notYourTurn")


async def test_two_who_look_for_it_are_paired_and_led_back_to_their_game(table: Table) -> None:
    alice, bob = [await Player.objects.acreate(name=name) for name in ("Alice", "Bob")]

    async def looks(player: Player, opening: mnk.OpeningRule = BALANCED.opening) -> pairing.Place:
        return await pairing.pair(
            player=player,
            visitor=Visitor(player.pk),
            seek=pairing.Seek(BOARD, None, opening),
            side=mnk.Side.BLACK,
            at=now_ms(),
        )

    hers = await looks(alice)
    assert await looks(alice) == hers
    assert (await looks(bob, mnk.OpeningRule.NONE)).game != hers.game

    his = await looks(bob)

    assert his == pairing.Place(hers.game, mnk.Side.WHITE)
    assert await looks(bob) == his
    assert len(await stones(await models.Game.objects.aget(slug=hers.game))) == 5


@pytest.mark.parametrize("side", mnk.Side)
async def test_a_bot_begins_where_it_is_white(table: Table, side: mnk.Side) -> None:
    alice = await Player.objects.acreate(name="Alice", program=True)

    game = await invitations.play_against(
        bots.find("casual"), variant=BOARD, player=alice, side=side, terms=BALANCED
    )

    assert game.bot_due is (side is mnk.Side.BLACK)
    assert await stones(game) != ()


async def test_a_stone_pressed_before_the_game_does_not_count(table: Table) -> None:
    draft = invitations.Draft(
        variant=BOARD,
        control=None,
        watching=EVERYBODY,
        side="black",
        bot=bots.find("casual"),
        listed=False,
        rated=False,
        opening=BALANCED.opening,
        first=0,
    )
    alice = await Player.objects.acreate(name="Alice")

    game, _ = await invitations.create_game(draft, BALANCED, player=alice, rng=Random(1))

    assert await models.Move.objects.filter(game=game).acount() == 5
