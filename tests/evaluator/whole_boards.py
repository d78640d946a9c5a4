"""Every position of every board up to 4×4, by every rule, worked out from the end of the game.

    python -m tests.evaluator.whole_boards [POSITIONS [RULE…]]

The value of a position follows from those with one stone more, so all of a board's are found in one
pass from the full board down: 43 million on 4×4, some seconds. Rules are told once more, as bits.
What the evaluator says of the empty board and of random positions (200 of each board) is held
against them: verdict of each move, and the distance where it gives one. It prints each board's
value and how many moves were proved, and stops at the first that is not true. Renju is not among
the rules: its boards begin with 5×5.
"""

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

from games import evaluator, mnk
from games.evaluator import Limit, Proved, Verdict

POSITIONS = 200
NODES = 3_000_000
"""What the evaluator may look at in one position."""
MOST = 4
"""The longest edge."""
WON, UNKNOWN = 100, -128
"""A win in n plies is `WON - n`, a loss the same below zero, a draw 0; for whoever is to move."""
RULES = tuple(rule for rule in mnk.LineRule if rule is not mnk.LineRule.RENJU)


def lines_of(variant: mnk.Variant) -> np.ndarray:
    """Rows of squares that win, with those that must not be one's own and those that the other side
    must not hold together: bits, none where there are none."""
    width, height, rule = variant.width, variant.height, variant.line_rule

    def bit(x: int, y: int) -> int:
        return 1 << y * width + x if 0 <= x < width and 0 <= y < height else 0

    found = []
    for x in range(width):
        for y in range(height):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                length = variant.k
                if rule is mnk.LineRule.FULL_LINES:
                    length = {(1, 0): width, (0, 1): height}.get((dx, dy), min(width, height))
                squares = [bit(x + i * dx, y + i * dy) for i in range(length)]
                ends = [bit(x - dx, y - dy), bit(x + length * dx, y + length * dy)]
                if not all(squares):
                    continue
                is_exact = rule in (mnk.LineRule.EXACT, mnk.LineRule.CARO)
                fence = sum(ends) if is_exact else 0
                both = sum(ends) if rule is mnk.LineRule.CARO and all(ends) else 0
                found.append((sum(squares), fence, both))
    return np.array(sorted(set(found)), np.int64).reshape(-1, 3)


@njit(cache=False)
def has_line(own: int, other: int, lines: np.ndarray) -> bool:
    for at in range(len(lines)):
        mask, fence, both = lines[at]
        if own & mask == mask and not own & fence and not (both and other & both == both):
            return True
    return False


@njit(cache=False)
def mover_of(ply: int, two_a_turn: bool) -> int:
    return (ply + 1) // 2 % 2 if two_a_turn else ply % 2


@njit(cache=False)
def values(
    width: int,
    height: int,
    lines: np.ndarray,
    line_loses: bool,
    falls: bool,
    two_a_turn: bool,
    either_kind: bool,
) -> np.ndarray:
    """The value of each position, by its stones as digits of three: 0 none, 1 X, 2 O."""
    squares = width * height
    found = np.full(3**squares, UNKNOWN, np.int8)
    powers = np.array([3**at for at in range(squares)])
    full = (1 << squares) - 1
    for index in range(3**squares - 1, -1, -1):
        x = o = stones = x_stones = 0
        rest = index
        for at in range(squares):
            digit = rest % 3
            rest //= 3
            if digit == 1:
                x |= 1 << at
                x_stones += 1
                stones += 1
            elif digit == 2:
                o |= 1 << at
                stones += 1
        if not either_kind:
            right = 0
            for ply in range(stones):
                right += mover_of(ply, two_a_turn) == 0
            if x_stones != right:
                continue
        taken = x | o
        if falls:
            floats = False
            for at in range(width, squares):
                if taken >> at & 1 and not taken >> (at - width) & 1:
                    floats = True
            if floats:
                continue
        mover = mover_of(stones, two_a_turn)
        last = mover_of(stones - 1, two_a_turn) if stones else 0
        x_line, o_line = has_line(x, o, lines), has_line(o, x, lines)
        if either_kind:
            is_over = x_line or o_line
        else:
            is_over = stones > 0 and (x_line if last == 0 else o_line)
            if o_line if last == 0 else x_line:
                continue  # the game was over before
        if is_over:
            wins = (last == mover) != line_loses
            found[index] = WON if wins else -WON
            continue
        if taken == full:
            found[index] = 0
            continue
        best = -127
        following = mover_of(stones + 1, two_a_turn)
        for at in range(squares):
            if taken >> at & 1 or (falls and at >= width and not taken >> (at - width) & 1):
                continue
            for kind in range(2):
                if not either_kind and kind != mover:
                    continue
                after = int(found[index + powers[at] * (kind + 1)])
                value = after if following == mover else -after
                value += -1 if value > 0 else 1 if value < 0 else 0
                best = max(best, value)
        found[index] = best
    return found


def boards(rule: mnk.LineRule) -> Iterator[mnk.Variant]:
    """Each board of a rule."""
    for width in range(1, MOST + 1):
        for height in range(1, MOST + 1):
            for k in range(1, max(width, height) + 1):
                try:
                    variant = mnk.Variant(width, height, k, rule)
                except mnk.VariantError:
                    continue
                yield variant


def values_of(variant: mnk.Variant) -> np.ndarray:
    says = variant.line_rule.says
    found: np.ndarray = values(
        variant.width,
        variant.height,
        lines_of(variant),
        says.completing_loses,
        says.falls,
        says.stones_a_turn == 2,
        says.either_kind,
    )
    return found


def index_of(position: mnk.Position) -> int:
    return sum((side + 1) * 3**at for side in mnk.Side for at in position.stones(side))


def compared(position: mnk.Position, known: np.ndarray) -> tuple[int, int]:
    """How many moves of a position are proved, of how many; `AssertionError` for a false claim."""
    found = evaluator.evaluate(position, Limit(nodes=NODES))
    proved = 0
    for move, value in found.squares.items():
        after = position.play(move)
        worth = int(known[index_of(after)])
        if after.side_to_move is not position.side_to_move:
            worth = -worth
        if not isinstance(value, Proved):
            continue
        proved += 1
        where = mnk.position_line(position), mnk.move_name(move, position.variant), worth
        expected = Verdict.WIN if worth > 0 else Verdict.LOSS if worth < 0 else Verdict.DRAW
        assert value.verdict is expected, (where, value)
        if worth and value.plies is not None:
            assert value.plies == WON - abs(worth) + 1, (where, value)
    return proved, len(found.squares)


class Checked(NamedTuple):
    """What a board's check saw: of moves, how many were proved, of how many."""

    worth: int
    """The value of the empty board."""
    at_start: tuple[int, int]
    later: tuple[int, int]

    def __str__(self) -> str:
        plies = WON - abs(self.worth)
        value = f"{'win' if self.worth > 0 else 'loss'} {plies}" if self.worth else "draw"
        (at_start, of_start), (later, of_later) = self.at_start, self.later
        return f"{value}; start {at_start} of {of_start} moves proved, {later} of {of_later} else"


def check(variant: mnk.Variant, count: int) -> Checked:
    """Compare the empty board and this many random positions."""
    known = values_of(variant)
    rng = random.Random(mnk.variant_text(variant))
    start = mnk.Position.start(variant)
    at_start = compared(start, known)
    proved = moves = 0
    for _ in range(count):
        position = start
        for _ in range(rng.randrange(variant.squares)):
            after = position.play(rng.choice(position.playable_moves()))
            if after.is_over:
                break
            position = after
        some, of = compared(position, known)
        proved, moves = proved + some, moves + of
    return Checked(int(known[0]), at_start, (proved, moves))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    rules = [mnk.LineRule(word) for word in sys.argv[2:]] or RULES
    for rule in rules:
        for variant in boards(rule):
            sys.stdout.write(f"{mnk.variant_text(variant)}: {check(variant, count)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
