"""How long a tournament's player may think: by what the manager says and what the machine shows.

The manager gives a time for each move, and often one for the whole match besides. A game that has
lasted some moves is no nearer to its end than one that has lasted fewer: so each move gets the same
part of what is left of the match, and more where the search does not settle.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from games.evaluator.tournament import Time

MARGIN_MS: Final = 15.0
"""Kept back from each move's time for reading the command and writing the answer."""
LEAST_MS: Final = 5.0
"""What a move gets even when there is no time left."""
FAST_MS: Final = 50.0
"""What `timeout_turn 0`, as fast as possible, is taken to mean."""
UNLIMITED_MS: Final = 2**31 - 1
"""A time of at least this is no limit."""
MOVES_LEFT: Final = 10
"""How many moves of ours are still to be thought about, whenever one asks. In 500 games on 15×15
against three other engines it was 10 at the start, 5 to 7 in the middle and more again where the
game had become long; the others were seen at once."""
LONGEST: Final = 2.5
"""How many times its part of the match a move may take where the search does not settle."""
_FADING: Final = 0.9
"""What is left of an observed delay, move by move."""
_DELAYS: Final = 1.25
"""How many times the longest delay of late is kept back."""


class Pace:
    """The time of one player in one match. Times are in milliseconds; `now` counts seconds.

    >>> pace = Pace(lambda: 0.0)
    >>> pace.turn_ms = 500.0
    >>> with pace.choice(began=0.0, empty=225) as allowed:
    ...     allowed
    Time(ms=485.0, enough_ms=inf)
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.turn_ms = 1000.0
        """For each move."""
        self.match_ms = math.inf
        """For all moves of a game."""
        self.left_ms = math.inf
        """What is left of it: as the manager said last, or by our own count."""
        self._delay_ms = 0.0
        """By how much a move took longer than it was allowed: the longest of late. A busy machine
        lets a program wait, and does not say so."""

    @contextmanager
    def choice(self, began: float, empty: int) -> Iterator[Time]:
        """While a choice is made whose command came at `began`, with this many squares empty."""
        allowed = self._allowed(began, empty)
        asked = self._now()
        yield allowed
        now = self._now()
        self.left_ms -= 1000 * (now - began)
        delay = min(1000 * (now - asked) - allowed.ms, allowed.ms)
        self._delay_ms = max(delay, _FADING * self._delay_ms)

    def _allowed(self, began: float, empty: int) -> Time:
        turn = self.turn_ms if self.turn_ms > 0 else FAST_MS
        most = min(turn, UNLIMITED_MS)  # nobody waits longer, and a timer could not
        enough = math.inf
        if self.left_ms < math.inf:
            moves = min(MOVES_LEFT, max(1, (empty + 1) // 2))
            enough = self.left_ms / moves
            most = min(most, LONGEST * enough, self.left_ms / min(2, moves))
        kept_back = min(MARGIN_MS + _DELAYS * self._delay_ms, max(MARGIN_MS, most / 2))
        kept_back += 1000 * (self._now() - began)
        return Time(max(LEAST_MS, most - kept_back), max(LEAST_MS, enough - kept_back))
