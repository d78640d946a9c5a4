"""The sockets that are told the same: the players at once, many spectators a few at a time.

A thousand writes take ten milliseconds and more. In one go, whatever the players of all games have
sent would wait for them: their p99 was six times as long (`make watch`, docs/performance.md).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from games import mnk
from games.play import protocol
from games.players.identify import Visitor

AT_ONCE = 15
"""How many sockets are told in one turn of the event loop."""
PAUSE_S = 0.001
"""Between two turns of a single text. A move takes several turns of the loop until it is kept and
told: without a pause each of them waited for so many sockets, and the players' p99 was one and a
half times as long. A thousand spectators wait 90 ms for it."""
MOST_WAITING = 50
"""Texts that wait for a crowd. Then it is told in one go: what waits does not pile up."""


class Subscriber(Protocol):
    """A socket that watches a game."""

    side: mnk.Side | None
    who: Visitor
    """Whose it is."""
    spectator: protocol.SpectatorPart | None
    """Of a spectator who has a name."""

    def push(self, text: str, frame: bytes | None = None) -> None:
        """Send a text; never waits, never raises. `frame` is the text as a finished frame."""

    def lose_seat(self) -> None:
        """Play no longer, and go: the key it came by opens nothing any more."""


Hears: TypeAlias = Callable[[mnk.Side | None], bool]
"""Whether those of a side hear something; of none: the spectators."""
Telling: TypeAlias = tuple[str, bytes, list[Subscriber]]
"""A text, the same as a frame, and who has not been told yet."""


class Crowd(set[Subscriber]):
    """Sockets, each of which hears what is told to all of them in order and once.

    What is said to one of them alone may come to it before what waits for the others: so what
    waits may be older than a snapshot it was given, as a message of another process may.
    """

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Telling] | None = None
        """Most games are never watched by many."""

    def push(self, text: str, hears: Hears = lambda side: True) -> None:
        """The same bytes to all who are here now: the seats in this moment, the rest soon.

        Unless only some hear it: those of some sides, or the spectators.
        """
        frame = protocol.text_frame(text)
        who = [each for each in self if hears(each.side)]
        if self._waiting is None and len(who) <= AT_ONCE:
            _push(who, text, frame)
            return
        _push((each for each in who if each.side is not None), text, frame)
        spectators = [each for each in who if each.side is None]
        if not spectators:
            return
        if self._waiting is None:
            self._waiting = deque()
            asyncio.get_running_loop().call_soon(self._turn, self._waiting)
        self._waiting.append((text, frame, spectators))
        while len(self._waiting) > MOST_WAITING:
            self._tell_some(self._waiting)

    def _turn(self, waiting: deque[Telling]) -> None:
        self._tell_some(waiting)
        if len(waiting) > 1:  # it must not pile up
            asyncio.get_running_loop().call_soon(self._turn, waiting)
        elif waiting:
            asyncio.get_running_loop().call_later(PAUSE_S, self._turn, waiting)
        else:
            self._waiting = None

    def _tell_some(self, waiting: deque[Telling]) -> None:
        text, frame, left = waiting[0]
        _push(self.intersection(left[-AT_ONCE:]), text, frame)  # without those who have left
        del left[-AT_ONCE:]
        if not left:
            waiting.popleft()


def _push(subscribers: Iterable[Subscriber], text: str, frame: bytes) -> None:
    for subscriber in subscribers:
        subscriber.push(text, frame)
