"""A guest joins an account: all that is theirs goes along, and nothing is there twice."""

import asyncio
from datetime import UTC, datetime
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import models

from games import library, mnk
from games.accounts import joining, signing
from games.friends import people
from games.friends.models import Challenge, Friend, FriendRequest, LastSeen
from games.lobby import invitations
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.play.rating import Rating
from games.play.services import rating
from games.play.terms import Terms
from games.players.identify import Visitor
from games.players.models import (
    FOR_GOOD,
    Block,
    BotRating,
    Follow,
    Mute,
    OpenTo,
    Player,
    PlayerRating,
    Score,
    Streak,
)
from games.review.models import PuzzleRating, Study
from tests.friends.test_challenges import accepts, sends
from tests.people import Table, plays

THREE, FIVE = mnk.Family.THREE, mnk.Family.LARGE


def account(name: str = "Mira") -> Player:
    return signing.make_player(User.objects.create(username=name))


def guest(name: str = "Guest 1234") -> Player:
    return Player.objects.create(name=name)


def rate(
    player: Player, points: float, games: int, family: mnk.Family = THREE, at: int = 1
) -> None:
    PlayerRating.objects.create(
        player=player, family=family, rating=points, deviation=80, games=games, counted_ms=at
    )


@pytest.mark.django_db
def test_every_column_that_names_a_player_is_seen_to() -> None:
    named = {
        (field.related_model, field.field.name)
        for field in Player._meta.get_fields(include_hidden=True)
        if isinstance(field, models.ForeignObjectRel)
    }
    stays = {(Player, "joined_to"), (Seat, "sat_as"), (BotRating, "player")}
    assert named - stays == set(joining.handled())


@pytest.mark.django_db
def test_of_two_ratings_the_one_of_more_games_stays_and_the_games_are_added() -> None:
    me, was = account(), guest()
    rate(me, 1600, 5, at=7)
    rate(was, 1800, 9, at=3)
    rate(was, 1700, 2, family=FIVE)
    joining.join(was.pk, me.pk, at=9)
    found = {
        row.family: (row.rating, row.games, row.counted_ms)
        for row in PlayerRating.objects.filter(player=me)
    }
    assert found == {THREE: (1800, 14, 7), FIVE: (1700, 2, 1)}
    assert not PlayerRating.objects.filter(player=was).exists()


@pytest.mark.django_db
def test_whom_both_follow_or_mute_is_followed_once_and_nobody_follows_themselves() -> None:
    me, was, bob = account(), guest(), guest("Bob")
    for follower in (me, was):
        Follow.objects.create(follower=follower, followed=bob)
        Mute.objects.create(by=follower, whom=bob)
    Follow.objects.create(follower=me, followed=was)
    Follow.objects.create(follower=bob, followed=was)
    Mute.objects.create(by=was, whom=me)
    joining.join(was.pk, me.pk, at=9)
    assert set(Follow.objects.values_list("follower", "followed")) == {
        (me.pk, bob.pk),
        (bob.pk, me.pk),
    }
    assert list(Mute.objects.values_list("by", "whom")) == [(me.pk, bob.pk)]


@pytest.mark.django_db
def test_friends_requests_and_blocks_go_along_and_nothing_is_there_twice() -> None:
    me, was, bob, eve, zoe = account(), guest(), guest("Bob"), guest("Eve"), guest("Zoe")
    for one in (me, was):
        people.ask(one, bob, at=1)
        people.accept(bob, one, at=1)
    people.ask(me, was, at=1)  # from one device to the other
    people.ask(eve, me, at=1)  # she asks the account, and is the guest's friend
    people.ask(eve, was, at=1)
    people.accept(was, eve, at=1)
    people.ask(zoe, was, at=1)
    people.accept(was, zoe, at=1)
    people.block(zoe, me)  # and what is blocked is blocked
    joining.join(was.pk, me.pk, at=9)
    friends = Friend.objects.order_by("player", "friend").values_list("player", "friend")
    assert list(friends) == [(me.pk, bob.pk), (me.pk, eve.pk), (bob.pk, me.pk), (eve.pk, me.pk)]
    assert not FriendRequest.objects.exists()
    assert list(Block.objects.values_list("by", "whom")) == [(zoe.pk, me.pk)]


@pytest.mark.django_db
def test_whoever_wanted_to_be_left_alone_is_left_alone() -> None:
    me, was = account(), guest()
    Player.objects.filter(pk=was.pk).update(open_to=OpenTo.NOBODY)
    LastSeen.objects.create(player=was, at_ms=7)
    joining.join(was.pk, me.pk, at=9)
    me.refresh_from_db()
    assert me.open_to == OpenTo.NOBODY
    assert LastSeen.objects.get().player == me


async def test_a_challenge_to_a_guest_is_the_accounts(hub: Hub) -> None:
    me, was = await sync_to_async(account)(), await sync_to_async(guest)()
    bob = await sync_to_async(guest)("Bob")
    slug = await sends(hub, bob, was)
    own = await sends(hub, was, me)
    async with hub.games.following(slug):  # somebody looks at it all the while
        games = await sync_to_async(joining.join)(was.pk, me.pk, at=now_ms())
        assert set(games) == {slug, own}
        await hub.keys.tell_changed(games, by_others=True)
        await accepts(hub, slug, me)
    assert (await Game.objects.aget(slug=slug)).started
    # What one had asked oneself for is an invitation like any other.
    assert await Challenge.objects.acount() == 1
    await invitations.take_seat(own, player=bob, visitor=Visitor(bob.pk), at=now_ms())


@pytest.mark.django_db
@pytest.mark.parametrize(("deviation", "rating"), [(89, 1500), (90, 1500), (91, 1900)])
def test_the_surer_puzzle_rating_stays_and_of_two_alike_the_accounts(
    deviation: int, rating: int
) -> None:
    me, was = account(), guest()
    PuzzleRating.objects.create(player=me, rating=1500, deviation=deviation)
    PuzzleRating.objects.create(player=was, rating=1900, deviation=90)
    joining.join(was.pk, me.pk, at=9)
    kept = PuzzleRating.objects.get()
    assert (kept.player_id, kept.rating) == (me.pk, rating)


@pytest.mark.django_db
def test_nobody_signs_in_to_be_heard_again() -> None:
    me, was = account(), guest()
    Player.objects.filter(pk=was.pk).update(silenced_until=FOR_GOOD)
    joining.join(was.pk, me.pk, at=9)
    me.refresh_from_db()
    assert me.silenced_until == FOR_GOOD
    other = guest()
    Player.objects.filter(pk=other.pk).update(silenced_until=datetime(2027, 1, 1, tzinfo=UTC))
    joining.join(other.pk, me.pk, at=9)
    me.refresh_from_db()
    assert me.silenced_until == FOR_GOOD


@pytest.mark.django_db
def test_a_guest_joins_one_account_for_good() -> None:
    mira, eve, was = account(), account("Eve"), guest()
    Study.objects.create(owner=was, title="Mine", text="{}", created_ms=1, changed_ms=1)
    joining.join(was.pk, mira.pk, at=9)
    joining.join(was.pk, eve.pk, at=9)  # somebody else's browser, with the guest's old session
    assert Study.objects.get().owner == mira
    was.refresh_from_db()
    assert was.joined_to == mira


@pytest.mark.django_db
def test_no_account_and_no_program_joins() -> None:
    mira, eve = account(), account("Eve")
    robo = Player.objects.create(name="Robo", program=True)
    for player in (eve, robo):
        Study.objects.create(owner=player, title="Theirs", text="{}", created_ms=1, changed_ms=1)
        joining.join(player.pk, mira.pk, at=9)
    assert not Study.objects.filter(owner=mira).exists()


@pytest.mark.django_db
def test_what_a_guest_got_in_a_page_left_open_comes_along_the_next_time() -> None:
    me, was, later = account(), guest(), guest("Guest 2345")
    joining.join(was.pk, me.pk, at=9)
    Study.objects.create(owner=was, title="Late", text="{}", created_ms=1, changed_ms=1)
    joining.join(later.pk, me.pk, at=9)
    assert Study.objects.get().owner == me


async def _rated_game(table: Table) -> Game:
    """Between two guests."""
    game = await table.game(terms=Terms(rated=True))
    await Player.objects.aupdate(program=False)
    return game


async def _joins(hub: Hub, seat: Seat, me: Player) -> None:
    """As signing in does: whoever is at the board hears the new name."""
    assert seat.player_id is not None
    games = await sync_to_async(joining.join)(seat.player_id, me.pk, at=now_ms())
    await hub.keys.tell_changed(games, by_others=True)


async def test_results_are_added_up_anew_for_who_has_them_now(table: Table, hub: Hub) -> None:
    game = await _rated_game(table)
    await plays(game, "a1a2b1b2c1", *await table.three(game))
    await hub.read(library.shelve)
    me = await sync_to_async(account)()
    await _joins(hub, await Seat.objects.aget(game=game, side=0), me)
    rows = Score.objects.order_by("player").values_list("player__name", "won", "lost")
    assert {row async for row in rows} == {("Mira", 1, 0), ("Bob", 0, 1)}
    assert (await Streak.objects.aget(player=me)).now == 1


async def test_a_game_against_oneself_is_left_uncounted(table: Table, hub: Hub) -> None:
    """Two guests, played by one person on two devices, who signs in on both before the end."""
    game = await _rated_game(table)
    await table.three(game)
    me = await sync_to_async(account)()
    async for seat in Seat.objects.filter(game=game):
        await _joins(hub, seat, me)
    people = await table.three(game)
    await plays(game, "a1a2b1b2c1", *people)
    await hub.part(Rating).tick(now_ms())
    await hub.part(Rating).tick(now_ms())
    assert not await PlayerRating.objects.aexists()
    assert (await Game.objects.aget(pk=game.pk)).ratings_counted


async def test_a_game_that_is_counted_while_its_guest_joins_counts_for_the_account(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await _rated_game(table)
    await plays(game, "a1a2b1b2c1", *await table.three(game))
    seat = await Seat.objects.aget(game=game, side=0)
    assert seat.player_id is not None
    guest_id = seat.player_id
    me = await sync_to_async(account)()
    read = rating._players

    def joins_just_after(game_id: int, family: mnk.Family) -> mnk.BySide[rating._Player] | None:
        found = read(game_id, family)
        joining.join(guest_id, me.pk, at=9)
        return found

    monkeypatch.setattr(rating, "_players", joins_just_after)
    for _ in range(3):
        await hub.part(Rating).tick(now_ms())
    await hub.keys.tell_changed([game.slug], by_others=True)
    assert await PlayerRating.objects.filter(player=me, games=1).acount() == 1
    assert await PlayerRating.objects.acount() == 2


async def test_two_browsers_of_one_guest_that_sign_in_at_once_take_the_games_along_once(
    hub: Hub,
) -> None:
    me, was = await sync_to_async(account)(), await sync_to_async(guest)()
    await sync_to_async(rate)(was, 1800, 9)
    join = partial(joining.join, was.pk, me.pk, at=9)
    await asyncio.gather(*(hub.read(join) for _ in range(4)))
    assert (await PlayerRating.objects.aget()).games == 9
