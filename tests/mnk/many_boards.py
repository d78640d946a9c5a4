"""Random boards, judged by our rules and by the slow referee.

    python -m tests.mnk.many_boards caro 100000

Chance alone seldom makes a run of just k stones, and seldomer one that is blocked: runs of k - 1 to
k + 1 are laid on the board, and about half of their ends get a stone of the other side. It prints
how many boards of each kind it saw, and stops at the first on which the two disagree.
"""

import random
import sys
from collections import Counter

from games import mnk

from . import interpreter, referee

_WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def random_board(rule: mnk.LineRule, rng: random.Random) -> mnk.Position:
    """Any stones, whether a game could lead there or not."""
    width, height = rng.randint(1, 9), rng.randint(1, 9)
    longest = max(width, height)
    k = rule.k_of(width, height) or min(longest, rng.choice((1, 2, 3, 3, 4, 4, 5, 5, 6)))
    signs = rng.choice((".", "......XO", "..XO", "XO"))
    board = [rng.choice(signs) for _ in range(width * height)]
    for _ in range(rng.randint(0, 3)):
        column, row = rng.randrange(width), rng.randrange(height)
        right, up = rng.choice(_WAYS)
        sign, other = rng.sample("XO", 2)
        run = [sign] * (k + rng.choice((-1, 0, 0, 0, 1)))
        ends = [rng.choice((other, other, "", ".")) for _ in range(2)]
        for each in (ends[0], *run, ends[1]):
            if each and 0 <= column < width and 0 <= row < height:
                board[row * width + column] = each
            column, row = column + right, row + up
    stones = mnk.BySide(*(frozenset(i for i, s in enumerate(board) if s == sign) for sign in "XO"))
    return mnk.Position.of(mnk.Variant(width, height, k, rule), stones, rng.choice(list(mnk.Side)))


def judged(position: mnk.Position) -> str:
    """What both say about the position; `AssertionError` where they differ."""
    stones, rules = interpreter.stones(position), interpreter.rules(position.variant)
    said = []
    for side in mnk.Side:
        sign = interpreter.SIGN[side]
        expected = referee.winning_points(stones, sign, rules)
        own, other = (
            sum(1 << square for square in position.stones(each)) for each in (side, side.other)
        )
        lines = mnk.open_masks(mnk.lines(position.variant), own, other)
        by_definition = {
            square
            for mask in lines
            if own & mask == mask
            for square in range(position.variant.squares)
            if mask >> square & 1
        }
        where = mnk.position_line(position)

        assert position.line(side) == interpreter.squares(expected, position.variant), where
        assert position.has_line(side) == bool(expected), where
        assert by_definition == set(position.line(side)), where
        said += [sign] * bool(expected)
    to_move = interpreter.SIGN[position.side_to_move]
    assert position.is_dead == referee.is_dead(stones, to_move, rules), where
    if said:
        return "won by both" if len(said) == 2 else "won"
    return "dead" if position.is_dead else "open"


def judge(rule: mnk.LineRule, boards: int, seed: int = 1) -> Counter[str]:
    """How many boards of each kind there were among this many."""
    rng = random.Random(f"{rule.value} {seed}")
    return Counter(judged(random_board(rule, rng)) for _ in range(boards))


if __name__ == "__main__":
    rule = mnk.LineRule(sys.argv[1]) if len(sys.argv) > 1 else mnk.LineRule.CARO
    boards = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    found = judge(rule, boards)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(found.items()))
    sys.stdout.write(f"{rule.value}: {boards:,} boards, the referee agrees on all: {kinds}\n")
