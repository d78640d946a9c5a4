"""Commands sent again: answered with what came of them, never carried out twice."""

import pytest

from games import mnk
from games.play import models
from games.play.hub import Hub
from tests.people import Message, Person, Table, all_hear, plays


async def _carried_out(sender: Person, type: str, *people: Person, **fields: int) -> Message:
    await sender.says(type, id="once", **fields)
    return await all_hear(*people)


async def _all_leave(hub: Hub, *people: Person) -> None:
    """Everybody goes, and the hub forgets the game."""
    for person in people:
        await person.leaves()
    assert hub.games.followed == {}


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["held", "read again"])
async def test_a_move_sent_again_is_answered_as_it_was_told(
    table: Table, hub: Hub, is_forgotten: bool
) -> None:
    game = await table.game(clock="5+3")  # what is told has the clock as it was then
    alice, bob, eve = await table.three(game)
    told = await _carried_out(alice, "playMove", alice, bob, eve, ply=0, square=4)
    await plays(game, "a1a2", alice, bob, eve)
    if is_forgotten:
        await _all_leave(hub, alice, bob, eve)
        alice, bob, eve = await table.three(game)

    await alice.says("playMove", id="once", ply=0, square=4)

    assert await alice.hears() == told
    await bob.hears_nothing()
    await eve.hears_nothing()
    assert await models.Move.objects.filter(game=game).acount() == 3


async def test_the_winning_move_sent_again_is_answered_with_the_win(table: Table, hub: Hub) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1b2", alice, bob, eve)
    told = await _carried_out(alice, "playMove", alice, bob, eve, ply=4, square=2)
    assert told["line"] == [0, 1, 2]
    await _all_leave(hub, alice, bob, eve)
    alice, bob, eve = await table.three(game)

    await alice.says("playMove", id="once", ply=4, square=2)

    assert await alice.hears() == told
    await bob.hears_nothing()


@pytest.mark.parametrize(
    "command",
    [
        "offer draw",
        "accept draw",
        "decline draw",
        "resign",
        "abort",
        "claimDraw",
        "offer rematch",
        "decline rematch",
        "cancel draw",
        "offer takeback",
        "accept takeback",
        "offer pause",
        "accept pause",
        "offer hints",
        "accept hints",
        "resume",
        "addTime",
    ],
)
@pytest.mark.parametrize("is_forgotten", [False, True], ids=["held", "read again"])
async def test_every_command_sent_again_is_answered_as_it_was_told(
    table: Table, hub: Hub, command: str, is_forgotten: bool
) -> None:
    game = await table.game(clock="5+3")
    alice, bob, eve = await table.three(game)
    match command:
        case "cancel draw":
            await alice.says("offer draw")
            await all_hear(alice, bob, eve)
        case "offer takeback" | "accept takeback":
            await plays(game, "a1b2", alice, bob, eve)
            if command == "accept takeback":
                await bob.says("offer takeback")
                await all_hear(alice, bob, eve)
        case "offer pause" | "accept pause" | "resume":
            await plays(game, "a1b2", alice, bob, eve)
            for person, saying in ((bob, "offer pause"), (alice, "accept pause")):
                if command in ("accept pause", "resume"):
                    await person.says(saying)
                    await all_hear(alice, bob, eve)
                if command == "accept pause":
                    break
        case "accept draw" | "decline draw" | "accept hints":
            await bob.says(f"offer {command.split()[1]}")
            await all_hear(alice, bob, eve)
        case "claimDraw":
            await plays(game, "a1a3b3c3c1b1", alice, bob, eve)
        case "offer rematch" | "decline rematch":
            await plays(game, "a1a2b1b2c1", alice, bob, eve)
            if command == "decline rematch":
                await bob.says("offer rematch")
                await all_hear(alice, bob, eve)
    told = await _carried_out(alice, command, alice, bob, eve)
    if is_forgotten:
        await _all_leave(hub, alice, bob, eve)
        alice, bob, eve = await table.three(game)

    await alice.says(command, id="once")

    assert await alice.hears() == told
    await bob.hears_nothing()
    await eve.hears_nothing()


async def test_the_offers_that_made_an_agreement_are_answered_with_it(
    table: Table, hub: Hub
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await bob.says("offer draw")
    await all_hear(alice, bob, eve)
    agreed = await _carried_out(alice, "offer draw", alice, bob, eve)
    assert agreed["type"] == "gameEnded"
    await bob.says("offer rematch")
    await all_hear(alice, bob, eve)
    await alice.says("offer rematch", id="again")
    rematch = await all_hear(alice, bob, eve)
    assert rematch["type"] == "rematchAgreed"
    await _all_leave(hub, alice, bob, eve)
    alice = await table.sits(game, mnk.Side.BLACK)

    await alice.says("offer draw", id="once")
    assert await alice.hears() == agreed
    await alice.says("offer rematch", id="again")
    assert await alice.hears() == rematch
    assert await models.Game.objects.acount() == 2


async def test_a_command_sent_again_to_a_changed_game_changes_nothing(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    told = await _carried_out(alice, "offer draw", alice, bob, eve)
    await bob.says("decline draw")
    await all_hear(alice, bob, eve)

    await alice.says("offer draw", id="once")

    assert await alice.hears() == told  # what came of it then; the offer is not made anew
    assert (await bob.sees_afresh())["offers"]["draw"] is None
