"""Who is asking: the player and the seats a browser's session, or a program's key, stands for."""

import random
from dataclasses import dataclass

from django.contrib.sessions.backends.base import SessionBase

from games import limits
from games.players.models import Player, guest_name

_PLAYER = "player"
_KEYS = "keys"

MAX_KEYS = 200
"""Keys one session keeps; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody asking, before it is known whether they hold a seat."""

    player_id: int | None = None
    """None: nobody yet. A guest is made with the first game, not with the first look."""
    keys: frozenset[str] = frozenset()
    """Keys of seats and of private games to watch: by their links, or shown by a program."""


STRANGER = Visitor()
"""Somebody of whom nothing is known."""


async def visitor_of(session: SessionBase) -> Visitor:
    """Who this session is."""
    player_id = await session.aget(_PLAYER)
    return Visitor(player_id, frozenset(await session.aget(_KEYS, [])))


async def player_of(session: SessionBase) -> Player | None:
    """The session's player, if it has one."""
    player_id = await session.aget(_PLAYER)
    return await Player.objects.filter(pk=player_id).afirst() if player_id is not None else None


async def player_or_new_guest(session: SessionBase) -> Player:
    """The session's player; a new guest if it has none yet. Raises `limits.TooManyRequests`."""
    player = await player_of(session)
    if player is None:
        await limits.spend_mine("guests")
        player = await Player.objects.acreate(name=guest_name(random.SystemRandom()))
        await session.aset(_PLAYER, player.pk)
    return player


async def take_over_seat(session: SessionBase, *, key: str, player_id: int) -> None:
    """Let this session play the seat whose link it was given.

    A browser that is nobody yet becomes the seat's player altogether (their name and other games
    come along); one that has a player of its own keeps it and gains the seat.
    """
    if await session.aget(_PLAYER) is None:
        await session.aset(_PLAYER, player_id)
    else:
        await keep_key(session, key)


async def keep_key(session: SessionBase, key: str) -> None:
    """Let this session open what a key opens: a seat, or a private game to watch."""
    keys = [kept for kept in await session.aget(_KEYS, []) if kept != key]
    await session.aset(_KEYS, [*keys, key][-MAX_KEYS:])
