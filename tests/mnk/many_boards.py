"""Random boards, judged by our rules and by the slow referee.

    python -m tests.mnk.many_boards caro 100000
    python -m tests.mnk.many_boards renju 1000000
    python -m tests.mnk.many_boards exact 100000 blocked

Chance alone seldom makes a run of just k stones, and seldomer one that is blocked: runs of k - 1 to
k + 1 are laid on the board, and about half of their ends get a stone of the other side. For renju
also rows that make threes and fours, many of them meeting. With the word "blocked" some squares
are, where the rule knows such boards. It prints
how many boards of each kind it saw, and stops at the first on which the two disagree.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from games import mnk

from . import interpreter, referee

Maker: TypeAlias = Callable[[mnk.LineRule, random.Random], mnk.Position]

_WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def random_board(rule: mnk.LineRule, rng: random.Random) -> mnk.Position:
    """Any stones, whether a game could lead there or not."""
    least, most = (5, 12) if rule is mnk.LineRule.RENJU else (1, 9)
    width, height = rng.randint(least, most), rng.randint(least, most)
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
    if rule is mnk.LineRule.RENJU:
        _lay_shapes(board, width, height, rng)
    if rule.says.falls:
        board = interpreter.fallen(board, width)
    stones = mnk.BySide(*(frozenset(i for i, s in enumerate(board) if s == sign) for sign in "XO"))
    return mnk.Position.of(mnk.Variant(width, height, k, rule), stones, rng.choice(list(mnk.Side)))


def blocked_board(rule: mnk.LineRule, rng: random.Random) -> mnk.Position:
    """The same with some squares blocked."""
    return with_blocks(random_board(rule, rng), rng)


def with_blocks(position: mnk.Position, rng: random.Random) -> mnk.Position:
    """The same with some squares blocked, and the stones that lay there gone."""
    variant = walled(position.variant, rng, least=0)
    stones = (frozenset(position.stones(each)).difference(variant.blocked) for each in mnk.Side)
    return mnk.Position.of(variant, mnk.BySide(*stones), position.side_to_move)


def walled(board: mnk.Variant, rng: random.Random, least: int = 1) -> mnk.Variant:
    """The board with some squares blocked, at least this many."""
    most = min(board.squares // 4, mnk.MOST_BLOCKED)
    while True:
        count = rng.randint(least, most)
        try:
            return replace(board, blocked=tuple(rng.sample(range(board.squares), count)))
        except mnk.VariantError:  # no line is left
            continue


_SHAPES = ("XX", "XXX", "X.X", "XX.X", "X.XX", "X.XX.X", "X.X.X", "XXX.X.XXX", "XX..XX")
"""What one stone makes threes, fours and overlines of."""


def _lay_shapes(board: list[str], width: int, height: int, rng: random.Random) -> None:
    """Lay shapes of black's so that their gaps and ends meet, some with a stone of white's."""
    for _ in range(rng.randint(1, 3)):
        meet_x, meet_y = rng.randrange(width), rng.randrange(height)
        for right, up in rng.sample(_WAYS, rng.randint(1, 4)):
            shape = rng.choice((".", "..", "O.")) + rng.choice(_SHAPES) + rng.choice((".", ".O"))
            start = rng.randrange(len(shape))
            for place, sign in enumerate(shape, start=-start):
                column, row = meet_x + place * right, meet_y + place * up
                if 0 <= column < width and 0 <= row < height:
                    board[row * width + column] = sign
        board[meet_y * width + meet_x] = "."


def judged(position: mnk.Position) -> str:
    """What both say about the position; `AssertionError` where they differ."""
    stones, rules = interpreter.stones(position), interpreter.rules(position.variant)
    said = []
    for side in mnk.Side:
        sign = interpreter.SIGN[side]
        expected = interpreter.winning_points(position, side)
        by_definition = set().union(
            *(by_masks(position, kind) for kind in interpreter.kinds(position, side))
        )
        where = mnk.position_line(position)

        assert position.line(side) == interpreter.squares(expected, position.variant), where
        assert position.has_line(side) == bool(expected), where
        assert by_definition == set(position.line(side)), where
        winner = mnk.Side.BLACK if referee.winner(sign, rules) == "X" else mnk.Side.WHITE
        assert position.has_won(winner) == bool(expected), where
        said += [sign] * bool(expected)
    to_move = interpreter.SIGN[position.side_to_move]
    playable = referee.playable(stones, to_move, rules)
    assert position.playable_squares() == interpreter.squares(playable, position.variant), where
    assert position.is_dead == referee.is_dead(stones, to_move, rules), where
    if position.variant.line_rule.says.forbids and position.side_to_move is mnk.Side.BLACK:
        said_of = interpreter.marked(position, position.forbidden)
        banned = [
            interpreter.point(square, position.variant) for square in position.empty_squares()
        ]
        may_play = set(playable)
        assert set(position.forbidden) == {
            square
            for square, point in zip(position.empty_squares(), banned, strict=True)
            if point not in may_play
        }, (where, said_of)
        if position.forbidden and not said:
            bans = {each.ban.value for each in position.forbidden.values()}
            return f"with {' and '.join(sorted(bans))}"
    if said:
        return "won by both" if len(said) == 2 else "won"
    return "dead" if position.is_dead else "open"


def by_masks(position: mnk.Position, side: mnk.Side) -> set[mnk.Square]:
    """The squares of a side's lines, by the rule's own definition."""
    own, other = (
        sum(1 << square for square in position.stones(each)) for each in (side, side.other)
    )
    masks = mnk.open_masks(mnk.lines(position.variant.of(side)), own, other)
    return {
        square
        for mask in masks
        if own & mask == mask
        for square in range(position.variant.squares)
        if mask >> square & 1
    }


def judge(
    rule: mnk.LineRule, boards: int, seed: int = 1, make: Maker = random_board
) -> Counter[str]:
    """How many boards of each kind there were among this many."""
    rng = random.Random(f"{rule.value} {seed}")
    return Counter(judged(make(rule, rng)) for _ in range(boards))


if __name__ == "__main__":
    rule = mnk.LineRule(sys.argv[1]) if len(sys.argv) > 1 else mnk.LineRule.CARO
    boards = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    make = blocked_board if "blocked" in sys.argv[3:] else random_board
    found = judge(rule, boards, make=make)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(found.items()))
    sys.stdout.write(f"{rule.value}: {boards:,} boards, the referee agrees on all: {kinds}\n")
