"""Forced wins: by continuous fours, and by continuous fours and threes.

Both searches are sound: what they call a win is one. Every defence is tried: against a four the one
square that completes it; against a threat to make an open four all squares of the lines it could
come from, and all fours of the defender's own. The first is also exact: without a limit it finds a
win by fours if there is one.

Where a line is none between two stones of the other side (caro), a four may be stopped on two
squares: the one that completes it, and one end if the other is taken. Both are tried. A threat to
make an open four is answered on any square that changes what it would make.

Where squares are forbidden (renju), black's moves are tried only where they are allowed, and a four
that black may not stop wins, unless black has no move at all: that is a draw.

Both return how many plies the win takes at most, or 0. `fours_cut` of the board then says whether
everything was tried (0), only wins of up to `left` fours (1), or less (2).
"""

from typing import Final

import numpy as np

from games import mnk
from games.evaluator.strong.board import (
    find,
    has_free,
    is_forbidden,
    is_stuck,
    lift,
    place,
    worth,
)
from games.evaluator.strong.kernel import Flag, Table, kernel
from games.evaluator.strong.patterns import (
    LINE,
    MAKES_FOUR,
    MAKES_FOUR_THREE,
    MAKES_THREE,
    WINS,
    WINS_NEXT,
)
from games.evaluator.strong.record import LINES, MAX_PLY, MAX_SQUARES, BoardRecord
from games.evaluator.strong.table import entry_of, keep

SQUARE_BITS: Final = 10
SQUARE_MASK: Final = 1023
_WITHOUT_END: Final = 1000
"""Kept for a position in which no win was found though nothing was cut."""
LOST: Final = -1
"""In place of a count of the moves that may stop a threat: none will."""
_FOURS_IN_THREATS: Final = 300
"""How many nodes the search for fours may take at each node of the search for threats."""
_STUCK: Final = -1
"""In place of the square of an answer: there is none to play."""
PLENTY: Final = 43
"""With as many squares where black makes nothing that could be forbidden, black has a move left
after any two stones."""


@kernel
def next_move(board: BoardRecord, at: int, end: int) -> int:
    """The square of the move with the highest order among `moves[at:end]`, put at `at`."""
    best = at
    for candidate in range(at + 1, end):
        if board.moves[candidate] > board.moves[best]:
            best = candidate
    move: int = board.moves[best]
    board.moves[best] = board.moves[at]
    board.moves[at] = move
    return SQUARE_MASK - (move & SQUARE_MASK)


@kernel
def is_closed(board: BoardRecord, side: int, square: int) -> bool:
    """Whether an empty square is forbidden to the side."""
    return side == 0 and board.forbids != 0 and is_forbidden(board, square)


def playable_squares(board: BoardRecord, side: int) -> list[mnk.Square]:
    """The empty squares where the side may play."""
    empty: list[mnk.Square] = np.flatnonzero(board.stone[: board.squares] == 0).tolist()
    if side == 1 or not board.forbids:
        return empty
    return [square for square in empty if not is_closed(board, side, square)]


@kernel
def _spoils(board: BoardRecord, side: int, square: int, wanted: int) -> bool:
    """Whether a side gains less on the square `wanted` once the other side has this empty one."""
    if square == wanted:
        return True
    width = board.step[1]
    up = square // width - wanted // width
    right = square % width - wanted % width
    distance = up
    if up == 0:
        direction, distance = 0, right
    elif right == 0:
        direction = 1
    elif right == up:
        direction = 2
    elif right == -up:
        direction = 3
    else:
        return False
    if abs(distance) > board.reach:
        return False
    at = board.reach + distance - (1 if distance > 0 else 0)
    line = side * LINES + 4 * wanted + direction
    shape = board.shape_of[board.code[line] + 2 * board.power[at]]
    place_of = side * MAX_SQUARES + wanted
    mix = board.mix[place_of] + board.mix_of[shape] - board.mix_of[board.shape_at[line]]
    return bool(board.gain_of[board.gains_at[side] + mix] < board.gain[place_of])


@kernel
def may_stop(board: BoardRecord, side: int, square: int, wanted: int) -> bool:
    """Whether a stone of the other side's on an empty square may keep a side from a line, or from
    an open four or two fours.

    Elsewhere than in caro such a square makes a four for the side as well. In caro it spoils what
    the side makes on `wanted`, which is `most_wanted`.
    """
    if board.ends_block == 0:
        return bool(board.gain[side * MAX_SQUARES + square] >= MAKES_FOUR)
    return _spoils(board, side, square, wanted)


@kernel
def most_wanted(board: BoardRecord, side: int) -> int:
    """A square where a side completes a line; else one where it makes an open four or two fours.

    -1 if it can do neither, and where nobody asks (`may_stop`).
    """
    if board.ends_block == 0:
        return -1
    return find(board, side, WINS if board.gains[side * 8 + WINS] > 0 else WINS_NEXT, -1)


@kernel
def _end(board: BoardRecord, side: int, square: int, step: int, most: int) -> int:
    """The square beyond the side's stones that follow a square, if it is empty; or -1."""
    seen = square
    for _ in range(most):
        seen += step
        if board.stone[seen] != side + 1:
            return -1 if board.stone[seen] != 0 else seen
    return -1


@kernel
def _stops_all(board: BoardRecord, side: int, square: int, first: int) -> bool:
    """Whether a stone of the other side's there leaves the side no line to complete, on the square
    `first` or another."""
    if not _spoils(board, side, square, first):
        return False
    if board.gains[side * 8 + WINS] == 1:
        return True
    for each in range(board.squares):
        if (
            board.gain[side * MAX_SQUARES + each] == WINS
            and board.stone[each] == 0
            and not _spoils(board, side, square, each)
        ):
            return False
    return True


@kernel
def _stops_with_ends(board: BoardRecord, side: int, square: int, at: int) -> int:
    """`stops` in caro; `square` is one that completes a line."""
    end = at
    if _stops_all(board, side, square, square):
        board.moves[end] = SQUARE_MASK - square
        end += 1
    for direction in range(4):
        line = 4 * square + direction
        if board.shape_at[side * LINES + line] != LINE:
            continue
        step = board.step[direction]
        for way in range(2):
            if way == 0:
                beyond = _end(board, side, square, step, board.fore[line])
            else:
                beyond = _end(board, side, square, -step, board.back[line])
            if beyond >= 0 and _stops_all(board, side, beyond, square):
                board.moves[end] = SQUARE_MASK - beyond
                end += 1
    return end - at


@kernel
def stops(board: BoardRecord, side: int, near: int, at: int) -> int:
    """Write into `moves`, from `at`, where one stone of the other side's stops each line that the
    side, which has such lines, could complete next.

    Returns how many there are: none, one, or in caro two. `near` is as in `find`.
    """
    if board.ends_block == 0 and board.gains[side * 8 + WINS] > 1:
        return 0
    square = find(board, side, WINS, near)
    if board.ends_block != 0:
        return _stops_with_ends(board, side, square, at)
    board.moves[at] = SQUARE_MASK - square
    return 1


@kernel
def _allowed_answer(board: BoardRecord) -> int:
    """Where black answers white's four (or fours) if one square that stops it is forbidden.

    It is any square if black may stop none, so the four wins; or `_STUCK`.
    """
    for each in range(board.squares):
        if (
            board.stone[each] == 0
            and board.gain[MAX_SQUARES + each] == WINS
            and not is_forbidden(board, each)
        ):
            return each
    best = _STUCK
    for each in range(board.squares):
        if (
            board.stone[each] == 0
            and (best < 0 or worth(board, 0, each) > worth(board, 0, best))
            and not is_forbidden(board, each)
        ):
            best = each
    return best


@kernel
def _answer(board: BoardRecord, side: int, near: int) -> int:
    """Where the other side answers the four (or fours) that the stone `near` has just made; or
    `_STUCK`."""
    square = find(board, side, WINS, near)
    if side == 1 and board.forbids != 0 and is_forbidden(board, square):
        return _allowed_answer(board)
    return square


@kernel
def _answers(board: BoardRecord, side: int, near: int, at: int) -> int:
    """Write all answers to the four that the stone `near` has just made into `moves`, from `at`.

    One of them where none stops it. Returns how many: none if the other side has no move.
    """
    if board.ends_block != 0:
        count = stops(board, side, near, at)
        if count > 0:
            return count
    reply = _answer(board, side, near)
    if reply == _STUCK:
        return 0
    board.moves[at] = SQUARE_MASK - reply
    return 1


@kernel
def _keep_rest(board: BoardRecord, ply: int, count: int) -> None:
    """Keep what follows an answer, so many moves, while another answer is tried: in the ply's part
    of `pv`, which is written only after this."""
    for each in range(count):
        board.pv[ply * MAX_PLY + each] = board.line[ply + 2 + each]


@kernel
def win_by_fours(
    board: BoardRecord, table: Table, abort: Flag, side: int, left: int, ply: int
) -> int:
    """Win for the side to move by at most `left` continuous fours; its moves are in `line`."""
    if abort[0] != 0:
        board.stopped = 1
    if board.stopped or board.nodes >= board.fours_limit:
        board.fours_cut = 2
        return 0
    board.nodes += 1
    if board.gains[side * 8 + WINS] > 0:
        board.line[ply] = find(board, side, WINS, -1)
        return 1
    other = 1 - side
    lines = board.gains[other * 8 + WINS]
    if lines == 0 and board.gains[side * 8 + WINS_NEXT] > 0:
        square = find(board, side, WINS_NEXT, -1)
        place(board, square, side)
        reply = _answer(board, side, square)
        if reply != _STUCK:
            place(board, reply, other)
            board.line[ply] = square
            board.line[ply + 1] = reply
            board.line[ply + 2] = find(board, side, WINS, square)
            lift(board, reply, other)
        lift(board, square, side)
        return 0 if reply == _STUCK else 3
    if (
        lines == 0
        and board.gains[side * 8 + MAKES_FOUR] + board.gains[side * 8 + MAKES_FOUR_THREE] == 0
    ):
        return 0
    is_bound = side == 0 and board.forbids != 0
    own = side * MAX_SQUARES
    at = ply * MAX_SQUARES
    end = at
    if lines > 0:
        for stop in range(at, at + stops(board, other, -1, at)):
            square = SQUARE_MASK - board.moves[stop]
            if board.gain[own + square] >= MAKES_FOUR and not (
                is_bound and is_forbidden(board, square)
            ):
                board.moves[end] = SQUARE_MASK - square
                end += 1
        if end == at:
            return 0
    if left <= 0 or ply >= MAX_PLY - 4:
        board.fours_cut = max(board.fours_cut, 1)
        return 0
    key = board.hash ^ (side + 1)
    slot = board.fours_at + 2 * (key & board.fours_mask)
    searched = entry_of(table, slot, key)
    if searched >= left:
        if searched < _WITHOUT_END:
            board.fours_cut = max(board.fours_cut, 1)
        return 0
    if lines == 0:
        for square in range(board.squares):
            gain = int(board.gain[own + square])
            if (
                gain >= MAKES_FOUR
                and board.stone[square] == 0
                and not (is_bound and is_forbidden(board, square))
            ):
                order = (gain - MAKES_FOUR) * 5000 + worth(board, side, square)
                board.moves[end] = (order << SQUARE_BITS) + SQUARE_MASK - square
                end += 1
    following = at + MAX_SQUARES
    cut_before = board.fours_cut
    board.fours_cut = 0
    for candidate in range(at, end):
        square = next_move(board, candidate, end)
        place(board, square, side)
        plies = 0
        # The other side's lines, if it had any, are stopped by this stone.
        count = 0
        if board.gains[other * 8 + WINS] == 0:
            count = _answers(board, side, square, following)
        for answer in range(following, following + count):
            reply = SQUARE_MASK - board.moves[answer]
            place(board, reply, other)
            if board.gains[side * 8 + WINS] > 0:
                then = 1
                board.line[ply + 2] = find(board, side, WINS, square)
            else:
                then = win_by_fours(board, table, abort, side, left - 1, ply + 2)
            lift(board, reply, other)
            if then == 0:
                plies = 0
                break
            if then + 2 > plies:
                plies = then + 2
                board.line[ply + 1] = reply
                _keep_rest(board, ply, then)
        lift(board, square, side)
        if plies > 0:
            for each in range(plies - 2):
                board.line[ply + 2 + each] = board.pv[ply * MAX_PLY + each]
            board.line[ply] = square
            return plies
        if board.fours_cut == 2:
            return 0
    keep(table, slot, key, left if board.fours_cut else _WITHOUT_END)
    board.fours_cut = max(cut_before, board.fours_cut)
    return 0


@kernel
def defences(board: BoardRecord, side: int, ply: int) -> int:
    """Write all moves that may stop the other side's threat into the ply's part of `moves`.

    Every other move loses. Returns how many there are; also 0 if there is no threat or one that can
    be ignored; `LOST` if nothing stops it.
    """
    other = 1 - side
    if board.gains[side * 8 + WINS] > 0:
        return 0
    lines = board.gains[other * 8 + WINS]
    is_bound = side == 0 and board.forbids != 0
    if lines > 0 and is_bound and is_stuck(board):
        return 0
    at = ply * MAX_SQUARES
    if lines > 0:
        count = stops(board, other, -1, at)
        if count == 0 or (is_bound and is_forbidden(board, SQUARE_MASK - board.moves[at])):
            return LOST
        return count
    if board.gains[other * 8 + WINS_NEXT] == 0 or board.gains[side * 8 + WINS_NEXT] > 0:
        return 0
    # Any other move loses, unless it leaves black without one.
    if is_bound and not has_free(board, PLENTY):
        return 0
    own = side * MAX_SQUARES
    wanted = most_wanted(board, other)
    end = at
    for square in range(board.squares):
        if (
            board.stone[square] == 0
            and (board.gain[own + square] >= MAKES_FOUR or may_stop(board, other, square, wanted))
            and not (is_bound and is_forbidden(board, square))
        ):
            order = worth(board, side, square) + worth(board, other, square)
            board.moves[end] = (order << SQUARE_BITS) + SQUARE_MASK - square
            end += 1
    return end - at


@kernel
def win_by_threats(
    board: BoardRecord, table: Table, abort: Flag, side: int, left: int, ply: int
) -> int:
    """Win for the side to move by at most `left` threes among its threats; it begins with `best`.

    Unlike the search for fours this one is not exact: a three that answers the other side's three
    is tried only where it also takes a square of that three.
    """
    limit = board.fours_limit
    board.fours_limit = min(limit, board.nodes + _FOURS_IN_THREATS)
    plies = win_by_fours(board, table, abort, side, 12, ply)
    board.fours_limit = limit
    if plies > 0:
        board.best = board.line[ply]
        return plies
    if board.stopped or board.nodes >= limit:
        board.fours_cut = 2
        return 0
    board.fours_cut = 0
    other = 1 - side
    lines = board.gains[other * 8 + WINS]
    if left <= 0 or ply >= MAX_PLY - 6:
        return 0
    key = board.hash ^ (side + 3)
    slot = board.threats_at + 2 * (key & board.threats_mask)
    if entry_of(table, slot, key) >= left:
        return 0
    own = side * MAX_SQUARES
    at = ply * MAX_SQUARES
    end = at
    if lines > 0:
        for stop in range(at, at + stops(board, other, -1, at)):
            square = SQUARE_MASK - board.moves[stop]
            if board.gain[own + square] >= MAKES_THREE and not is_closed(board, side, square):
                board.moves[end] = SQUARE_MASK - square
                end += 1
        if end == at:
            return 0
    else:
        answering = board.gains[other * 8 + WINS_NEXT] > 0
        wanted = most_wanted(board, other)
        for square in range(board.squares):
            gain = int(board.gain[own + square])
            if board.stone[square] != 0 or gain < MAKES_THREE:
                continue
            if (
                gain >= MAKES_FOUR or not answering or may_stop(board, other, square, wanted)
            ) and not is_closed(board, side, square):
                order = gain * 2000 + worth(board, side, square) + worth(board, other, square)
                board.moves[end] = (order << SQUARE_BITS) + SQUARE_MASK - square
                end += 1
    for candidate in range(at, end):
        square = next_move(board, candidate, end)
        gain = board.gain[own + square]
        place(board, square, side)
        spent = 1 if gain < MAKES_FOUR else 0
        count = defences(board, other, ply + 1)
        longest = 1 if count == LOST else 0
        following = at + MAX_SQUARES
        for defence in range(following, following + count):
            reply = next_move(board, defence, following + count)
            place(board, reply, other)
            plies = win_by_threats(board, table, abort, side, left - spent, ply + 2)
            lift(board, reply, other)
            if plies == 0:
                longest = 0
                break
            longest = max(longest, plies)
        lift(board, square, side)
        if longest > 0:
            board.best = square
            return longest + 2
        if board.fours_cut == 2:
            return 0
    keep(table, slot, key, left)
    return 0
