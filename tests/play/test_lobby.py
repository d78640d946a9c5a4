"""The lobby's socket: open invitations and live games, as they come and go."""

import asyncio
import contextlib
from collections.abc import Callable

import pytest

from games import mnk
from games.play import lobby
from games.play.hub import Hub
from games.play.lobby import LobbyFeed
from games.play.relay import end_tasks
from games.play.services import queries
from games.players.models import Player
from tests.people import PATIENCE_S, Message, Person, Table, all_hear, plays


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists are told without the pause that spares the database."""
    monkeypatch.setattr(lobby, "PAUSE_S", 0.01)


async def _enters(table: Table) -> Person:
    return await table.comes_to("/ws/lobby/", "Zoe")


async def _sees(person: Person, is_it: Callable[[Message], bool]) -> Message:
    """The first lobby of which this is true."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = await person.hears()
            assert message["type"] == "lobby"
            if is_it(message):
                return message


async def test_an_empty_lobby_is_shown_at_once(table: Table) -> None:
    zoe = await _enters(table)

    assert await zoe.hears() == {"type": "lobby", "open": [], "live": []}
    await zoe.leaves()


async def test_an_open_invitation_appears_and_goes_when_it_is_taken(table: Table) -> None:
    zoe = await _enters(table)
    await zoe.hears()

    game = await table.invitation(mnk.Side.WHITE, listed=True)

    seen = await _sees(zoe, lambda lobby: bool(lobby["open"]))
    assert seen["live"] == []
    assert seen["open"] == [
        {
            "game": game.slug,
            "variant": {
                "width": 3,
                "height": 3,
                "k": 3,
                "lineRule": "freestyle",
                "title": "3×3, three in a row",
            },
            "seats": {
                "black": None,
                "white": {
                    "name": "Alice",
                    "kind": "guest",
                    "player": (await Player.objects.aget()).slug,
                    "level": None,
                },
            },
            "ply": 0,
            "control": None,
        }
    ]

    await table.comes(game)

    seen = await _sees(zoe, lambda lobby: not lobby["open"])
    (live,) = seen["live"]
    assert live["game"] == game.slug
    assert live["seats"]["black"]["name"] == "Bob"
    await zoe.leaves()


async def test_an_invitation_taken_back_disappears(table: Table) -> None:
    game = await table.invitation(listed=True)
    alice = await table.sits(game, mnk.Side.BLACK)
    zoe = await _enters(table)
    await _sees(zoe, lambda lobby: bool(lobby["open"]))

    await alice.says("abort")
    await alice.hears()

    seen = await _sees(zoe, lambda lobby: not lobby["open"])
    assert seen["live"] == []
    await zoe.leaves()


async def test_a_live_game_is_gone_when_it_is_over(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    zoe = await _enters(table)
    (live,) = (await zoe.hears())["live"]
    assert (live["game"], live["ply"]) == (game.slug, 0)

    await plays(game, "a1a2b1b2c1", alice, bob, eve)

    await _sees(zoe, lambda lobby: not lobby["live"])
    await zoe.leaves()


async def test_the_rematch_appears(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1b2c1", alice, bob, eve)
    zoe = await _enters(table)
    assert (await zoe.hears())["live"] == []

    for person in (alice, bob):
        await person.says("offer rematch")
        told = await all_hear(alice, bob, eve)

    seen = await _sees(zoe, lambda lobby: bool(lobby["live"]))
    assert seen["live"][0]["game"] == told["game"]
    await zoe.leaves()


async def test_moves_are_seen_when_the_list_is_read_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 0.01)
    game = await table.game()
    alice, bob, eve = await table.three(game)
    zoe = await _enters(table)

    await plays(game, "b2", alice, bob, eve)

    await _sees(zoe, lambda lobby: [game["ply"] for game in lobby["live"]] == [1])
    await zoe.leaves()


async def test_an_unlisted_invitation_never_appears(table: Table) -> None:
    secret = await table.invitation(listed=False)
    zoe = await _enters(table)
    assert (await zoe.hears())["open"] == []

    also_secret = await table.invitation(listed=False)
    listed = await table.invitation(listed=True)

    seen = await _sees(zoe, lambda lobby: bool(lobby["open"]))
    assert [game["game"] for game in seen["open"]] == [listed.slug]
    assert {secret.slug, also_secret.slug}.isdisjoint(str(zoe.heard))
    await zoe.leaves()


async def test_the_newest_invitation_is_first(table: Table) -> None:
    games = [await table.invitation(listed=True) for _ in range(3)]
    zoe = await _enters(table)

    shown = [game["game"] for game in (await zoe.hears())["open"]]

    assert shown == [game.slug for game in reversed(games)]
    await zoe.leaves()


async def test_the_lobby_is_bounded(table: Table) -> None:
    for _ in range(queries.LOBBY_OPEN + 3):
        await table.invitation(listed=True)
    zoe = await _enters(table)

    assert len((await zoe.hears())["open"]) == queries.LOBBY_OPEN
    await zoe.leaves()


async def test_a_second_visitor_sees_the_same_lobby(table: Table) -> None:
    await table.invitation(listed=True)
    zoe = await _enters(table)
    first = await _sees(zoe, lambda lobby: bool(lobby["open"]))

    yan = await table.comes_to("/ws/lobby/", "Yan")

    assert await yan.hears() == first
    await zoe.leaves()
    await yan.leaves()


async def test_who_comes_when_nobody_looked_sees_the_lobby_of_now(table: Table) -> None:
    zoe = await _enters(table)
    await zoe.hears()
    await zoe.leaves()
    game = await table.invitation(listed=True)

    yan = await table.comes_to("/ws/lobby/", "Yan")

    assert [shown["game"] for shown in (await yan.hears())["open"]] == [game.slug]
    await yan.leaves()


async def test_the_lobby_answers_a_ping_and_refuses_the_rest(table: Table) -> None:
    zoe = await _enters(table)
    await zoe.hears()

    await zoe.hears_nothing()
    for frame, id in (
        ("not JSON", None),
        ('{"type":"resync"}', None),
        ('{"type":"playMove","id":"x","ply":0,"square":4}', "x"),
        ("[]", None),
        ('{"type":"ping","extra":1}', None),
    ):
        await zoe.sends(frame)
        refusal = await zoe.is_refused("badFrame")
        assert (refusal["id"], refusal["version"]) == (id, 0)
    await zoe.leaves()


async def test_the_lobby_ends_a_connection_that_sends_no_text(table: Table) -> None:
    zoe = await _enters(table)
    await zoe.socket.send_to(bytes_data=b"{}")

    await zoe.is_sent_away(4415)


@pytest.mark.parametrize("turns", range(4))
async def test_who_leaves_as_the_lists_change_leaves_nothing_running(hub: Hub, turns: int) -> None:
    """A wish to end that came together with news was lost once, and the server never ended."""

    class Nobody:
        def push(self, text: str) -> None: ...

    feed = hub.part(LobbyFeed)
    watcher = Nobody()
    await feed.join(watcher)
    task = feed._task
    assert task is not None
    await asyncio.sleep(0.2)  # until it waits for news
    hub.tell_lobbies()
    for _ in range(turns):
        await asyncio.sleep(0)
    feed.leave(watcher)
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.shield(task), 5)
    assert task.cancelled()


async def test_a_task_that_does_not_want_to_end_is_ended() -> None:
    async def stubborn() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await end_tasks([task])
    assert task.cancelled()
