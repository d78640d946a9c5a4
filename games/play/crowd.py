"""The sockets that are told the same thing: the players at once, many spectators a few at a time.

A thousand writes take ten milliseconds or more. In one go, everything that the players of all games
have sent would wait for them: their p99 was six times as long (`make watch`, docs/performance.md).
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
"""Between two turns of a single text. A move takes several turns of the loop to be kept and told:
without a pause each of them waited for `AT_ONCE` sockets, and the players' p99 was one and a half
times as long. A thousand spectators wait 90 ms for it."""
MOST_WAITING = 50
"""Texts that may wait for a crowd. With more it is told in one go: they do not pile up."""


class Subscriber(Protocol):
    """A socket that watches a game."""

    side: mnk.Side | None
    who: Visitor
    """Whose it is."""
    spectator: protocol.SpectatorPart | None
    """For a spectator who has a name."""

    def push(self, text: str, frame: bytes | None = None) -> None:
        """Send a text; never waits, never raises. `frame` is the text as a finished frame."""

    def lose_seat(self) -> None:
        """Stop playing, and go: the key it came with opens nothing any more."""


Hears: TypeAlias = Callable[[mnk.Side | None], bool]
"""Whether those on a side hear something; None stands for the spectators."""
Telling: TypeAlias = tuple[str, bytes, list[Subscriber]]
"""A text, the same as a frame, and those who have not been told yet."""


class Crowd(set[Subscriber]):
    """Sockets, each of which hears what is told to all of them in order, once.

    What is said to one of them alone may reach it before what waits for the others: so what
    waits may be older than a snapshot it was given, as a message from another process may be.
    """

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Telling] | None = None
        """None while nothing waits: most games are never watched by many."""

    def push(self, text: str, hears: Hears = lambda side: True) -> None:
        """Send the same bytes to all who are here now: to the seats at once, to the rest soon.

        With `hears`, only to some: those on some sides, or the spectators.
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
