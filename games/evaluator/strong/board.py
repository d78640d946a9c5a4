"""The board of a search: stones, and for every empty square what a stone there would make.

Everything lies in one numpy record, so that a kernel gets it as one pointer. A stone changes the
codes of the squares that see it along a line; shapes, mixes, gains and the sum of values follow.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any, Final, cast

import numpy as np

from games import mnk
from games.evaluator.strong import patterns
from games.evaluator.strong.kernel import kernel
from games.evaluator.strong.patterns import (
    BANS_NOTHING,
    BANS_SURELY,
    BANS_THREES,
    MAKES_FOUR,
    MAKES_FOUR_THREE,
    MAKES_THREE,
    MAKES_THREES,
    OPEN_FOUR,
    OPEN_THREE,
    WINS,
)
from games.evaluator.strong.record import (
    DTYPE,
    GAIN_STRIDE,
    LINES,
    MAX_SQUARES,
    MIXES,
    NOISE,
    BoardRecord,
    IntArray,
)
from games.evaluator.strong.weights import Weights

EVALUATION_LIMIT: Final = 30_000
"""No evaluation is larger; scores beyond it mean wins."""

BLOCKED: Final = 3
"""What lies on a blocked square, where a stone is its side + 1. To every line it is the edge."""

WORTH: Final = (0, 1, 2, 4, 10, 11, 40, 50, 200, 1000, 0)
"""The worth of each shape, for the order of moves."""


@dataclass(frozen=True, slots=True)
class _Start:
    """What an empty board of a variant is filled with, by field."""

    fields: tuple[tuple[str, IntArray], ...]
    reach: int
    forbids: bool
    ends_block: bool


def new(variant: mnk.Variant, weights: Weights) -> BoardRecord:
    """An empty board; `patterns.NotSupported` if the engine cannot play the variant."""
    start = _start(variant)
    board = cast(BoardRecord, np.zeros(1, DTYPE).view(np.recarray)[0])
    board.squares = variant.squares
    board.reach = start.reach
    board.forbids = start.forbids
    board.ends_block = start.ends_block
    board.taken = len(variant.blocked)
    for name, values in start.fields:
        cast(Any, board)[name][: len(values)] = values
    board.value_of[:] = weights.packed
    board.alarms[:] = weights.alarms
    board.node_limit = board.fours_limit = np.iinfo(np.int64).max
    board.best = -1
    count(board)
    return board


def of(position: mnk.Position, weights: Weights) -> BoardRecord:
    """The board of a position."""
    board = new(position.variant, weights)
    for side in mnk.Side:
        for square in position.stones(side):
            place(board, square, int(side))
    return board


@lru_cache(maxsize=8)
def _start(variant: mnk.Variant) -> _Start:
    forbids = variant.line_rule.says.forbids
    first, second = (patterns.patterns_of(variant, side) for side in mnk.Side)
    tables = [first.table, second.table] if forbids else [first.table]
    reach, width, height = first.reach, variant.width, variant.height
    further = len(first.table) if forbids else 0
    power = [first.signs**place for place in range(2 * reach)]
    fore, back, code, centre = [0] * LINES, [0] * LINES, [0] * LINES, [0] * MAX_SQUARES
    steps = (1, width, width + 1, width - 1)
    stone = [0] * MAX_SQUARES
    for square in variant.blocked:
        stone[square] = BLOCKED
    for square in range(variant.squares):
        row, column = divmod(square, width)
        right, left, up, down = width - 1 - column, column, height - 1 - row, row
        ways = (
            (right, left),
            (up, down),
            (min(right, up), min(left, down)),
            (min(left, up), min(right, down)),
        )
        for direction, (ahead, behind) in enumerate(ways):
            line = 4 * square + direction
            fore[line], back[line] = min(ahead, reach), min(behind, reach)
            step = steps[direction]
            for distance in range(1, reach + 1):
                if distance > ahead or stone[square + distance * step]:
                    code[line] += first.edge * power[reach + distance - 1]
                if distance > behind or stone[square - distance * step]:
                    code[line] += first.edge * power[reach - distance]
        edge = min(right, left, up, down)
        centre[square] = min(7, edge)
    return _Start(
        (
            ("fore", np.array(fore, np.int8)),
            ("back", np.array(back, np.int8)),
            ("code", np.array(code + [each + further for each in code], np.int32)),
            ("centre", np.array(centre, np.int8)),
            ("step", np.array(steps)),
            ("stone", np.array(stone, np.int8)),
            ("power", np.array(power, np.int32)),
            ("key", _keys()),
            ("shape_of", np.concatenate(tables)),
            ("gain_of", patterns.gain_table()),
            ("gains_at", np.array([MIXES if forbids else 0, 0])),
            ("ban_of", patterns.ban_table()),
            ("worth_of", _worth_table()),
            ("mix_of", np.array(patterns.MIX)),
        ),
        reach,
        forbids,
        variant.line_rule.says.ends_block,
    )


@cache
def _keys() -> IntArray:
    """What each stone adds to the hash of a position, whatever the board."""
    rng = Random("squares")
    return np.array([rng.getrandbits(62) for _ in range(2 * MAX_SQUARES)])


@cache
def _worth_table() -> IntArray:
    worth = np.zeros(MIXES, np.int16)
    for mix, shapes in patterns.mixes().items():
        worth[mix] = sum(WORTH[shape] for shape in shapes)
    return worth


@kernel
def count(board: BoardRecord) -> None:
    """Count gains and add up values of all empty squares from their codes."""
    board.totals[:] = 0
    board.gains[:] = 0
    for side in range(2):
        for square in range(board.squares):
            mix = 0
            for direction in range(4):
                line = side * LINES + 4 * square + direction
                shape = board.shape_of[board.code[line]]
                mix += board.mix_of[shape]
                board.shape_at[line] = shape
            place_of = side * MAX_SQUARES + square
            board.mix[place_of] = mix
            board.gain[place_of] = board.gain_of[board.gains_at[side] + mix]
            if board.stone[square] == 0:
                board.gains[side * 8 + board.gain[place_of]] += 1
                board.totals[side] += board.value_of[mix]


@kernel
def _reshape(board: BoardRecord, side: int, square: int, line: int, shape: int) -> None:
    old = board.shape_at[line]
    if shape == old:
        return
    board.shape_at[line] = shape
    place_of = side * MAX_SQUARES + square
    before = board.mix[place_of]
    mix = before + board.mix_of[shape] - board.mix_of[old]
    board.mix[place_of] = mix
    board.totals[side] += board.value_of[mix] - board.value_of[before]
    was = board.gain[place_of]
    now = board.gain_of[board.gains_at[side] + mix]
    if now != was:
        board.gain[place_of] = now
        board.gains[side * 8 + was] -= 1
        board.gains[side * 8 + now] += 1


@kernel
def _see(board: BoardRecord, seer: int, direction: int, side: int, weight: int) -> None:
    line = 4 * seer + direction
    other = 1 - side
    own = side * LINES + line
    code = board.code[own] + weight
    board.code[own] = code
    theirs = other * LINES + line
    blocked = board.code[theirs] + 2 * weight
    board.code[theirs] = blocked
    if board.stone[seer] == 0:
        _reshape(board, side, seer, own, board.shape_of[code])
        _reshape(board, other, seer, theirs, board.shape_of[blocked])


@kernel
def _spread(board: BoardRecord, square: int, side: int, sign: int) -> None:
    """Tell the squares that see this one along a line."""
    reach = board.reach
    for direction in range(4):
        step = board.step[direction]
        line = 4 * square + direction
        seer = square
        for distance in range(1, board.fore[line] + 1):
            seer += step
            _see(board, seer, direction, side, sign * board.power[reach - distance])
        seer = square
        for distance in range(1, board.back[line] + 1):
            seer -= step
            _see(board, seer, direction, side, sign * board.power[reach + distance - 1])


@kernel
def place(board: BoardRecord, square: int, side: int) -> None:
    """Put a stone on an empty square."""
    for each in range(2):
        board.gains[each * 8 + board.gain[each * MAX_SQUARES + square]] -= 1
        board.totals[each] -= board.value_of[board.mix[each * MAX_SQUARES + square]]
    board.stone[square] = side + 1
    board.hash ^= board.key[side * MAX_SQUARES + square]
    board.taken += 1
    _spread(board, square, side, 1)


@kernel
def lift(board: BoardRecord, square: int, side: int) -> None:
    """Take a stone away again. Stones are lifted in the reverse order of placing."""
    _spread(board, square, side, -1)
    board.stone[square] = 0
    board.hash ^= board.key[side * MAX_SQUARES + square]
    board.taken -= 1
    for each in range(2):
        board.gains[each * 8 + board.gain[each * MAX_SQUARES + square]] += 1
        board.totals[each] += board.value_of[board.mix[each * MAX_SQUARES + square]]


@kernel
def find(board: BoardRecord, side: int, gain: int, near: int) -> int:
    """An empty square with at least this gain for a side, or -1; first along the lines of `near`.

    `near` is the stone that made the gain, if it is known, or -1: it saves most of the search.
    """
    part = side * MAX_SQUARES
    if near >= 0:
        for direction in range(4):
            step: int = board.step[direction]
            square = near
            for _ in range(board.fore[4 * near + direction]):
                square += step
                if board.gain[part + square] >= gain and board.stone[square] == 0:
                    return square
            square = near
            for _ in range(board.back[4 * near + direction]):
                square -= step
                if board.gain[part + square] >= gain and board.stone[square] == 0:
                    return square
    for square in range(board.squares):
        if board.gain[part + square] >= gain and board.stone[square] == 0:
            return square
    return -1


@kernel
def _goes_on(board: BoardRecord, square: int, direction: int, step: int, most: int) -> int:
    """Where, on one side of an open three of black's, a stone makes it a straight four; or -1."""
    seen = square
    for _ in range(most):
        seen += step
        if board.stone[seen] == 0:
            return seen if board.shape_at[4 * seen + direction] == OPEN_FOUR else -1
        if board.stone[seen] != 1:
            return -1
    return -1


@kernel
def is_forbidden(board: BoardRecord, square: int) -> bool:
    """Whether black, in renju, may not play this empty square: as `games.mnk.forbidden` has it.

    What a stone makes along each line is known. Only whether threes are real has to be tried.
    """
    ban = board.ban_of[board.mix[square]]
    if ban == BANS_SURELY:
        return True
    if ban != BANS_THREES:
        return False
    place(board, square, 0)
    real = 0
    for direction in range(4):
        line = 4 * square + direction
        if board.shape_at[line] != OPEN_THREE:
            continue
        step = board.step[direction]
        for way in range(2):
            if way == 0:
                on = _goes_on(board, square, direction, step, board.fore[line])
            else:
                on = _goes_on(board, square, direction, -step, board.back[line])
            if on >= 0 and board.gain[on] != WINS and not is_forbidden(board, on):
                real += 1
                break
    lift(board, square, 0)
    return real > 1


@kernel
def is_stuck(board: BoardRecord) -> bool:
    """Whether black, in renju, has no square to play."""
    for square in range(board.squares):
        if board.stone[square] == 0 and not is_forbidden(board, square):
            return False
    return True


@kernel
def has_free(board: BoardRecord, count: int) -> bool:
    """Whether there are this many empty squares where black makes too little to be forbidden.

    White's stones leave them so, and a stone of black's changes 40 squares at most.
    """
    for square in range(board.squares):
        if board.stone[square] == 0 and board.ban_of[board.mix[square]] == BANS_NOTHING:
            count -= 1
            if count == 0:
                return True
    return False


@kernel
def worth(board: BoardRecord, side: int, square: int) -> int:
    """How much a side's stone on an empty square seems to be worth, for the order of moves."""
    return int(board.worth_of[board.mix[side * MAX_SQUARES + square]])


@kernel
def _threats(board: BoardRecord, side: int) -> int:
    """Which kinds of threat a side could make, as a set of four."""
    at = GAIN_STRIDE * side
    found = 0
    if board.gains[at + MAKES_THREE] > 0:
        found += 1
    if board.gains[at + MAKES_THREES] > 0:
        found += 2
    if board.gains[at + MAKES_FOUR] > 0:
        found += 4
    if board.gains[at + MAKES_FOUR_THREE] > 0:
        found += 8
    return found


@kernel
def _low(total: int) -> int:
    """The part of a sum of `value_of` that is for the side to move."""
    return ((total + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)


@kernel
def alarm(board: BoardRecord, side: int) -> int:
    """Which threats there are: the side to move's, and 16 times the other side's."""
    return int(_threats(board, side) + 16 * _threats(board, 1 - side))


@kernel
def evaluate(board: BoardRecord, side: int) -> int:
    """What the empty squares and the threats say for the side to move, with the board's noise."""
    score: int = board.noise[board.hash & (NOISE - 1)]
    own, theirs = board.totals[side], board.totals[1 - side]
    score += _low(own) + ((theirs - _low(theirs)) >> 32)
    score += board.alarms[alarm(board, side)]
    return int(min(EVALUATION_LIMIT, max(-EVALUATION_LIMIT, score)))
