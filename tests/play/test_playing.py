"""Playing a game over its socket: everybody hears everything exactly once."""

import pytest

from games import mnk
from games.play import commit, models
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.services import play
from games.players.models import Player
from tests.people import Table, all_hear, plays
from tests.play.scenarios import DEAD_AT, DRAWN


async def test_three_in_a_row_wins_and_everybody_hears_it_once(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    told = await plays(game, "a1a2b1b2c1", alice, bob, eve)

    assert told[-1]["outcome"] == {"winner": "black", "termination": "line"}
    assert told[-1]["line"] == [0, 1, 2]
    for person in (alice, bob, eve):
        await person.hears_nothing()
    await game.arefresh_from_db()
    assert (game.winner, game.termination, game.version, game.ply) == (0, "line", 5, 5)


async def test_white_wins_as_well(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    told = await plays(game, "a1a2b1b2a3c2", alice, bob, eve)

    assert told[-1]["outcome"] == {"winner": "white", "termination": "line"}
    assert told[-1]["line"] == [3, 4, 5]
    await game.arefresh_from_db()
    assert (game.winner, game.termination) == (1, "line")


async def test_five_in_a_row_on_the_large_board(table: Table) -> None:
    game = await table.game(mnk.PRESETS["15x15"].variant)
    alice, bob, eve = await table.three(game)

    told = await plays(game, "h8a1i9a2j10a3g7a4k11", alice, bob, eve)

    assert told[-1]["outcome"] == {"winner": "black", "termination": "line"}
    assert [mnk.name(square, game.variant) for square in told[-1]["line"]] == [
        "g7",
        "h8",
        "i9",
        "j10",
        "k11",
    ]


async def test_a_move_heard_twice_is_played_once(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    for _ in range(2):
        await alice.says("playMove", id="same", ply=0, square=4)
    told = await all_hear(alice, bob, eve)

    assert await alice.hears() == told  # the answer to the second, to Alice alone
    await bob.hears_nothing()
    await eve.hears_nothing()
    assert await models.Move.objects.filter(game=game).acount() == 1


async def test_a_move_carries_the_id_of_its_command_and_the_time_it_was_heard(
    table: Table,
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await alice.says("playMove", id="first-1", ply=0, square=4)
    told = await all_hear(alice, bob, eve)

    move = await models.Move.objects.aget(game=game)
    assert told == {
        "type": "movePlayed",
        "version": 1,
        "command": "first-1",
        "ply": 0,
        "square": 4,
        "at": move.at_ms,
        "outcome": None,
        "line": [],
        "dead": False,
        "clock": None,
        "opening": None,
    }
    assert (move.ply, move.square, move.version, move.command) == (0, 4, 1, "first-1")


async def test_a_full_board_without_a_line_is_a_draw(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    told = await plays(game, DRAWN, alice, bob, eve)

    assert told[-1]["outcome"] == {"winner": None, "termination": "fullBoard"}
    assert [message["dead"] for message in told] == [
        # Shown from the first dead position on, until the game is over.
        DEAD_AT <= ply < 9
        for ply in range(1, 10)
    ]
    await game.arefresh_from_db()
    assert (game.winner, game.termination, game.ply) == (None, "fullBoard", 9)


@pytest.mark.parametrize("claimant", [0, 1])
async def test_the_draw_of_a_dead_board_can_be_claimed_by_either(
    table: Table, claimant: int
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, DRAWN[: 2 * DEAD_AT], alice, bob, eve)

    await (alice, bob)[claimant].says("claimDraw")

    told = await all_hear(alice, bob, eve)
    assert told["type"] == "gameEnded"
    assert told["outcome"] == {"winner": None, "termination": "deadBoard"}


async def test_a_draw_is_not_claimed_while_a_line_is_possible(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, DRAWN[: 2 * (DEAD_AT - 1)], alice, bob, eve)

    await alice.says("claimDraw")

    await alice.is_refused("lineStillPossible")
    await bob.hears_nothing()
    await eve.hears_nothing()


@pytest.mark.parametrize("moves", ["", "a1", "a1b2"])
@pytest.mark.parametrize("loser", [0, 1])
async def test_one_may_resign_on_either_turn(table: Table, moves: str, loser: int) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, moves, alice, bob, eve)

    await (alice, bob)[loser].says("resign")

    told = await all_hear(alice, bob, eve)
    assert told["outcome"] == {
        "winner": ("white", "black")[loser],
        "termination": "resignation",
    }
    await game.arefresh_from_db()
    assert (game.winner, game.termination) == (1 - loser, "resignation")


@pytest.mark.parametrize("moves", ["", "a1"])
@pytest.mark.parametrize("who", [0, 1])
async def test_a_game_may_be_aborted_until_both_have_moved(
    table: Table, moves: str, who: int
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, moves, alice, bob, eve)

    await (alice, bob)[who].says("abort")

    told = await all_hear(alice, bob, eve)
    assert told["outcome"] == {"winner": None, "termination": "abort"}


async def test_a_game_both_have_moved_in_is_not_aborted(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2", alice, bob, eve)

    await bob.says("abort")

    await bob.is_refused("cannotAbortNow")
    await alice.hears_nothing()
    await eve.hears_nothing()


async def test_an_invitation_is_taken_back(table: Table) -> None:
    game = await table.invitation()
    alice = await table.sits(game, mnk.Side.BLACK)
    eve = await table.sits(game, None)

    await alice.says("abort")

    told = await all_hear(alice, eve)
    assert told["outcome"] == {"winner": None, "termination": "abort"}
    with pytest.raises(mnk.GameIsOver, match="was aborted"):
        await table.comes(game)


async def test_a_game_begins_when_bob_takes_the_open_seat(table: Table) -> None:
    game = await table.invitation(mnk.Side.BLACK)
    alice = await table.sits(game, mnk.Side.BLACK)
    eve = await table.sits(game, None)
    host = await Player.objects.aget()
    new = {"kind": "guest", "level": None, "rating": None, "provisional": False}
    assert alice.heard[-1]["seats"] == {
        "black": {"name": "Alice", "player": host.slug, **new},
        "white": None,
    }

    assert await table.comes(game, "Bob") is mnk.Side.WHITE

    told = await all_hear(alice, eve)
    guest = await Player.objects.aget(name="Bob")
    assert told == {
        "type": "seatTaken",
        "version": 1,
        "command": None,
        "side": "white",
        "player": {"name": "Bob", "player": guest.slug, **new},
    }
    bob = await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2", alice, bob, eve)


async def test_bob_who_has_black_moves_first(table: Table) -> None:
    game = await table.invitation(mnk.Side.WHITE)
    alice = await table.sits(game, mnk.Side.WHITE, "Alice")

    assert await table.comes(game, "Bob") is mnk.Side.BLACK

    bob = await table.sits(game, mnk.Side.BLACK, "Bob")
    assert (await alice.hears())["side"] == "black"
    await plays(game, "a1a2", bob, alice)


async def test_why_a_side_resigned_is_kept_if_it_says_so(table: Table, hub: Hub) -> None:
    """An engine that plays an illegal move, for one."""
    for reason in ("", "Its engine played a1 twice."):
        game = await table.game()
        eve = await table.sits(game, None)
        async with hub.games.following(game.slug) as followed:
            step = play.resign(mnk.Side.BLACK, reason=reason)
            await commit.submit(hub, followed, step, at=now_ms())

        assert (await eve.hears())["outcome"]["winner"] == "white"
        await game.arefresh_from_db()
        assert game.reason == reason
