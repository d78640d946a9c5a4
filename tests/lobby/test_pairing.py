"""Quick pairing: the next player who wants the same, and nobody who has left."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.lobby import invitations, pairing, seeking, seeks, watchlist
from games.lobby.seeking import Seeking
from games.play import commit, errors, models, notices
from games.play.clock import now_ms
from games.play.hub import Hub, presence
from games.play.services import queries
from games.play.terms import RatingRange, Terms
from games.play.watching import Delay, Watching
from games.players import blocks
from games.players.identify import Visitor
from games.players.models import Player, PlayerRating
from tests.people import PATIENCE_S, Table, all_hear

GOMOKU = mnk.PRESETS["15x15"].variant


async def person(name: str) -> Player:
    return await Player.objects.acreate(name=name)


async def people(*names: str) -> list[Player]:
    return [await person(name) for name in names]


async def game(place: pairing.Place) -> models.Game:
    return await models.Game.objects.aget(slug=place.game)


async def sitting(slug: str) -> list[str | None]:
    """Who sits in a game, black first."""
    seats = models.Seat.objects.filter(game__slug=slug).order_by("side")
    return [name async for name in seats.values_list("player__name", flat=True)]


async def becomes(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if await is_so():
                return
            await asyncio.sleep(0.01)


def is_called_off(place: pairing.Place) -> Callable[[], Awaitable[bool]]:
    async def look() -> bool:
        return (await game(place)).termination == "abort"

    return look


# --- The same seek ---------------------------------------------------------------------------


async def test_the_second_sits_down_opposite_to_the_first(table: Table) -> None:
    alice, bob = await people("Alice", "Bob")

    first = await table.seeks(alice, side=mnk.Side.WHITE)
    waiting = await game(first)
    second = await table.seeks(bob)

    assert (waiting.started, waiting.listed) == (False, True)
    assert second == pairing.Place(first.game, mnk.Side.BLACK)
    assert await sitting(first.game) == ["Bob", "Alice"]
    assert (await game(first)).started
    assert await models.Game.objects.acount() == 1


@pytest.mark.parametrize("by_first", [True, False])
async def test_who_has_blocked_the_other_is_not_paired_with_them(
    table: Table, by_first: bool
) -> None:
    alice, bob, eve = await people("Alice", "Bob", "Eve")
    await sync_to_async(blocks.block)(*((alice.pk, bob) if by_first else (bob.pk, alice)))
    first = await table.seeks(alice)
    assert (await table.seeks(bob)).game != first.game
    assert (await table.seeks(eve)).game == first.game


async def test_the_host_hears_who_has_come(table: Table) -> None:
    alice, bob = await people("Alice", "Bob")
    place = await table.seeks(alice)
    host = await table.sits(await game(place), mnk.Side.BLACK)

    await table.seeks(bob)

    told = await host.hears()
    assert (told["type"], told["player"]["name"]) == ("seatTaken", "Bob")


@pytest.mark.parametrize(
    ("preset", "clock"), [("4x4", "3+2"), ("3x3", None), ("3x3", "3+3"), ("3x3", "30s")]
)
async def test_who_wishes_for_something_else_is_not_paired(
    table: Table, preset: str, clock: str | None
) -> None:
    alice, bob = await people("Alice", "Bob")

    first = await table.seeks(alice, "3x3", "3+2")
    second = await table.seeks(bob, preset, clock)

    assert first.game != second.game
    assert not (await game(first)).started
    assert not (await game(second)).started


async def test_exactly_five_and_five_or_more_are_two_wishes(table: Table) -> None:
    alice, bob = await people("Alice", "Bob")

    assert await table.seeks(alice, "15x15") != await table.seeks(bob, "15x15-exact")
    assert await models.Game.objects.acount() == 2


async def test_who_waited_longest_is_first(table: Table) -> None:
    """An open invitation counts while its host is at the board, here the older one."""
    alice, bob, carol = await people("Alice", "Bob", "Carol")
    invitation = await table.invitation(listed=True, by="Dora")
    seek = await table.seeks(alice)
    await table.sits(invitation, mnk.Side.BLACK, "Dora")

    assert (await table.seeks(bob)).game == invitation.slug
    assert (await table.seeks(carol)).game == seek.game


async def test_an_invitation_whose_host_is_not_here_is_left_alone(table: Table) -> None:
    await table.invitation(listed=True)

    place = await table.seeks(await person("Bob"))

    assert not (await game(place)).started


@pytest.mark.parametrize(
    "watching", [None, Watching(delay=Delay(ms=5_000)), Watching(delay=Delay(moves=2))]
)
async def test_an_invitation_by_link_or_shown_late_is_left_alone(
    table: Table, watching: Watching | None
) -> None:
    game = await (
        table.invitation()
        if watching is None
        else invitations.invite(
            variant=mnk.PRESETS["3x3"].variant,
            player=await person("Alice"),
            side=mnk.Side.BLACK,
            listed=True,
            watching=watching,
        )
    )
    await table.sits(game, mnk.Side.BLACK)

    assert (await table.seeks(await person("Bob"))).game != game.slug


# --- One player ------------------------------------------------------------------------------


async def test_who_presses_twice_has_one_seek(table: Table) -> None:
    alice = await person("Alice")

    places = [await table.seeks(alice, side=side) for side in (*mnk.Side, *mnk.Side)]

    assert places == [places[0]] * 4
    assert await models.Game.objects.acount() == 1


async def test_the_lobby_hears_of_a_seek_once(table: Table, hub: Hub) -> None:
    heard: list[notices.LobbyChanged] = []
    hub.others.on(notices.LobbyChanged, lambda sender, notice: heard.append(notice))
    alice = await person("Alice")

    for _ in range(2):
        await table.seeks(alice)
        assert heard == [notices.LobbyChanged()]


async def test_who_presses_twice_at_once_has_one_seek(table: Table) -> None:
    alice = await person("Alice")

    places = await asyncio.gather(*(table.seeks(alice) for _ in range(8)))

    assert set(places) == {places[0]}
    assert await models.Game.objects.acount() == 1


async def test_who_presses_twice_plays_once(table: Table) -> None:
    alice, bob = await people("Alice", "Bob")
    waiting = await table.seeks(alice)

    places = await asyncio.gather(*(table.seeks(bob) for _ in range(8)))
    again = await table.seeks(alice)

    assert set(places) == {pairing.Place(waiting.game, mnk.Side.WHITE)}
    assert again == waiting
    assert await models.Game.objects.acount() == 1


async def test_who_was_paired_a_while_ago_may_look_for_another_game(table: Table) -> None:
    alice, bob = await people("Alice", "Bob")
    await table.seeks(alice)
    first = await table.seeks(bob)

    second = await table.seeks(bob, at=now_ms() + pairing.AGAIN_MS + 1)

    assert second.game != first.game


async def test_nobody_looks_for_more_than_three_games(table: Table) -> None:
    alice = await person("Alice")
    hers = [await table.seeks(alice, preset) for preset in ("3x3", "4x4", "5x4")]

    with pytest.raises(errors.TooManySeeks):
        await table.seeks(alice, "15x15")

    assert await models.Game.objects.acount() == 3
    await table.seeks(await person("Bob"), "15x15")
    assert (await game(await table.seeks(alice, "15x15"))).started, "taking one opens none"
    for place in hers:
        await becomes(is_called_off(place))


async def test_lapsed_seeks_do_not_count(table: Table) -> None:
    alice, at = await person("Alice"), now_ms()
    for preset in ("3x3", "4x4", "5x4"):
        await table.seeks(alice, preset, at=at)

    await table.seeks(alice, "15x15", at=at + seeks.LAPSE_MS)

    assert await models.Game.objects.acount() == 4


async def test_who_holds_the_seat_by_its_link_is_not_paired_with_themselves(table: Table) -> None:
    alice, phone = await people("Alice", "Alice's phone")
    place = await table.seeks(alice)
    seat = await models.Seat.objects.aget(game__slug=place.game, player=alice)

    other = await pairing.pair(
        player=phone,
        visitor=Visitor(phone.pk, frozenset([seat.key])),
        seek=pairing.Seek(mnk.PRESETS["3x3"].variant, None),
        side=mnk.Side.BLACK,
        at=now_ms(),
    )

    assert other.game != place.game
    assert not (await game(place)).started


async def test_who_is_paired_looks_for_nobody_else(table: Table) -> None:
    """Neither the newcomer nor the player who waited."""
    alice, bob, carol = await people("Alice", "Bob", "Carol")
    hers = [await table.seeks(alice, preset) for preset in ("3x3", "4x4")]
    his = await table.seeks(bob, "5x4")
    carols = await table.seeks(carol, "6x5")

    assert (await table.seeks(bob, "3x3")).game == hers[0].game

    await becomes(is_called_off(hers[1]))
    await becomes(is_called_off(his))
    assert (await game(hers[0])).termination == ""
    assert (await game(carols)).termination == ""


async def test_who_joins_a_friend_looks_for_nobody_else(table: Table) -> None:
    bob = await person("Bob")
    seek = await table.seeks(bob)
    game = await table.invitation()

    await invitations.take_seat(game.slug, player=bob, visitor=Visitor(bob.pk), at=now_ms())

    await becomes(is_called_off(seek))


# --- Whose host has left ---------------------------------------------------------------------


async def test_a_seek_stands_while_its_host_is_at_the_board(table: Table, hub: Hub) -> None:
    alice, at = await person("Alice"), now_ms()
    place = await table.seeks(alice, at=at)
    host = await table.sits(await game(place), mnk.Side.BLACK)
    watch = hub.part(Seeking)

    for _ in range(4):
        at += seeks.LAPSE_MS - 1
        await watch.tick(at)
    await host.hears_nothing()

    second = await table.seeks(await person("Bob"), at=at + seeks.LAPSE_MS - 1)
    assert second.game == place.game


async def test_who_has_left_is_paired_with_nobody(table: Table, hub: Hub) -> None:
    alice, at = await person("Alice"), now_ms()
    place = await table.seeks(alice, at=at)
    host = await table.sits(await game(place), mnk.Side.BLACK)
    await hub.part(Seeking).tick(at + 5_000)
    await host.leaves()
    await hub.part(Seeking).tick(at + 10_000)

    early = at + 5_000 + seeks.LAPSE_MS - 1
    assert [each.slug async for each in seeks.open_games(early)] == [place.game]
    late = at + 5_000 + seeks.LAPSE_MS
    other = await table.seeks(await person("Bob"), at=late)

    assert other.game != place.game
    await hub.part(Seeking).tick(late)
    assert await is_called_off(place)()
    assert (await game(other)).termination == ""


async def test_who_has_left_for_longer_than_a_reload_looks_no_more(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK_S", 3600.0)
    place = await table.seeks(await person("Alice"))
    invitation = await table.invitation(listed=True)
    for each in (await game(place), invitation):
        await (await table.sits(each, mnk.Side.BLACK)).leaves()
        host = await table.sits(each, mnk.Side.BLACK)
        await hub.part(Seeking).tick(now_ms())
        await host.leaves()
    watch = hub.part(Seeking)

    await watch.tick(now_ms())  # she may be loading her page again
    assert (await game(place)).termination == ""
    monkeypatch.setattr(presence, "BLINK_S", 0.0)
    await watch.tick(now_ms())

    assert await is_called_off(place)()
    await invitation.arefresh_from_db()
    assert invitation.termination == "", "an invitation stands without its host"


async def test_who_sat_down_is_not_sent_away_when_the_host_has_left(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK_S", 0.0)
    place = await table.seeks(await person("Alice"))
    host = await table.sits(await game(place), mnk.Side.BLACK)
    await hub.part(Seeking).tick(now_ms())
    await host.leaves()

    assert (await table.seeks(await person("Bob"))).game == place.game
    await hub.part(Seeking).tick(now_ms())

    assert (await game(place)).termination == ""


async def test_a_seek_of_a_time_that_was_set_back_since_is_called_off(
    table: Table, hub: Hub
) -> None:
    at = now_ms()
    place = await table.seeks(await person("Alice"), at=at + 3_600_000)
    assert [each.slug async for each in seeks.open_games(at + 3_600_000)] == [place.game]
    assert [each.slug async for each in seeks.open_games(at)] == []

    await hub.part(Seeking).tick(at)

    assert await is_called_off(place)()


async def test_a_spectator_holds_no_seek(table: Table, hub: Hub) -> None:
    at = now_ms()
    place = await table.seeks(await person("Alice"), at=at)
    eve = await table.sits(await game(place), None)

    await hub.part(Seeking).tick(at + 5_000)
    await hub.part(Seeking).tick(at + seeks.LAPSE_MS)

    told = await eve.hears()
    assert told["outcome"] == {"winner": None, "termination": "abort"}


async def test_a_host_who_comes_back_too_late_finds_it_called_off(table: Table, hub: Hub) -> None:
    """It must not stand again: somebody may wait for the same by now."""
    alice, at = await person("Alice"), now_ms()
    place = await table.seeks(alice, at=at)
    host = await table.sits(await game(place), mnk.Side.BLACK)

    await hub.part(Seeking).tick(at + seeks.LAPSE_MS)

    told = await host.hears()
    assert told["outcome"] == {"winner": None, "termination": "abort"}
    again = await table.seeks(alice)
    assert again.game != place.game


async def test_a_seek_that_was_taken_is_not_called_off(table: Table, hub: Hub) -> None:
    alice, bob = await people("Alice", "Bob")
    place = await table.seeks(alice)
    await table.seeks(bob)

    await seeks.call_off(hub, place.game, at=now_ms())
    await hub.part(Seeking).tick(now_ms() + 2 * seeks.LAPSE_MS)

    found = await game(place)
    assert (found.started, found.termination) == (True, "")


async def test_a_seek_that_could_not_be_called_off_is_not_said_to_be(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*args: object, **named: object) -> None:
        raise errors.NotKept

    place = await table.seeks(await person("Alice"))
    assert not await seeks.call_off(hub, "no-such-game", at=now_ms())
    with monkeypatch.context() as away:
        away.setattr(commit, "submit", fails)
        assert not await seeks.call_off(hub, place.game, at=now_ms())
    assert await seeks.call_off(hub, place.game, at=now_ms())
    assert (await game(place)).termination == "abort"


async def test_ordinary_invitations_do_not_lapse(table: Table, hub: Hub) -> None:
    game = await table.invitation(listed=True)

    await hub.part(Seeking).tick(now_ms() + 1_000_000)

    await game.arefresh_from_db()
    assert (game.termination, game.seek_until_ms) == ("", None)


async def test_the_process_looks_after_seeks_by_itself(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeking, "TICK_S", 0.01)
    alice, bob = await people("Alice", "Bob")
    long_ago = now_ms() - seeks.LAPSE_MS
    left = await table.seeks(alice, at=long_ago)
    stays = await table.seeks(bob, "4x4")
    await table.sits(await game(stays), mnk.Side.BLACK)
    until = (await game(stays)).seek_until_ms
    assert until is not None

    hub.part(Seeking).start()

    await becomes(is_called_off(left))

    async def is_put_off() -> bool:
        now_until = (await game(stays)).seek_until_ms
        return now_until is not None and now_until > until

    await becomes(is_put_off)


async def test_one_statement_notes_all_hosts(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[frozenset[str], int]] = []
    monkeypatch.setattr(seeking, "_put_off", lambda hosts, at: noted.append((hosts, at)))
    places = [
        await table.seeks(await person(f"Host {n}"), preset) for n, preset in enumerate(mnk.PRESETS)
    ]
    for place in places:
        await table.sits(await game(place), mnk.Side.BLACK)

    at = now_ms()
    await hub.part(Seeking).tick(at)

    assert noted == [(frozenset(place.game for place in places), at)]


# --- The lobby, and who else waits -----------------------------------------------------------


async def test_the_lobby_shows_who_waits_at_the_board(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await table.seeks(await person("Alice"))
    invitation = await table.invitation(listed=True)

    open_now = await sync_to_async(watchlist.open_games)()
    later = now_ms() + seeks.LAPSE_MS
    monkeypatch.setattr(watchlist, "now_ms", lambda: later)
    open_later = await sync_to_async(watchlist.open_games)()

    assert {(each.game, each.seek) for each in open_now} == {
        (place.game, True),
        (invitation.slug, False),
    }
    assert [each.game for each in open_later] == [invitation.slug]


async def test_those_who_wait_for_something_near_are_named_first(table: Table) -> None:
    names = ("Far", "Near", "Same", "Clock")
    far, near, same, clock = await people(*names)
    await table.seeks(far, "4x4", "3+2")
    await table.seeks(near, "15x15")
    await table.seeks(clock, "4x4")
    await table.seeks(same, "15x15", "5+3")
    at = now_ms()

    def named(player: Player | None, seek: pairing.Seek) -> Sequence[str]:
        who = Visitor(None if player is None else player.pk)
        return [waiting.host for waiting in pairing.others(who, seek, at, ())]

    seek = pairing.Seek(GOMOKU, mnk.time_control_from_text("5+3"))
    assert await sync_to_async(named)(None, seek) == ["Same", "Near", "Far", "Clock"]
    assert await sync_to_async(named)(same, seek) == ["Near", "Far", "Clock"]
    assert await sync_to_async(named)(same, pairing.Seek(GOMOKU, None)) == ["Near", "Clock", "Far"]


async def test_a_seek_that_found_nobody_is_not_among_ones_games(table: Table) -> None:
    alice = await person("Alice")
    place = await table.seeks(alice)
    host = await table.sits(await game(place), mnk.Side.BLACK)
    mine = await sync_to_async(queries.my_games)(Visitor(alice.pk))
    assert [each.slug for each in mine] == [place.game]

    await host.says("abort")
    await all_hear(host)

    assert await sync_to_async(queries.my_games)(Visitor(alice.pk)) == []


# --- By rating -------------------------------------------------------------------------------


async def rated(name: str, points: int) -> Player:
    """Somebody with a rating on 3x3."""
    player = await person(name)
    await PlayerRating.objects.acreate(
        player=player, family=mnk.Family.THREE, rating=points, games=9, counted_ms=now_ms()
    )
    return player


async def looks_again(player: Player, place: pairing.Place, at: int) -> pairing.Place | None:
    return await pairing.look_again(
        player=player, visitor=Visitor(player.pk), slug=place.game, at=at
    )


async def test_games_of_quick_pairing_are_rated(table: Table) -> None:
    alice, bob = await people("Alice", "Bob")
    place = await table.seeks(alice)
    await table.seeks(bob)

    assert (await game(place)).rated


async def test_who_is_near_is_paired_before_who_has_waited_longer(table: Table) -> None:
    strong = await table.seeks(await rated("Strong", 1900))
    near = await table.seeks(await rated("Near", 1550))

    assert strong.game != near.game
    assert (await table.seeks(await rated("Carol", 1450))).game == near.game


async def test_who_is_unknown_is_paired_with_anybody(table: Table) -> None:
    strong = await table.seeks(await rated("Strong", 2100))

    assert (await table.seeks(await person("New"))).game == strong.game


async def test_two_who_differ_meet_when_both_have_waited(table: Table) -> None:
    """The range widens; and the one who has waited longer stays where they are."""
    at = now_ms()
    strong, weak = await rated("Strong", 1900), await rated("Weak", 1300)
    first = await table.seeks(strong, at=at)
    second = await table.seeks(weak, at=at)
    opened = seeks.created_ms(await game(second))

    assert await looks_again(weak, second, opened + 5_999) is None
    assert await looks_again(strong, first, opened + 6_100) is None, "nobody waited longer"
    met = await looks_again(weak, second, opened + 6_100)

    assert met == pairing.Place(first.game, mnk.Side.WHITE)
    assert await sitting(first.game) == ["Strong", "Weak"]
    await becomes(is_called_off(second))


async def test_who_has_only_just_come_is_not_given_to_somebody_far(table: Table) -> None:
    """Both must have widened this far, not only the one who has waited long."""
    strong, weak = await rated("Strong", 1900), await rated("Weak", 1300)
    first = await table.seeks(strong)
    late = seeks.created_ms(await game(first)) + 14_000

    second = await table.seeks(weak, at=late)

    assert second.game != first.game


async def test_all_who_look_again_at_once_meet_in_pairs(table: Table) -> None:
    """Nobody is seated twice, nobody against themselves, and the odd one out stays."""
    everybody = [await rated(f"Player {n}", 1000 + 300 * n) for n in range(5)]
    places = [await table.seeks(player) for player in everybody]
    at = seeks.created_ms(await game(places[-1])) + 9_000

    for _ in range(6):
        looking = [
            looks_again(player, place, at) for player, place in zip(everybody, places, strict=True)
        ]
        # The later of two goes on looking from another seek.
        found = await asyncio.gather(*looking)
        places = [again or place for again, place in zip(found, places, strict=True)]

    started = models.Game.objects.filter(started=True)
    names = [
        name
        async for name in models.Seat.objects.filter(game__in=started).values_list(
            "player__name", flat=True
        )
    ]
    assert len(names) == len(set(names)) == 4, names


async def test_who_looks_again_finds_an_invitation_by_its_range(table: Table) -> None:
    invitation = await table.invitation(listed=True, terms=Terms(range=RatingRange(1400, 1600)))
    await table.sits(invitation, mnk.Side.BLACK)

    outside = await table.seeks(await rated("Weak", 1300))
    unknown = await table.seeks(await person("New"), "3x3")
    within = await table.seeks(await rated("Near", 1500))

    assert invitation.slug not in (outside.game, unknown.game)
    assert within.game in (invitation.slug, outside.game)


async def test_a_seek_that_stands_no_more_looks_for_nobody(table: Table) -> None:
    alice, bob = await people("Alice", "Bob")
    await table.seeks(alice, "4x4")
    place = await table.seeks(bob)
    at = seeks.created_ms(await game(place))

    assert await looks_again(bob, place, at + seeks.LAPSE_MS) is None
    assert await looks_again(bob, pairing.Place("no-such-game", mnk.Side.BLACK), at) is None


async def test_who_holds_that_seat_by_its_link_stays_where_they_wait(table: Table) -> None:
    """As far as anybody knows, their phone is somebody else: it must not go back and forth."""
    alice, phone = await people("Alice", "Alice's phone")
    first = await table.seeks(alice)
    seat = await models.Seat.objects.aget(game__slug=first.game, player=alice)
    both = Visitor(phone.pk, frozenset([seat.key]))
    seek = pairing.Seek(mnk.PRESETS["3x3"].variant, None)
    second = await pairing.pair(
        player=phone, visitor=both, seek=seek, side=mnk.Side.BLACK, at=now_ms()
    )

    at = seeks.created_ms(await game(second)) + 10_000
    again = await pairing.look_again(player=phone, visitor=both, slug=second.game, at=at)

    assert again is None
    assert (await game(second)).termination == ""


async def test_nobody_is_paired_into_a_game_that_opens_by_a_rule(table: Table) -> None:
    opening = Terms(opening=mnk.OpeningRule.SWAP2)
    board = mnk.PRESETS["15x15"].variant
    invitation = await table.invitation(listed=True, variant=board, terms=opening)
    await table.sits(invitation, mnk.Side.BLACK)

    place = await table.seeks(await person("New"), "15x15")

    assert place.game != invitation.slug
