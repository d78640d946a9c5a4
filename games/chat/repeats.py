"""People who repeat themselves are stopped. How much one may say is in `games.limits`."""

from collections import OrderedDict
from dataclasses import dataclass

from games.play import errors

SAME_AT_MOST = 2
"""How often the same thing may be said in a row …"""
SAME_WITHIN_S = 30.0
"""… within this many seconds."""
MAX_PEOPLE = 10_000
"""With more, whoever has been silent for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class _Last:
    text: str
    times: tuple[float, ...]
    """When they said that text, in a row."""


class Repeats:
    """What each person said last, in this process. Moments are seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._last: OrderedDict[int, _Last] = OrderedDict()

    def note(self, person: int, text: str, *, at: float) -> None:
        """Note that a person says a text. Raises `errors.Repeated`, and then notes nothing."""
        last = self._last.get(person)
        times: tuple[float, ...] = ()
        if last is not None and last.text == text:
            times = tuple(t for t in last.times if at - t < SAME_WITHIN_S)
        if len(times) >= SAME_AT_MOST:
            raise errors.Repeated
        self._last[person] = _Last(text, (*times, at))
        self._last.move_to_end(person)
        if len(self._last) > MAX_PEOPLE:
            self._last.popitem(last=False)
