"""The heuristic of the 10×10 game: G = M + A·N, what a square brings me plus A times your gain.

For a square and a side, look at every window of k squares through it, in four directions, without
an opposing stone: it counts 3^n for n of the side's stones in it, the imagined one included, and
nothing for n = 1. A window that becomes a line counts 10,000 for the bot and 1,000 for its
opponent. Where a turn has two stones, so does one that the turn's second stone can complete. A, the
aggressiveness, is 0.8 by default; the larger, the more the bot defends.

Where completing a line loses (misère) all of it is turned round: the square is best that brings
both the least, the bot by keeping clear of rows, its opponent by leaving it those that are its own
danger. Where stones are of either kind no row is anybody's: a square that completes one counts
10,000, any other nothing.

>>> position = mnk.Position.start(mnk.Variant(10, 10, 5))
>>> benefits(position), benefits(position.play(55))[56]
({55: 0.0}, 28.8)
"""

import math

from games import mnk
from games.evaluator.rules import gifts, playable, stones

AGGRESSIVENESS = 0.8
OWN_LINE = 10_000
OTHER_LINE = 1_000


def benefits(
    position: mnk.Position, aggressiveness: float = AGGRESSIVENESS
) -> dict[mnk.Square, float]:
    """G of each candidate (`candidates`).

    Under the exact rule a window bordered by a stone of the side counts nothing, as it can only
    become an overline; under full lines the windows are the lines. Empty once the game is over.
    """
    if position.variant.line_rule.says.either_kind:
        wins = mnk.either_kind(position).completing
        return {move: OWN_LINE if move in wins else 0 for move in candidates(position)}
    sign = -1 if position.variant.line_rule.says.completing_loses else 1
    return {
        square: sign * (mine + aggressiveness * theirs)
        for square, (mine, theirs) in parts(position, position.side_to_move).items()
    }


def parts(position: mnk.Position, side: mnk.Side) -> dict[mnk.Square, tuple[int, int]]:
    """(M, N) of each candidate with this side as the bot, whoever is to move: G = M + A·N.

    >>> position = mnk.Position.start(mnk.Variant(10, 10, 5)).play(55)
    >>> parts(position, mnk.Side.BLACK)[56], parts(position, mnk.Side.WHITE)[56]
    ((36, 0), (0, 36))
    """
    own, other = stones(position)
    if side is not position.side_to_move:
        own, other = other, own
    chosen = candidates(position)
    mine = _benefit(own, other, position, side, chosen, OWN_LINE)
    theirs = _benefit(other, own, position, side.other, chosen, OTHER_LINE)
    return {square: (mine[square], theirs[square]) for square in chosen}


def candidates(position: mnk.Position) -> tuple[mnk.Move, ...]:
    """The empty squares next to a stone (8 ways), in order; the centre of an empty board.

    Without those that are forbidden; any others where only those lie next to a stone. All of them
    where completing a line loses: far from all stones is as good as near.

    On a board without a middle square the centre is the upper right of the middle ones; where it is
    blocked, the nearest square to it. Where stones fall, any square of those that can be reached
    will do, but none after which the other side completes a line, as long as there is another; on
    an empty board, the middle column's. Where they are of either kind, any such move.
    """
    width, height = position.variant.width, position.variant.height
    empty = playable(position)
    says = position.variant.line_rule.says
    if says.completing_loses:
        return empty
    if says.falls or says.either_kind:
        if says.falls and not sum(map(position.count, mnk.Side)):
            return (width // 2,)
        given = gifts(position)
        return tuple(square for square in empty if square not in given) or empty
    if len(empty) == position.variant.room:
        middle = width // 2, height // 2
        return (min(empty, key=lambda square: math.dist(divmod(square, width)[::-1], middle)),)
    taken = {square for side in mnk.Side for square in position.stones(side)}
    near = {
        row * width + column
        for square in taken
        for row in range(max(0, square // width - 1), min(height, square // width + 2))
        for column in range(max(0, square % width - 1), min(width, square % width + 2))
    }
    return tuple(square for square in empty if square in near) or empty


def _benefit(
    own: int,
    other: int,
    position: mnk.Position,
    side: mnk.Side,
    chosen: tuple[mnk.Square, ...],
    line_value: int,
) -> dict[mnk.Square, int]:
    variant = position.variant.of(side)
    is_next = side is position.side_to_move
    turn = position.stones_left if is_next else variant.line_rule.says.stones_a_turn
    total = dict.fromkeys(chosen, 0)
    wanted = sum(1 << square for square in chosen)
    for mask in mnk.open_masks(mnk.lines(variant), own, other):
        free = mask & wanted & ~own
        if not free:
            continue
        count = (mask & own).bit_count() + 1
        if count + turn > mask.bit_count():
            worth = line_value
        elif count == 1:
            continue
        else:
            worth = 3**count
        while free:
            bit = free & -free
            free ^= bit
            total[bit.bit_length() - 1] += worth
    return total
