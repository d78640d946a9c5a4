"""Offers between two players: a draw, hints, a rematch …, and every answer."""

import pytest

from games import mnk
from games.play import models
from games.play.hub import Hub
from tests.people import Message, Person, Table, all_hear, plays


async def _offers_draw(person: Person, *everybody: Person) -> Message:
    await person.says("offer draw")
    return await all_hear(*everybody)


# --- A draw ----------------------------------------------------------------------------------


async def test_a_draw_is_offered_and_accepted(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)

    offered = await _offers_draw(alice, alice, bob, eve)
    assert (offered["type"], offered["by"]) == ("offered", "black")
    await bob.says("accept draw")

    told = await all_hear(alice, bob, eve)
    assert told["outcome"] == {"winner": None, "termination": "agreement"}
    await game.arefresh_from_db()
    assert (game.winner, game.termination) == (None, "agreement")


async def test_when_both_offer_that_is_agreement(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await _offers_draw(alice, alice, bob, eve)
    told = await _offers_draw(bob, alice, bob, eve)

    assert told["type"] == "gameEnded"
    assert told["outcome"] == {"winner": None, "termination": "agreement"}


async def test_a_declined_draw_is_off_the_table(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(alice, alice, bob, eve)

    await bob.says("decline draw")

    told = await all_hear(alice, bob, eve)
    assert (told["type"], told["by"]) == ("declined", "white")
    await bob.says("accept draw")
    await bob.is_refused("notOffered")
    assert (await eve.sees_afresh())["offers"]["draw"] is None


async def test_an_offer_stands_for_a_newcomer_too(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(bob, alice, bob, eve)

    assert (await table.sits(game, None, "Zoe")).heard[-1]["offers"]["draw"] == "white"


@pytest.mark.parametrize("answer", ["accept draw", "decline draw"])
async def test_an_offer_lapses_with_the_next_move(table: Table, answer: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)
    await _offers_draw(alice, alice, bob, eve)
    await plays(game, "b2", alice, bob, eve)

    await bob.says(answer)

    await bob.is_refused("notOffered")
    await alice.hears_nothing()
    assert (await eve.sees_afresh())["offers"]["draw"] is None


async def test_an_offer_crossed_by_the_offerers_own_move_lapses_as_well(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(alice, alice, bob, eve)
    await plays(game, "b2", alice, bob, eve)

    await bob.says("accept draw")

    await bob.is_refused("notOffered")


@pytest.mark.parametrize("answer", ["accept draw", "decline draw"])
async def test_nobody_answers_their_own_offer(table: Table, answer: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(alice, alice, bob, eve)

    await alice.says(answer)

    await alice.is_refused("notOffered")
    await bob.hears_nothing()


async def test_an_offer_is_made_once(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(alice, alice, bob, eve)

    await alice.says("offer draw")

    await alice.is_refused("offeredAlready")
    await bob.hears_nothing()


# --- A takeback ------------------------------------------------------------------------------


async def _moves(eve: Person) -> list[int]:
    """The squares on the board, as a spectator sees them now."""
    return [move["square"] for move in (await eve.sees_afresh())["moves"]]


async def test_a_takeback_returns_to_the_askers_last_turn(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2c3", alice, bob, eve)

    for asker, other, left, ply in ((alice, bob, [0, 4], 2), (alice, bob, [], 0)):
        await asker.says("offer takeback")
        assert (await all_hear(alice, bob, eve))["what"] == "takeback"
        await other.says("accept takeback")
        told = await all_hear(alice, bob, eve)
        assert (told["type"], told["by"], told["ply"]) == ("takenBack", "black", ply)
        assert await _moves(eve) == left

    # The same squares can be played again, and the record keeps what was taken back.
    await plays(game, "a1b2", alice, bob, eve)
    rows = models.Move.objects.filter(game=game).order_by("version")
    assert [(row.square, row.taken_back > 0) async for row in rows] == [
        (0, True),
        (4, True),
        (8, True),
        (0, False),
        (4, False),
    ]


async def test_a_takeback_of_the_one_who_has_not_moved_is_refused(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)

    await bob.says("offer takeback")

    await bob.is_refused("cannotOfferNow")
    await alice.hears_nothing()


async def test_a_takeback_lapses_with_the_next_move(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)
    await alice.says("offer takeback")
    await all_hear(alice, bob, eve)
    await plays(game, "b2", alice, bob, eve)

    await bob.says("accept takeback")

    await bob.is_refused("notOffered")
    assert await _moves(eve) == [0, 4]


async def test_a_command_that_was_taken_back_and_is_sent_again_plays_nothing(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("playMove", id="mine", ply=0, square=4)
    told = await all_hear(alice, bob, eve)
    for person, saying in ((alice, "offer takeback"), (bob, "accept takeback")):
        await person.says(saying)
        await all_hear(alice, bob, eve)

    await alice.says("playMove", id="mine", ply=0, square=4)

    assert await alice.hears() == told  # what came of it then
    assert await _moves(bob) == []


# --- A pause, and more time ------------------------------------------------------------------


async def test_a_paused_game_takes_no_moves_until_it_goes_on(table: Table) -> None:
    game = await table.game(clock="5+3")
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2", alice, bob, eve)
    await alice.says("offer pause")
    await all_hear(alice, bob, eve)
    await bob.says("accept pause")
    paused = await all_hear(alice, bob, eve)
    assert (paused["type"], paused["clock"]["running"]) == ("paused", None)

    await alice.says("playMove", ply=2, square=8)
    await alice.is_refused("gameIsPaused")
    await bob.says("resume")

    resumed = await all_hear(alice, bob, eve)
    assert (resumed["type"], resumed["clock"]["running"]) == ("resumed", "black")
    assert resumed["clock"]["since"] == resumed["at"] + 10_000
    await plays(game, "c3", alice, bob, eve)


@pytest.mark.parametrize("clock", [None, "5+3"], ids=["no clock", "not started"])
async def test_without_a_clock_that_runs_nothing_is_paused(table: Table, clock: str | None) -> None:
    game = await table.game(clock=clock)
    alice, bob, _ = await table.three(game)

    await alice.says("offer pause")
    await alice.is_refused("cannotOfferNow")
    await alice.says("resume")
    await alice.is_refused("gameIsNotPaused")

    await bob.hears_nothing()


async def test_a_player_gives_the_other_more_time(table: Table) -> None:
    game = await table.game(clock="5+3")
    alice, bob, eve = await table.three(game)

    await alice.says("addTime")

    told = await all_hear(alice, bob, eve)
    assert (told["type"], told["by"], told["ms"]) == ("timeAdded", "black", 15_000)
    assert told["clock"]["white"]["mainMs"] == 315_000
    assert told["clock"]["black"]["mainMs"] == 300_000


async def test_no_time_is_given_where_there_is_no_clock(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    await alice.says("addTime")

    await alice.is_refused("noClock")
    await bob.hears_nothing()


# --- Hints -----------------------------------------------------------------------------------


async def _agree_on_hints(alice: Person, bob: Person, *others: Person) -> Message:
    await alice.says("offer hints")
    offered = await all_hear(alice, bob, *others)
    assert (offered["type"], offered["what"]) == ("offered", "hints")
    await bob.says("accept hints")
    return await all_hear(alice, bob, *others)


async def test_two_people_agree_on_hints_and_either_may_ask(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2", alice, bob, eve)
    await _offers_draw(bob, alice, bob, eve)

    agreed = await _agree_on_hints(alice, bob, eve)

    assert (agreed["type"], agreed["ply"]) == ("hintsAgreed", 2)
    seen = (await table.sits(game, None, "Zoe")).heard[-1]
    assert seen["hintsSince"] == 2
    assert (seen["offers"]["hints"], seen["offers"]["draw"]) == (None, "white")
    for person, side in ((alice, "black"), (bob, "white")):
        await person.says("askHint", kind="threats", ply=2)
        noted = await all_hear(alice, bob, eve)
        assert (noted["type"], noted["by"], noted["kind"]) == ("hintAsked", side, "threats")
        await person.is_refused("hintUnavailable")  # there is no thinker in this test
    await eve.says("askHint", kind="threats", ply=2)
    await eve.is_refused("notSeated")
    assert [hint["side"] for hint in (await eve.sees_afresh())["hints"]] == ["black", "white"]


async def test_when_both_offer_hints_that_is_agreement(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    for person in (bob, alice):
        await person.says("offer hints")
        told = await all_hear(alice, bob, eve)

    assert (told["type"], told["ply"]) == ("hintsAgreed", 0)


@pytest.mark.parametrize("answer", ["decline", "cancel", "move"])
async def test_without_an_agreement_there_are_no_hints(table: Table, answer: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("offer hints")
    await all_hear(alice, bob, eve)
    if answer == "move":
        await plays(game, "a1", alice, bob, eve)
    else:
        await (bob if answer == "decline" else alice).says(f"{answer} hints")
        assert (await all_hear(alice, bob, eve))["what"] == "hints"

    await bob.says("accept hints")
    await bob.is_refused("notOffered")
    for person in (alice, bob):
        await person.says("askHint", kind="threats", ply=int(answer == "move"))
        await person.is_refused("noHintsHere")
    assert (await eve.sees_afresh())["hintsSince"] is None


@pytest.mark.parametrize(
    ("saying", "code"),
    [
        ("offer hints", "hintsAgreedAlready"),
        ("accept hints", "hintsAgreedAlready"),
        ("decline hints", "notOffered"),
        ("cancel hints", "notOffered"),
    ],
)
async def test_hints_are_agreed_once_and_for_the_whole_game(
    table: Table, saying: str, code: str
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _agree_on_hints(alice, bob, eve)

    await alice.says(saying)

    await alice.is_refused(code)
    await bob.hears_nothing()
    assert (await eve.sees_afresh())["hintsSince"] == 0


async def test_an_agreement_stays_when_moves_are_taken_back(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2c3", alice, bob, eve)
    await _agree_on_hints(alice, bob, eve)
    await plays(game, "c1", alice, bob, eve)

    since = []
    for asker, other in ((bob, alice), (bob, alice)):
        since.append((await eve.sees_afresh())["hintsSince"])
        await asker.says("offer takeback")
        await all_hear(alice, bob, eve)
        await other.says("accept takeback")
        await all_hear(alice, bob, eve)

    # No move that is on the board was played before it by somebody who had no hints.
    assert [*since, (await eve.sees_afresh())["hintsSince"]] == [3, 3, 1]
    assert len(await _moves(eve)) == 1
    await alice.says("askHint", kind="threats", ply=1)
    assert (await all_hear(alice, bob, eve))["type"] == "hintAsked"


async def test_hints_are_offered_once_both_are_there_and_the_game_goes_on(table: Table) -> None:
    invitation = await table.invitation()
    alice = await table.sits(invitation, mnk.Side.BLACK)
    await alice.says("offer hints")
    await alice.is_refused("waitingForOpponent")

    _, alice, bob, eve = await _finished(table)
    await alice.says("offer hints")
    await alice.is_refused("gameIsOver")
    await eve.says("offer hints")
    await eve.is_refused("notSeated")
    await bob.hears_nothing()


async def test_an_agreement_on_hints_ends_with_the_game(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _agree_on_hints(alice, bob, eve)
    await bob.says("resign")
    await all_hear(alice, bob, eve)
    await alice.says("askHint", kind="threats", ply=0)
    await alice.is_refused("noHintsHere")
    for person in (alice, bob):
        await person.says("offer rematch")
        told = await all_hear(alice, bob, eve)

    again = await models.Game.objects.aget(slug=told["game"])
    alice_again = await table.sits(again, mnk.Side.WHITE, "Alice")

    assert alice_again.heard[-1]["hintsSince"] is None
    await alice_again.says("askHint", kind="threats", ply=0)
    await alice_again.is_refused("noHintsHere")
    assert (await eve.sees_afresh())["hintsSince"] == 0  # the record keeps it


# --- Leaving ---------------------------------------------------------------------------------


async def _has_left(hub: Hub, game: models.Game, side: mnk.Side, seconds: float) -> None:
    """A side's player has been away for this long."""
    followed = hub.games.followed[game.slug]
    followed.here_until[side] = hub.loop.time() - seconds


@pytest.mark.parametrize(("claim", "winner"), [("win", "black"), ("draw", None)])
async def test_a_game_whose_player_has_left_can_be_claimed(
    table: Table, hub: Hub, claim: str, winner: str | None
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2", alice, bob, eve)
    await bob.leaves()
    await _has_left(hub, game, mnk.Side.WHITE, 59)
    await alice.says("claimAbandoned", claim=claim)
    await alice.is_refused("opponentNotGone")

    await _has_left(hub, game, mnk.Side.WHITE, 60)
    await alice.says("claimAbandoned", claim=claim)

    told = await all_hear(alice, eve)
    assert told["outcome"] == {"winner": winner, "termination": "abandonment"}


async def test_the_others_see_from_when_a_game_can_be_claimed(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2", alice, bob, eve)
    await bob.leaves()

    while (presence := await alice.hears_presence())["white"]:
        pass

    assert 50_000 < presence["whiteClaimMs"] <= 60_000
    assert presence["blackClaimMs"] is None


@pytest.mark.parametrize("why", ["here", "early", "paused", "slow"])
async def test_who_has_not_left_cannot_be_left(table: Table, hub: Hub, why: str) -> None:
    game = await table.game(clock="1d" if why == "slow" else "5+3")
    alice, bob, eve = await table.three(game)
    await plays(game, "a1" if why == "early" else "a1b2", alice, bob, eve)
    if why == "paused":
        for person, saying in ((alice, "offer pause"), (bob, "accept pause")):
            await person.says(saying)
            await all_hear(alice, bob, eve)
    if why != "here":
        await bob.leaves()
        await _has_left(hub, game, mnk.Side.WHITE, 3600)

    await alice.says("claimAbandoned", claim="win")

    await alice.is_refused("opponentNotGone" if why == "here" else "nothingToClaim")
    await eve.hears_nothing()


# --- A rematch -------------------------------------------------------------------------------


async def _finished(table: Table) -> tuple[models.Game, Person, Person, Person]:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1b2c1", alice, bob, eve)
    return game, alice, bob, eve


async def test_a_rematch_swaps_sides_and_the_same_keys_open_it(table: Table) -> None:
    game, alice, bob, eve = await _finished(table)
    await bob.says("offer rematch")
    offered = await all_hear(alice, bob, eve)
    assert (offered["type"], offered["by"]) == ("offered", "white")

    await alice.says("offer rematch")

    agreed = await all_hear(alice, bob, eve)
    assert agreed["type"] == "rematchAgreed"
    await game.arefresh_from_db()
    again = await models.Game.objects.aget(slug=agreed["game"])
    assert game.rematch_id == again.pk
    assert again.variant == game.variant
    assert again.started
    assert not again.listed
    before = {seat.side: seat async for seat in game.seats.all()}
    after = {seat.side: seat async for seat in again.seats.all()}
    for side in mnk.Side:
        assert after[side].player_id == before[side.other].player_id
        assert after[side].key == before[side.other].key
    # Bob has black now, by the key he already had, and moves first.
    bob_again = await table.sits(again, mnk.Side.BLACK, "Bob")
    alice_again = await table.sits(again, mnk.Side.WHITE, "Alice")
    await plays(again, "b2a1", bob_again, alice_again)


async def test_a_rematch_can_have_a_rematch(table: Table) -> None:
    game, alice, bob, eve = await _finished(table)
    await alice.says("offer rematch")
    await all_hear(alice, bob, eve)
    await bob.says("offer rematch")
    second = await models.Game.objects.aget(slug=(await all_hear(alice, bob, eve))["game"])
    people = [await table.sits(second, side) for side in mnk.Side]
    await plays(second, "a1a2b1b2c1", *people)

    for person in people:
        await person.says("offer rematch")
        told = await all_hear(*people)

    third = await models.Game.objects.aget(slug=told["game"])
    assert {seat.side: seat.key async for seat in third.seats.all()} == {
        seat.side: seat.key async for seat in game.seats.all()
    }


async def test_a_rematch_is_declined(table: Table) -> None:
    _, alice, bob, eve = await _finished(table)
    await alice.says("offer rematch")
    await all_hear(alice, bob, eve)

    await bob.says("decline rematch")

    told = await all_hear(alice, bob, eve)
    assert (told["type"], told["by"]) == ("declined", "white")
    assert await models.Game.objects.acount() == 1


async def test_a_rematch_offer_is_taken_back(table: Table) -> None:
    _, alice, bob, eve = await _finished(table)
    await alice.says("offer rematch")
    await all_hear(alice, bob, eve)
    await alice.says("cancel rematch")
    await all_hear(alice, bob, eve)

    # Bob's click on what was there a moment ago is an offer of his own, not an agreement.
    await bob.says("offer rematch")

    assert (await all_hear(alice, bob, eve))["type"] == "offered"


async def test_a_rematch_is_offered_once(table: Table) -> None:
    _, alice, bob, _ = await _finished(table)
    await alice.says("offer rematch")
    await all_hear(alice, bob)

    await alice.says("offer rematch")

    await alice.is_refused("offeredAlready")
    await bob.hears_nothing()


@pytest.mark.parametrize(
    ("command", "code"), [("offer rematch", "rematchExists"), ("decline rematch", "notOffered")]
)
async def test_after_the_rematch_is_agreed_there_is_nothing_to_answer(
    table: Table, command: str, code: str
) -> None:
    _, alice, bob, eve = await _finished(table)
    for person in (alice, bob):
        await person.says("offer rematch")
        await all_hear(alice, bob, eve)

    await alice.says(command)

    await alice.is_refused(code)
    await bob.hears_nothing()
    assert await models.Game.objects.acount() == 2


async def test_no_rematch_offer_no_answer(table: Table) -> None:
    _, alice, bob, _ = await _finished(table)

    await alice.says("decline rematch")

    await alice.is_refused("notOffered")
    await bob.hears_nothing()


@pytest.mark.parametrize(
    ("command", "code"), [("offer rematch", "cannotOfferNow"), ("decline rematch", "notOffered")]
)
async def test_no_rematch_while_the_game_goes_on(table: Table, command: str, code: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2", alice, bob, eve)

    await alice.says(command)

    await alice.is_refused(code)
    await bob.hears_nothing()


async def test_no_rematch_of_an_invitation_nobody_took(table: Table) -> None:
    game = await table.invitation()
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("abort")
    await alice.hears()

    await alice.says("offer rematch")

    await alice.is_refused("cannotOfferNow")
