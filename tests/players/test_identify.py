"""Who is asking: sessions, players and seat keys."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from games.players.identify import (
    MAX_KEYS,
    Visitor,
    keep_key,
    player_and_visitor_of,
    player_of,
    player_or_new_guest,
    visitor_of,
)
from games.players.models import Kind, Player

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


async def test_a_key_makes_a_session_nobody() -> None:
    session = SessionStore()

    await keep_key(session, "k")

    assert await visitor_of(session) == Visitor(None, frozenset(["k"]))
    assert await player_of(session) is None


async def test_a_session_gains_keys_the_oldest_go_first() -> None:
    session = SessionStore()
    mine = await player_or_new_guest(session)

    for number in range(MAX_KEYS + 5):
        await keep_key(session, f"k{number}")
    await keep_key(session, "k7")

    visitor = await visitor_of(session)
    assert visitor.player_id == mine.pk
    assert len(visitor.keys) == MAX_KEYS
    assert "k4" not in visitor.keys
    assert {"k5", "k7", f"k{MAX_KEYS + 4}"} <= visitor.keys


@sync_to_async
def _account(session: SessionStore) -> Player:
    """Somebody who signs in."""
    user = User.objects.create(username="Mira")
    session[SESSION_KEY] = str(user.pk)
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    return Player.objects.create(name="Mira", kind=Kind.ACCOUNT, user=user, looks_like="mira")


@pytest.mark.parametrize("who", ["nobody", "guest", "closed", "account", "signed out"])
async def test_a_page_that_asks_for_both_is_told_what_each_tells(who: str) -> None:
    session = SessionStore()
    if who in ("guest", "closed"):
        guest = await player_or_new_guest(session)
        if who == "closed":
            await Player.objects.filter(pk=guest.pk).aupdate(closed_ms=1)
    if who in ("account", "signed out"):
        mira = await _account(session)
    await keep_key(session, "k")
    if who == "signed out":  # by a new password
        await User.objects.aupdate(password="new")

    both = await player_and_visitor_of(session)

    assert both == (await player_of(session), await visitor_of(session))
    if who == "account":
        assert both == (mira, Visitor(mira.pk, frozenset(["k"])))


def test_a_visitor_has_the_keys_they_show_and_no_other() -> None:
    visitor = Visitor(keys=frozenset(["abc", "ключ"]))

    assert visitor.has_key("abc")
    assert visitor.has_key("ключ")
    assert not visitor.has_key("ab")
    assert not visitor.has_key("")


# --- The id of a session -------------------------------------------------------------------------


async def _fixed() -> SessionStore:
    """A session somebody else has made, whose id they put into this browser."""
    session = SessionStore()
    await session.aset("greeting", "hello")
    await session.asave()
    return SessionStore(session.session_key)


async def test_who_knows_the_old_id_gains_no_person() -> None:
    session = await _fixed()
    before = session.session_key
    assert before is not None

    player = await player_or_new_guest(session)
    await session.asave()

    assert session.session_key != before
    assert await visitor_of(SessionStore(before)) == Visitor()
    assert await visitor_of(SessionStore(session.session_key)) == Visitor(player.pk)
    assert await session.aget("greeting") == "hello"


async def test_who_knows_the_old_id_gains_no_key() -> None:
    session = await _fixed()
    player = await player_or_new_guest(session)
    await keep_key(session, "old")
    await session.asave()
    before = session.session_key
    assert before is not None

    await keep_key(session, "new")
    await session.asave()

    assert session.session_key != before
    # Another tab may still be using it: it is the same person, with what they had.
    assert await visitor_of(SessionStore(before)) == Visitor(player.pk, frozenset(["old"]))
    now = await visitor_of(SessionStore(session.session_key))
    assert now == Visitor(player.pk, frozenset(["old", "new"]))


async def test_who_gains_nothing_keeps_the_id() -> None:
    session = SessionStore()
    await player_or_new_guest(session)
    await keep_key(session, "k")
    await session.asave()
    before = session.session_key

    await player_or_new_guest(session)
    await keep_key(session, "k")

    assert session.session_key == before
