"""Offers between two players: a draw, a rematch, and every answer."""

import pytest

from games import mnk
from games.play import models
from tests.people import Message, Person, Table, all_hear, plays


async def _offers_draw(person: Person, *everybody: Person) -> Message:
    await person.says("offerDraw")
    return await all_hear(*everybody)


# --- A draw ----------------------------------------------------------------------------------


async def test_a_draw_is_offered_and_accepted(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)

    offered = await _offers_draw(alice, alice, bob, eve)
    assert (offered["type"], offered["by"]) == ("drawOffered", "black")
    await bob.says("acceptDraw")

    told = await all_hear(alice, bob, eve)
    assert told["outcome"] == {"winner": None, "termination": "agreement"}
    await game.arefresh_from_db()
    assert (game.winner, game.termination, game.draw_offer) == (None, "agreement", None)


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

    await bob.says("declineDraw")

    told = await all_hear(alice, bob, eve)
    assert (told["type"], told["by"]) == ("drawDeclined", "white")
    await bob.says("acceptDraw")
    await bob.is_refused("drawNotOffered")
    assert (await eve.sees_afresh())["drawOffer"] is None


async def test_an_offer_stands_for_a_newcomer_too(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(bob, alice, bob, eve)

    assert (await table.sits(game, None, "Zoe")).heard[-1]["drawOffer"] == "white"


@pytest.mark.parametrize("answer", ["acceptDraw", "declineDraw"])
async def test_an_offer_lapses_with_the_next_move(table: Table, answer: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)
    await _offers_draw(alice, alice, bob, eve)
    await plays(game, "b2", alice, bob, eve)

    await bob.says(answer)

    await bob.is_refused("drawNotOffered")
    await alice.hears_nothing()
    assert (await eve.sees_afresh())["drawOffer"] is None


async def test_an_offer_crossed_by_the_offerers_own_move_lapses_as_well(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(alice, alice, bob, eve)
    await plays(game, "b2", alice, bob, eve)

    await bob.says("acceptDraw")

    await bob.is_refused("drawNotOffered")


@pytest.mark.parametrize("answer", ["acceptDraw", "declineDraw"])
async def test_nobody_answers_their_own_offer(table: Table, answer: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(alice, alice, bob, eve)

    await alice.says(answer)

    await alice.is_refused("drawNotOffered")
    await bob.hears_nothing()


async def test_an_offer_is_made_once(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await _offers_draw(alice, alice, bob, eve)

    await alice.says("offerDraw")

    await alice.is_refused("drawOfferedAlready")
    await bob.hears_nothing()


# --- A rematch -------------------------------------------------------------------------------


async def _finished(table: Table) -> tuple[models.Game, Person, Person, Person]:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1b2c1", alice, bob, eve)
    return game, alice, bob, eve


async def test_a_rematch_swaps_sides_and_the_same_keys_open_it(table: Table) -> None:
    game, alice, bob, eve = await _finished(table)
    await bob.says("offerRematch")
    offered = await all_hear(alice, bob, eve)
    assert (offered["type"], offered["by"]) == ("rematchOffered", "white")

    await alice.says("offerRematch")

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
    await alice.says("offerRematch")
    await all_hear(alice, bob, eve)
    await bob.says("offerRematch")
    second = await models.Game.objects.aget(slug=(await all_hear(alice, bob, eve))["game"])
    people = [await table.sits(second, side) for side in mnk.Side]
    await plays(second, "a1a2b1b2c1", *people)

    for person in people:
        await person.says("offerRematch")
        told = await all_hear(*people)

    third = await models.Game.objects.aget(slug=told["game"])
    assert {seat.side: seat.key async for seat in third.seats.all()} == {
        seat.side: seat.key async for seat in game.seats.all()
    }


async def test_a_rematch_is_declined(table: Table) -> None:
    _, alice, bob, eve = await _finished(table)
    await alice.says("offerRematch")
    await all_hear(alice, bob, eve)

    await bob.says("declineRematch")

    told = await all_hear(alice, bob, eve)
    assert (told["type"], told["by"]) == ("rematchDeclined", "white")
    assert await models.Game.objects.acount() == 1


async def test_a_rematch_offer_is_taken_back(table: Table) -> None:
    _, alice, bob, eve = await _finished(table)
    await alice.says("offerRematch")
    await all_hear(alice, bob, eve)
    await alice.says("declineRematch")
    await all_hear(alice, bob, eve)

    # Bob's click on what was there a moment ago is an offer of his own, no agreement.
    await bob.says("offerRematch")

    assert (await all_hear(alice, bob, eve))["type"] == "rematchOffered"


async def test_a_rematch_is_offered_once(table: Table) -> None:
    _, alice, bob, _ = await _finished(table)
    await alice.says("offerRematch")
    await all_hear(alice, bob)

    await alice.says("offerRematch")

    await alice.is_refused("rematchOfferedAlready")
    await bob.hears_nothing()


@pytest.mark.parametrize("command", ["offerRematch", "declineRematch"])
async def test_after_the_rematch_is_agreed_there_is_nothing_to_answer(
    table: Table, command: str
) -> None:
    _, alice, bob, eve = await _finished(table)
    for person in (alice, bob):
        await person.says("offerRematch")
        await all_hear(alice, bob, eve)

    await alice.says(command)

    await alice.is_refused("rematchExists")
    await bob.hears_nothing()
    assert await models.Game.objects.acount() == 2


async def test_no_rematch_offer_no_answer(table: Table) -> None:
    _, alice, bob, _ = await _finished(table)

    await alice.says("declineRematch")

    await alice.is_refused("noRematchOffer")
    await bob.hears_nothing()


@pytest.mark.parametrize("command", ["offerRematch", "declineRematch"])
async def test_no_rematch_while_the_game_goes_on(table: Table, command: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2", alice, bob, eve)

    await alice.says(command)

    await alice.is_refused("gameNotOver")
    await bob.hears_nothing()


async def test_no_rematch_of_an_invitation_nobody_took(table: Table) -> None:
    game = await table.invitation()
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("abort")
    await alice.hears()

    await alice.says("offerRematch")

    await alice.is_refused("gameNotOver")
