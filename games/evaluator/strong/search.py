"""The search: principal variation search over the board's gains, with forced moves and fours.

Scores are seen from the side to move. One of `PROVED` or more is a win that really is there, in at
most `WIN - score` plies; its negative is a loss. A node that has not looked at all its moves never
claims a loss: it counts the moves it left out as at least `-LIKELY`, so no claim of a win ever
rests on a defence that was not tried. A node that is left early is worth its evaluation, or what
an earlier search of it found instead; neither comes near `LIKELY`.

What decides how much is left out was found by matches at equal nodes: docs/strength.md, "What was
tried".
"""

from typing import Final

from games.evaluator.strong.board import (
    evaluate,
    has_free,
    is_forbidden,
    is_stuck,
    lift,
    place,
    worth,
)
from games.evaluator.strong.forcing import (
    PLENTY,
    SQUARE_BITS,
    SQUARE_MASK,
    is_closed,
    may_stop,
    most_wanted,
    next_move,
    stops,
    win_by_fours,
)
from games.evaluator.strong.kernel import Flag, Table, kernel
from games.evaluator.strong.patterns import (
    MAKES_FOUR,
    MAKES_FOUR_THREE,
    QUIET,
    WINS,
    WINS_NEXT,
)
from games.evaluator.strong.record import MAX_PLY, MAX_SQUARES, BoardRecord
from games.evaluator.strong.table import NOTHING, entry_of, keep

WIN: Final = 1_000_000
PROVED: Final = WIN - 1_000
LIKELY: Final = 100_000
"""Where nothing that was tried helps, but not everything was tried."""

EXACT_SCORE: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
_NO_SQUARE: Final = 4095
_SCORE_BIAS: Final = 1 << 21
_FIRST: Final = 1 << 40
_BARELY: Final = 16
"""The worth, for both sides together, of a square nobody is near."""
_ROOT_WIDTH: Final = 3
"""How many times as many moves the root looks at."""
_DEEPEST_DEFENCE: Final = -4
_AHEAD: Final = 110
"""A node this many points of the evaluation ahead, for each ply left, is left early."""
_AHEAD_DEPTH: Final = 6
"""With more plies left than this, a lead is not trusted."""
_BEHIND: Final = 200
"""A node this many points behind, for each ply left, is left early: few moves gain as much."""
_BEHIND_DEPTH: Final = 3
"""With more plies left than this, what is behind can still catch up."""
_FEW: Final = 5
"""How many moves a node off the principal variation looks at when no plies are left."""
_FEW_A_PLY: Final = 2
"""How many more it looks at for each ply left: a good move left out costs more there."""
_LATE: Final = 3
"""From this move on, a quiet one is first looked at one ply less deeply."""
_LATER: Final = 6
"""For every this many moves more, another ply less."""
_LATER_DEPTH: Final = 5
"""With fewer plies left than this, always one ply less."""
_LEAST_DEEPLY: Final = 4
"""At most this many plies less."""
_HISTORY_LIMIT: Final = 60_000


@kernel
def _candidates(board: BoardRecord, side: int, ply: int, hint: int) -> int:
    """Write the moves worth looking at into the ply's part of `moves`; returns how many.

    None only if the side has no move at all.
    """
    other = 1 - side
    own = side * MAX_SQUARES
    theirs = other * MAX_SQUARES
    at = ply * MAX_SQUARES
    end = at
    # When they could make an open four, or two fours, only this helps: a stone that changes what
    # they would make, or a four first.
    answering = board.gains[other * 8 + WINS] + board.gains[other * 8 + WINS_NEXT] > 0
    wanted = most_wanted(board, other)
    is_bound = side == 0 and board.forbids != 0
    first_killer = board.killer[2 * ply]
    second_killer = board.killer[2 * ply + 1]
    for square in range(board.squares):
        if board.stone[square] != 0:
            continue
        own_worth = worth(board, side, square)
        their_worth = worth(board, other, square)
        gain = int(board.gain[own + square])
        their_gain = int(board.gain[theirs + square])
        if answering:
            if gain < MAKES_FOUR and not may_stop(board, other, square, wanted):
                continue
        elif own_worth + their_worth <= _BARELY:
            continue
        if is_bound and is_forbidden(board, square):
            continue
        order = 16 * (2 * own_worth + their_worth + 100 * gain + 50 * their_gain)
        order += board.centre[square] + (board.history[own + square] >> 5)
        if square == hint:
            order = _FIRST
        elif square in (first_killer, second_killer):
            order += 1200
        board.moves[end] = (order << SQUARE_BITS) + SQUARE_MASK - square
        end += 1
    if end == at:
        for square in range(board.squares):
            if board.stone[square] == 0 and not (is_bound and is_forbidden(board, square)):
                order = 16 * (worth(board, side, square) + worth(board, other, square))
                order += board.centre[square]
                board.moves[end] = (order << SQUARE_BITS) + SQUARE_MASK - square
                end += 1
    return end - at


@kernel
def _keep_line(board: BoardRecord, ply: int, square: int) -> None:
    """The line of this ply is the move and the line after it."""
    length = min(board.pv_length[ply + 1], MAX_PLY - 1)
    board.pv[ply * MAX_PLY] = square
    for each in range(length):
        board.pv[ply * MAX_PLY + 1 + each] = board.pv[(ply + 1) * MAX_PLY + each]
    board.pv_length[ply] = length + 1


@kernel
def _remember(board: BoardRecord, side: int, ply: int, depth: int, square: int) -> None:
    """A quiet move was good enough: try it early in sibling positions and elsewhere."""
    if board.killer[2 * ply] != square:
        board.killer[2 * ply + 1] = board.killer[2 * ply]
        board.killer[2 * ply] = square
    place_of = side * MAX_SQUARES + square
    if depth > 0:
        board.history[place_of] += depth * depth
    if board.history[place_of] > _HISTORY_LIMIT:
        for each in range(2 * MAX_SQUARES):
            board.history[each] >>= 1


@kernel
def remembered(board: BoardRecord, table: Table, side: int) -> int:
    """The move that was best here before, or -1."""
    key = board.hash ^ side
    slot = 2 * (key & board.mask)
    for _ in range(2):
        entry = entry_of(table, slot, key)
        if entry != NOTHING:
            hint = (entry >> 12) & _NO_SQUARE
            return -1 if hint == _NO_SQUARE else hint
        slot ^= 2
    return -1


@kernel
def holds(score: int, bound: int, searched: int, depth: int) -> bool:
    """Whether a score kept after searching so many plies can stand for a search of `depth`.

    A win that is there, or a loss after every move, holds however little was searched. That a node
    is worth *at most* a win, or *at least* a loss, is neither.
    """
    if searched >= depth:
        return True
    if score >= PROVED:
        return bound != AT_MOST
    return score <= -PROVED and bound != AT_LEAST


@kernel
def at_sight(seen: int, score: int, bound: int) -> int:
    """What a node is worth without a search, by its evaluation and by a score that was kept.

    The score says more than the evaluation, however little was searched for it. If it comes from a
    move that was left out, or is a proof, it says nothing here: `holds` judges those.
    """
    if abs(score) >= LIKELY:
        return seen
    if bound == AT_LEAST:
        return max(seen, score)
    if bound == AT_MOST:
        return min(seen, score)
    return score


@kernel
def _less_deeply(depth: int, number: int) -> int:
    """By how many plies a quiet move is first looked at less deeply, being the `number`th."""
    if depth < _LATER_DEPTH:
        return 1
    return min(1 + number // _LATER, _LEAST_DEEPLY, depth - 2)


@kernel
def _store(
    board: BoardRecord,
    table: Table,
    side: int,
    depth: int,
    score: int,
    square: int,
    bound: int,
    ply: int,
) -> None:
    """Keep a score: in the first place if it is as deep as what is there, else in the second."""
    if score >= PROVED:
        score += ply
    elif score <= -PROVED:
        score -= ply
    key = board.hash ^ side
    slot = 2 * (key & board.mask)
    if entry_of(table, slot, key) == NOTHING:
        others = table[slot + 1]
        if ((others >> 46) & 255) == board.generation and ((others >> 4) & 255) - 16 > depth:
            slot ^= 2
    entry = (
        (board.generation << 46)
        | ((score + _SCORE_BIAS) << 24)
        | ((square & _NO_SQUARE) << 12)
        | ((depth + 16) << 4)
        | bound
    )
    keep(table, slot, key, entry)


@kernel
def search(
    board: BoardRecord,
    table: Table,
    abort: Flag,
    side: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    last: int,
    before: int,
) -> int:
    """The score of the position after the move `last`, which followed `before`."""
    board.pv_length[ply] = 0
    if board.nodes >= board.node_limit or abort[0] != 0:
        board.stopped = 1
    if board.stopped != 0:
        return 0
    board.nodes += 1
    # 1. What the gains say at once.
    other = 1 - side
    if board.gains[side * 8 + WINS] > 0:
        return WIN - ply - 1
    if board.taken == board.squares:
        return 0
    lines = board.gains[other * 8 + WINS]
    is_bound = side == 0 and board.forbids != 0
    if lines > 0 and is_bound and is_stuck(board):
        return 0
    at = ply * MAX_SQUARES
    count = stops(board, other, last, at) if lines > 0 else 0
    if lines > 0 and count == 0:
        return ply + 2 - WIN
    if (
        lines == 0
        and board.gains[side * 8 + WINS_NEXT] > 0
        and (side == 0 or board.forbids == 0 or has_free(board, 2))
    ):
        return WIN - ply - 3
    if ply >= MAX_PLY - 6:
        return evaluate(board, side)
    # 2. One square to block, or two: hardly a choice, and no depth spent.
    if lines > 0:
        best = ply + 2 - WIN
        for candidate in range(at, at + count):
            square = SQUARE_MASK - board.moves[candidate]
            if is_bound and is_forbidden(board, square):
                continue
            place(board, square, side)
            score: int = -search(
                board, table, abort, other, depth, -beta, -alpha, ply + 1, square, last
            )
            lift(board, square, side)
            best = max(best, score)
            if score > alpha and board.stopped == 0:
                alpha = score
                _keep_line(board, ply, square)
                if score >= beta:
                    break
        return best
    # 3. What is known already.
    answering = board.gains[other * 8 + WINS_NEXT] > 0
    hint = -1
    seen = evaluate(board, side)
    key = board.hash ^ side
    slot = 2 * (key & board.mask)
    for _ in range(2):
        entry = entry_of(table, slot, key)
        if entry != NOTHING:
            hint = (entry >> 12) & _NO_SQUARE
            if hint == _NO_SQUARE:
                hint = -1
            score = ((entry >> 24) & 0x3FFFFF) - _SCORE_BIAS
            bound = entry & 15
            seen = at_sight(seen, score, bound)
            if beta - alpha == 1:
                stands = holds(score, bound, ((entry >> 4) & 255) - 16, depth)
                if score >= PROVED:
                    score -= ply
                elif score <= -PROVED:
                    score += ply
                if stands and (
                    bound == EXACT_SCORE
                    or (bound == AT_LEAST and score >= beta)
                    or (bound == AT_MOST and score <= alpha)
                ):
                    return score
            break
        slot ^= 2
    # 4. Far ahead; a win by continuous fours; the end of the search; and far behind.
    is_scout = beta - alpha == 1 and not answering and abs(beta) < LIKELY
    if is_scout and depth <= _AHEAD_DEPTH and seen - max(depth, 0) * _AHEAD >= beta:
        return seen
    if board.gains[side * 8 + MAKES_FOUR] + board.gains[side * 8 + MAKES_FOUR_THREE] > 0:
        budget = board.fours_budget
        if depth > 1:
            budget *= 4
        board.fours_limit = min(board.node_limit, board.nodes + budget)
        plies = win_by_fours(board, table, abort, side, 10, ply)
        board.fours_limit = board.node_limit
        if board.stopped != 0:
            return 0
        if plies > 0:
            score = WIN - ply - plies
            if score > alpha:
                for each in range(min(plies, MAX_PLY - ply)):
                    board.pv[ply * MAX_PLY + each] = board.line[ply + each]
                board.pv_length[ply] = min(plies, MAX_PLY - ply)
            return score
    if depth <= 0 and (not answering or depth <= _DEEPEST_DEFENCE):
        return seen
    if is_scout and depth <= _BEHIND_DEPTH and seen + depth * _BEHIND <= alpha:
        return seen
    # 5. The moves, the most promising first.
    count = _candidates(board, side, ply, hint)
    if count == 0:
        return 0
    end = at + count
    best = -WIN
    # When answering, a move left out loses, unless black, in renju, has no other one after it.
    if is_bound and not has_free(board, PLENTY):
        best = -LIKELY - 1
    if not answering:
        count = min(count, board.width)
        if beta - alpha == 1:
            count = min(count, _FEW + _FEW_A_PLY * max(depth, 0))
        if count < board.squares - board.taken:
            best = -LIKELY - 1
    best_square = -1
    floor = alpha
    own = side * MAX_SQUARES
    theirs = other * MAX_SQUARES
    for candidate in range(at, at + count):
        square = next_move(board, candidate, end)
        reduction = 0
        if (
            depth >= 3
            and candidate - at >= _LATE
            and not answering
            and board.gain[own + square] == QUIET
            and board.gain[theirs + square] < MAKES_FOUR
        ):
            reduction = _less_deeply(depth, candidate - at)
        place(board, square, side)
        if candidate == at:
            score = -search(
                board, table, abort, other, depth - 1, -beta, -alpha, ply + 1, square, last
            )
        else:
            score = -search(
                board, table, abort, other, depth - 1 - reduction, -alpha - 1, -alpha,
                ply + 1, square, last,
            )  # fmt: skip
            if reduction > 0 and score > alpha:
                score = -search(
                    board, table, abort, other, depth - 1, -alpha - 1, -alpha,
                    ply + 1, square, last,
                )  # fmt: skip
            if alpha < score < beta:
                score = -search(
                    board, table, abort, other, depth - 1, -beta, -alpha, ply + 1, square, last
                )
        lift(board, square, side)
        if board.stopped != 0:
            return 0
        if score > best or best_square < 0:
            best = max(best, score)
            best_square = square
        if score > alpha:
            alpha = score
            _keep_line(board, ply, square)
            if score >= beta:
                if board.gain[own + square] < MAKES_FOUR:
                    _remember(board, side, ply, depth, square)
                break
    bound = EXACT_SCORE
    if best >= beta:
        bound = AT_LEAST
    elif best <= floor:
        bound = AT_MOST
    _store(board, table, side, depth, best, best_square, bound, ply)
    return best


@kernel
def search_root(
    board: BoardRecord, table: Table, abort: Flag, side: int, depth: int, alpha: int, beta: int
) -> int:
    """The best score among the squares not excluded; `best` is the move, row 0 of `pv` the line.

    When the search is stopped, `best` and `best_score` are those of the moves looked at so far,
    never a proved loss, and `best` is -1 if there was none.
    """
    other = 1 - side
    board.best = -1
    board.best_score = -WIN
    board.pv_length[0] = 0
    board.excluded[board.squares :] = 1
    at = 0
    count = _candidates(board, side, 0, remembered(board, table, side))
    kept = 0
    for candidate in range(count):
        move = board.moves[candidate]
        if board.excluded[SQUARE_MASK - (move & SQUARE_MASK)] == 0:
            board.moves[kept] = move
            kept += 1
    is_whole = kept == count
    answers = kept
    if kept == 0:
        for square in range(board.squares):
            if (
                board.stone[square] == 0
                and board.excluded[square] == 0
                and not is_closed(board, side, square)
            ):
                board.moves[kept] = SQUARE_MASK - square
                kept += 1
    answering = board.gains[other * 8 + WINS] + board.gains[other * 8 + WINS_NEXT] > 0
    count = min(kept, _ROOT_WIDTH * board.width)
    best_score = -WIN
    if count < (answers if answering else board.squares - board.taken):
        best_score = -LIKELY - 1
    if side == 0 and board.forbids != 0 and not has_free(board, PLENTY):
        best_score = -LIKELY - 1
    for candidate in range(at, count):
        square = next_move(board, candidate, kept)
        if board.gain[side * MAX_SQUARES + square] == WINS:
            score = WIN - 1
            board.pv_length[1] = 0
        else:
            place(board, square, side)
            if candidate == at:
                score = -search(board, table, abort, other, depth - 1, -beta, -alpha, 1, square, -1)
            else:
                score = -search(
                    board, table, abort, other, depth - 1, -alpha - 1, -alpha, 1, square, -1
                )
                if alpha < score < beta:
                    score = -search(
                        board, table, abort, other, depth - 1, -beta, -alpha, 1, square, -1
                    )
            lift(board, square, side)
        if board.stopped != 0:
            board.best_score = max(board.best_score, -LIKELY - 1)
            return board.best_score
        if score > best_score or board.best < 0:
            best_score = max(best_score, score)
            board.best = square
            board.best_score = best_score
            _keep_line(board, 0, square)
        if score > alpha:
            alpha = score
            if score >= beta:
                break
    # Without the excluded moves it is not the position's score: the others may all lose.
    if board.best >= 0 and is_whole:
        _store(board, table, side, depth, board.best_score, board.best, EXACT_SCORE, 0)
    return board.best_score
