"""The canonical form of a position, and a bounded cache of evaluations keyed by it.

Positions that turn or mirror into each other have one canonical form, so one evaluation serves
all: 8 of them on a square board, 4 on a rectangle, 2 with gravity.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeAlias

from games import mnk
from games.evaluator.evaluation import NORMAL, Convention, Evaluation
from games.evaluator.rules import Stones, stones
from games.evaluator.symmetry import symmetries


@dataclass(frozen=True, slots=True)
class Canonical:
    """A position's canonical form, and where its squares went."""

    position: mnk.Position
    moved: tuple[mnk.Square, ...]
    """By square of the original: its square in the canonical form."""

    def back(self, square: mnk.Square) -> mnk.Square:
        """The original's square, from the canonical form's."""
        return self.moved.index(square)


def canonical(position: mnk.Position, convention: Convention = NORMAL) -> Canonical:
    """The form shared by all positions that are this one turned or mirrored.

    >>> variant = mnk.Variant(4, 4, 4)
    >>> forms = {canonical(mnk.Position.start(variant).play(corner)) for corner in (0, 3, 12, 15)}
    >>> len({form.position for form in forms})
    1
    """
    variant = position.variant
    own, other = stones(position)
    best = min(
        (_moved(own, moved), _moved(other, moved), moved)
        for moved in symmetries(variant.width, variant.height, gravity=convention.gravity)
    )
    moved = best[2]
    turned = mnk.BySide(mnk.Side.BLACK, mnk.Side.WHITE).map(
        lambda side: frozenset(moved[square] for square in position.stones(side))
    )
    return Canonical(mnk.Position.of(variant, turned, position.side_to_move), moved)


def keeping(
    position: mnk.Position, convention: Convention = NORMAL
) -> tuple[tuple[mnk.Square, ...], ...]:
    """The symmetries that leave the position as it is; the first is none at all."""
    variant = position.variant
    own, other = stones(position)
    return tuple(
        moved
        for moved in symmetries(variant.width, variant.height, gravity=convention.gravity)
        if (_moved(own, moved), _moved(other, moved)) == (own, other)
    )


def _moved(squares: int, moved: tuple[mnk.Square, ...]) -> int:
    result = 0
    while squares:
        bit = squares & -squares
        squares ^= bit
        result |= 1 << moved[bit.bit_length() - 1]
    return result


Key: TypeAlias = tuple[mnk.Variant, Convention, Stones]


class Cache:
    """The latest evaluations, by canonical form; bounded by how many square values it keeps.

    A value takes about 200 bytes: the default bound is about 40 MB. Any thread may use it.
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

    def get(
        self, position: mnk.Position, convention: Convention, *, repeatable: bool = False
    ) -> Evaluation | None:
        """The evaluation of a canonical position, seen from its side to move.

        With `repeatable` only one whose search would take the same nodes again.
        """
        key = (position.variant, convention, stones(position))
        with self._lock:
            found, is_repeatable = self._kept.get(key, (None, False))
            if found is None or (repeatable and not is_repeatable):
                return None
            self._kept.move_to_end(key)
            return found

    def put(
        self, evaluation: Evaluation, convention: Convention, *, repeatable: bool = False
    ) -> None:
        """Keep an evaluation of a canonical position, and forget the oldest for it.

        `repeatable` says that its search began with nothing remembered.
        """
        key = (evaluation.position.variant, convention, stones(evaluation.position))
        with self._lock:
            self._forget(key)
            self._kept[key] = (evaluation, repeatable)
            self._values += len(evaluation.squares)
            while self._values > self.max_values:
                self._forget(next(iter(self._kept)))

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()
            self._values = 0

    def _forget(self, key: Key) -> None:
        old = self._kept.pop(key, None)
        if old is not None:
            self._values -= len(old[0].squares)
