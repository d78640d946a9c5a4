"""The clock of a game: how much time each side has, and what a turn takes of it.

One shape serves every control: an initial time, an increment per move (Fischer), and periods after
the initial time (byoyomi). Time per move, even in days, is one period and no initial time. All
moments are milliseconds by the one clock of the game's keeper; nothing here reads one.
"""

import re
from dataclasses import dataclass, replace

from games.mnk.errors import TimeControlError
from games.mnk.side import BySide, Side
from games.say import count, later, say

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

MAX_INITIAL_MS = DAY
MAX_INCREMENT_MS = HOUR
MAX_PERIOD_MS = 30 * DAY
MAX_PERIODS = 20
LEAST_MS = 5 * SECOND
"""The shortest initial time, and the shortest time per move."""
LEAST_PERIOD_MS = SECOND

_INITIAL_STEP_MS = MINUTE // 10
"""The text of a control has one digit for parts of a minute, and none for parts of a second."""
_FISCHER = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]))?\+([0-9]{1,4})s?")
_BYOYOMI = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]))?\+([0-9]{1,2})x([0-9]{1,7})s?")
_PER_MOVE = re.compile(r"([0-9]{1,7})(s|m|h|d)")
_UNITS = {"s": SECOND, "m": MINUTE, "h": HOUR, "d": DAY}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the sides get, in whole seconds, the initial time in tenths of a minute.

    Building one outside the limits, or one its text could not say, raises `TimeControlError`.

    >>> TimeControl(initial_ms=5 * MINUTE, increment_ms=3 * SECOND).text
    '5+3'
    >>> TimeControl(period_ms=30 * SECOND, periods=1).title
    '30 s a move'
    """

    initial_ms: int = 0
    increment_ms: int = 0
    """Added after each move."""
    period_ms: int = 0
    """Each period is whole again after a move within it."""
    periods: int = 0

    def __post_init__(self) -> None:
        for milliseconds, most, too_long in (
            (self.initial_ms, MAX_INITIAL_MS, later("The starting time can be at most {most}.")),
            (self.increment_ms, MAX_INCREMENT_MS, later("The increment can be at most {most}.")),
            (self.period_ms, MAX_PERIOD_MS, later("The time per move can be at most {most}.")),
        ):
            if not 0 <= milliseconds <= most:
                raise TimeControlError(say(too_long, most=_span(most)))
        if not 0 <= self.periods <= MAX_PERIODS:
            raise TimeControlError(say("There can be at most {most} periods.", most=MAX_PERIODS))
        if self.periods and self.increment_ms:
            raise TimeControlError(say("Choose an increment or periods, not both."))
        if (self.periods > 0) != (self.period_ms > 0):
            raise TimeControlError(say("Periods need a length, and a length needs periods."))
        if self.periods and self.period_ms < LEAST_PERIOD_MS:
            raise TimeControlError(
                say("A period must be at least {least}.", least=_span(LEAST_PERIOD_MS))
            )
        if self.initial_ms + self.period_ms * self.periods < LEAST_MS:
            raise TimeControlError(
                say("A clock must have at least {least}.", least=_span(LEAST_MS))
            )
        if self.initial_ms % _INITIAL_STEP_MS:
            raise TimeControlError(say("The starting time is in minutes, with at most 1 decimal."))
        if self.increment_ms % SECOND or self.period_ms % SECOND:
            raise TimeControlError(say("Increments and periods are in whole seconds."))

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take days: nobody is expected to stay at the board."""
        return self.period_ms >= DAY

    @property
    def text(self) -> str:
        """The control in short form, as `time_control_from_text` reads it."""
        minutes, rest = divmod(self.initial_ms, MINUTE)
        initial = f"{minutes}.{rest // _INITIAL_STEP_MS}" if rest else f"{minutes}"
        if self.periods == 0:
            return f"{initial}+{self.increment_ms // SECOND}"
        if self.initial_ms or self.periods > 1:
            return f"{initial}+{self.periods}x{self.period_ms // SECOND}s"
        unit = next(unit for unit in "dhms" if self.period_ms % _UNITS[unit] == 0)
        return f"{self.period_ms // _UNITS[unit]}{unit}"

    @property
    def title(self) -> str:
        """What people call it, for headings and lists."""
        if self.periods == 0:
            return f"{_span(self.initial_ms)} + {_span(self.increment_ms)}"
        if self.initial_ms or self.periods > 1:
            return f"{_span(self.initial_ms)} + {self.periods} × {_span(self.period_ms)}"
        return say("{time} a move", time=_span(self.period_ms))


def time_control_from_text(text: str) -> TimeControl:
    """The control behind `5+3` (minutes + seconds), `10+3x30s`, `45s` or `2d` (a move).

    Raises `TimeControlError`, including for times outside the limits.

    >>> [time_control_from_text(text).title for text in ("0.5+0", "10+3x30s", "2d")]
    ['30 s + 0 s', '10 min + 3 × 30 s', '2 days a move']
    """
    text = text.strip().lower().replace(" ", "")
    if match := _FISCHER.fullmatch(text):
        initial_ms = int(match[1]) * MINUTE + int(match[2] or 0) * _INITIAL_STEP_MS
        return TimeControl(initial_ms, int(match[3]) * SECOND)
    if match := _BYOYOMI.fullmatch(text):
        initial_ms = int(match[1]) * MINUTE + int(match[2] or 0) * _INITIAL_STEP_MS
        return TimeControl(initial_ms, period_ms=int(match[4]) * SECOND, periods=int(match[3]))
    if match := _PER_MOVE.fullmatch(text):
        return TimeControl(period_ms=int(match[1]) * _UNITS[match[2]], periods=1)
    raise TimeControlError(
        say(
            "“{text}” isn’t a clock. Type 5+3 (minutes + seconds a move), 10+3x30s (minutes + "
            "periods), 45s or 2d (for each move).",
            text=text[:20],
        )
    )


TIME_CONTROLS = tuple(
    map(time_control_from_text, ("1+2", "3+2", "5+3", "10+5", "10+3x30s", "30s", "1d", "3d"))
)
"""The controls people choose from, quick ones first."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What one side has."""

    main_ms: int
    """Runs out first; in a period that has begun, what is left of it."""
    periods: int
    """Whole periods after that."""
    into_ms: int = 0
    """What is spent of the first of them, by a turn that was stopped and keeps what it had left."""

    def plain(self, period_ms: int) -> "TimeLeft":
        """The same, with what is left of a period that has begun in `main_ms`.

        >>> TimeLeft(0, 2, into_ms=10_000).plain(30_000)
        TimeLeft(main_ms=20000, periods=1, into_ms=0)
        """
        if not self.into_ms:
            return self
        return TimeLeft(self.main_ms + period_ms - self.into_ms, self.periods - 1)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' time, and whose time is running.

    >>> clock = Clock.of(TimeControl(initial_ms=60_000, increment_ms=2_000)).run(Side.BLACK, at=0)
    >>> clock = clock.moved(Side.BLACK, at=10_000)
    >>> clock.left.black, clock.running, clock.due_ms
    (TimeLeft(main_ms=52000, periods=0, into_ms=0), <Side.WHITE: 1>, 70000)
    """

    control: TimeControl
    left: BySide[TimeLeft]
    """For the running side: what it had at `since_ms`."""
    running: Side | None = None
    since_ms: int = 0
    """When it began to run, or soon will; when it was stopped, if it is not running."""

    @classmethod
    def of(cls, control: TimeControl) -> "Clock":
        """A clock that has not begun to run."""
        left = TimeLeft(control.initial_ms, control.periods)
        return cls(control, BySide(left, left))

    @property
    def due_ms(self) -> int | None:
        """When the running side's time will be up; None while neither side's runs."""
        if self.running is None:
            return None
        left = self.left[self.running]
        periods_ms = left.periods * self.control.period_ms - left.into_ms
        return self.since_ms + left.main_ms + periods_ms

    def left_at(self, side: Side, at: int) -> TimeLeft:
        """What a side has at a moment; nothing once its time is up.

        Time used to its very end is not overstepped yet: the next period begins a moment later.
        """
        left = self.left[side].plain(self.control.period_ms)
        spent = max(0, at - self.since_ms) if side is self.running else 0
        if spent <= left.main_ms:
            return TimeLeft(left.main_ms - spent, left.periods)
        if left.periods == 0:
            return TimeLeft(0, 0)
        whole, into = divmod(spent - left.main_ms - 1, self.control.period_ms)
        if whole >= left.periods:
            return TimeLeft(0, 0)
        return TimeLeft(self.control.period_ms - into - 1, left.periods - whole - 1)

    def is_up(self, at: int, grace_ms: int = 0) -> bool:
        """Whether the running side's time, and a grace on top, is up."""
        due = self.due_ms
        return due is not None and at > due + grace_ms

    def run(self, side: Side, at: int) -> "Clock":
        """The clock with this side's time running from `at`; the other's stops where it was."""
        return replace(self, running=side, since_ms=at)

    def stopped(self, at: int) -> "Clock":
        """The clock stopped. A period that had begun is whole again."""
        if self.running is None:
            return self
        left = self.left.having(self.running, self._renewed(self.running, at))
        return replace(self, left=left, running=None, since_ms=at)

    def held(self, at: int) -> "Clock":
        """The clock stopped, and nothing gained by it: the turn goes on with what it has left."""
        if self.running is None:
            return self
        left = self.left[self.running]
        spent = max(0, at - self.since_ms)
        if spent <= left.main_ms:
            left = replace(left, main_ms=left.main_ms - spent)
        else:
            now = self.left_at(self.running, at)
            left = TimeLeft(0, now.periods + 1, into_ms=self.control.period_ms - now.main_ms)
        return replace(self, left=self.left.having(self.running, left), running=None, since_ms=at)

    def ended(self, at: int) -> "Clock":
        """The clock stopped for good: what was left in a period is shown as it is."""
        if self.running is None:
            return self
        left = self.left.having(self.running, self.left_at(self.running, at))
        return replace(self, left=left, running=None, since_ms=at)

    def moved(self, side: Side, at: int) -> "Clock":
        """The clock after a side's move: its increment is added, and the other's time runs."""
        left = self._renewed(side, at)
        left = replace(left, main_ms=left.main_ms + self.control.increment_ms)
        return replace(self, left=self.left.having(side, left), running=side.other, since_ms=at)

    def swapped(self) -> "Clock":
        """The clock after the two have changed sides: each takes their time along."""
        running = None if self.running is None else self.running.other
        return replace(self, left=self.left.swapped(), running=running)

    def with_more(self, side: Side, ms: int, *, at: int) -> "Clock":
        """The clock with more time for a side, whether its own runs or not.

        What a running side has begun to spend is given back first: a period stays what it was.
        """
        back = min(ms, max(0, at - self.since_ms)) if side is self.running else 0
        left = self.left[side]
        left = replace(left, main_ms=left.main_ms + ms - back)
        return replace(self, left=self.left.having(side, left), since_ms=self.since_ms + back)

    def _renewed(self, side: Side, at: int) -> TimeLeft:
        left = self.left[side]
        now = self.left_at(side, at)
        spent = max(0, at - self.since_ms) if side is self.running else 0
        # At worst in the last period: what was heard in the grace was in time.
        return TimeLeft(max(0, left.main_ms - spent), min(left.periods, now.periods + 1))


def _span(ms: int) -> str:
    """A length of time for people.

    >>> [_span(ms) for ms in (30_000, 90_000, 300_000, 2 * DAY)]
    ['30 s', '90 s', '5 min', '2 days']
    """
    if ms and ms % DAY == 0:
        return count("{count} day", "{count} days", ms // DAY)
    if ms and ms % HOUR == 0:
        return count("{count} hour", "{count} hours", ms // HOUR)
    if ms and ms % MINUTE == 0:
        return count("{count} min", "{count} min", ms // MINUTE)
    return count("{count} s", "{count} s", ms // SECOND)
