"""Clients that read slowly, or not at all: nobody waits for them, and nothing is lost for good."""

import asyncio
from typing import Any

import pytest

from games import mnk
from games.sockets import socket
from tests.people import Person, Table, plays

TEN = mnk.Variant(10, 10, 10)


class BrokenPipe(asyncio.Queue[Any]):
    """Whatever is sent here fails, from a moment on."""

    is_broken = False

    async def put(self, item: Any) -> None:
        if self.is_broken:
            raise ConnectionResetError
        await super().put(item)


def _names(first: int, last: int) -> str:
    return "".join(mnk.name(square, TEN) for square in range(first, last))


async def _reads_slowly(person: Person) -> None:
    """From now on a sender to this person waits until they have read what came before."""
    rest = person.socket.output_queue
    while not rest.empty():
        rest.get_nowait()
    rest._maxsize = 1  # the consumer holds on to this very queue


async def test_a_slow_spectator_hears_everything_in_order_and_holds_nobody_up(
    table: Table,
) -> None:
    game = await table.game(TEN)
    alice, bob, eve = await table.three(game)
    await _reads_slowly(eve)

    await plays(game, _names(0, 20), alice, bob)

    heard = [await eve.hears() for _ in range(20)]
    assert [message["version"] for message in heard] == list(range(1, 21))
    # And from then on like everybody else.
    await plays(game, _names(20, 24), alice, bob, eve)


async def test_who_is_too_slow_misses_messages_and_is_helped_by_a_snapshot(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "BACKLOG", 3)
    game = await table.game(TEN)
    alice, bob, eve = await table.three(game)
    await _reads_slowly(eve)

    await plays(game, _names(0, 20), alice, bob)

    kept = [await eve.hears(), await eve.hears()]  # two read: there is room for an answer again
    await eve.sends('{"type": "ping"}')
    while kept[-1]["type"] != "pong":
        kept.append(await eve.hears())
    assert kept.pop()["version"] == 20
    # What fitted, from the beginning and in order; presence may have taken a place in the backlog.
    assert [message["version"] for message in kept] == list(range(1, len(kept) + 1))
    assert len(kept) in (4, 5)
    snapshot = await eve.sees_afresh()
    assert snapshot["version"] == 20
    assert len(snapshot["moves"]) == 20
    await plays(game, _names(20, 22), alice, bob, eve)


async def test_a_client_that_reads_no_more_can_be_let_go(table: Table) -> None:
    game = await table.game(TEN)
    alice, bob, eve = await table.three(game)
    await _reads_slowly(eve)
    await plays(game, _names(0, 5), alice, bob)

    await eve.leaves()

    await plays(game, _names(5, 8), alice, bob)


async def test_a_connection_that_breaks_is_no_matter_to_the_others(table: Table) -> None:
    game = await table.game(TEN)
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    pipe = BrokenPipe()
    eve = await table.sits(game, None, pipe=pipe)
    await plays(game, _names(0, 2), alice, bob, eve)

    pipe.is_broken = True

    await plays(game, _names(2, 6), alice, bob)
    await eve.leaves()


async def test_a_connection_that_breaks_while_it_is_waited_for(table: Table) -> None:
    game = await table.game(TEN)
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    pipe = BrokenPipe()
    eve = await table.sits(game, None, pipe=pipe)
    await _reads_slowly(eve)
    await plays(game, _names(0, 5), alice, bob)

    pipe.is_broken = True
    assert (await eve.hears())["version"] == 1  # which lets the next one be sent

    await plays(game, _names(5, 8), alice, bob)
    await eve.leaves()
