"""What separates a proof from a guess: only a search that was never cut leaves a `Completed`.

A search runs inside `run`, with a `Budget`. Whatever it found, the budget knows whether it was cut
short; then the result is a `Cut`, which holds no answer at all. A `Proved` value
(games.evaluator.evaluation) is made from a `Completed` and from nothing else.

>>> from games.evaluator.limit import Limit
>>> run(lambda budget: "all seen", Limit(nodes=10))
Completed(answer='all seen')
>>> run(lambda budget: budget.spend(10) or "not all seen", Limit(nodes=10))
Cut(nodes=10)
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar, final

from games.evaluator.limit import Limit

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class Spent(Exception):
    """The budget is used up: the search unwinds. It never leaves `run`."""


_SEAL = object()


@final
@dataclass(frozen=True, slots=True, init=False)
class Completed(Generic[T_co]):
    """The answer of a search that looked at everything it had to. Only `run` makes one.

    >>> search = run(lambda budget: 3, Limit())
    >>> assert isinstance(search, Completed)
    >>> search.then(lambda plies: plies + 1)
    Completed(answer=4)
    """

    answer: T_co

    def __init__(self, answer: T_co, seal: object = None) -> None:
        if seal is not _SEAL:
            raise TypeError("only a search that ran to its end is completed: use proof.run")
        object.__setattr__(self, "answer", answer)

    def then(self, follows: Callable[[T_co], U]) -> "Completed[U]":
        """What follows from the answer by the rules alone, as certain as it is."""
        return Completed(follows(self.answer), _SEAL)

    def __reduce__(self) -> Any:
        raise TypeError("a proof is not copied about: send the answer, prove it again or check it")


@final
@dataclass(frozen=True, slots=True)
class Cut:
    """A search that ran out of nodes or time, or was aborted: it has no answer."""

    nodes: int
    """How many positions it had looked at."""


class Budget:
    """What one search may still use; shared by all its steps.

    A step counts its nodes with `spend`, or hands `nodes_left` and the `watched` array to a kernel.
    """

    def __init__(self, limit: Limit, parent: "Budget | None" = None) -> None:
        self.nodes = 0
        self._limit = limit.nodes
        self._deadline = None if limit.ms is None else time.monotonic() + limit.ms / 1000
        self._parent = parent
        self._is_aborted = False
        self._controls: list[Any] = []
        self.is_spent = False
        """Whether a search was cut. Once true it stays true."""

    @property
    def nodes_left(self) -> int:
        """How many nodes may still be spent; a very large number without a limit."""
        left = 1 << 62 if self._limit is None else self._limit - self.nodes
        return left if self._parent is None else min(left, self._parent.nodes_left)

    @property
    def seconds_left(self) -> float | None:
        """How long is left; None without a time limit."""
        own = None if self._deadline is None else self._deadline - time.monotonic()
        theirs = None if self._parent is None else self._parent.seconds_left
        if own is None or theirs is None:
            return theirs if own is None else own
        return min(own, theirs)

    @property
    def is_exhausted(self) -> bool:
        """Whether nothing is left, here or above."""
        seconds = self.seconds_left
        return (
            self._is_aborted
            or self.nodes_left <= 0
            or (seconds is not None and seconds <= 0)
            or (self._parent is not None and self._parent.is_exhausted)
        )

    def abort(self) -> None:
        """Stop what runs within this budget, from any thread."""
        self._is_aborted = True
        for control in list(self._controls):
            control[0] = 1

    def spend(self, nodes: int = 1) -> None:
        """Count nodes; raises `Spent` when that was more than was left."""
        self._count(nodes)
        if self.is_exhausted:
            self.cut()

    def count(self, nodes: int, *, cut: bool) -> None:
        """Count what a kernel used; raises `Spent` if it says that it was cut."""
        self._count(nodes)
        if cut:
            self.cut()

    def cut(self) -> NoReturn:
        """Give up: marks the budget and raises `Spent`."""
        self.is_spent = True
        raise Spent

    @contextmanager
    def watched(self, control: Any) -> Iterator[None]:
        """While inside, set `control[0]` to 1 when time is up or someone aborts; kernels look."""
        control[0] = 0
        watching = [budget._controls for budget in self._up()]
        for controls in watching:
            controls.append(control)
        timer = None
        try:
            if self.is_exhausted:
                self.cut()
            seconds = self.seconds_left
            if seconds is not None:
                timer = threading.Timer(seconds, control.__setitem__, (0, 1))
                timer.daemon = True
                timer.start()
            yield
        finally:
            if timer is not None:
                timer.cancel()
            for controls in watching:
                del controls[next(i for i, each in enumerate(controls) if each is control)]

    def _up(self) -> Iterator["Budget"]:
        budget: Budget | None = self
        while budget is not None:
            yield budget
            budget = budget._parent

    def _count(self, nodes: int) -> None:
        self.nodes += nodes
        if self._parent is not None:
            self._parent._count(nodes)


def run(
    search: Callable[[Budget], T_co], limit: Limit, within: Budget | None = None
) -> Completed[T_co] | Cut:
    """Run a search to its end, or until its budget (and the one it is within) is spent.

    Even a search that swallows `Spent` and returns something has not completed.
    """
    budget = Budget(limit, within)
    try:
        answer = search(budget)
    except Spent:
        return Cut(budget.nodes)
    if budget.is_spent:
        return Cut(budget.nodes)
    return Completed(answer, _SEAL)
