"""Who is asking: the player and the seats a browser's session, or a program's key, stands for."""

import random
import secrets
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from games import limits
from games.players.models import Player, guest_name
from games.prepared import Prepared
from games.refusals import Forbidden

_PLAYER = "player"
_KEYS = "keys"
_BROWSER = "browser"

MAX_KEYS = 200
"""Keys one session keeps; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody asking, before it is known whether they hold a seat."""

    player_id: int | None = None
    """None: nobody yet. A guest is made with the first game, not with the first look."""
    keys: frozenset[str] = frozenset()
    """Keys of seats and of private games to watch: from their links, or shown by a program."""

    def has_key(self, key: str) -> bool:
        """Whether this key is among theirs; how long that takes reveals nothing about it."""
        return any(constant_time_compare(key, kept) for kept in self.keys)


STRANGER = Visitor()
"""Somebody about whom nothing is known."""


class GuestClosed(Forbidden):
    """A moderator has closed the guest that this session is."""

    code = "guestClosed"
    sentence = (
        "A moderator has closed your guest: you can’t play or write here. You can still watch and"
        " read. Ask whoever runs this server why."
    )


class _SignedOut(Exception):
    """The session belonged to an account whose password has changed since, or which is closed."""


async def visitor_of(session: SessionBase) -> Visitor:
    """Who this session is: an account, as long as the sign-in is good, or else a guest.

    A guest whom a moderator has closed is a stranger, to whom no key opens anything either.
    """
    try:
        account = await _account_of(session)
        player_id = await session.aget(_PLAYER) if account is None else account.pk
        if account is None:
            await refuse_if_closed(session)
    except (_SignedOut, GuestClosed):
        return STRANGER
    return Visitor(player_id, frozenset(await session.aget(_KEYS, [])))


async def player_and_visitor_of(session: SessionBase) -> tuple[Player | None, Visitor]:
    """Both `player_of` and `visitor_of`, for pages that need both: an account is asked for once."""
    player = await player_of(session)
    if player is not None and player.user_id is not None:
        return player, Visitor(player.pk, frozenset(await session.aget(_KEYS, [])))
    return player, await visitor_of(session)


async def player_of(session: SessionBase) -> Player | None:
    """The session's player, if it has one.

    Every page asks, for its top says who the visitor is (`known`).
    """
    try:
        player = await _account_of(session) or await _guest_of(session)
    except (_SignedOut, GuestClosed):
        player = None
    session.inarow_player = player  # type: ignore[attr-defined]  # ours
    return player


def known(session: SessionBase) -> Player | None:
    """The player that `player_of` found, without asking again."""
    found: Player | None = getattr(session, "inarow_player", None)
    return found


async def player_or_new_guest(session: SessionBase) -> Player:
    """The session's player; a new guest if it has none yet.

    Raises `limits.TooManyRequests`, or `GuestClosed`: that one stays who it is.
    """
    try:
        player = await _account_of(session) or await _guest_of(session)
    except _SignedOut:
        await session.aflush()
        player = None
    if player is None:
        await limits.spend_mine("guests")
        player = await Player.objects.acreate(name=guest_name(random.SystemRandom()))
        await _take_new_id(session)
        await session.aset(_PLAYER, player.pk)
    return player


def guest_id_of(session: SessionBase) -> int | None:
    """The guest this session was before it signed in: whose games are to be taken along."""
    guest: int | None = session.get(_PLAYER)
    return guest


def forget_guest(session: SessionBase) -> None:
    """The guest's games are an account's now."""
    session.pop(_PLAYER, None)


async def _guest_of(session: SessionBase) -> Player | None:
    player_id = await session.aget(_PLAYER)
    if player_id is None:
        return None
    guest = next(iter(await sync_to_async(_GUEST)(int(player_id))), None)
    if guest is not None and guest.closed_ms is not None:
        raise GuestClosed
    return guest


_GUEST = Prepared(lambda guest: Player.objects.filter(pk=guest, joined_to=None, user=None))
_CLOSED = Prepared(
    lambda guest: Player.objects.filter(pk=guest).exclude(closed_ms=None).values_list("pk")
)
"""Whether a moderator has closed a guest."""


async def refuse_if_closed(session: SessionBase) -> None:
    """Raise `GuestClosed` if this session's guest is closed, though it has signed in since."""
    player_id = await session.aget(_PLAYER)
    if player_id is None or ((found := known(session)) and found.pk == player_id):
        return  # `player_of` has asked
    if await sync_to_async(_CLOSED)(player_id):
        raise GuestClosed


async def is_signed_in(session: SessionBase) -> bool:
    """Whether somebody signed in to an account, which may be closed by now."""
    return await session.aget(SESSION_KEY) is not None


async def _account_of(session: SessionBase) -> Player | None:
    """The account that is signed in, asked of the database each time; None if none is.

    Somebody who signs in but does not play, as an operator may, stays the guest they are.
    Raises `_SignedOut`.
    """
    user_id = await session.aget(SESSION_KEY)
    if user_id is None:
        return None
    user = next(iter(await sync_to_async(_USER)(int(user_id))), None)
    signed = await session.aget(HASH_SESSION_KEY, "")
    if user is None or not constant_time_compare(signed, user.get_session_auth_hash()):
        raise _SignedOut
    player: Player | None = getattr(user, "player", None)
    return player


_USER = Prepared(
    lambda user: (
        get_user_model()._default_manager.select_related("player").filter(pk=user, is_active=True)
    )
)


async def keep_key(session: SessionBase, key: str) -> None:
    """Let this session open what a key opens: a seat, or a private game to watch. Nothing else."""
    kept = await session.aget(_KEYS, [])
    if key not in kept:
        await _take_new_id(session)
    await session.aset(_KEYS, [*(each for each in kept if each != key), key][-MAX_KEYS:])


async def browser_of(session: SessionBase) -> str | None:
    """The name under which seats count this browser, and notices reach it; None if none do."""
    name: str | None = await session.aget(_BROWSER)
    return name


def browser_name_in(session: SessionBase) -> str | None:
    """The same, for callers that may wait for the database."""
    name: str | None = session.get(_BROWSER)
    return name


async def name_browser(session: SessionBase) -> str:
    """This browser's name from now on: random, and no help in getting at its session."""
    name = await browser_of(session)
    if name is None:
        name = secrets.token_urlsafe(12)
        await session.aset(_BROWSER, name)
    return name


async def _take_new_id(session: SessionBase) -> None:
    """Go on under a new id, for the session, which has been read, is to gain a person or a key.

    Whoever knows the id that the browser came with gains nothing. The old id keeps what it
    had: another tab may be using it, or the answer that brings the new one may be lost; a browser
    that became nobody that way would lose its person for good (docs/decisions/0017).
    """
    if session.session_key is not None:
        await session.acreate()  # it keeps what has been read of it
