"""Whose question is next: the most urgent one; among equals the shares take turns.

A share is a party that gets no more than the others: a visitor's network (games/shares.py), or the
work of the server itself. Nothing here waits, or knows about thinkers.
"""

from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Generic, TypeVar

from games.play.errors import TooManyQuestions

T = TypeVar("T")

PASSED_OVER = 4
"""At most this many turns in a row go to the more urgent while something else waits."""


class Urgency(IntEnum):
    """What a question is for, the most urgent first."""

    MOVE = 0
    """A bot is to move."""
    GLANCE = 1
    """Somebody looks at a board and asks for what takes no search: milliseconds."""
    HINT = 2
    """Somebody plays: a second or two of search."""
    PAGE = 3
    """Somebody has a page open that waits for a search of a few seconds."""
    PROOF = 4
    """The same, for a search that may take half a minute."""
    REVIEW = 5
    PUZZLE = 6


class Turns(Generic[T]):
    """What waits, each item with its urgency and share.

    Within one urgency every other share has at most one turn between two turns of a waiting share:
    a newcomer with one question waits for one of each, not for all thirty of another. Nobody
    starves either: after `PASSED_OVER` turns of the more urgent, the urgency of the question that
    has waited longest gets one.
    """

    def __init__(self, *, of_share: int | None = None, in_all: int | None = None) -> None:
        """`of_share` and `in_all` are how many may wait; None: as many as come. Bots' moves are the
        server's own work: they are not counted, and none has to leave."""
        self._of_share = of_share
        self._in_all = in_all
        self._lanes: dict[Urgency, _Lane[T]] = {urgency: _Lane() for urgency in Urgency}
        self._passed = 0
        self._came = 0

    def __len__(self) -> int:
        return sum(map(len, self._lanes.values()))

    def enter(self, item: T, urgency: Urgency, share: str) -> T | None:
        """Let it wait. If there is no room for all, the last question of the share with the most
        waiting has to leave, and is returned.

        Raises `TooManyQuestions` if the share has its fill waiting, or nobody has more than it.
        """
        evicted = None if urgency is Urgency.MOVE else self._make_room(share)
        self._came += 1
        self._lanes[urgency].enter(item, share, self._came)
        return evicted

    def _make_room(self, share: str) -> T | None:
        asked = [lane for urgency, lane in self._lanes.items() if urgency is not Urgency.MOVE]

        def waiting_of(share: str) -> int:
            return sum(lane.waiting_of(share) for lane in asked)

        waits = waiting_of(share)
        if self._of_share is not None and waits >= self._of_share:
            raise TooManyQuestions
        if self._in_all is None or sum(map(len, asked)) < self._in_all:
            return None
        greediest = max({each for lane in asked for each in lane.shares()}, key=waiting_of)
        if waiting_of(greediest) <= waits + 1:
            raise TooManyQuestions
        # The least urgent of its questions, and of those the last.
        lane = next(lane for lane in reversed(asked) if lane.waiting_of(greediest))
        return lane.drop_last(greediest)

    def leave(self, item: T) -> None:
        """It waits no longer, if it did."""
        for lane in self._lanes.values():
            lane.leave(item)

    def has_next(self, may: Callable[[Urgency], bool]) -> bool:
        """Whether `next` has one."""
        return any(len(lane) and may(urgency) for urgency, lane in self._lanes.items())

    def next(self, may: Callable[[Urgency], bool] = lambda urgency: True) -> T | None:
        """The one whose turn it is, of the urgencies that may have one now; it waits no longer."""
        able = [lane for urgency, lane in self._lanes.items() if len(lane) and may(urgency)]
        if not able:
            return None
        chosen, *passed = able
        if not passed:
            self._passed = 0
        elif self._passed >= PASSED_OVER:
            chosen = min(able, key=_Lane.oldest)
            self._passed = 0
        else:
            self._passed += 1
        return chosen.next()


class _Lane(Generic[T]):
    """What waits in one urgency, in rounds: each share has one turn a round."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[tuple[int, T]]] = {}
        """By share, each item with when it came. No queue is empty."""
        self._round = 0
        self._due: dict[str, tuple[int, int]] = {}
        """By share: the round of its next turn, and when its last turn was."""
        self._turns = 0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def shares(self) -> list[str]:
        return list(self._waiting)

    def waiting_of(self, share: str) -> int:
        return len(self._waiting.get(share, ()))

    def oldest(self) -> int:
        """When the question that has waited longest came."""
        return min(queue[0][0] for queue in self._waiting.values())

    def enter(self, item: T, share: str, came: int) -> None:
        self._waiting.setdefault(share, deque()).append((came, item))
        # Whoever was away has no turns to catch up on.
        due, last = self._due.get(share, (0, 0))
        self._due[share] = max(due, self._round), last

    def leave(self, item: T) -> None:
        for share, queue in self._waiting.items():
            for place in queue:
                if place[1] is item:
                    queue.remove(place)
                    self._tidy(share)
                    return

    def drop_last(self, share: str) -> T:
        _, item = self._waiting[share].pop()
        self._tidy(share)
        return item

    def next(self) -> T:
        share = min(
            self._waiting, key=lambda share: (*self._due[share], self._waiting[share][0][0])
        )
        self._round = self._due[share][0]
        self._turns += 1
        self._due[share] = self._round + 1, self._turns
        _, item = self._waiting[share].popleft()
        self._tidy(share)
        for gone in [each for each, (due, _) in self._due.items() if due < self._round]:
            del self._due[gone]  # whoever waits is due in this round or later
        return item

    def _tidy(self, share: str) -> None:
        if not self._waiting[share]:
            del self._waiting[share]
