"""Who may watch a game, and how late: pure values.

Late spectators see the game as it was: everything that happened to it comes in order, once it
is `delay_ms` old and `delay_moves` more moves have been played (or the game is over). The versions
they have been shown end at the *horizon*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.refusals import BadRequest
from games.say import say

MAX_DELAY_S = 300
"""Less than the librarian looks back (games.workers.library.LATE_MS)."""
MAX_DELAY_MOVES = 20


class Visibility(StrEnum):
    """Who may watch a game."""

    PUBLIC = "public"
    """Everybody: it is listed in the lobby and, when it is over, among the kept games."""
    UNLISTED = "unlisted"
    """Those who have its link: no list and no search names it."""
    PRIVATE = "private"
    """The players, and those given the watch link, which carries a key."""


class DelayError(BadRequest):
    """A delay that is not available."""

    code = "badDelay"


@dataclass(frozen=True, slots=True)
class Delay:
    """How late a game is shown to those who do not play it; by time, by moves, or both."""

    ms: int = 0
    moves: int = 0

    def __bool__(self) -> bool:
        return self.ms > 0 or self.moves > 0


@dataclass(frozen=True, slots=True)
class Watching:
    """Who may watch a game, with what key, and how late."""

    visibility: Visibility = Visibility.PUBLIC
    key: str = ""
    """The secret of the watch link."""
    delay: Delay = Delay()

    @property
    def is_private(self) -> bool:
        return self.visibility is Visibility.PRIVATE

    @property
    def is_alike_for_all(self) -> bool:
        """Whether everybody who asks for the game sees the same."""
        return not (self.is_private or self.delay)


EVERYBODY = Watching()
"""Everybody may watch, at once."""


def requested_delay(seconds: int, moves: int) -> Delay:
    """The delay somebody asks for; raises `DelayError` with the field at fault."""
    if not 0 <= seconds <= MAX_DELAY_S:
        sentence = say(
            "The delay must be 0 to {most} seconds, not {seconds}.",
            most=MAX_DELAY_S,
            seconds=seconds,
        )
        raise DelayError(sentence, field="delay_seconds")
    if not 0 <= moves <= MAX_DELAY_MOVES:
        sentence = say(
            "The delay must be 0 to {most} moves, not {moves}.", most=MAX_DELAY_MOVES, moves=moves
        )
        raise DelayError(sentence, field="delay_moves")
    return Delay(seconds * 1000, moves)


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened to a game: which version it made, and when (ms since 1970 UTC)."""

    version: int
    at_ms: int
    is_move: bool


def shown_of(moments: Sequence[Moment], delay: Delay, *, now: int, is_over: bool) -> int:
    """How many of the moments, the earliest first, may be shown at `now` to late spectators.

    >>> moves = [Moment(version, 1000 * version, is_move=True) for version in (1, 2, 3)]
    >>> shown_of(moves, Delay(moves=2), now=3000, is_over=False)
    1
    >>> shown_of(moves, Delay(ms=1500), now=3600, is_over=False)
    2
    """
    later_moves = sum(moment.is_move for moment in moments)
    for count, moment in enumerate(moments):
        later_moves -= moment.is_move
        is_played_over = is_over or later_moves >= delay.moves
        if moment.at_ms + delay.ms > now or not is_played_over:
            return count
    return len(moments)
