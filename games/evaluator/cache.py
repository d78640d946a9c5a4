"""A bounded cache of evaluations, kept for canonical positions (games.mnk.symmetry).

Positions that turn or mirror into each other have one canonical form, so one evaluation serves
all: 8 of them on a square board, 4 on a rectangle.
"""

import threading
from collections import OrderedDict
from typing import TypeAlias

from games import mnk
from games.evaluator.evaluation import Evaluation
from games.evaluator.rules import Stones, stones

Key: TypeAlias = tuple[mnk.Variant, Stones]


class Cache:
    """The latest evaluations, by canonical form; bounded by how many square values it keeps.

    A value takes about 200 bytes: the default bound is about 40 MB. Any thread may use it.

    >>> start, cache = mnk.Position.start(mnk.Variant(3, 3, 3)), Cache()
    >>> cache.put(Evaluation(start, {}, ()))
    >>> cache.get(start) is not None, cache.get(start.play(4)) is None
    (True, True)
    """

    def __init__(self, max_values: int = 200_000) -> None:
        self.max_values = max_values
        self._values = 0
        self._kept: OrderedDict[Key, tuple[Evaluation, bool]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def values(self) -> int:
        """How many square values it keeps now; never more than `max_values`."""
        return self._values

    def get(self, position: mnk.Position, *, repeatable: bool = False) -> Evaluation | None:
        """The evaluation of a canonical position, seen from its side to move.

        With `repeatable`, only an evaluation whose search would take the same nodes again.
        """
        key = (position.variant, stones(position))
        with self._lock:
            found, is_repeatable = self._kept.get(key, (None, False))
            if found is None or (repeatable and not is_repeatable):
                return None
            self._kept.move_to_end(key)
            return found

    def put(self, evaluation: Evaluation, *, repeatable: bool = False) -> None:
        """Keep an evaluation of a canonical position, and forget the oldest to make room.

        `repeatable` says that its search began with nothing remembered.
        """
        key = (evaluation.position.variant, stones(evaluation.position))
        with self._lock:
            self._forget(key)
            self._kept[key] = (evaluation, repeatable)
            self._values += len(evaluation.squares)
            while self._values > self.max_values:
                self._forget(next(iter(self._kept)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._values = 0

    def _forget(self, key: Key) -> None:
        old = self._kept.pop(key, None)
        if old is not None:
            self._values -= len(old[0].squares)
