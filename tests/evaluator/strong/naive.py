"""Slow readings of the rules, written from the definitions alone: no tables, no increments."""

from functools import cache
from typing import TypeAlias

from games import mnk


def makes_line(signs: str, centre: int, k: int, rule: mnk.LineRule) -> bool:
    """Whether the run of X through the centre is a line; beyond the text is the edge."""
    left = centre
    while left > 0 and signs[left - 1] == "X":
        left -= 1
    right = centre
    while right + 1 < len(signs) and signs[right + 1] == "X":
        right += 1
    run = right - left + 1
    if rule is mnk.LineRule.CARO and (signs[left - 1 : left], signs[right + 1 : right + 2]) == (
        "O",
        "O",
    ):
        return False
    return run >= k if rule is mnk.LineRule.FREESTYLE else run == k


def with_stone(signs: str, at: int, sign: str = "X") -> str:
    """The same with an X there, or an O."""
    return f"{signs[:at]}{sign}{signs[at + 1 :]}"


@cache
def shape(signs: str, centre: int, k: int, rule: mnk.LineRule) -> str:
    """The name of what X's stone on the centre is part of; `""` below an open two.

    Signs are X, O, dots and # beyond the edge; the centre has an X already.
    """
    if makes_line(signs, centre, k, rule):
        return "LINE"

    def is_next(signs: str) -> bool:
        return any(makes_line(after, centre, k, rule) for after in one_more(signs))

    if is_next(signs):
        is_stopped = not all(map(is_next, one_more(signs, "O")))
        return "FOUR" if is_stopped else "OPEN_FOUR"
    if stones_lacking(signs, centre, k) > 3:
        return ""
    shapes = {shape(after, centre, k, rule) for after in one_more(signs)}
    for better, name in (
        ("OPEN_FOUR", "OPEN_THREE"),
        ("FOUR", "THREE"),
        ("OPEN_THREE", "OPEN_TWO"),
    ):
        if better in shapes:
            return name
    return ""


def one_more(signs: str, sign: str = "X") -> list[str]:
    """The same with one stone more, in every way."""
    return [with_stone(signs, at, sign) for at, empty in enumerate(signs) if empty == "."]


def stones_lacking(signs: str, centre: int, k: int) -> int:
    """How many stones are missing in the stretch of k through the centre with most X and no O."""
    stretches = [
        signs[start : start + k]
        for start in range(max(0, centre - k + 1), min(centre, len(signs) - k) + 1)
    ]
    return min((k - each.count("X") for each in stretches if not {*each} & {*"O#"}), default=k)


def wins_by_fours(position: mnk.Position, left: int) -> bool:
    """Whether the side to move wins by at most `left` fours in a row, each answered by force."""
    side = position.side_to_move
    if lines_in_one(position):
        return True
    if left == 0:
        return False
    for square in position.empty_squares():
        after = position.play(square)
        passed = mnk.Position.of(
            after.variant,
            mnk.BySide(
                frozenset(after.stones(mnk.Side.BLACK)), frozenset(after.stones(mnk.Side.WHITE))
            ),
            side,
        )
        threats = lines_in_one(passed)
        if not threats or lines_in_one(after):
            continue  # no four; or the other side completes its own line first
        replies = map(after.play, after.empty_squares())
        if all(_is_left(threats, reply) or wins_by_fours(reply, left - 1) for reply in replies):
            return True
    return False


def _is_left(threats: list[mnk.Square], reply: mnk.Position) -> bool:
    """Whether one of these squares still completes a line. No reply adds one to them."""
    left = [square for square in threats if reply.stone(square) is None]
    return any(reply.play(square).has_line(reply.side_to_move) for square in left)


def lines_in_one(position: mnk.Position) -> list[mnk.Square]:
    """Where the side to move completes a line."""
    side = position.side_to_move
    return [square for square in position.empty_squares() if position.play(square).has_line(side)]


def best_end(position: mnk.Position, known: dict[mnk.Position, int] | None = None) -> int:
    """1, 0 or -1: how the game ends for the side to move when both play perfectly."""
    known = {} if known is None else known
    if position in known:
        return known[position]
    side = position.side_to_move
    best = -1
    squares = position.empty_squares()
    if not squares:
        best = 0
    for square in squares:
        after = position.play(square)
        if after.has_line(side):
            best = 1
            break
        best = max(best, -best_end(after, known))
        if best == 1:
            break
    known[position] = best
    return best


Window: TypeAlias = tuple[int, frozenset[int], frozenset[int]]


def windows(variant: mnk.Variant) -> list[Window]:
    """Every stretch of k squares, by walking: its direction, its squares, and those at its ends."""
    found = []
    width, height, k = variant.width, variant.height, variant.k
    for direction, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (-1, 1))):
        for y in range(height):
            for x in range(width):
                walk = [(x + i * dx, y + i * dy) for i in range(-1, k + 1)]
                squares = [b * width + a for a, b in walk]
                inside = [
                    variant.has(a, b) and square not in variant.blocked
                    for (a, b), square in zip(walk, squares, strict=True)
                ]
                if all(inside[1:-1]):
                    ends = frozenset(squares[i] for i in (0, -1) if inside[i])
                    found.append((direction, frozenset(squares[1:-1]), ends))
    return found


def is_open(
    line: Window, stones: frozenset[int], others: frozenset[int], rule: mnk.LineRule
) -> bool:
    """Whether nothing keeps a side from filling a stretch to a line."""
    _, squares, ends = line
    is_blocked = rule is mnk.LineRule.CARO and len(ends) == 2 and ends <= others
    is_longer = rule is not mnk.LineRule.FREESTYLE and ends & stones
    return not (squares & others or is_longer or is_blocked)


def threats(position: mnk.Position, side: mnk.Side) -> set[tuple[str, int]]:
    """The names of a side's threats, each with the square that continues it."""
    lines, rule = windows(position.variant), position.variant.line_rule
    line_of = {
        (direction, squares): (direction, squares, ends) for direction, squares, ends in lines
    }
    own = frozenset(position.stones(side))
    others = frozenset(position.stones(side.other))
    empty = position.empty_squares()

    @cache
    def fours(stones: frozenset[int]) -> frozenset[tuple[int, frozenset[int], int]]:
        """Lines lacking one stone: direction, stones, and the square that completes them."""
        found = set()
        for line in lines:
            direction, squares, _ = line
            missing = squares - stones
            if len(missing) == 1 and is_open(line, stones, others, rule):
                found.add((direction, squares & stones, min(missing)))
        return frozenset(found)

    def holds(some: set[tuple[int, frozenset[int], int]], stones: frozenset[int]) -> bool:
        """Whether one of these fours is left wherever the other side plays."""
        return len({end for *_, end in some}) > 1 and all(
            any(
                is_open(line_of[direction, of | {end}], stones, others | {at}, rule)
                for direction, of, end in some
            )
            for at in empty
            if at not in stones
        )

    def straight(stones: frozenset[int]) -> set[tuple[int, frozenset[int], int]]:
        """Of these, the ones whose stones no answer keeps from a line."""
        all_fours = fours(stones)
        return {
            four
            for four in all_fours
            if holds({each for each in all_fours if each[:2] == four[:2]}, stones)
        }

    def several(stones: frozenset[int], through: int) -> list[int]:
        """The directions in which no answer stops all lines through a stone."""
        all_fours = fours(stones)
        return [
            direction
            for direction in range(4)
            if holds(
                {each for each in all_fours if each[0] == direction and through in each[1]}, stones
            )
        ]

    now, open_now = fours(own), straight(own)
    completing = {end for _, _, end in now}
    found = {("openFour", end) for _, _, end in open_now}
    for direction, _, end in now:
        if not any(each[0] == direction and each[2] == end for each in open_now):
            found.add(("four", end))
    for square in empty:
        after = own | {square}
        made = {four for four in fours(after) if square in four[1]}
        line_here = {direction for direction, _, end in now if end == square}
        open_here = {four[0] for four in straight(after) if square in four[1]} - line_here
        double_here = set(several(after, square)) - line_here - open_here
        found |= {("openThree", square) for _ in open_here}
        found |= {("doubleFour", square) for _ in double_here}
        if line_here or open_here or double_here:
            continue
        new = {direction for direction, _, end in made if end not in completing}
        any_four = {direction for direction, _, _ in made}
        threes = {
            direction
            for at in empty
            if at != square
            for direction in several(after | {at}, square)
            if any(d == direction and at in of and square in of for d, of, _ in fours(after | {at}))
        } - any_four
        if len(new) > 1:
            found.add(("doubleFour", square))
        elif new and threes:
            found.add(("fourThree", square))
        elif len(threes) > 1:
            found.add(("doubleThree", square))
    return found
