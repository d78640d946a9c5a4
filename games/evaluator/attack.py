"""The exact search as a kernel: can the attacker complete a line within a number of plies?

Only yes or no is asked, so a win, a loss, a draw and a distance are each a few such questions
(games.evaluator.exact). Every shortcut is a theorem, not a habit:

- a line completed at once wins; two such threats at once cannot both be blocked; one must be;
- a square that lies on two lines lacking two stones each, with different last squares, wins in 3
  plies ("double four"), unless the other side completes a line or is busy blocking. Against it only
  a square of both lines helps, or a four of one's own;
- the potential: let each line that the attacker can still complete count 2^-(stones missing). If
  the sum is below 1/2 with the attacker to move, below 1 with the defender to move, the defender
  can always play so that no line is completed (Erdős and Selfridge 1973);
- a line with two empty squares that no other such line needs is blocked by answering either on the
  other, and can be left out of that sum;
- a square on no line that anybody can still complete is a pass. Where an extra stone never hurts
  it is never better than another square; under the exact rule one of them stands for all.

Where the other side's stones at both ends of a line block it (caro), one stone may stop two threats
at once. Two of these theorems are not true there and are not used: a threat is answered on every
square that stops it, and it wins where no square stops all of them. The potential still bounds what
can be completed: blocking at the ends only takes lines away.

The transposition table keeps the stones themselves, not a hash of them: it cannot lie.
"""

import numpy as np

from games.evaluator.bits import kernel, lowest, mix, popcount
from games.evaluator.board import Words

YES, NO, CUT = 1, 0, -1

TABLE_WIDTH = 3
"""Words in an entry: the attacker's stones, the defender's, and what is known."""

_NEVER = 127
"""In place of a number of plies: none is proved to win."""
_CANONICAL_STONES = 10
"""Up to this many stones, positions that turn into each other share an entry."""
_HALF = 1 << 23  # half of board.POTENTIAL_UNIT
_UNIT = 1 << 24


def new_table(entries_log2: int) -> Words:
    """An empty transposition table of 2^n entries, 24 bytes each."""
    return np.zeros((1 << entries_log2) * TABLE_WIDTH, dtype=np.int64)


@kernel
def survey(
    own: int,
    other: int,
    masks: Words,
    fences: Words,
    ends: Words,
    ends_block: bool,
    sizes: Words,
    weights: Words,
    orders: Words,
    order_of_line: Words,
    weight_of_line: Words,
    pairs: Words,
) -> tuple[int, int, int, int, int, int]:
    """What one side could still do with its lines.

    Returns the squares that complete a line; the squares of lines lacking two stones; the
    double-four squares; the squares that can stop each double four; the potential; and the empty
    squares that matter to a line still open. `order_of_line` and `weight_of_line` are filled in.

    Where ends block no double fours are looked for. Instead of the squares that stop them it then
    returns those that stop every line lacking one stone.
    """
    occupied = own | other
    five = 0
    four = 0
    potential = 0
    relevant = 0
    found = 0
    stops = -1
    for i in range(masks.shape[0]):
        mask = masks[i]
        is_blocked = (mask & other) != 0 or (fences[i] & own) != 0
        if ends_block and ends[i] != 0 and (ends[i] & ~other) == 0:
            is_blocked = True
        if is_blocked:
            order_of_line[i] = 0
            weight_of_line[i] = 0
            continue
        missing = sizes[i] - popcount(mask & own)
        potential += weights[missing]
        weight_of_line[i] = weights[missing]
        order_of_line[i] = orders[missing]
        relevant |= mask | fences[i]
        if missing == 1:
            five |= mask & ~own
            if ends_block:
                end = ends[i] & ~other
                stops &= (mask & ~own) | (end if (end & (end - 1)) == 0 else 0)
        elif missing == 2:
            pair = mask & ~own
            four |= pair
            pairs[found] = pair
            found += 1
    double = 0
    if found > 1 and not ends_block:
        for i in range(1, found):
            for j in range(i):
                common = pairs[i] & pairs[j]
                if common != 0 and pairs[i] != pairs[j]:
                    double |= common
                    stops &= pairs[i] | pairs[j]
    return five, four, double, stops, potential, relevant & ~occupied


@kernel
def unpaired(own: int, masks: Words, weight_of_line: Words, enough: int, open_lines: Words) -> int:
    """The potential of one side's open lines, without those that the other side blocks for free.

    A line with two empty squares that are on no other open line is blocked by answering either on
    the other. Without it, squares of other lines may be theirs alone. Stops below `enough`.
    """
    found = 0
    potential = 0
    for i in range(masks.shape[0]):
        if weight_of_line[i] != 0:
            open_lines[found] = i
            found += 1
            potential += weight_of_line[i]
    while potential >= enough:
        once = 0
        more = 0
        for i in range(found):
            empty = masks[open_lines[i]] & ~own
            more |= once & empty
            once |= empty
        once &= ~more
        kept = 0
        for i in range(found):
            line = open_lines[i]
            shared = masks[line] & ~own & once
            if shared != 0 and popcount(shared) > 1:
                potential -= weight_of_line[line]
            else:
                open_lines[kept] = line
                kept += 1
        if kept == found:
            break
        found = kept
    return potential


@kernel
def canonical(first: int, second: int, turned: Words, size: int) -> tuple[int, int]:
    """The smallest pair of sets that any symmetry makes of this pair."""
    best_first = first
    best_second = second
    for symmetry in range(turned.shape[0]):
        a = 0
        b = 0
        for byte in range(size):
            a |= turned[symmetry, byte * 256 + ((first >> (8 * byte)) & 255)]
            b |= turned[symmetry, byte * 256 + ((second >> (8 * byte)) & 255)]
        if a < best_first or (a == best_first and b < best_second):
            best_first = a
            best_second = b
    return best_first, best_second


@kernel
def recall(table: Words, slot: int, a: int, d: int, turn: int, plies: int) -> int:
    """What `remember` kept about a position says for this many plies: `YES`, `NO`, or -1 if
    nothing."""
    for entry in (slot, slot + 3):
        known = table[entry + 2]
        if known != 0 and table[entry] == a and table[entry + 1] == d and (known >> 16) & 1 == turn:
            if known & 255 <= plies:
                return YES
            if (known >> 8) & 255 >= plies:
                return NO
            return -1
    return -1


@kernel
def insert(score: Words, move: Words, base: int, n: int, points: int, square: int) -> None:
    """Add a square to the `n` moves of a ply, which begin at `base`: the most points first."""
    j = n
    while j > 0 and score[j - 1] < points:
        score[j] = score[j - 1]
        move[base + j] = move[base + j - 1]
        j -= 1
    score[j] = points
    move[base + j] = square


@kernel
def remember(
    table: Words, slot: int, a: int, d: int, turn: int, value: int, plies: int, work: int
) -> None:
    """Keep what was found. One of two entries is for the costliest position, one for the latest."""
    effort = 0
    while work > 1 and effort < 40:
        work >>= 1
        effort += 1
    proved = _NEVER
    refuted = 0
    at = -1
    for entry in (slot, slot + 3):
        known = table[entry + 2]
        if known != 0 and table[entry] == a and table[entry + 1] == d and (known >> 16) & 1 == turn:
            at = entry
            proved = known & 255
            refuted = (known >> 8) & 255
            effort = max(effort, known >> 18)
            break
    if at < 0:
        known = table[slot + 2]
        at = slot
        if known != 0 and known >> 18 > effort:
            at = slot + 3
    if value != 0:
        proved = min(proved, plies)
    else:
        refuted = max(refuted, plies)
    table[at] = a
    table[at + 1] = d
    table[at + 2] = proved | refuted << 8 | turn << 16 | 1 << 17 | effort << 18


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
    ends: Words,
    sizes: Words,
    through_from: Words,
    through: Words,
    weights: Words,
    orders: Words,
    turned: Words,
    is_monotone: bool,
    ends_block: bool,
    table: Words,
    control: Words,
) -> int:
    """Whether the attacker can complete a line within `plies` plies: `YES`, `NO`, or `CUT`.

    Neither side may have a line yet. `control` is: stop when not 0; nodes looked at (added to);
    nodes at which to stop. The table is kept from one question to the next.
    """
    entries = table.shape[0] // 3
    lines = masks.shape[0]
    squares = popcount(full)
    size = 8  # bytes that have squares: blocked ones do not count
    while size > 1 and (full >> (8 * (size - 1))) & 255 == 0:
        size -= 1
    attacks = np.zeros(lines, np.int64)
    defends = np.zeros(lines, np.int64)
    attack_weights = np.zeros(lines, np.int64)
    defence_weights = np.zeros(lines, np.int64)
    open_lines = np.zeros(lines, np.int64)
    pairs = np.zeros(lines + 1, np.int64)
    move = np.zeros(66 * 64, np.int64)
    score = np.zeros(64, np.int64)
    count = np.zeros(66, np.int64)
    at = np.zeros(66, np.int64)
    slot_of = np.zeros(66, np.int64)
    key_a = np.zeros(66, np.int64)
    key_d = np.zeros(66, np.int64)
    began = np.zeros(66, np.int64)
    empty_count = squares - popcount(attacker | defender)
    if plies > empty_count:
        plies = empty_count

    ply = 0
    while True:
        # 1. Look at the position: decided, or a list of moves?
        control[1] += 1
        if control[0] != 0 or control[1] >= control[2]:
            return CUT
        left = plies - ply
        attacks_now = (attacker_moves + ply) & 1
        value = -1
        a_five, a_four, a_double, a_stops, potential, relevant = survey(
            attacker,
            defender,
            masks,
            fences,
            ends,
            ends_block,
            sizes,
            weights,
            orders,
            attacks,
            attack_weights,
            pairs,
        )
        d_five = 0
        d_four = 0
        d_double = 0
        d_stops = 0
        forced = 0
        if attacks_now != 0:
            if left < 1:
                value = 0
            elif a_five != 0:
                value = 1
            elif left < 3 or potential < _HALF:
                value = 0
        elif left < 2 or potential < _UNIT:
            value = 0
        if value < 0:
            d_five, d_four, d_double, d_stops, _, d_relevant = survey(
                defender,
                attacker,
                masks,
                fences,
                ends,
                ends_block,
                sizes,
                weights,
                orders,
                defends,
                defence_weights,
                pairs,
            )
            relevant |= d_relevant
            if ends_block:
                if attacks_now != 0:
                    if d_five != 0:
                        forced = d_stops
                        if forced == 0:
                            value = 0
                elif d_five != 0:
                    value = 0
                elif a_five != 0:
                    forced = a_stops
                    if forced == 0:
                        value = 1
                    elif left < 4:
                        value = 0
                elif left < 4:
                    value = 0
            elif attacks_now != 0:
                if d_five != 0:
                    if popcount(d_five) > 1:
                        value = 0
                    else:
                        forced = d_five
                elif a_double != 0:
                    value = 1
                elif left < 5:
                    value = 0
            elif d_five != 0:
                value = 0
            elif a_five != 0:
                if popcount(a_five) > 1:
                    value = 1
                elif left < 4:
                    value = 0
                else:
                    forced = a_five
            elif d_double != 0 or left < 4 or (left < 6 and a_double == 0):
                value = 0
        empty = full & ~(attacker | defender)
        if value < 0:
            # 2. Known already?
            left_here = min(left, popcount(empty))
            if squares - popcount(empty) <= _CANONICAL_STONES:
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
            # 3. A few lines may be blocked for free, the others by potential.
            enough = _HALF if attacks_now != 0 else _UNIT
            if unpaired(attacker, masks, attack_weights, enough, open_lines) < enough:
                value = 0
        if value < 0:
            # 4. The moves that can matter, likely best first.
            if forced != 0:
                candidates = forced
            else:
                candidates = relevant
                if not is_monotone:
                    dead = empty & ~relevant
                    if dead != 0:
                        candidates |= bits[lowest(dead)]
                if attacks_now != 0:
                    if d_double != 0:
                        candidates &= d_stops | a_four
                elif a_double != 0:
                    candidates &= a_stops | d_four
            n = 0
            base = ply * 64
            while candidates != 0:
                square = lowest(candidates)
                candidates ^= bits[square]
                points = 0
                weight = 0
                for i in range(through_from[square], through_from[square + 1]):
                    line = through[i]
                    points += 4 * attacks[line] + 3 * defends[line]
                    weight += attack_weights[line]
                if attacks_now != 0:
                    if potential + weight < _UNIT:
                        continue  # the defender holds the rest by potential
                elif potential - weight < _HALF:
                    n = 0
                    value = 0
                    break
                insert(score, move, base, n, points, square)
                n += 1
            count[ply] = n
            at[ply] = 0
            if n == 0 and value < 0:
                value = 1 - attacks_now
        # 5. Go back up while positions are decided.
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
                # the mover has what it wants, or nothing is left to try
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
        # 6. Go down with the next move.
        bit = bits[move[ply * 64 + at[ply]]]
        if (attacker_moves + ply) & 1 != 0:
            attacker |= bit
        else:
            defender |= bit
        ply += 1
