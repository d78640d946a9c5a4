"""Races, made to happen: what comes at once happens in one order, the same for everybody."""

import asyncio

import pytest

from games import mnk
from games.lobby import invitations
from games.play import errors, models
from games.play.clock import now_ms
from games.players.identify import Visitor
from games.players.models import Player
from tests.people import Message, Table, all_hear, plays
from tests.play import crowd


async def test_one_seat_plays_two_squares_at_once_and_one_of_them_counts(table: Table) -> None:
    game = await table.game()
    phone, laptop = [await table.sits(game, mnk.Side.BLACK, name) for name in ("Phone", "Laptop")]
    bob, eve = await table.sits(game, mnk.Side.WHITE), await table.sits(game, None)

    await asyncio.gather(
        phone.says("playMove", ply=0, square=0), laptop.says("playMove", ply=0, square=8)
    )

    told = await all_hear(phone, laptop, bob, eve)
    loser = laptop if told["square"] == 0 else phone
    await loser.is_refused("stalePly")
    for person in (phone, laptop, bob, eve):
        await person.hears_nothing()
    move = await models.Move.objects.aget(game=game)
    assert (move.ply, move.square) == (0, told["square"])


async def test_ten_sockets_of_one_seat_play_at_once_and_one_move_counts(table: Table) -> None:
    game = await table.game(mnk.PRESETS["10x10"].variant)
    sockets = [await table.sits(game, mnk.Side.BLACK, f"Alice{n}") for n in range(10)]

    await asyncio.gather(
        *(person.says("playMove", ply=0, square=n) for n, person in enumerate(sockets))
    )

    told = await all_hear(*sockets)
    for person in sockets:
        if not str(told["command"]).startswith(person.name + "-"):
            await person.is_refused("stalePly")
        await person.hears_nothing()
    assert await models.Move.objects.filter(game=game).acount() == 1


@pytest.mark.parametrize("is_bob_first", [False, True])
async def test_a_move_against_a_resignation(table: Table, is_bob_first: bool) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    steps = [alice.says("playMove", ply=0, square=4), bob.says("resign")]

    await asyncio.gather(*(reversed(steps) if is_bob_first else steps))

    first = await all_hear(alice, bob, eve)
    if first["type"] == "movePlayed":
        last = await all_hear(alice, bob, eve)
    else:
        last = first
        await alice.is_refused("gameIsOver")
    assert last["outcome"] == {"winner": "black", "termination": "resignation"}
    for person in (alice, bob, eve):
        await person.hears_nothing()


async def test_a_winning_move_against_a_resignation_has_one_end(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1b2", alice, bob, eve)

    await asyncio.gather(alice.says("playMove", ply=4, square=2), alice.says("resign"))

    told = await all_hear(alice, bob, eve)
    await alice.is_refused("gameIsOver")
    assert told["outcome"] is not None
    for person in (alice, bob, eve):
        await person.hears_nothing()


async def test_both_resign_at_once_and_one_of_them_has_lost(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await asyncio.gather(alice.says("resign"), bob.says("resign"))

    told = await all_hear(alice, bob, eve)
    later = alice if told["outcome"]["winner"] == "black" else bob
    await later.is_refused("gameIsOver")
    await eve.hears_nothing()


async def test_both_offer_a_draw_at_once_and_have_agreed(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await asyncio.gather(alice.says("offer draw"), bob.says("offer draw"))

    assert (await all_hear(alice, bob, eve))["type"] == "offered"
    ended = await all_hear(alice, bob, eve)
    assert ended["outcome"] == {"winner": None, "termination": "agreement"}


async def test_an_offer_accepted_while_a_move_is_played(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)
    await alice.says("offer draw")
    await all_hear(alice, bob, eve)

    await asyncio.gather(bob.says("playMove", ply=1, square=4), bob.says("accept draw"))

    told: list[Message] = [await all_hear(alice, bob, eve)]
    refusal = await bob.hears()
    assert refusal["type"] == "rejected"
    kinds = (told[0]["type"], refusal["code"])
    assert kinds in {("movePlayed", "notOffered"), ("gameEnded", "gameIsOver")}


async def test_both_ask_for_a_rematch_at_once_and_one_game_is_made(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1b2c1", alice, bob, eve)

    await asyncio.gather(alice.says("offer rematch"), bob.says("offer rematch"))

    assert (await all_hear(alice, bob, eve))["type"] == "offered"
    agreed = await all_hear(alice, bob, eve)
    assert agreed["type"] == "rematchAgreed"
    assert await models.Game.objects.acount() == 2
    assert (await models.Game.objects.aget(slug=agreed["game"])).started


async def test_many_visitors_take_the_open_seat_at_once_and_one_gets_it(table: Table) -> None:
    game = await table.invitation(mnk.Side.BLACK)
    eve = await table.sits(game, None)
    visitors = [await Player.objects.acreate(name=f"Visitor {n}") for n in range(8)]

    results = await asyncio.gather(
        *(
            invitations.take_seat(game.slug, player=player, visitor=Visitor(player.pk), at=now_ms())
            for player in visitors
        ),
        return_exceptions=True,
    )

    assert sum(isinstance(result, errors.SeatIsTaken) for result in results) == 7
    (winner,) = [n for n, result in enumerate(results) if isinstance(result, mnk.Side)]
    told = await eve.hears()
    assert told["player"]["name"] == visitors[winner].name
    await eve.hears_nothing()
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.WHITE)
    assert seat.player_id == visitors[winner].pk


async def test_an_invitation_taken_while_it_is_taken_back(table: Table) -> None:
    game = await table.invitation(mnk.Side.BLACK)
    alice = await table.sits(game, mnk.Side.BLACK)

    _, result = await asyncio.gather(alice.says("abort"), table.comes(game), return_exceptions=True)

    kinds: list[str] = []
    while not kinds or kinds[-1] != "gameEnded":
        kinds.append((await alice.hears())["type"])
    if isinstance(result, mnk.GameIsOver):
        assert kinds == ["gameEnded"]
    else:
        assert kinds == ["seatTaken", "gameEnded"]


async def test_a_whole_game_sent_without_waiting_is_played_in_order(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    squares = mnk.moves_from_text("a1a2b1b2c1", game.variant)

    # Nobody waits for anybody: each resends what was refused because it came too early.
    for ply, square in enumerate(squares):
        await (alice, bob)[ply % 2].says("playMove", id=f"p{ply}", ply=ply, square=square)
    told: list[Message] = []
    while len(told) < len(squares):
        message = await eve.hears()
        told.append(message)
        for person in (alice, bob):
            for heard in await person.hears_the_rest():
                if heard["type"] == "rejected":
                    ply = int(heard["id"][1:])
                    await person.says("playMove", id=heard["id"], ply=ply, square=squares[ply])

    assert [message["square"] for message in told] == list(squares)
    assert told[-1]["outcome"]["winner"] == "black"


@pytest.mark.parametrize("count", [2, 3, 8, 15])
async def test_all_press_play_now_at_once_and_everybody_meets_one_other(
    table: Table, count: int
) -> None:
    players = [await Player.objects.acreate(name=f"Visitor {n}") for n in range(count)]

    places = await asyncio.gather(*map(table.seeks, players))

    await crowd.is_paired(places)
