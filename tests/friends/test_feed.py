"""What a person's pages are told: friends come and go, turns, and nothing for anybody else."""

import asyncio
import itertools
import json

import pytest
from asgiref.sync import sync_to_async
from django.db import Error as DatabaseError
from pytest_django import DjangoAssertNumQueries

from games import metrics, mnk
from games.accounts import joining
from games.friends import feed, people, reading
from games.friends.feed import PersonalFeed
from games.friends.models import LastSeen
from games.lobby import invitations
from games.play import notices
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.play.watching import Visibility, Watching
from games.players import bots
from games.players.identify import Visitor
from games.players.models import Player
from tests import figures
from tests.friends.pages import Pages, guest, session_of
from tests.people import OWN_ORIGIN, PATIENCE_S, PING, Table, plays


async def befriend(one: Player, two: Player) -> None:
    await sync_to_async(people.ask)(one, two, at=now_ms())
    await sync_to_async(people.accept)(two, one, at=now_ms())


async def two_friends(pages: Pages) -> tuple[Player, Player]:
    alice, bob = await guest("Alice"), await guest("Bob")
    await befriend(alice, bob)
    return alice, bob


async def game_between(table: Table, one: Player, two: Player, **rest: object) -> Game:
    """A game of these two, the first of whom is black."""
    game = await table.game(**rest)  # type: ignore[arg-type]  # as it takes them
    for side, player in zip(mnk.Side, (one, two), strict=True):
        await Seat.objects.filter(game=game, side=side).aupdate(player=player)
    return game


def is_here(name: str) -> object:
    return lambda me: any(each["here"] for each in me["friends"] if each["name"] == name)


# --- Who is told anything ------------------------------------------------------------------------


async def test_strangers_are_sent_away(table: Table) -> None:
    for headers in ([], [(b"origin", OWN_ORIGIN)], await session_of(None)):
        person = await table.comes_to("/ws/me/", "Somebody", headers)
        await person.is_sent_away(4404)
        assert person.heard == []


async def test_a_key_opens_nothing_here(table: Table) -> None:
    game = await table.game()
    seat = await Seat.objects.filter(game=game).afirst()
    assert seat is not None
    key = [(b"authorization", f"Bearer {seat.key}".encode())]
    person = await table.comes_to("/ws/me/", "Robo", key)
    await person.is_sent_away(4404)


async def test_without_an_origin_no_session_speaks(table: Table) -> None:
    alice = await guest("Alice")
    headers = [each for each in await session_of(alice) if each[0] != b"origin"]
    person = await table.comes_to("/ws/me/", "Alice", headers)
    await person.is_sent_away(4404)


async def test_a_guest_who_has_joined_an_account_comes_back_as_it(
    table: Table, pages: Pages, hub: Hub
) -> None:
    was = await guest("Guest 1234")
    session = await session_of(was)
    await Player.objects.filter(pk=was.pk).aupdate(
        joined_to=await guest("Mira"), joined_ms=1, joined_after=0
    )
    person = await table.comes_to("/ws/me/", "An old page", session)
    await person.is_sent_away(4402)
    assert person.heard == []


async def test_frames_are_answered_or_refused(pages: Pages) -> None:
    page = await pages.opens(await guest("Alice"))
    await page.person.sends(PING)
    assert await page.person.hears() == {"type": "pong", "version": 0, "now": None}
    for wrong in ('{"type":"playMove"}', "[]", '{"type":"resync","x":1}'):
        await page.person.sends(wrong)
        await page.person.is_refused("badFrame")


async def test_a_page_hears_only_what_is_its_persons(pages: Pages, hub: Hub) -> None:
    alice, bob = await two_friends(pages)
    eves = await pages.opens(await guest("Eve"))
    hers, his = await pages.opens(alice), await pages.opens(bob)
    await hers.sees(is_here("Bob"))  # type: ignore[arg-type]
    asked = figures.value(metrics.resyncs)
    await his.asks_again()
    assert figures.value(metrics.resyncs) == asked + 1
    assert await eves.person.hears_the_rest() == []


# --- Friends -------------------------------------------------------------------------------------


async def test_a_friend_comes_and_goes(
    pages: Pages, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LINGER_S", 0.1)
    alice, bob = await two_friends(pages)
    hers = await pages.opens(alice)
    assert hers.me["friends"] == [
        {"player": bob.slug, "name": "Bob", "here": False, "playing": None, "seen": None}
    ]
    his = await pages.opens(bob)
    await hers.sees(is_here("Bob"))  # type: ignore[arg-type]
    assert his.friend("Alice")["here"]
    await his.closes()
    await hers.sees(lambda me: not me["friends"][0]["here"])
    assert abs(hers.friend("Bob")["seen"] - now_ms()) < 60_000
    async with asyncio.timeout(PATIENCE_S):
        while not await LastSeen.objects.filter(player=bob).aexists():  # noqa: ASYNC110  # untold
            await asyncio.sleep(0.01)


async def test_when_the_server_ends_whoever_is_here_was_here(pages: Pages) -> None:
    alice, _ = await two_friends(pages)
    there = Hub()
    feed = PersonalFeed(there)

    class Listens:
        heard = asyncio.Event()

        def push(self, text: str, frame: bytes | None = None) -> None:
            self.heard.set()

        def change_person(self) -> None:
            raise AssertionError("She stays who she is.")

    page = Listens()
    feed.join(page, alice.pk)
    await asyncio.wait_for(page.heard.wait(), PATIENCE_S)
    assert not await LastSeen.objects.aexists()

    await there.close()

    assert [row.player_id async for row in LastSeen.objects.all()] == [alice.pk]


async def test_going_to_another_page_is_not_going(pages: Pages, hub: Hub) -> None:
    alice, bob = await two_friends(pages)
    hers, his = await pages.opens(alice), await pages.opens(bob)
    await hers.sees(is_here("Bob"))  # type: ignore[arg-type]
    read = hub.part(PersonalFeed).readings
    await his.closes()
    again = await pages.opens(bob)
    await again.asks_again()
    assert await hers.person.hears_the_rest() == []
    assert hub.part(PersonalFeed).readings == read  # nothing was read either


async def test_a_friend_plays_a_public_game_and_stops(table: Table, pages: Pages, hub: Hub) -> None:
    alice, bob = await two_friends(pages)
    hers, _ = await pages.opens(alice), await pages.opens(bob)
    eve = await guest("Eve")
    game = await invitations.invite(
        variant=mnk.PRESETS["3x3"].variant, player=bob, side=mnk.Side.BLACK, listed=False
    )
    await invitations.take_seat(game.slug, player=eve, visitor=Visitor(eve.pk), at=now_ms())
    await hers.sees(lambda me: me["friends"][0]["playing"] is not None)
    assert hers.friend("Bob")["playing"] == {
        "game": game.slug,
        "opponent": "Eve",
        "variant": {"width": 3, "height": 3, "k": 3, "lineRule": "freestyle", "blocked": []},
    }
    await plays(game, "a1a2b1b2c1", *await table.three(game))
    await hers.sees(lambda me: me["friends"][0]["playing"] is None)
    assert hers.friend("Bob")["here"]


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
async def test_nobody_is_told_what_not_everybody_may_watch(
    table: Table, pages: Pages, hub: Hub, visibility: Visibility
) -> None:
    alice, bob = await two_friends(pages)
    await game_between(table, bob, await guest("Eve"), watching=Watching(visibility))
    await pages.opens(bob)
    hers = await pages.opens(alice)
    assert hers.friend("Bob")["here"]
    assert hers.friend("Bob")["playing"] is None


async def test_who_is_asked_hears_of_it_and_so_does_the_asker(pages: Pages, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    hers, his = await pages.opens(alice), await pages.opens(bob)

    def tell(concerned: people.Concerned) -> None:
        hub.others.tell_all(notices.ForPeople(concerned))

    tell(await sync_to_async(people.ask)(alice, bob, at=now_ms()))
    await his.sees(lambda me: [each["name"] for each in me["asking"]] == ["Alice"])
    tell(await sync_to_async(people.accept)(bob, alice, at=now_ms()))
    await hers.sees(is_here("Bob"))  # type: ignore[arg-type]
    await his.sees(lambda me: is_here("Alice")(me) and me["asking"] == [])  # type: ignore[operator]
    tell(await sync_to_async(people.remove)(alice, bob))
    for page in (hers, his):
        await page.sees(lambda me: me["friends"] == [])


# --- Turns ---------------------------------------------------------------------------------------


async def test_it_is_told_in_which_games_it_is_ones_turn(
    table: Table, pages: Pages, hub: Hub
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    one = await game_between(table, alice, bob)
    two = await game_between(table, bob, alice)
    hers, his = await pages.opens(alice), await pages.opens(bob)
    assert (hers.me["turns"], his.me["turns"]) == ([one.slug], [two.slug])
    alice_at, bob_at, *_ = await table.three(one)
    await plays(one, "a1", alice_at, bob_at)
    await hers.sees(lambda me: me["turns"] == [])
    await his.sees(lambda me: set(me["turns"]) == {one.slug, two.slug})
    await plays(one, "a2", alice_at, bob_at)
    await hers.sees(lambda me: me["turns"] == [one.slug])
    await alice_at.says("offer takeback")
    await bob_at.says("accept takeback")
    await hers.sees(lambda me: me["turns"] == [one.slug])
    await alice_at.says("resign")
    await hers.sees(lambda me: me["turns"] == [])
    await his.sees(lambda me: me["turns"] == [two.slug])


async def test_a_friend_who_begins_to_play_a_bot_is_told_of(pages: Pages) -> None:
    alice, bob = await two_friends(pages)
    hers, _ = await pages.opens(alice), await pages.opens(bob)
    bot = bots.every_bot()[0]
    game = await invitations.play_against(
        bot, variant=mnk.PRESETS["3x3"].variant, player=bob, side=mnk.Side.BLACK
    )
    await hers.sees(lambda me: me["friends"][0]["playing"] is not None)
    assert hers.friend("Bob")["playing"]["game"] == game.slug
    assert hers.friend("Bob")["playing"]["opponent"] == bot.name


async def test_a_bot_waits_for_nobody(table: Table, pages: Pages, hub: Hub) -> None:
    alice = await guest("Alice")
    await invitations.play_against(
        bots.every_bot()[0], variant=mnk.PRESETS["3x3"].variant, player=alice, side=mnk.Side.BLACK
    )
    assert (await pages.opens(alice)).me["turns"] == []


async def test_a_move_that_is_played_while_one_is_read_is_not_lost(
    table: Table, pages: Pages, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    game = await game_between(table, alice, bob)
    people_there = await table.three(game)
    read, has_read, goes_on = reading.read, asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(*args: object) -> object:
        found = read(*args)  # type: ignore[arg-type]
        loop.call_soon_threadsafe(has_read.set)
        asyncio.run_coroutine_threadsafe(goes_on.wait(), loop).result()
        return found

    monkeypatch.setattr(reading, "read", slow)
    person = await table.comes_to("/ws/me/", "Bob", await session_of(bob))
    await has_read.wait()
    await plays(game, "a1", *people_there)
    goes_on.set()
    assert (await person.hears())["turns"] == [game.slug]
    await person.leaves()


# --- What it costs, and what breaks --------------------------------------------------------------


async def test_many_people_are_read_by_few_queries(
    table: Table, pages: Pages, hub: Hub, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    friends = [await guest(f"Friend {number}") for number in range(5)]
    for one, two in itertools.pairwise(friends):
        await befriend(one, two)
        await game_between(table, one, two)

    @sync_to_async
    def counted() -> None:
        with django_assert_max_num_queries(10):
            found = reading.read([each.pk for each in friends], now_ms())
        assert len(found) == len(friends)

    await counted()


async def test_a_database_that_is_away_is_asked_again(
    pages: Pages, table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = await two_friends(pages)
    read, failures = reading.read, iter(range(3))

    def away(*args: object) -> object:
        if next(failures, None) is not None:
            raise DatabaseError
        return read(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "read", away)
    hers = await pages.opens(alice)
    await pages.opens(bob)
    await hers.sees(is_here("Bob"))  # type: ignore[arg-type]


def _looks(personal: PersonalFeed) -> bool:
    return personal._reader is not None


async def test_once_everybody_has_gone_nothing_is_looked_for(
    pages: Pages, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LINGER_S", 0.0)
    page = await pages.opens(await guest("Alice"))
    personal = hub.part(PersonalFeed)
    assert _looks(personal)
    await page.closes()
    while _looks(personal):  # noqa: ASYNC110  # nobody is told
        await asyncio.sleep(0.01)
    assert not personal._people
    again = await pages.opens(await guest("Bob"))
    await again.asks_again()


async def test_every_person_is_read_again_in_the_end(
    pages: Pages, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only time changes, or an operator, is found without a notice."""
    monkeypatch.setattr(feed, "ALONE_S", 0.2)
    alice, bob = await two_friends(pages)
    hers = await pages.opens(alice)
    await Player.objects.filter(pk=bob.pk).aupdate(name="Robert")
    await hers.sees(lambda me: me["friends"][0]["name"] == "Robert")


async def test_names_are_inert_text(pages: Pages, hub: Hub) -> None:
    alice, eve = await guest("Alice"), await guest("<script>alert(1)</script"[:24])
    await befriend(alice, eve)
    hers = await pages.opens(alice)
    assert hers.me["friends"][0]["name"] == "<script>alert(1)</script"
    assert json.loads(json.dumps(hers.me)) == hers.me


async def test_joining_tells_whoever_is_concerned(pages: Pages, hub: Hub) -> None:
    from tests.accounts.test_joining import account

    alice, bob = await two_friends(pages)
    hers = await pages.opens(alice)
    mira = await sync_to_async(account)("Mira")
    await sync_to_async(joining.join)(bob.pk, mira.pk, at=now_ms())
    hub.others.tell_all(notices.ForPeople((alice.pk,)))
    await hers.sees(lambda me: [each["name"] for each in me["friends"]] == ["Mira"])
