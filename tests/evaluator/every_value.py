"""The exact solver against brute force in every position of every small board.

    python -m tests.evaluator.every_value caro 12

Every board with that many squares at most and every k up to 3 (more for full lines): every position
a game can reach, with its verdict and distance. 12 squares take minutes.
"""

import sys
from collections.abc import Iterator
from functools import partial

from games import mnk
from games.evaluator.evaluation import Finding
from games.evaluator.exact import Solver
from games.evaluator.glance import certain
from games.evaluator.limit import Limit
from games.evaluator.proof import Completed, run
from games.evaluator.rules import stones

from . import brute

LONGEST = 3


def boards(rule: mnk.LineRule, squares: int) -> Iterator[mnk.Variant]:
    """The boards at least as wide as high."""
    for height in range(1, squares + 1):
        for width in range(height, squares // height + 1):
            only = rule.k_of(width, height)
            for k in (only,) if only else range(1, min(LONGEST, width) + 1):
                yield mnk.Variant(width, height, k, rule)


def compare(variant: mnk.Variant) -> int:
    """How many positions there are; `AssertionError` where solver or glance differ from brute
    force in one."""
    solver = Solver(variant, table_log2=18)
    seen = 0
    for board, sign in brute.reachable(variant):
        if brute.has_line(board, brute.other(sign), variant) or "." not in board:
            continue
        seen += 1
        side = mnk.Side.BLACK if sign == "X" else mnk.Side.WHITE
        both = mnk.BySide(*(frozenset(at for at, s in enumerate(board) if s == x) for x in "XO"))
        position = mnk.Position.of(variant, both, side)
        expected = brute.best(board, sign, variant)
        search = run(partial(solver.finding, stones(position)), Limit())
        assert isinstance(search, Completed)
        found: Finding = search.answer
        assert (found.verdict.value, found.plies) == expected, mnk.position_line(position)
        truth = brute.after_each(board, sign, variant)
        for square, each in certain(position).items():
            assert (each.verdict.value, each.plies) == truth[square], mnk.position_line(position)
    brute.forget()
    return seen


if __name__ == "__main__":
    rule = mnk.LineRule(sys.argv[1]) if len(sys.argv) > 1 else mnk.LineRule.CARO
    squares = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    every = {variant: compare(variant) for variant in boards(rule, squares)}
    sys.stdout.write(
        f"{rule.value}: {len(every)} boards of up to {squares} squares, {sum(every.values()):,} "
        "positions: all as brute force has them\n"
    )
