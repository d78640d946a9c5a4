"""Who is asking: the player and the seats a browser's session, or a program's key, stands for."""

import random
import secrets
from dataclasses import dataclass

from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from games import limits
from games.players.models import Player, guest_name

_PLAYER = "player"
_KEYS = "keys"
_BROWSER = "browser"
_FOUND = "_inarow_player"

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


async def visitor_of(session: SessionBase) -> Visitor:
    """Who this session is."""
    player_id = await session.aget(_PLAYER)
    return Visitor(player_id, frozenset(await session.aget(_KEYS, [])))


async def player_of(session: SessionBase) -> Player | None:
    """The session's player, if it has one."""
    player_id = await session.aget(_PLAYER)
    player = await Player.objects.filter(pk=player_id).afirst() if player_id is not None else None
    setattr(session, _FOUND, player)
    return player


def player_found(session: SessionBase) -> Player | None:
    """The player that `player_of` last found for this session; reads nothing."""
    return getattr(session, _FOUND, None)


async def player_or_new_guest(session: SessionBase) -> Player:
    """The session's player; a new guest if it has none yet. Raises `limits.TooManyRequests`."""
    player = await player_of(session)
    if player is None:
        await limits.spend_mine("guests")
        player = await Player.objects.acreate(name=guest_name(random.SystemRandom()))
        await _take_new_id(session)
        await session.aset(_PLAYER, player.pk)
        setattr(session, _FOUND, player)
    return player


async def keep_key(session: SessionBase, key: str) -> None:
    """Let this session open what a key opens: a seat, or a private game to watch. Nothing else."""
    kept = await session.aget(_KEYS, [])
    if key not in kept:
        await _take_new_id(session)
    await session.aset(_KEYS, [*(each for each in kept if each != key), key][-MAX_KEYS:])


async def browser_of(session: SessionBase) -> str | None:
    """The name under which a seat counts this browser; None if it has opened no seat link."""
    name: str | None = await session.aget(_BROWSER)
    return name


async def name_browser(session: SessionBase) -> str:
    """The name under which a seat counts this browser: random, and no way to its session."""
    name = await browser_of(session)
    if name is None:
        name = secrets.token_urlsafe(12)
        await session.aset(_BROWSER, name)
    return name


async def _take_new_id(session: SessionBase) -> None:
    """Go on under a new id, for the session is about to gain a person or a key.

    Whoever knows the id that the browser came with gains nothing. The old id keeps what it
    had: another tab may be using it, or the answer that brings the new one may be lost; a browser
    that became nobody that way would lose its person for good (docs/decisions/0017).
    """
    held = dict(await session.aitems())
    if session.session_key is not None:
        await session.acreate()
        await session.aupdate(held)
