"""Who is connected to a game: counted as they come and go, the first of the spectators by name."""

from dataclasses import dataclass, replace
from itertools import islice

from games import mnk
from games.play import protocol

MOST_NAMED = 20
"""At most this many spectators are told by name; the others are counted."""


@dataclass(frozen=True, slots=True)
class Connected:
    """Who is connected to a game."""

    black: int = 0
    """Sockets of black's player."""
    white: int = 0
    spectators: int = 0
    """A person who has a name counts once, everybody else as often as they have sockets."""
    named: tuple[protocol.SpectatorPart, ...] = ()
    """The first `MOST_NAMED` spectators who have a name."""

    def __add__(self, other: "Connected") -> "Connected":
        """Both together. A person named in both is counted once."""
        named = {each.player: each for each in (*self.named, *other.named)}
        twice = len(self.named) + len(other.named) - len(named)
        return Connected(
            self.black + other.black,
            self.white + other.white,
            self.spectators + other.spectators - twice,
            tuple(islice(named.values(), MOST_NAMED)),
        )

    def swapped(self) -> "Connected":
        """The same after the two players have changed sides."""
        return replace(self, black=self.white, white=self.black)

    def has(self, side: mnk.Side) -> bool:
        """Whether a side's player is connected."""
        return bool(self.white if side else self.black)


NOBODY = Connected()


class ConnectedHere:
    """Those connected to a game through one process: each coming and going costs the same."""

    __slots__ = ("_nameless", "_parts", "_sides", "_sockets")

    def __init__(self) -> None:
        self._sides = [0, 0]
        self._nameless = 0
        self._parts: dict[str, protocol.SpectatorPart] = {}
        self._sockets: dict[str, int] = {}
        """For each spectator who has a name; both tables in the order in which they came."""

    def comes(self, side: mnk.Side | None, spectator: protocol.SpectatorPart | None) -> None:
        """A socket of a side, or of a spectator who may have a name."""
        if side is not None:
            self._sides[side] += 1
        elif spectator is None:
            self._nameless += 1
        else:
            self._parts.setdefault(spectator.player, spectator)
            self._sockets[spectator.player] = self._sockets.get(spectator.player, 0) + 1

    def goes(self, side: mnk.Side | None, spectator: protocol.SpectatorPart | None) -> None:
        """The same socket is closed."""
        if side is not None:
            self._sides[side] -= 1
        elif spectator is None:
            self._nameless -= 1
        else:
            self._sockets[spectator.player] -= 1
            if self._sockets[spectator.player] == 0:
                del self._sockets[spectator.player], self._parts[spectator.player]

    def swap_sides(self) -> None:
        """The two players have changed sides."""
        self._sides.reverse()

    def has(self, side: mnk.Side) -> bool:
        """Whether a side's player is connected."""
        return bool(self._sides[side])

    def now(self) -> Connected:
        """All of them."""
        black, white = self._sides
        named = tuple(islice(self._parts.values(), MOST_NAMED))
        return Connected(black, white, self._nameless + len(self._parts), named)
