"""Challenges: who may send one to whom, who may take the seat, and each way it ends."""

import asyncio
import random

import pytest
from asgiref.sync import sync_to_async

from games import limits, mnk
from games.friends import challenges, errors, feed, people, reading
from games.friends.models import Challenge
from games.lobby import invitations
from games.lobby.invitations import Draft
from games.notices.models import Delivery, Kind, Notice, PushSubscription, State
from games.play import errors as play_errors
from games.play.challenged import ChallengeState, DeclineReason
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.play.series import Series
from games.play.terms import TermsError
from games.play.watching import EVERYBODY, Visibility, Watching
from games.players.identify import Visitor
from games.players.models import OpenTo, Player
from tests.friends.pages import Pages, guest
from tests.people import PATIENCE_S, Table, plays


def draft(
    preset: str = "3x3",
    clock: str | None = None,
    *,
    side: str = "black",
    rated: bool = False,
    series: Series | None = None,
    watching: Watching = EVERYBODY,
) -> Draft:
    return Draft(
        variant=mnk.PRESETS[preset].variant,
        control=None if clock is None else mnk.time_control_from_text(clock),
        watching=watching,
        side=side,
        bot=None,
        listed=False,
        rated=rated,
        series=series,
    )


async def sends(
    hub: Hub, by: Player, whom: Player, of: Draft | None = None, at: int | None = None
) -> str:
    return await challenges.send(
        hub,
        of or draft(),
        by=by,
        whom=whom,
        rng=random.Random(1),
        at=now_ms() if at is None else at,
    )


async def accepts(hub: Hub, slug: str, player: Player) -> None:
    await challenges.accept(hub, slug, player=player, visitor=Visitor(player.pk), at=now_ms())


async def state(slug: str) -> ChallengeState:
    found = await Challenge.objects.select_related("game").aget(game__slug=slug)
    return found.state(now_ms())


async def test_from_challenge_to_first_stone(table: Table, pages: Pages, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    hers, his = await pages.opens(alice), await pages.opens(bob)
    slug = await sends(hub, alice, bob, draft("15x15", "5+3", rated=True, series=Series(3)))

    await his.sees(lambda me: me["challenges"] != [])
    heard = his.challenge("Alice")
    assert not heard["mine"]
    assert heard["game"] == slug
    assert (heard["state"], heard["rated"], heard["bestOf"]) == ("waiting", True, 3)
    assert heard["side"] == "white"
    assert heard["control"]["initialMs"] == 300_000
    await hers.sees(lambda me: me["challenges"] != [])
    assert hers.challenge("Bob") == {
        **heard,
        "mine": True,
        "side": "black",
        "other": {**heard["other"], "name": "Bob", "player": bob.slug},
    }

    await accepts(hub, slug, bob)
    await hers.sees(lambda me: me["found"] != [])
    (found,) = hers.me["found"]
    assert (found["game"], found["side"], found["other"]["name"]) == (slug, "black", "Bob")
    await hers.sees(lambda me: me["turns"] == [slug])
    await his.sees(lambda me: me["challenges"] == [])
    assert his.me["found"] == []  # who took the seat is on the way there

    game = await Game.objects.aget(slug=slug)
    people = await table.three(game)
    await people[0].says("playMove", ply=0, square=112)
    await hers.sees(lambda me: me["found"] == [] and me["turns"] == [])
    await his.sees(lambda me: me["turns"] == [slug])
    assert hers.me["challenges"] == []
    for page in (hers, his):
        await page.asks_again()


async def test_the_seat_is_for_nobody_else(table: Table, hub: Hub) -> None:
    alice, bob, eve = await guest("Alice"), await guest("Bob"), await guest("Eve")
    slug = await sends(hub, alice, bob)
    for thief in (eve, alice):
        with pytest.raises((play_errors.SeatIsKept, play_errors.SeatedAlready)):
            await invitations.take_seat(slug, player=thief, visitor=Visitor(thief.pk), at=now_ms())
    for who in (eve, alice):
        with pytest.raises(errors.NoSuchChallenge):
            await accepts(hub, slug, who)
        with pytest.raises(errors.NoSuchChallenge):
            await challenges.decline(hub, slug, player=who, at=now_ms())
        with pytest.raises(errors.NoSuchChallenge):
            await challenges.counter(
                hub, slug, draft(), player=who, rng=random.Random(1), at=now_ms()
            )
    for who in (eve, bob):
        with pytest.raises(errors.NoSuchChallenge):
            await challenges.withdraw(hub, slug, player=who, at=now_ms())
        with pytest.raises(errors.NoSuchChallenge):
            await sync_to_async(challenges.note)(slug, who)
    assert await state(slug) is ChallengeState.WAITING
    # On the page of the game it is the same seat.
    await invitations.take_seat(slug, player=bob, visitor=Visitor(bob.pk), at=now_ms())
    assert await state(slug) is ChallengeState.ACCEPTED


async def test_two_devices_that_accept_at_once_sit_down_once(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    slug = await sends(hub, alice, bob)
    await asyncio.gather(accepts(hub, slug, bob), accepts(hub, slug, bob))
    assert await Seat.objects.filter(game__slug=slug, player=bob).acount() == 1
    await accepts(hub, slug, bob)  # a page that was open all the time


async def test_a_challenge_is_declined_for_a_reason_and_the_answer_waits(
    table: Table, pages: Pages, hub: Hub
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    his = await pages.opens(bob)
    slug = await sends(hub, alice, bob)
    await his.sees(lambda me: me["challenges"] != [])
    await challenges.decline(hub, slug, player=bob, reason=DeclineReason.NOT_RATED, at=now_ms())
    await his.sees(lambda me: me["challenges"] == [])
    # She was away.
    hers = await pages.opens(alice)
    answer = hers.challenge("Bob")
    assert (answer["state"], answer["reason"]) == ("declined", "notRated")
    await sync_to_async(challenges.note)(slug, alice)
    assert (await pages.opens(alice)).me["challenges"] == [answer]  # as her other page knows it
    hub.part(feed.PersonalFeed)._mark((alice.pk,))
    await hers.sees(lambda me: me["challenges"] == [])
    game = await Game.objects.aget(slug=slug)
    assert (game.started, game.termination) == (False, "abort")


async def test_a_challenge_is_withdrawn(table: Table, pages: Pages, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    hers, his = await pages.opens(alice), await pages.opens(bob)
    slug = await sends(hub, alice, bob)
    await his.sees(lambda me: me["challenges"] != [])
    await challenges.withdraw(hub, slug, player=alice, at=now_ms())
    for page in (hers, his):
        await page.sees(lambda me: me["challenges"] == [])
    with pytest.raises(errors.ChallengeIsOver):
        await accepts(hub, slug, bob)
    with pytest.raises(errors.ChallengeIsOver):
        await challenges.decline(hub, slug, player=bob, at=now_ms())


async def test_called_off_on_the_page_of_its_game_it_is_withdrawn(
    table: Table, pages: Pages, hub: Hub
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    his = await pages.opens(bob)
    slug = await sends(hub, alice, bob)
    await his.sees(lambda me: me["challenges"] != [])
    board = await table.sits(await Game.objects.aget(slug=slug), mnk.Side.BLACK)
    await board.says("abort")
    await his.sees(lambda me: me["challenges"] == [])
    assert await state(slug) is ChallengeState.WITHDRAWN


async def test_another_game_is_suggested_instead(table: Table, pages: Pages, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    hers, his = await pages.opens(alice), await pages.opens(bob)
    first = await sends(hub, alice, bob, draft("3x3", "5+3", rated=True))
    second = await challenges.counter(
        hub, first, draft("7x7", side="random"), player=bob, rng=random.Random(1), at=now_ms()
    )
    await hers.sees(lambda me: [each["game"] for each in me["challenges"]] == [second])
    offered = hers.challenge("Bob")
    assert (offered["mine"], offered["instead"], offered["side"]) == (False, True, None)
    assert await state(first) is ChallengeState.COUNTERED
    await his.sees(lambda me: [each["game"] for each in me["challenges"]] == [second])
    await accepts(hub, second, alice)
    await his.sees(lambda me: me["found"] != [])


async def test_what_is_suggested_too_late_is_not_left_standing(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    slug = await sends(hub, alice, bob)
    end = challenges._end

    async def ends_too_late(*args: object, **rest: object) -> None:
        monkeypatch.setattr(challenges, "_end", end)
        await challenges.withdraw(hub, slug, player=alice, at=now_ms())
        await end(*args, **rest)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(challenges, "_end", ends_too_late)
    with pytest.raises(errors.ChallengeIsOver):
        await challenges.counter(
            hub, slug, draft("7x7"), player=bob, rng=random.Random(1), at=now_ms()
        )
    assert not await challenges.standing(now_ms()).aexists()


async def test_nobody_answers_in_time(table: Table, pages: Pages, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    at = now_ms()
    quick = await sends(hub, alice, bob, draft(clock="5+3"), at=at - challenges.STANDS_MS)
    slow = await sends(
        hub, bob, await guest("Eve"), draft(clock="1d"), at=at - challenges.STANDS_MS
    )
    assert await state(quick) is ChallengeState.LAPSED  # before anybody has looked
    with pytest.raises(errors.ChallengeIsOver):
        await accepts(hub, quick, bob)
    hers = await pages.opens(alice)
    assert hers.challenge("Bob")["state"] == "lapsed"
    await challenges.let_lapse(hub, at)
    game = await Game.objects.aget(slug=quick)
    assert game.termination == "abort"
    assert await state(quick) is ChallengeState.LAPSED
    assert await state(slow) is ChallengeState.WAITING
    await challenges.let_lapse(hub, at + challenges.SLOWLY_MS)
    assert await state(slow) is ChallengeState.LAPSED


async def test_a_challenge_stands_until_its_moment_and_what_came_of_it_is_news_for_a_while(
    table: Table, hub: Hub
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    slug = await sends(hub, alice, bob, draft(), at=now_ms())
    challenge = await Challenge.objects.select_related("game").aget(game__slug=slug)
    until = challenge.until_ms
    assert [challenge.state(at) for at in (until - 1, until)] == [
        ChallengeState.WAITING,
        ChallengeState.LAPSED,
    ]

    async def news(at: int) -> list[str]:
        read = await hub.read(reading.read, [alice.pk], at)
        return [each.game for each in read[alice.pk].challenges]

    assert await news(until + reading.ANSWERS_MS - 1) == [slug]
    assert await news(until + reading.ANSWERS_MS) == []
    await accepts(hub, slug, bob)
    began = (await Game.objects.aget(slug=slug)).changed_ms

    async def found(at: int) -> list[str]:
        read = await hub.read(reading.read, [alice.pk], at)
        return [each.game for each in read[alice.pk].found]

    assert await found(began + reading.FOUND_MS - 1) == [slug]
    assert await found(began + reading.FOUND_MS) == []


async def test_what_nobody_answers_lapses_by_itself(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = asyncio.Event()
    let_lapse = challenges.let_lapse

    async def lets_lapse(hub: Hub, at: int) -> None:
        await let_lapse(hub, at)
        looked.set()

    monkeypatch.setattr(challenges, "let_lapse", lets_lapse)
    alice, bob = await guest("Alice"), await guest("Bob")
    slug = await sends(hub, alice, bob, draft(), at=now_ms() - challenges.SLOWLY_MS - 1)
    hub.part(feed.PersonalFeed).start()
    async with asyncio.timeout(PATIENCE_S):
        await looked.wait()
    assert (await Game.objects.aget(slug=slug)).termination == "abort"


async def test_to_whom_no_challenge_goes(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    robo = await Player.objects.acreate(name="Robo", program=True)
    with pytest.raises(errors.AsksOneself):
        await sends(hub, alice, alice)
    with pytest.raises(errors.NotAPerson):
        await sends(hub, alice, robo)
    await sync_to_async(people.block)(bob, alice)
    with pytest.raises(errors.NotOpen):
        await sends(hub, alice, bob)
    eve = await Player.objects.acreate(name="Eve", open_to=OpenTo.NOBODY)
    with pytest.raises(errors.NotOpen):
        await sends(hub, alice, eve)
    assert not await Game.objects.aexists()


async def test_one_challenge_stands_between_two(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    await sends(hub, alice, bob)
    with pytest.raises(errors.ChallengedAlready):
        await sends(hub, alice, bob)
    with pytest.raises(errors.TheyChallengeYou):
        await sends(hub, bob, alice)
    await sends(hub, bob, await guest("Eve"))


async def test_two_tabs_that_challenge_at_once_send_one(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    results = await asyncio.gather(
        *(sends(hub, alice, bob) for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(each, str) for each in results) == 1, results
    assert sum(isinstance(each, errors.ChallengedAlready) for each in results) == 3, results


async def test_nobody_challenges_a_thousand_people(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = await guest("Alice")
    for _ in range(challenges.MOST_SENT):
        await sends(hub, alice, await guest("Somebody"))
    with pytest.raises(errors.TooManyChallenges):
        await sends(hub, alice, await guest("Bob"))


async def test_nobody_is_buried_in_challenges_but_friends_get_through(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "MOST_RECEIVED", 3)
    alice, bob = await guest("Alice"), await guest("Bob")
    for _ in range(3):
        await sends(hub, await guest("Somebody"), bob)
    with pytest.raises(errors.TheyHaveTooMany):
        await sends(hub, alice, bob)
    await sync_to_async(people.ask)(alice, bob, at=now_ms())
    await sync_to_async(people.accept)(bob, alice, at=now_ms())
    await sends(hub, alice, bob)


async def test_whoever_declines_is_not_asked_all_day(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    for _ in range(challenges.MOST_A_DAY):
        slug = await sends(hub, alice, bob)
        await challenges.decline(hub, slug, player=bob, at=now_ms())
    with pytest.raises(errors.ChallengedOften):
        await sends(hub, alice, bob)
    await sends(hub, bob, alice)


async def test_a_flood_is_stopped(table: Table, hub: Hub, settings: object) -> None:
    settings.INAROW_LIMITS = limits.configured("off,asks=2/minute")  # type: ignore[attr-defined]
    alice, bob = await guest("Alice"), await guest("Bob")
    for _ in range(2):
        slug = await sends(hub, alice, bob)
        with pytest.raises(errors.ChallengedAlready):
            await sends(hub, alice, bob)  # what is refused costs nothing
        await challenges.withdraw(hub, slug, player=alice, at=now_ms())
    with pytest.raises(limits.TooManyRequests):
        await sends(hub, alice, bob)
    await sends(hub, bob, alice)  # others have theirs
    await limits.close()


async def test_a_rated_game_is_public(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    private = draft(rated=True, watching=Watching(Visibility.PRIVATE))
    with pytest.raises(TermsError):
        await sends(hub, alice, bob, private)


async def test_blocking_ends_what_stands_between_two(table: Table, pages: Pages, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    hers, his = await pages.opens(alice), await pages.opens(bob)
    slug = await sends(hub, alice, bob)
    await his.sees(lambda me: me["challenges"] != [])
    await challenges.block(hub, bob, alice, at=now_ms())
    await his.sees(lambda me: me["challenges"] == [])
    # She learns no more than that nobody has answered.
    await hers.sees(lambda me: [each["state"] for each in me["challenges"]] == ["lapsed"])
    assert hers.challenge("Bob")["reason"] is None
    assert await state(slug) is ChallengeState.LAPSED


async def test_whoever_blocks_a_friend_sees_it_at_once_and_so_do_they(
    table: Table, pages: Pages, hub: Hub
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    await sync_to_async(people.ask)(alice, bob, at=now_ms())
    await sync_to_async(people.accept)(bob, alice, at=now_ms())
    hers, his = await pages.opens(alice), await pages.opens(bob)
    for page in (hers, his):
        await page.sees(lambda me: me["friends"] != [])

    await challenges.block(hub, bob, alice, at=now_ms())

    for page in (hers, his):
        await page.sees(lambda me: me["friends"] == [])


async def test_a_challenge_is_among_nobodys_live_or_open_games(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    await sends(hub, alice, bob)
    lobby = await table.comes_to("/ws/lobby/", "Zoe")
    whole = await lobby.hears()
    assert (whole["open"], whole["live"]) == ([], [])
    await lobby.leaves()


async def test_once_accepted_it_is_a_game_like_any_other(table: Table, hub: Hub) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    slug = await sends(hub, alice, bob, draft(series=Series(3)))
    await accepts(hub, slug, bob)
    game = await Game.objects.aget(slug=slug)
    people = await table.three(game)
    await plays(game, "a1a2b1b2c1", *people)
    with pytest.raises(errors.ChallengeIsOver):
        await challenges.withdraw(hub, slug, player=alice, at=now_ms())
    assert await state(slug) is ChallengeState.ACCEPTED


async def test_whoever_is_away_is_told_once_and_not_of_what_they_have_answered(
    table: Table, hub: Hub
) -> None:
    alice, bob = await guest("Alice"), await guest("Bob")
    await PushSubscription.objects.acreate(player=bob, digest="his", since_ms=1)
    slug = await sends(hub, alice, bob)
    waits = Delivery.objects.filter(notice__player=bob, state=State.WAITING)
    notice = await Notice.objects.aget(player=bob)
    assert (notice.kind, notice.who, notice.link) == (Kind.CHALLENGE, "Alice", f"/game/{slug}/")
    assert await waits.acount() == 1
    await challenges.decline(hub, slug, player=bob, at=now_ms())
    assert await waits.acount() == 0
    again = await sends(hub, alice, bob)
    assert await waits.acount() == 1
    await accepts(hub, again, bob)
    assert await waits.acount() == 0
