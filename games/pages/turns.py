"""The games that wait for the visitor: what their home page asks of them first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE
from games.pages import boards
from games.play.services.queries import MyGame
from games.say import count, say

SHOWN = 2
"""How many the home page shows."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A game in which the visitor is to move, as `home.html` shows it."""

    game: MyGame
    left: str
    """How much time is left for the move, in words; empty without a clock."""
    board: boards.BoardPicture


def turns(
    games: Sequence[MyGame], squares: Mapping[int, Sequence[mnk.Square]], now: int
) -> list[Turn]:
    """Games in which it is the visitor's turn, as they are shown at `now` (ms since 1970 UTC).

    `squares` are the moves of those in which there are any, by the games' ids.
    """
    return [
        Turn(
            game,
            left="" if game.due_ms is None else time_left(game.due_ms - now),
            board=boards.small(game.variant, squares.get(game.id, ())),
        )
        for game in games
    ]


def time_left(ms: int) -> str:
    """The time that is left until a deadline, rounded down to a whole unit.

    >>> [time_left(ms) for ms in (-1, 59_999, 60_000, 3_600_000, 86_400_000, 172_800_000)]
    ['less than a minute left', 'less than a minute left', '1 minute left', '1 hour left', \
'24 hours left', '2 days left']
    """
    if ms < MINUTE:
        return say("less than a minute left")
    if ms < HOUR:
        return count("{count} minute left", "{count} minutes left", ms // MINUTE)
    if ms < 2 * DAY:
        return count("{count} hour left", "{count} hours left", ms // HOUR)
    return count("{count} day left", "{count} days left", ms // DAY)
