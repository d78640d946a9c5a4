"""Who is asking: sessions, players and seat keys."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from games.players.identify import (
    MAX_KEYS,
    Visitor,
    player_of,
    player_or_new_guest,
    take_over_seat,
    visitor_of,
)
from games.players.models import Player

pytestmark = pytest.mark.usefixtures("hub")


async def test_a_fresh_session_is_nobody() -> None:
    session = SessionStore()

    assert await visitor_of(session) == Visitor(None, frozenset())
    assert await player_of(session) is None
    assert not await Session.objects.aexists()


async def test_a_session_that_does_not_exist_is_nobody() -> None:
    assert await visitor_of(SessionStore("nosuchsession")) == Visitor()


async def test_a_guest_is_made_once() -> None:
    session = SessionStore()

    first = await player_or_new_guest(session)
    second = await player_or_new_guest(session)

    assert first.pk == second.pk
    assert await visitor_of(session) == Visitor(first.pk)
    assert first.name.startswith("Guest ")
    assert await Player.objects.acount() == 1


async def test_a_session_outlives_its_player() -> None:
    session = SessionStore()
    first = await player_or_new_guest(session)
    await first.adelete()

    assert await player_of(session) is None
    assert (await player_or_new_guest(session)).pk != first.pk


async def test_a_fresh_session_becomes_the_seats_player() -> None:
    session = SessionStore()
    alice = await Player.objects.acreate(name="Alice")

    await take_over_seat(session, key="k", player_id=alice.pk)

    assert await visitor_of(session) == Visitor(alice.pk, frozenset())


async def test_a_session_with_a_player_gains_keys_the_oldest_go_first() -> None:
    session = SessionStore()
    mine = await player_or_new_guest(session)
    alice = await Player.objects.acreate(name="Alice")

    for number in range(MAX_KEYS + 5):
        await take_over_seat(session, key=f"k{number}", player_id=alice.pk)
    await take_over_seat(session, key="k7", player_id=alice.pk)

    visitor = await visitor_of(session)
    assert visitor.player_id == mine.pk
    assert len(visitor.keys) == MAX_KEYS
    assert "k4" not in visitor.keys
    assert {"k5", "k7", f"k{MAX_KEYS + 4}"} <= visitor.keys
