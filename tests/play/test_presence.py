"""Presence: everybody sees who is connected."""

import pytest

from games import mnk
from games.play import hub as hub_module
from tests.people import Message, Person, Table


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presence is told without the pause that is there for people's eyes."""
    monkeypatch.setattr(hub_module, "PRESENCE_S", 0.02)


async def _sees(person: Person, **expected: object) -> None:
    """Sooner or later presence is this. (Somebody who blinks may miss what was between.)"""
    presence: Message = {}
    while not expected.items() <= presence.items():
        presence = await person.hears_presence()


async def test_who_comes_and_goes_is_seen_by_the_others(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    await _sees(alice, black=True, white=False, spectators=0)

    bob = await table.sits(game, mnk.Side.WHITE)
    await _sees(alice, black=True, white=True, spectators=0)
    await _sees(bob, black=True, white=True, spectators=0)

    await bob.leaves()
    await _sees(alice, black=True, white=False, spectators=0)


async def test_spectators_are_counted(table: Table) -> None:
    game = await table.game()
    eve = await table.sits(game, None)
    others = [await table.sits(game, None, f"Spectator {number}") for number in range(4)]
    await _sees(eve, black=False, white=False, spectators=5)

    for other in others[:3]:
        await other.leaves()

    await _sees(eve, black=False, white=False, spectators=2)


async def test_a_seat_with_two_sockets_is_there_until_the_last_closes(table: Table) -> None:
    game = await table.game()
    eve = await table.sits(game, None)
    phone, laptop = [await table.sits(game, mnk.Side.BLACK) for _ in range(2)]
    await _sees(eve, black=True, white=False, spectators=1)

    await phone.leaves()
    bob = await table.sits(game, mnk.Side.WHITE)
    await _sees(eve, black=True, white=True, spectators=1)
    await laptop.leaves()
    await _sees(eve, black=False, white=True, spectators=1)
    await bob.leaves()


async def test_a_newcomer_is_told_though_the_count_is_as_before(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    eve = await table.sits(game, None)
    await _sees(alice, black=True, white=False, spectators=1)

    # Eve's connection blinks: she leaves and comes back before anybody is told.
    await eve.leaves()
    eve = await table.sits(game, None)

    await _sees(eve, black=True, white=False, spectators=1)
