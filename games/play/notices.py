"""What processes tell each other: a closed union, the same for all of them.

A notice says what is in the database already, or what is worth nothing a moment later; it may be
late, come twice or get lost.
"""

from typing import TypeAlias

import msgspec

from games.play import facts
from games.play.connected import Connected


class _Notice(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """A notice; its type's name tells it from others."""


class GameChanged(_Notice, frozen=True):
    """Something happened to a game."""

    game: str
    """Its slug, here and below."""
    happened: facts.Happened


class SeatsChanged(_Notice, frozen=True):
    """Seats of these games have other keys, or other players hold them."""

    games: tuple[str, ...]
    by_others: bool = False
    """Whether it is the players: then everybody at the board is told who they are."""


class PeopleChanged(_Notice, frozen=True):
    """These players are somebody else now, or these sessions are over."""

    players: tuple[int, ...] = ()
    sessions: tuple[str, ...] = ()
    """What the ids of the sessions are known by (`hub.people.digest_of`)."""


class ChatChanged(_Notice, frozen=True):
    """Something was said beside a game, or hidden."""

    game: str
    text: str
    """The message that tells of it, as JSON."""


class BotDue(_Notice, frozen=True):
    """A game's bot has something to do."""

    game: str
    game_id: int
    version: int
    at_ms: int
    """Since when: just after the commit, in milliseconds since 1970 UTC."""


class Attended(_Notice, frozen=True):
    """Who is connected to a game through the process that says so."""

    game: str
    there: Connected


class Joined(_Notice, frozen=True):
    """A process hears the others from now on: it does not know who is connected elsewhere."""


class LobbyChanged(_Notice, frozen=True):
    """The lists of the lobby have changed."""


class Worker(_Notice, frozen=True):
    """There is a worker."""


class Online(_Notice, frozen=True):
    """Who is connected, to games and lobbies, through the process that says so."""

    players: frozenset[int] = frozenset()
    """By their ids."""
    others: int = 0
    """Sockets of people who are no players yet, and players that are too many to be named."""
    spectators: int = 0
    """How many watch a game."""

    @property
    def people(self) -> int:
        return len(self.players) + self.others

    def __add__(self, other: "Online") -> "Online":
        """Both together. A player named in both is counted once."""
        return Online(
            self.players | other.players,
            self.others + other.others,
            self.spectators + other.spectators,
        )


Notice: TypeAlias = (
    GameChanged
    | SeatsChanged
    | PeopleChanged
    | ChatChanged
    | BotDue
    | Attended
    | Joined
    | LobbyChanged
    | Worker
    | Online
)

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[list[Notice]] = msgspec.msgpack.Decoder(list[Notice])


def encode(notices: list[Notice]) -> bytes:
    """Notices as they go from process to process."""
    return _encoder.encode(notices)


def decode(data: bytes) -> list[Notice]:
    """Notices as they came; raises `msgspec.MsgspecError` on what another version has sent."""
    return _decoder.decode(data)
