"""A step of a game: from the game as it is to a fact, and to the game after it. Pure."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from games import mnk
from games.play import errors, facts, protocol
from games.play.live import LiveGame


class Change(msgspec.Struct, frozen=True, gc=False):
    """What a step results in."""

    fact: facts.Fact
    also: Callable[[], None] | None = None
    """More rows to write in the same transaction (in the writer's thread)."""


Step: TypeAlias = Callable[[LiveGame], Change]
"""From a game as it is to what happens to it; raises a refusal and changes nothing."""


def for_sides(step: Step, *, swapped: bool) -> Step:
    """The step, refused with `SidesChanged` unless the players have changed sides, or not, as they
    had when it was asked for: it was meant for the side that its asker had."""

    def checked(game: LiveGame) -> Change:
        if game.swapped is not swapped:
            raise errors.SidesChanged
        return step(game)

    return checked


class Taken(msgspec.Struct, frozen=True, gc=False):
    """A step that was taken, ready to be kept."""

    game: LiveGame
    """The game after it."""
    happened: facts.Happened
    also: Callable[[], None] | None = None


def take(
    game: LiveGame,
    step: Step,
    *,
    at: int,
    side: mnk.Side | None = None,
    command: protocol.Command | None = None,
) -> Taken:
    """Take a step in a game at a moment (ms since 1970 UTC). Raises what refuses it."""
    change = step(game)
    is_move = isinstance(change.fact, facts.Played)
    happened = facts.Happened(
        game.version + 1,
        at,
        change.fact,
        side,
        "" if command is None else command.id,
        "" if command is None or is_move else facts.digest(command),
    )
    return Taken(game.after(happened), happened, change.also)
