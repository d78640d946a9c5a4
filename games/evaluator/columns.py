"""The search where stones fall: proofs and chances for each square of a board of up to 64.

Each square is searched one ply deeper in turn. A win is found at the first depth that reaches it,
so its distance is exact; what lies no deeper than the board is full is a draw. A chance is the mean
of two depths: whoever moved last before a leaf looks better there.

>>> from games.evaluator.limit import Limit
>>> start = mnk.Position.start(mnk.Variant(4, 4, 3, mnk.LineRule.GRAVITY))
>>> found = search(start, [1], Budget(Limit(nodes=10_000)))
>>> found.proofs[1].answer
Finding(verdict=<Verdict.WIN: 'win'>, plies=9)
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import numpy as np

from games import mnk
from games.evaluator import drop
from games.evaluator.board import Words, board, word
from games.evaluator.evaluation import Finding, Opinion, Verdict
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import MAX_EXACT_SQUARES, Stones, stones

_TABLE_BITS: Final = 19
"""The largest table: 12 MiB."""
_SEEN_AT_SIGHT: Final = 2
"""A position shows a loss in this many plies without a search."""
_LOGIT: Final = 100
"""A score of this much is a logit of winning (drop.PROMISES)."""
_SURE: Final = 0.99


def search(
    position: mnk.Position,
    squares: Iterable[mnk.Square],
    budget: Budget,
    *,
    depth: int | None = None,
    best_only: bool = False,
) -> Opinion:
    """Look at what follows each of these squares, ply by ply, until all are proved or it is spent.

    None of them may complete a line, and the game must not be over; the variant must be one it is
    for (`rules.has_columns`). Nothing that takes longer than `depth` is proved. `best_only` ends it
    once a win is proved. Every square that is not proved has a chance, unless the budget did not
    last for a first look.
    """
    own, other = stones(position)
    kernel = _Kernel(position.variant, budget.nodes_left)
    empty = len(position.empty_squares())
    found = Opinion()
    open_squares, before = list(squares), dict[mnk.Square, float]()
    for ahead in range(empty if depth is None else min(depth, empty)):
        look = partial(_look, kernel, ahead, empty)
        guessed: dict[mnk.Square, float] = {}
        unsettled = []
        for square in open_squares:
            after = other, own | 1 << square
            looked = run(partial(look, after), Limit(), budget)
            if not isinstance(looked, Completed):
                return found
            seen = looked.answer
            if isinstance(seen, Finding):
                if depth is None or (seen.plies is not None and seen.plies <= depth):
                    found.proofs[square] = looked.then(_as_finding)
                    found.chances.pop(square, None)
                    if best_only and seen.verdict is Verdict.WIN:
                        return found
                if seen.plies is None:
                    unsettled.append(square)
            else:
                guessed[square] = seen
                unsettled.append(square)
        found.chances = {
            square: (chance + before.get(square, chance)) / 2 for square, chance in guessed.items()
        }
        before = guessed
        open_squares = unsettled
        if not open_squares:
            break
    return found


def _as_finding(seen: Finding | float) -> Finding:
    assert isinstance(seen, Finding)
    return seen


def _look(
    kernel: "_Kernel", ahead: int, empty: int, after: Stones, budget: Budget
) -> Finding | float:
    """What a square is worth, by what follows it `ahead` plies deep: its end, or a chance."""
    worth = -kernel.value(after, ahead, budget)
    if abs(worth) > drop.PROVED:
        lie = (after[0] | after[1]).bit_count()
        plies = drop.WIN - abs(worth) - lie + 1
        # What the table knew may lie deeper: then there may be a shorter way.
        is_nearest = plies <= ahead + 1 + _SEEN_AT_SIGHT
        verdict = Verdict.WIN if worth > 0 else Verdict.LOSS
        return Finding(verdict, plies if is_nearest else None)
    if ahead >= empty - 1:
        return Finding(Verdict.DRAW, empty)
    return max(-_SURE, min(_SURE, math.tanh(worth / 2 / _LOGIT)))


class _Kernel:
    """The kernel with the tables of one variant, and a memory of its own."""

    def __init__(self, variant: mnk.Variant, nodes: int) -> None:
        bits = max(10, min(_TABLE_BITS, nodes.bit_length()))
        self._board = board(variant)
        self._lines = _lines(variant)
        self._table = drop.new_table(bits)
        self._control = np.zeros(4, dtype=np.int64)

    def value(self, after: Stones, depth: int, budget: Budget) -> int:
        """What a position is worth to its side to move; raises `Spent` when the budget ends it."""
        control, b = self._control, self._board
        left = budget.nodes_left
        if left <= 0:
            budget.cut()
        with budget.watched(control):
            control[drop.NODES], control[drop.MOST], control[drop.CUT] = 0, left + 1, 0
            worth = drop.value(
                *(word(after[0]), word(after[1]), depth, -drop.WIN, drop.WIN),
                *(b.variant.width, b.full, self._lines.odd_rows),
                *(b.bits, b.masks, self._lines.weights, self._lines.orders),
                *(self._table, control),
            )
        budget.count(int(control[drop.NODES]), cut=bool(control[drop.CUT]))
        return int(worth)


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """What the guess at a leaf and the order of moves need, by variant."""

    odd_rows: int
    weights: Words
    """By stones missing: what a line promises."""
    orders: Words
    """By square: how many lines go through it."""


@lru_cache(maxsize=64)
def _lines(variant: mnk.Variant) -> _Lines:
    b = board(variant)
    odd = sum(1 << square for square in range(variant.squares) if square // variant.width % 2 == 0)
    promises = [*drop.PROMISES, *[0] * (MAX_EXACT_SQUARES + 1 - len(drop.PROMISES))]
    return _Lines(
        word(odd),
        np.array(promises, dtype=np.int64),
        np.diff(b.through_from),
    )


def warm_up() -> None:
    """Load the compiled kernels, or compile them if that has not been done before."""
    start = mnk.Position.start(mnk.Variant(4, 4, 3, mnk.LineRule.GRAVITY))
    search(start, [0], Budget(Limit(nodes=100)))
