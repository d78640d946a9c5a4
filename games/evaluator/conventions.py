"""The exact search under misère and gravity as a kernel: the same question, fewer shortcuts.

Misère: who completes a line loses, so the attacker wins when the defender has to complete one.
Gravity: only the lowest empty square of a column can be played. Neither the potential nor a double
four decides anything here; what does: lines completed now, lines to be blocked now (not misère),
and whether anybody can still complete a line at all.
"""

import numpy as np

from games.evaluator.attack import CUT, canonical, insert, recall, remember
from games.evaluator.bits import kernel, lowest, mix, popcount
from games.evaluator.board import Words

_CANONICAL_STONES = 16
"""Up to so many stones, positions that turn into each other share an entry."""


@kernel
def prospects(
    own: int,
    other: int,
    masks: Words,
    fences: Words,
    sizes: Words,
    orders: Words,
    order_of_line: Words,
) -> tuple[int, int]:
    """The squares that complete a line, and the empty squares of lines still open."""
    five = 0
    relevant = 0
    for i in range(masks.shape[0]):
        mask = masks[i]
        if (mask & other) != 0 or (fences[i] & own) != 0:
            order_of_line[i] = 0
            continue
        missing = sizes[i] - popcount(mask & own)
        order_of_line[i] = orders[missing]
        relevant |= mask | fences[i]
        if missing == 1:
            five |= mask & ~own
    return five, relevant & ~(own | other)


@kernel
def can_win(
    attacker: int,
    defender: int,
    attacker_moves: int,
    plies: int,
    full: int,
    bits: Words,
    masks: Words,
    fences: Words,
    sizes: Words,
    through_from: Words,
    through: Words,
    orders: Words,
    turned: Words,
    below: Words,
    gravity: bool,
    misere: bool,
    table: Words,
    control: Words,
) -> int:
    """Whether the attacker wins within `plies` plies: `YES`, `NO` or `CUT`.

    Neither side may have a line yet. `table` and `control` as in games.evaluator.attack.
    """
    entries = table.shape[0] // 3
    lines = masks.shape[0]
    squares = popcount(full)
    size = (squares + 7) // 8
    attacks = np.zeros(lines, np.int64)
    defends = np.zeros(lines, np.int64)
    move = np.zeros(66 * 64, np.int64)
    score = np.zeros(64, np.int64)
    count = np.zeros(66, np.int64)
    at = np.zeros(66, np.int64)
    slot_of = np.zeros(66, np.int64)
    key_a = np.zeros(66, np.int64)
    key_d = np.zeros(66, np.int64)
    began = np.zeros(66, np.int64)
    plies = min(plies, squares - popcount(attacker | defender))

    ply = 0
    while True:
        # 1. Look at the position: decided, or a set of candidates?
        control[1] += 1
        if control[0] != 0 or control[1] >= control[2]:
            return CUT
        left = plies - ply
        attacks_now = (attacker_moves + ply) & 1
        value = -1
        a_five, a_relevant = prospects(attacker, defender, masks, fences, sizes, orders, attacks)
        d_five, d_relevant = prospects(defender, attacker, masks, fences, sizes, orders, defends)
        occupied = attacker | defender
        empty = full & ~occupied
        legal = empty
        if gravity:
            legal = 0
            rest = empty
            while rest != 0:
                square = lowest(rest)
                rest ^= bits[square]
                if (below[square] & ~occupied) == 0:
                    legal |= bits[square]
        candidates = legal
        if left < 1:
            value = 0
        elif misere:
            if d_relevant == 0:
                value = 0  # the defender can complete no line any more
            elif attacks_now != 0:
                candidates &= ~a_five
                if candidates == 0 or left < 2:
                    value = 0
            else:
                candidates &= ~d_five
                if candidates == 0:
                    value = 1
                elif left < 3:
                    value = 0
        elif a_relevant == 0:
            value = 0
        elif attacks_now != 0:
            if (a_five & legal) != 0:
                value = 1
            elif left < 3:
                value = 0
            elif (d_five & legal) != 0:
                candidates &= d_five
                if popcount(candidates) > 1:
                    value = 0
        elif (d_five & legal) != 0 or left < 2:
            value = 0
        elif (a_five & legal) != 0:
            candidates &= a_five
            if popcount(candidates) > 1:
                value = 1
        if value < 0 and not gravity:
            # squares on no open line are passes: one stands for all
            dead = candidates & ~(a_relevant | d_relevant)
            if dead != 0:
                candidates ^= dead ^ bits[lowest(dead)]
        if value < 0:
            # 2. Known already?
            left_here = min(left, popcount(empty))
            if popcount(occupied) <= _CANONICAL_STONES:
                a, d = canonical(attacker, defender, turned, size)
            else:
                a, d = attacker, defender
            slot = (mix(a, d ^ attacks_now) & (entries // 2 - 1)) * 6
            key_a[ply] = a
            key_d[ply] = d
            slot_of[ply] = slot
            began[ply] = control[1]
            value = recall(table, slot, a, d, attacks_now, left_here)
        if value < 0:
            # 3. The moves, likely best first: on the lines that matter, or off them in misère.
            n = 0
            base = ply * 64
            while candidates != 0:
                square = lowest(candidates)
                candidates ^= bits[square]
                points = 0
                for i in range(through_from[square], through_from[square + 1]):
                    line = through[i]
                    points += 2 * attacks[line] + defends[line]
                if misere:
                    points = -points
                insert(score, move, base, n, points, square)
                n += 1
            count[ply] = n
            at[ply] = 0
        # 4. Go back up while positions are decided.
        while value >= 0:
            if ply == 0:
                return value
            ply -= 1
            bit = bits[move[ply * 64 + at[ply]]]
            mover = (attacker_moves + ply) & 1
            if mover != 0:
                attacker ^= bit
            else:
                defender ^= bit
            at[ply] += 1
            if value != mover and at[ply] < count[ply]:
                value = -1
            else:
                remember(
                    table,
                    slot_of[ply],
                    key_a[ply],
                    key_d[ply],
                    mover,
                    value,
                    min(plies - ply, squares - popcount(attacker | defender)),
                    control[1] - began[ply],
                )
        # 5. Go down with the next move.
        bit = bits[move[ply * 64 + at[ply]]]
        if (attacker_moves + ply) & 1 != 0:
            attacker |= bit
        else:
            defender |= bit
        ply += 1
