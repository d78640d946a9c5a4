"""Refusals: one sentence to the sender alone, and nothing has changed."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from games import mnk
from games.play import errors, models
from games.play.protocol import MAX_FRAME
from games.refusals import Refused
from tests.people import Person, Table, all_hear, plays
from tests.play.scenarios import DRAWN

COMMANDS = (
    "resign",
    "abort",
    "offer draw",
    "accept draw",
    "decline draw",
    "claimDraw",
    "offer rematch",
    "decline rematch",
)
MOVE = {"type": "playMove", "id": "x", "ply": 1, "square": 8}


async def _nothing_changed(
    game: models.Game, version: int, sender: Person, *others: Person
) -> None:
    for person in (sender, *others):
        await person.hears_nothing()
        assert (await person.sees_afresh())["version"] == version
    row = await models.Game.objects.aget(pk=game.pk)
    assert row.version == version


@pytest.mark.parametrize(
    ("who", "ply", "square", "code"),
    [
        pytest.param(0, 1, 8, "notYourTurn", id="wrong turn"),
        pytest.param(1, 1, 0, "squareTaken", id="taken square"),
        pytest.param(1, 1, -1, "noSuchSquare", id="before a1"),
        pytest.param(1, 1, 9, "noSuchSquare", id="after c3"),
        pytest.param(1, 1, 10**12, "noSuchSquare", id="far off the board"),
        pytest.param(1, 1, 10**40, "noSuchSquare", id="further off than 64 bits"),
        pytest.param(1, 0, 8, "stalePly", id="a ply too early"),
        pytest.param(1, 2, 8, "stalePly", id="a ply too late"),
        pytest.param(1, 10**12, 8, "stalePly", id="a ply far too late"),
        pytest.param(0, 0, 8, "stalePly", id="the move before, again"),
        pytest.param(2, 1, 8, "notSeated", id="a spectator"),
    ],
)
async def test_a_move_that_cannot_be_played_is_refused(
    table: Table, who: int, ply: int, square: int, code: str
) -> None:
    game = await table.game()
    people = await table.three(game)
    await plays(game, "a1", *people)
    sender = people[who]

    id = await sender.says("playMove", ply=ply, square=square)

    refusal = await sender.is_refused(code)
    assert (refusal["id"], refusal["version"]) == (id, 1)
    await _nothing_changed(game, 1, sender, *(person for person in people if person is not sender))
    # The game goes on.
    await plays(game, "b2", *people)


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_spectator_only_watches(table: Table, command: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("offer draw")
    await all_hear(alice, bob, eve)

    await eve.says(command)

    await eve.is_refused("notSeated")
    await _nothing_changed(game, 1, eve, alice, bob)


@pytest.mark.parametrize("command", ["playMove", *COMMANDS[:6]])
@pytest.mark.parametrize("ending", ["line", "fullBoard", "resignation", "abort"])
async def test_a_finished_game_stays_as_it_is(table: Table, command: str, ending: str) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    match ending:
        case "line":
            await plays(game, "a1a2b1b2c1", alice, bob, eve)
        case "fullBoard":
            await plays(game, DRAWN, alice, bob, eve)
        case "resignation":
            await alice.says("resign")
            await all_hear(alice, bob, eve)
        case "abort":
            await alice.says("abort")
            await all_hear(alice, bob, eve)
    version = alice.heard[-1]["version"]

    ply = (await bob.sees_afresh())["moves"]
    move: dict[str, Any] = {"ply": len(ply), "square": 8} if command == "playMove" else {}
    await bob.says(command, **move)

    await bob.is_refused("gameIsOver")
    await _nothing_changed(game, version, bob, alice, eve)


@pytest.mark.parametrize("command", ["playMove", "resign", "offer draw", "addTime"])
async def test_alice_waits_for_her_opponent(table: Table, command: str) -> None:
    game = await table.invitation()
    alice = await table.sits(game, mnk.Side.BLACK)
    eve = await table.sits(game, None)

    move: dict[str, Any] = {"ply": 0, "square": 4} if command == "playMove" else {}
    await alice.says(command, **move)

    await alice.is_refused("waitingForOpponent")
    await _nothing_changed(game, 0, alice, eve)


@pytest.mark.parametrize(
    ("frame", "id"),
    [
        pytest.param('{"type":"castle","id":"x"}', "x", id="unknown type"),
        pytest.param('{"type":"movePlayed","version":2,"id":"x"}', "x", id="a server's type"),
        pytest.param('{"id":"x","ply":1,"square":8}', "x", id="no type"),
        pytest.param('{"type":7,"id":"x"}', "x", id="a type that is no text"),
        pytest.param(json.dumps(MOVE | {"colour": "black"}), "x", id="unknown field"),
        pytest.param(json.dumps(MOVE | {"version": 9}), "x", id="a server's field"),
        pytest.param('{"type":"playMove","id":"x","ply":1}', "x", id="no square"),
        pytest.param('{"type":"playMove","id":"x","square":8}', "x", id="no ply"),
        pytest.param('{"type":"resign"}', None, id="no id"),
        pytest.param('{"type":"resign","id":7}', None, id="an id that is no text"),
        pytest.param('{"type":"resign","id":""}', "", id="an empty id"),
        pytest.param('{"type":"resign","id":"x y"}', "x y", id="an id with a space"),
        pytest.param('{"type":"resign","id":"x\\n"}', "x\n", id="an id with a newline"),
        pytest.param(json.dumps({"type": "resign", "id": "i" * 37}), "i" * 36, id="a long id"),
        pytest.param(json.dumps(MOVE | {"ply": -1}), "x", id="a ply below zero"),
        pytest.param(json.dumps(MOVE | {"square": "i9"}), "x", id="a square by name"),
        pytest.param(json.dumps(MOVE | {"square": 8.5}), "x", id="half a square"),
        pytest.param(json.dumps(MOVE | {"square": True}), "x", id="a square that is true"),
        pytest.param(json.dumps(MOVE | {"square": None}), "x", id="a square that is null"),
        pytest.param(json.dumps(MOVE | {"square": [8]}), "x", id="squares"),
        pytest.param('{"type":"ping","id":"x"}', "x", id="a ping with an id"),
        pytest.param("not JSON", None, id="not JSON"),
        pytest.param('{"type":"resign","id":"x"', None, id="half a message"),
        pytest.param('{"type":"resign","id":"x"}{}', None, id="a message and a half"),
        pytest.param("[" + json.dumps(MOVE) + "]", None, id="a JSON array"),
        pytest.param("null", None, id="null"),
        pytest.param('"resign"', None, id="a JSON text"),
        pytest.param("NaN", None, id="no number"),
        pytest.param("[" * 1000, None, id="deeply nested, cut off"),
        pytest.param("[" * 500 + "]" * 500, None, id="deeply nested"),
        pytest.param('{"a":' * 160 + "1" + "}" * 160, None, id="deeply nested objects"),
        pytest.param('{"type":"ping","x":' + "[" * 980, None, id="deeply nested in a message"),
        pytest.param('{"type":"resign","id":"\\ud800"}', None, id="a lone surrogate, escaped"),
        pytest.param('{"type":"resign","id":"\ud800"}', None, id="a lone surrogate, bare"),
        pytest.param("\udfff", None, id="nothing but a surrogate"),
        pytest.param('{"type":"resign","id":"\\u0000"}', "\0", id="NUL, escaped"),
        pytest.param('{"type":"resign","id":"\0"}', None, id="NUL, bare"),
        pytest.param("\0", None, id="nothing but NUL"),
        pytest.param("", None, id="empty"),
        pytest.param(" ", None, id="a space"),
        pytest.param("ö" * MAX_FRAME, None, id="as many characters as a frame may have"),
    ],
)
async def test_a_frame_that_is_no_message_is_refused(
    table: Table, frame: str, id: str | None
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1", alice, bob, eve)

    await bob.sends(frame)

    refusal = await bob.is_refused("badFrame")
    assert (refusal["id"], refusal["version"]) == (id, 1)
    await _nothing_changed(game, 1, bob, alice, eve)


async def test_an_id_names_one_command_for_ever(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("playMove", id="one", ply=0, square=4)
    await all_hear(alice, bob, eve)

    for type, fields in (
        ("playMove", {"ply": 0, "square": 5}),
        ("playMove", {"ply": 2, "square": 4}),
        ("resign", {}),
        ("offer draw", {}),
    ):
        await alice.says(type, id="one", **fields)
        await alice.is_refused("commandIdReused")
    await _nothing_changed(game, 1, alice, bob, eve)


async def test_an_id_of_an_offer_names_no_other_command(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("offer draw", id="one")
    await all_hear(alice, bob, eve)

    for type in ("resign", "abort", "accept draw", "decline draw", "claimDraw", "offer rematch"):
        await alice.says(type, id="one")
        await alice.is_refused("commandIdReused")
    await _nothing_changed(game, 1, alice, bob, eve)


async def test_alice_and_bob_may_choose_the_same_id(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    for person, ply, square in ((alice, 0, 4), (bob, 1, 8)):
        await person.says("playMove", id="one", ply=ply, square=square)
        told = await all_hear(alice, bob, eve)
        assert (told["ply"], told["command"]) == (ply, "one")


async def test_the_id_of_a_refused_command_may_be_used_again(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("playMove", id="one", ply=0, square=99)
    await alice.is_refused("noSuchSquare")

    await alice.says("playMove", id="one", ply=0, square=4)

    assert (await all_hear(alice, bob, eve))["square"] == 4


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            errors.LineTooLong(501, 500),
            "A message has at most 500 characters; this one has 501. Send it in two.",
        ),
        (
            errors.Silenced(datetime(2026, 8, 9, 7, 5, tzinfo=UTC)),
            "A moderator has silenced you until 2026-08-09 07:05 UTC. You can still play and read.",
        ),
        (
            errors.Silenced(None),
            "A moderator has silenced you for good. You can still play and read.",
        ),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_refusal_says_how_much_and_until_when(refusal: Refused, sentence: str) -> None:
    assert refusal.sentence == sentence
