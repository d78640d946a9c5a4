"""What is known of boards: those solved here in every position, and how games on some of them end.

The boards that are solved are those on which games.evaluator proves every position while somebody
waits, measured by `python -m bench.evaluator_perfect` (docs/strength-exact.md). How games end is
proved here by certificates (`games.review.shipped`), or others have published it. Both stand here
because the server names these boards without loading the evaluator.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from games.mnk.notation import variant_from_text
from games.mnk.rule import LineRule
from games.mnk.side import Side
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


@dataclass(frozen=True, slots=True)
class Known:
    """How a game ends if nobody makes a mistake from the empty board on."""

    winner: Side | None
    """None for a draw."""
    source: str = ""
    """Who published it, as people are named; empty where a certificate that comes with the server
    proves it."""
    plies: int | None = None
    """The winner wins in this many at the latest; None if that is not known."""


VALUES: Final = Path(__file__).with_name("values.txt")
"""How games end on the boards of the certificates, one a line: `python -m bench.certificates`."""
_ALLIS: Final = Known(Side.BLACK, "Allis, van den Herik, Huntjens 1993")
_PUBLISHED: Final[Mapping[Variant, Known]] = {
    Variant(3, 3, 3, LineRule.MISERE): Known(None, "Friedman 2020"),
    Variant(3, 3, 3, LineRule.WILD): Known(Side.BLACK, "Baumann 2013"),
    Variant(7, 6, 4, LineRule.GRAVITY): Known(Side.BLACK, "Allis 1988, Allen 1988", plies=41),
    Variant(15, 15, 5): _ALLIS,
    Variant(15, 15, 5, LineRule.EXACT): _ALLIS,
    Variant(15, 15, 5, LineRule.RENJU): Known(Side.BLACK, "Wágner, Virág 2001"),
}


def known(variant: Variant) -> Known | None:
    """How games on a board end with best play; None where no proof is known to us.

    >>> known(Variant(5, 6, 4)), known(Variant(19, 19, 5))
    (Known(winner=<Side.BLACK: 0>, source='', plies=11), None)
    """
    turned = replace(variant, width=variant.height, height=variant.width, blocked=())
    same = (variant,) if variant.line_rule.says.falls or variant.blocked else (variant, turned)
    proved = _proved()
    return next(
        (found[each] for found in (proved, _PUBLISHED) for each in same if each in found),
        None,
    )


@cache
def _proved() -> Mapping[Variant, Known]:
    found = {}
    for line in VALUES.read_text(encoding="utf-8").splitlines():
        board, verdict, *plies = line.split()
        winner = None if verdict == "draw" else Side.BLACK
        found[variant_from_text(board)] = Known(winner, plies=int(plies[0]) if plies else None)
    return found


def is_solved(variant: Variant) -> bool:
    """Whether the evaluator's perfect level proves the outcome of each position on this board.

    It did so within its nodes in every position of every game measured: on boards with edges up to
    8, except the larger ones with four, five or six in a row. None with blocked squares was
    measured.

    >>> is_solved(Variant(6, 6, 5)), is_solved(Variant(7, 7, 5))
    (True, False)
    """
    shorter, longer = sorted((variant.width, variant.height))
    widest = _MEASURED.get(variant.line_rule)
    if widest is None or longer > _LONGEST or variant.blocked:
        return False
    return shorter <= widest.get((longer, variant.k), longer)


def has_certificates(variant: Variant) -> bool:
    """Whether there are certificates, which anyone can check, of wins and draws on this board.

    They build on a theorem that is not true where stones at the ends of a line block it: two lines
    that lack one stone each can be stopped by one stone there. Nor do they know of squares that are
    forbidden to one side, of lines that lose, of stones that fall, or of stones of either kind.

    >>> has_certificates(Variant(3, 3, 3)), has_certificates(Variant(3, 3, 3, LineRule.CARO))
    (True, False)
    """
    return variant.line_rule.says.has_one_answer
