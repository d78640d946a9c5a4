"""The boards that are solved: games.evaluator proves every position on them while somebody waits.

Measured by `python -m bench.evaluator_perfect` (docs/strength-exact.md). It stands here because the
server names these boards without loading the evaluator.
"""

from collections.abc import Mapping
from typing import Final

from games.mnk.rule import LineRule
from games.mnk.variant import Variant

_LONGEST: Final = 8
"""No board with a longer edge was measured."""
_WIDEST: Final = {(6, 4): 5, (7, 4): 3, (7, 5): 5, (8, 4): 3, (8, 5): 4, (8, 6): 7}
"""By longer edge and k: how long the other edge may be. Any length where nothing is said."""
_MEASURED: Final[Mapping[LineRule, Mapping[tuple[int, int], int]]] = {
    LineRule.FREESTYLE: _WIDEST,
    LineRule.EXACT: _WIDEST,
    LineRule.FULL_LINES: {},
}
"""The rules that were measured: under any other no board is known to be solved."""


def is_solved(variant: Variant) -> bool:
    """Whether the evaluator's perfect level proves the outcome of each position on this board.

    It did so within its nodes in every position of every game measured: on boards with edges up to
    8, except the larger ones with four, five or six in a row.

    >>> is_solved(Variant(6, 6, 5)), is_solved(Variant(7, 7, 5))
    (True, False)
    """
    shorter, longer = sorted((variant.width, variant.height))
    widest = _MEASURED.get(variant.line_rule)
    if widest is None or longer > _LONGEST:
        return False
    return shorter <= widest.get((longer, variant.k), longer)
