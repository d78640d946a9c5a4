"""Openings on the socket: Alice opens, on black; Bob answers; Eve watches."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.ahead import plans
from games.mnk import formats
from games.play import commands, errors, history, models, notices, protocol, steps
from games.play.clock import now_ms
from games.play.clocktime import timing
from games.play.hub import Hub
from games.play.series import Series
from games.play.services import queries, seats
from games.play.terms import Terms
from games.players.identify import Visitor
from games.studies import records
from tests.people import Person, Table, all_hear
from tests.play.law import holds_for

BOARD = mnk.PRESETS["15x15"].variant
SWAP2 = Terms(opening=mnk.OpeningRule.SWAP2)
THREE = "h8h9i9"


async def places(game: models.Game, person: Person, names: str, *people: Person) -> None:
    """Somebody places stones, one after the other; everybody hears."""
    for square in mnk.moves_from_text(names, game.variant):
        ply = await models.Move.objects.filter(game=game, taken_back=0).acount()
        await person.says("playMove", ply=ply, square=square)
        told = await all_hear(*people)
        assert told["type"] == "movePlayed", told


async def chooses(
    person: Person, ply: int, choice: str | list[int], *people: Person
) -> dict[str, Any]:
    await person.says("choose", ply=ply, choice=choice)
    told = await all_hear(*people)
    assert told["type"] == "chosen", told
    return told


async def three_placed(
    table: Table, *, clock: str | None = None, series: Series | None = None
) -> tuple[models.Game, Person, Person, Person]:
    game = await table.game(BOARD, clock=clock, terms=SWAP2, series=series)
    alice, bob, eve = await table.three(game)
    await places(game, alice, THREE, alice, bob, eve)
    return game, alice, bob, eve


async def offering(table: Table, **terms: Any) -> tuple[models.Game, Person, Person, Person]:
    """Alice, on Black, has to offer three squares; left and right are the same."""
    soosorv = Terms(opening=mnk.OpeningRule.SOOSORV_8)
    game = await table.game(mnk.PRESETS["15x15-renju"].variant, terms=soosorv, **terms)
    alice, bob, eve = await table.three(game)
    everybody = (alice, bob, eve)
    await places(game, alice, "h8h9h10", *everybody)
    await chooses(bob, 3, "white", *everybody)
    await places(game, bob, "h11", *everybody)
    await chooses(bob, 4, "3", *everybody)
    await chooses(alice, 4, "black", *everybody)
    return game, alice, bob, eve


def squares(names: str) -> list[int]:
    return [mnk.square(name, BOARD) for name in names.split()]


async def names_of(game: models.Game) -> list[str]:
    rows = models.Seat.objects.filter(game=game).order_by("side").select_related("player")
    return [str(row.player) async for row in rows]


async def test_bob_takes_black_and_the_seats_change_hands(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table, clock="5+3")
    keys = await sync_to_async(lambda: dict(game.seats.values_list("side", "key")))()

    told = await chooses(bob, 3, "black", alice, bob, eve)

    assert (told["by"], told["swaps"], told["opening"]["by"]) == ("white", True, None)
    assert told["clock"]["running"] == "white"
    assert await names_of(game) == ["Bob", "Alice"]
    now = await sync_to_async(lambda: dict(game.seats.values_list("side", "key")))()
    assert now == {0: keys[1], 1: keys[0]}
    # Alice is white now, without coming anew; and it is her turn.
    await bob.says("playMove", ply=3, square=0)
    await bob.is_refused("notYourTurn")
    await places(game, alice, "a1", alice, bob, eve)
    await places(game, bob, "a2", alice, bob, eve)
    for person in (alice, bob, eve):
        await holds_for(person)
    # Whoever comes later with Bob's key is black.
    again = await table.sits(game, mnk.Side.BLACK, "Bob")
    assert again.heard[-1]["seats"]["black"]["name"] == "Bob"


async def test_who_is_there_is_told_by_the_sides_they_have_now(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    await alice.leaves()
    while (await eve.hears_presence())["black"]:
        pass

    await chooses(bob, 3, "black", bob, eve)

    zoe = await table.sits(game, None, "Zoe")
    presence = await zoe.hears_presence()
    assert (presence["black"], presence["white"]) == (True, False)


async def test_both_are_told_of_each_step_of_the_opening_whatever_page_they_have_open(
    table: Table, hub: Hub
) -> None:
    told: list[int] = []
    hub.others.on(notices.ForPeople, lambda sender, notice: told.append(len(notice.players)))
    _, *people = await three_placed(table)
    assert told == [2, 2, 2]
    await chooses(people[1], 3, "white", *people)
    assert told == [2, 2, 2, 2]

    await people[1].says("playMove", ply=3, square=0)  # a move like any other

    assert (await all_hear(*people))["opening"] is None
    assert told == [2, 2, 2, 2]


async def test_bob_takes_white_and_nothing_changes_hands(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    told = await chooses(bob, 3, "white", alice, bob, eve)
    assert told["swaps"] is False
    assert await names_of(game) == ["Alice", "Bob"]
    await places(game, bob, "a1", alice, bob, eve)
    await places(game, alice, "a2", alice, bob, eve)


async def test_bob_places_two_more_and_alice_takes_white(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    told = await chooses(bob, 3, "two", alice, bob, eve)
    assert (told["opening"]["place"], told["opening"]["by"]) == (2, "white")
    await places(game, bob, "a1a2", alice, bob, eve)
    told = await chooses(alice, 5, "white", alice, bob, eve)
    assert told["swaps"] is True
    assert told["opening"]["chosen"] == [
        {"ply": 3, "by": "black", "choice": "two"},
        {"ply": 5, "by": "white", "choice": "white"},
    ]
    await places(game, alice, "a3", alice, bob, eve)
    await bob.says("resign")
    assert (await all_hear(alice, bob, eve))["outcome"]["winner"] == "white"
    await game.arefresh_from_db()
    assert (game.winner, await names_of(game)) == (mnk.Side.WHITE, ["Bob", "Alice"])
    assert game.opening_side is None


@pytest.mark.parametrize(
    ("who", "type", "fields", "code"),
    [
        ("alice", "playMove", {"ply": 3, "square": 0}, "notYourTurn"),
        ("bob", "playMove", {"ply": 3, "square": 0}, "chooseFirst"),
        ("alice", "choose", {"ply": 3, "choice": "white"}, "notYourTurn"),
        ("eve", "choose", {"ply": 3, "choice": "white"}, "notSeated"),
        ("bob", "choose", {"ply": 2, "choice": "white"}, "stalePly"),
        ("bob", "choose", {"ply": 3, "choice": "grey"}, "badFrame"),
        ("alice", "offer takeback", {}, "openingGoesOn"),
        ("bob", "offer hints", {}, "openingGoesOn"),
    ],
)
async def test_what_is_out_of_place_is_refused_to_its_sender_alone(
    table: Table, who: str, type: str, fields: dict[str, Any], code: str
) -> None:
    _, alice, bob, eve = await three_placed(table)
    people = {"alice": alice, "bob": bob, "eve": eve}
    person = people.pop(who)
    await person.says(type, **fields)
    await person.is_refused(code)
    for other in people.values():
        await other.hears_nothing()


async def test_where_there_is_no_opening_nothing_is_chosen(table: Table) -> None:
    game = await table.game(BOARD)
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("choose", ply=0, choice="white")
    await alice.is_refused("nothingToChoose")


async def test_before_the_opponent_has_come_nothing_is_chosen(table: Table) -> None:
    game = await table.invitation(variant=BOARD, terms=SWAP2)
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("playMove", ply=0, square=0)
    await alice.is_refused("waitingForOpponent")
    await alice.says("choose", ply=0, choice="white")
    await alice.is_refused("waitingForOpponent")


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["held", "read again"])
async def test_a_choice_sent_again_is_answered_whichever_side_its_sender_has_now(
    table: Table, hub: Hub, is_forgotten: bool
) -> None:
    game, alice, bob, eve = await three_placed(table)
    await bob.says("choose", id="once", ply=3, choice="black")
    told = await all_hear(alice, bob, eve)
    if is_forgotten:
        for person in (alice, bob, eve):
            await person.leaves()
        assert hub.games.followed == {}
        bob = await table.sits(game, mnk.Side.BLACK, "Bob")
        alice = await table.sits(game, mnk.Side.WHITE, "Alice")

    await bob.says("choose", id="once", ply=3, choice="black")
    assert await bob.hears() == told
    # The same name from Alice is another command.
    await alice.says("choose", id="once", ply=3, choice="black")
    await alice.is_refused("nothingToChoose")
    assert await models.Fact.objects.filter(game=game, text__contains="chosen").acount() == 1


async def test_a_command_is_never_carried_out_for_the_other_side(table: Table, hub: Hub) -> None:
    """Alice resigns while Bob takes her side: nobody resigns for him."""
    game, alice, bob, eve = await three_placed(table)
    async with hub.games.following(game.slug) as followed:
        await followed.writing.acquire()
        await bob.says("choose", ply=3, choice="black")
        await asyncio.sleep(0.05)  # it waits first
        await alice.says("resign")
        await asyncio.sleep(0.05)
        followed.writing.release()
        assert (await all_hear(bob, eve))["type"] == "chosen"
        assert (await alice.hears())["type"] == "chosen"
        await alice.is_refused("sidesChanged")
        await alice.says("resign")
        ended = await all_hear(alice, bob, eve)
        assert ended["outcome"]["winner"] == "black"  # Bob
        state = followed.game
        step = steps.for_sides(lambda game: pytest.fail("carried out"), swapped=False)
        with pytest.raises(errors.SidesChanged):
            step(state)


async def test_two_choices_at_once_and_one_counts(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    other = await table.sits(game, mnk.Side.WHITE, "Bob-elsewhere")
    await bob.says("choose", ply=3, choice="black")
    await other.says("choose", ply=3, choice="white")
    assert (await all_hear(alice, eve))["type"] == "chosen"
    refused = [
        message
        for person in (bob, other)
        for message in await person.hears_the_rest()
        if message["type"] == "rejected"
    ]
    assert len(refused) == 1
    assert await models.Fact.objects.filter(game=game, text__contains="chosen").acount() == 1


async def test_time_and_points_go_along(table: Table) -> None:
    series = Series(5, 2, mnk.BySide(2, 0))
    game, alice, bob, eve = await three_placed(table, clock="5+3", series=series)
    await bob.says("choose", ply=3, choice="two")
    await all_hear(alice, bob, eve)
    await alice.says("addTime")
    await all_hear(alice, bob, eve)
    await places(game, bob, "a1a2", alice, bob, eve)
    before = (await eve.sees_afresh())["clock"]
    told = await chooses(alice, 5, "white", alice, bob, eve)
    assert told["clock"]["running"] == "white"
    assert told["clock"]["black"] == before["white"]  # Bob's, who was given some
    fresh = await eve.sees_afresh()
    assert (fresh["series"]["black"], fresh["series"]["white"]) == (0, 1)
    await game.arefresh_from_db()
    assert (game.series_black, game.series_white, game.swapped) == (0, 2, True)
    # Read anew, everybody sits and has what they had.
    loaded = await sync_to_async(history.load)(game.slug)
    assert [seat.holder.name for seat in loaded.game.seats if seat.holder] == ["Bob", "Alice"]
    log = await sync_to_async(timing.log)(game.slug)
    # Alice's stones are hers in the log as well: she is white.
    turns = [entry for entry in log.entries if isinstance(entry, timing.Turn)]
    assert [turn.side.word for turn in turns] == ["white"] * 3 + ["black"] * 2


async def test_what_happened_in_a_downtime_is_owed_to_whom_it_ran_for(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table, clock="5+3")
    await chooses(bob, 3, "two", alice, bob, eve)
    await places(game, bob, "a1a2", alice, bob, eve)
    began = now_ms()
    await asyncio.sleep(0.05)
    await chooses(alice, 5, "white", alice, bob, eve)
    down = await models.Downtime.objects.acreate(began_ms=began, ended_ms=began + 40)
    owed = await sync_to_async(timing.owed)(game.slug, now_ms() + 1000)
    await down.adelete()
    # It ran for Alice, who is white now; and not twice.
    assert owed.ms.black == 0
    assert 0 < owed.ms.white <= 40


async def test_until_bob_has_decided_the_game_may_be_called_off(table: Table) -> None:
    _, alice, bob, eve = await three_placed(table)
    await alice.says("abort")
    assert (await all_hear(alice, bob, eve))["outcome"]["termination"] == "abort"

    _, alice, bob, eve = await three_placed(table)
    await chooses(bob, 3, "white", alice, bob, eve)
    await alice.says("abort")
    await alice.is_refused("cannotAbortNow")


@pytest.mark.parametrize("choice", ["black", "white"])
async def test_in_a_rematch_the_other_opens_whichever_sides_they_had(
    table: Table, choice: str
) -> None:
    _, alice, bob, eve = await three_placed(table, series=Series(3))
    await chooses(bob, 3, choice, alice, bob, eve)
    await alice.says("resign")
    await all_hear(alice, bob, eve)
    await alice.says("offer rematch")
    await all_hear(alice, bob, eve)
    await bob.says("offer rematch")
    told = await all_hear(alice, bob, eve)
    following = await models.Game.objects.aget(slug=told["game"])
    assert await names_of(following) == ["Bob", "Alice"]
    assert (following.opening, following.opening_side, following.swapped) == ("swap2", 0, False)
    # Bob has won, and is black now.
    assert (following.series_black, following.series_white) == (2, 0)


async def test_lists_know_whose_turn_it_is(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    rows = models.Seat.objects.filter(game=game)
    players = {row.side: row.player_id async for row in rows}

    @sync_to_async
    def turns() -> list[bool]:
        found = []
        for side in (0, 1):
            visitor = Visitor(players[side])
            mine = queries.my_games(visitor)[0].your_turn
            assert queries.in_progress(visitor, page=1).turns == mine
            found.append(mine)
        return found

    assert await turns() == [False, True]
    await chooses(bob, 3, "black", alice, bob, eve)
    assert await turns() == [True, False]  # Alice, on white, plays the fourth stone
    await places(game, alice, "a1", alice, bob, eve)
    assert await turns() == [False, True]


async def test_in_an_opening_nothing_is_planned(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    loaded = (await sync_to_async(history.load)(game.slug)).game
    assert not plans.can_plan(loaded, mnk.Side.BLACK)
    await chooses(bob, 3, "white", alice, bob, eve)
    later = (await sync_to_async(history.load)(game.slug)).game
    assert not plans.can_plan(later, mnk.Side.WHITE)


async def test_presence_goes_along(table: Table) -> None:
    _, alice, bob, eve = await three_placed(table)
    await chooses(bob, 3, "black", alice, bob, eve)
    await alice.leaves()
    while (message := await eve.hears_presence())["white"]:
        pass
    assert message["black"]  # Bob is there


async def test_a_link_renewed_after_the_swap_is_its_players(table: Table, hub: Hub) -> None:
    game, alice, bob, eve = await three_placed(table)
    await chooses(bob, 3, "black", alice, bob, eve)
    await seats.renew(hub, game.slug, mnk.Side.WHITE)
    await alice.is_sent_away(protocol.CloseCode.SEAT_RENEWED)
    await bob.says("offer draw")
    assert (await all_hear(bob, eve))["by"] == "black"


async def test_a_browser_that_opened_a_link_is_counted_for_it_on_the_other_side_too(
    table: Table,
) -> None:
    game, alice, bob, eve = await three_placed(table)
    hers = await models.Seat.objects.aget(game=game, side=0)
    await sync_to_async(seats.note_opening)(game.slug, mnk.Side.BLACK, hers.key, "phone", at=1)

    await chooses(bob, 3, "black", alice, bob, eve)

    opened = await models.SeatOpening.objects.select_related("seat").aget()
    assert (opened.browser, opened.at_ms) == ("phone", 1)
    assert (opened.seat.side, opened.seat.key) == (1, hers.key)


async def test_a_late_spectator_sees_the_choice_later_and_right(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    await chooses(bob, 3, "black", alice, bob, eve)
    loaded = await sync_to_async(history.load)(game.slug, 3)
    # As it was before the choice: everybody on the side they had then.
    assert [seat.holder.name for seat in loaded.game.seats if seat.holder] == ["Alice", "Bob"]
    assert loaded.game.state.in_opening


async def test_every_choice_is_a_command_with_its_time(table: Table, hub: Hub) -> None:
    game, *_ = await three_placed(table, clock="5+3")
    command = protocol.Choose(id="x", ply=3, choice=mnk.Choice.TWO_MORE)
    async with hub.games.following(game.slug) as followed:
        arrival = commands.Arrival(now_ms())
        await commands.carry_out(hub, followed, mnk.Side.WHITE, command, arrival)
        late = commands.Arrival(now_ms() + 10_000_000)
        move = protocol.PlayMove(id="y", ply=3, square=0)
        with pytest.raises(errors.TimeIsUp):
            await commands.carry_out(hub, followed, mnk.Side.WHITE, move, late)


async def test_the_record_of_a_game_says_how_it_opened(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    kept = (await sync_to_async(records.kept_game)(game.slug)).record
    assert kept.opening == "swap2"
    await chooses(bob, 3, "two", alice, bob, eve)
    await places(game, bob, "a1a2", alice, bob, eve)
    await chooses(alice, 5, "white", alice, bob, eve)
    kept = (await sync_to_async(records.kept_game)(game.slug)).record
    assert kept.opening == "swap2 two white"
    assert tuple(kept.players) == ("Bob", "Alice")
    text = formats.write(kept, formats.Format.SGF)
    assert b"ON[swap2 two white]" in text
    assert formats.read(text, formats.Format.SGF) == kept


async def test_what_was_said_is_by_whoever_said_it_afterwards_too(table: Table) -> None:
    game, alice, bob, eve = await three_placed(table)
    await bob.says("say", room="players", text="Hello!")
    for person in (alice, bob):
        assert (await person.hears())["line"]["author"]["side"] == "white"
    await chooses(bob, 3, "black", alice, bob, eve)
    again = await table.sits(game, mnk.Side.WHITE, "Alice")
    chat = await again.hears()
    assert [line["author"]["side"] for line in chat["lines"]] == ["black"]
    line = await models.ChatLine.objects.aget(game=game)
    assert line.side == mnk.Side.BLACK


# --- Squares that are offered --------------------------------------------------------------------


async def test_alice_offers_three_squares_and_bob_keeps_one(table: Table) -> None:
    game, alice, bob, eve = await offering(table, clock="5+3")
    asked = (await eve.sees_afresh())["opening"]
    assert (asked["by"], asked["offer"], asked["choices"]) == ("black", 3, [])
    assert sorted(squares("g9 i9")) in asked["alike"]

    offer = squares("g9 j10 f12")
    told = await chooses(alice, 4, offer, alice, bob, eve)
    assert (told["by"], told["choice"], told["swaps"]) == ("black", offer, False)
    assert (told["clock"]["running"], told["opening"]["by"]) == ("white", "white")
    assert (told["opening"]["squares"], told["opening"]["alike"]) == (offer, [])
    for square in (mnk.square("i9", BOARD), 0):
        await bob.says("playMove", ply=4, square=square)
        await bob.is_refused("outsideTheOpening")
    await places(game, bob, "j10", alice, bob, eve)
    for person in (alice, bob, eve):
        await holds_for(person)
    seen = await eve.sees_afresh()
    assert (seen["opening"]["by"], seen["clock"]["running"]) == (None, "white")
    assert seen["opening"]["chosen"][-1] == {"ply": 4, "by": "black", "choice": offer}

    kept = (await sync_to_async(records.kept_game)(game.slug)).record
    assert kept.opening == "soosorv8 white 3 black g9,j10,f12"
    for format in (formats.Format.SGF, formats.Format.JSON):
        assert formats.read(formats.write(kept, format), format) == kept


@pytest.mark.parametrize(
    ("who", "ply", "choice", "code"),
    [
        ("bob", 4, "g9 j10 f12", "notYourTurn"),
        ("eve", 4, "g9 j10 f12", "notSeated"),
        ("alice", 3, "g9 j10 f12", "stalePly"),
        ("alice", 5, "g9 j10 f12", "stalePly"),
        ("alice", 4, "g9 j10", "notAChoice"),
        ("alice", 4, "g9 j10 f12 f13", "notAChoice"),
        ("alice", 4, "g9 j10 g9", "notAChoice"),
        ("alice", 4, "g9 j10 i9", "notAChoice"),  # the same by symmetry
        ("alice", 4, "g9 j10 h8", "squareTaken"),
        ("alice", 4, "", "notAChoice"),
    ],
)
async def test_an_offer_that_may_not_be_is_refused_to_its_sender_alone(
    table: Table, who: str, ply: int, choice: str, code: str
) -> None:
    _, alice, bob, eve = await offering(table)
    people = {"alice": alice, "bob": bob, "eve": eve}
    person = people.pop(who)
    await person.says("choose", ply=ply, choice=squares(choice))
    await person.is_refused(code)
    for other in people.values():
        await other.hears_nothing()


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        ([0, 1, 225], "noSuchSquare"),
        ([0, 1, -1], "noSuchSquare"),
        ([0, 1, 10**15], "noSuchSquare"),
        (list(range(11)), "badFrame"),
        ([0] * 1000, "badFrame"),
        ([0, 1, "a1"], "badFrame"),
        ([0, 1, 2.5], "badFrame"),
        ([[0], [1], [2]], "badFrame"),
        ({"0": 1}, "badFrame"),
        (None, "badFrame"),
    ],
)
async def test_what_is_no_offer_at_all_is_refused(table: Table, choice: Any, code: str) -> None:
    _, alice, *_ = await offering(table)
    await alice.says("choose", ply=4, choice=choice)
    await alice.is_refused(code)
    again = await alice.sees_afresh()
    assert again["opening"]["offer"] == 3


async def test_nothing_is_offered_before_and_after(table: Table) -> None:
    game, alice, bob, eve = await offering(table)
    offer = squares("g9 j10 f12")
    await chooses(alice, 4, offer, alice, bob, eve)
    await alice.says("choose", ply=4, choice=offer)
    await alice.is_refused("notYourTurn")
    await bob.says("choose", ply=4, choice=offer)
    await bob.is_refused("nothingToChoose")
    await places(game, bob, "g9", alice, bob, eve)
    await bob.says("choose", ply=5, choice=offer)
    await bob.is_refused("nothingToChoose")


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["held", "read again"])
async def test_an_offer_sent_again_is_answered_and_kept_once(
    table: Table, hub: Hub, is_forgotten: bool
) -> None:
    game, alice, bob, eve = await offering(table)
    offer = squares("g9 j10 f12")
    await alice.says("choose", id="once", ply=4, choice=offer)
    told = await all_hear(alice, bob, eve)
    if is_forgotten:
        for person in (alice, bob, eve):
            await person.leaves()
        assert hub.games.followed == {}
        alice = await table.sits(game, mnk.Side.BLACK, "Alice")
    await alice.says("choose", id="once", ply=4, choice=offer)
    assert await alice.hears() == told
    await alice.says("choose", id="once", ply=4, choice=offer[::-1])
    await alice.is_refused("commandIdReused")
    kept = models.Fact.objects.filter(game=game, text__contains="chosen")
    assert await kept.acount() == 4


async def test_an_offer_on_its_way_while_sides_change_is_not_carried_out(
    table: Table, hub: Hub
) -> None:
    """Alice takes White in one window and offers squares in the other: nobody has offered."""
    soosorv = Terms(opening=mnk.OpeningRule.SOOSORV_8)
    game = await table.game(BOARD, terms=soosorv)
    alice, bob, eve = await table.three(game)
    await places(game, alice, "h8h9j10", alice, bob, eve)
    await chooses(bob, 3, "white", alice, bob, eve)
    await places(game, bob, "a1", alice, bob, eve)
    await chooses(bob, 4, "2", alice, bob, eve)
    elsewhere = await table.sits(game, mnk.Side.BLACK, "Alice-elsewhere")
    async with hub.games.following(game.slug) as followed:
        await followed.writing.acquire()
        await alice.says("choose", ply=4, choice="white")
        await asyncio.sleep(0.05)  # it waits first
        await elsewhere.says("choose", ply=4, choice=squares("b1 c1"))
        await asyncio.sleep(0.05)
        followed.writing.release()
        assert (await all_hear(alice, bob, eve, elsewhere))["type"] == "chosen"
        await elsewhere.is_refused("sidesChanged")
    assert (await eve.sees_afresh())["opening"]["offer"] == 2
    # Bob is Black now, and offers.
    told = await chooses(bob, 4, squares("b1 c1"), alice, bob, eve, elsewhere)
    assert told["by"] == "black"


async def test_whoever_offers_has_their_time_and_no_more(table: Table, hub: Hub) -> None:
    game, *_ = await offering(table, clock="5+3")
    command = protocol.Choose(id="x", ply=4, choice=(0, 1, 2))
    async with hub.games.following(game.slug) as followed:
        late = commands.Arrival(now_ms() + 10_000_000)
        with pytest.raises(errors.TimeIsUp):
            await commands.carry_out(hub, followed, mnk.Side.BLACK, command, late)
