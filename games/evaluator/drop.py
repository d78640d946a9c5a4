"""The search where stones fall, as a kernel: what a position is worth, looking some plies ahead.

Alpha-beta over columns. Nothing is pruned that could matter and nothing is guessed at but the
leaves, so a value beyond `PROVED` is a proof: whoever wins by it wins against every reply. What the
lines alone settle is read off them at every position:

- a square that completes a line and can be reached wins in 1;
- two such squares of the other side, or one whose square above is another, lose in 2;
- so does a position in which every square leaves the other side one to complete.

The table keeps the stones themselves, not a hash of them: it cannot lie.
"""

from pathlib import Path

import numpy as np

from games.evaluator import jit
from games.evaluator.bits import lowest, mix, popcount
from games.evaluator.board import Words

kernel: jit.Kernel = jit.family("drop", Path(__file__).parent, ("bits", "drop"))

WIN = 1 << 20
"""A win is worth this, less the stones that lie when it is complete; a loss as much less than 0."""
PROVED = WIN - 128
"""Beyond this nothing was guessed."""
_MOST_GUESSED = 1 << 16

PROMISES = (0, 130, 52, 12, 3, 1)
"""By stones missing: what a line that is open promises its side; 100 are a logit of its winning.

Fitted to 2,010 positions of 7×6 with 14 to 24 stones, each solved, as are the next two. The side
to move had 160 there: many of them were about to be decided."""
IDLE = 70
"""What a square of the wrong parity takes from that."""
TO_MOVE = 60

TABLE_WIDTH = 3
"""Words in an entry: the stones of the side to move, the other's, and what is known."""
AT_LEAST, AT_MOST, EXACT = 1, 2, 3
"""What an entry knows: a bound, as alpha-beta leaves them, or the value."""

SPENT, NODES, MOST, CUT = 0, 1, 2, 3
"""In `control`: stop when not 0; nodes looked at; nodes at which to stop; whether it was cut."""


def new_table(entries_log2: int) -> Words:
    """An empty table of 2^n entries, 24 bytes each."""
    return np.zeros((1 << entries_log2) * TABLE_WIDTH, dtype=np.int64)


@kernel
def survey(own: int, other: int, masks: Words, weights: Words) -> tuple[int, int, int]:
    """The squares that complete a line of each side, reached or not, and what all lines promise.

    Both sides' lines count by the stones they have, the other side's with a minus.
    """
    mine = 0
    theirs = 0
    promise = 0
    for mask in masks:
        if mask & other == 0:
            missing = mask & ~own
            left = popcount(missing)
            promise += weights[left]
            if left == 1:
                mine |= missing
        elif mask & own == 0:
            missing = mask & ~other
            left = popcount(missing)
            promise -= weights[left]
            if left == 1:
                theirs |= missing
    return mine, theirs, promise


@kernel
def idle(threats: int, rows: int, free: int, width: int, full: int) -> int:
    """How many squares that a side lacks lie in rows of this parity, and in the air.

    Columns fill up two by two, so the side that began comes to the odd rows in the end, the other
    to the even ones (Allis 1988): a square in a row of the other parity promises less. Those that
    can be reached, or lie above one that can, are left to the search.
    """
    return popcount(threats & rows & full & ~free & ~(free << width))


@kernel
def value(
    own: int,
    other: int,
    depth: int,
    alpha: int,
    beta: int,
    width: int,
    full: int,
    odd_rows: int,
    bits: Words,
    masks: Words,
    weights: Words,
    orders: Words,
    table: Words,
    control: Words,
) -> int:
    """What a position is worth to its side to move, between `alpha` and `beta`, at this depth.

    Neither side has a line. 0 where `control` stopped it: `control[CUT]` is 1 then.
    """
    control[NODES] += 1
    if control[SPENT] != 0 or control[NODES] >= control[MOST]:
        control[CUT] = 1
        return 0
    taken = own | other
    stones = popcount(taken)
    bottom = (1 << width) - 1
    free = (bottom | (taken << width)) & full & ~taken
    if free == 0:
        return 0
    # 1. What the lines alone settle.
    mine, theirs, promise = survey(own, other, masks, weights)
    if mine & free != 0:
        return WIN - stones - 1
    forced = theirs & free
    moves = free
    if forced != 0:
        if forced & (forced - 1) != 0:
            return stones + 2 - WIN
        moves = forced
    beneath = 0
    rest = moves
    while rest != 0:
        bit = bits[lowest(rest)]
        rest &= rest - 1
        if ((bit << width) & full) & theirs != 0:
            beneath |= bit
    moves &= ~beneath
    if moves == 0:
        return stones + 2 - WIN
    # 2. The end of what is looked at: a guess.
    if depth <= 0:
        mine_rows = ~odd_rows if (stones & 1) == 0 else odd_rows
        guess = (
            promise
            + TO_MOVE
            - IDLE
            * (
                idle(mine, mine_rows, free, width, full)
                - idle(theirs, ~mine_rows, free, width, full)
            )
        )
        return int(min(max(guess, -_MOST_GUESSED), _MOST_GUESSED))
    # 3. What is known already.
    entries = table.shape[0] // 3
    slot = (mix(own, other) & (entries - 1)) * 3
    first_square = -1
    if table[slot] == own and table[slot + 1] == other and table[slot + 2] != 0:
        known = table[slot + 2]
        first_square = (known & 127) - 1
        if (known >> 9) & 127 >= depth:
            worth: int = (known >> 16) - (1 << 21)
            kind = (known >> 7) & 3
            if (
                kind == EXACT
                or (kind == AT_LEAST and worth >= beta)
                or (kind == AT_MOST and worth <= alpha)
            ):
                return worth
    # 4. The moves, likely best first.
    before = alpha
    best = -WIN
    best_square = -1
    while moves != 0:
        square = -1
        if first_square >= 0 and moves & bits[first_square] != 0:
            square = first_square
        else:
            rest = moves
            while rest != 0:
                each = lowest(rest)
                rest &= rest - 1
                if square < 0 or orders[each] > orders[square]:
                    square = each
        moves &= ~bits[square]
        worth = -value(
            other,
            own | bits[square],
            depth - 1,
            -beta,
            -alpha,
            width,
            full,
            odd_rows,
            bits,
            masks,
            weights,
            orders,
            table,
            control,
        )
        if control[CUT] != 0:
            return 0
        if worth > best:
            best = worth
            best_square = square
        if worth > alpha:
            alpha = worth
        if alpha >= beta:
            break
    kind = AT_LEAST if best >= beta else (AT_MOST if best <= before else EXACT)
    table[slot] = own
    table[slot + 1] = other
    table[slot + 2] = (
        (best + (1 << 21)) << 16 | min(depth, 127) << 9 | kind << 7 | (best_square + 1)
    )
    return best
