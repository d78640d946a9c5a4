"""How much a person may say: some lines at once, then one at a time, and not the same for ever."""

from collections import OrderedDict
from dataclasses import dataclass

from games.play import errors

AT_ONCE = 5
"""Lines a person may say one after the other."""
EVERY_S = 2.0
"""Afterwards one in so many seconds."""
SAME_AT_MOST = 2
"""How often the same is said in a row …"""
SAME_WITHIN_S = 30.0
"""… within so many seconds."""
MAX_PEOPLE = 10_000
"""Who has been silent for longest is forgotten first."""


@dataclass(slots=True)
class _Talker:
    left: float
    at: float
    text: str = ""
    times: tuple[float, ...] = ()
    """When they said that text, in a row."""


class Pace:
    """What each person has said of late. Moments are seconds of any clock that only goes on."""

    def __init__(self) -> None:
        self._talkers: OrderedDict[int, _Talker] = OrderedDict()

    def note(self, person: int, text: str, *, at: float) -> None:
        """A person says a text. Raises `errors.TooFast` or `errors.Repeated`, and notes nothing."""
        talker = self._talkers.get(person)
        if talker is None:
            talker = _Talker(AT_ONCE, at)
        left = min(AT_ONCE, talker.left + (at - talker.at) / EVERY_S)
        if left < 1:
            raise errors.TooFast
        is_same = talker.text == text
        times = tuple(t for t in talker.times if is_same and at - t < SAME_WITHIN_S)
        if len(times) >= SAME_AT_MOST:
            raise errors.Repeated
        self._talkers[person] = _Talker(left - 1, at, text, (*times, at))
        self._talkers.move_to_end(person)
        if len(self._talkers) > MAX_PEOPLE:
            self._talkers.popitem(last=False)
