"""The rooms beside a game, and who reads which: pure values."""

from enum import StrEnum

from games import mnk


class Room(StrEnum):
    """Where a line is said."""

    PLAYERS = "players"
    """The two seats; nobody else ever reads it."""
    SPECTATORS = "spectators"
    """The spectators; and the two seats once the game is over."""


def reads(room: Room, side: mnk.Side | None, *, is_over: bool) -> bool:
    """Whether a player on `side`, or a spectator (None), can read a room.

    >>> reads(Room.SPECTATORS, mnk.Side.BLACK, is_over=False)
    False
    """
    if room is Room.PLAYERS:
        return side is not None
    return side is None or is_over


def rooms_of(side: mnk.Side | None, *, is_over: bool) -> tuple[Room, ...]:
    """The rooms a player on `side`, or a spectator (None), can read."""
    return tuple(room for room in Room if reads(room, side, is_over=is_over))
