"""Slow readings of the rules, written from the definitions alone: no tables, no increments."""

from functools import cache

from games import mnk


def makes_line(signs: str, centre: int, k: int, exact: bool) -> bool:
    """Whether the run of X through the centre is a line."""
    left = centre
    while left > 0 and signs[left - 1] == "X":
        left -= 1
    right = centre
    while right + 1 < len(signs) and signs[right + 1] == "X":
        right += 1
    run = right - left + 1
    return run == k if exact else run >= k


def with_stone(signs: str, at: int) -> str:
    """The same with an X there."""
    return f"{signs[:at]}X{signs[at + 1 :]}"


@cache
def shape(signs: str, centre: int, k: int, exact: bool) -> str:
    """The name of what X's stone on the centre is part of; `""` below an open two.

    Signs are X, O (also the edge) and dots; the centre has an X already.
    """
    if makes_line(signs, centre, k, exact):
        return "LINE"
    following = [with_stone(signs, at) for at, sign in enumerate(signs) if sign == "."]
    lines = sum(makes_line(after, centre, k, exact) for after in following)
    if lines:
        return "OPEN_FOUR" if lines > 1 else "FOUR"
    if stones_lacking(signs, centre, k) > 3:
        return ""
    shapes = {shape(after, centre, k, exact) for after in following}
    for better, name in (
        ("OPEN_FOUR", "OPEN_THREE"),
        ("FOUR", "THREE"),
        ("OPEN_THREE", "OPEN_TWO"),
    ):
        if better in shapes:
            return name
    return ""


def stones_lacking(signs: str, centre: int, k: int) -> int:
    """How many stones are missing in the stretch of k through the centre with most X and no O."""
    stretches = [
        signs[start : start + k]
        for start in range(max(0, centre - k + 1), min(centre, len(signs) - k) + 1)
    ]
    return min((k - each.count("X") for each in stretches if "O" not in each), default=k)


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
        if len(threats) > 1 or wins_by_fours(after.play(threats[0]), left - 1):
            return True
    return False


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


def windows(variant: mnk.Variant) -> list[tuple[int, frozenset[int], frozenset[int]]]:
    """Every stretch of k squares, by walking: its direction, its squares, and what bounds it.

    Under the exact rule the bounding squares must not hold the same side's stones.
    """
    found = []
    width, height, k = variant.width, variant.height, variant.k
    for direction, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (-1, 1))):
        for y in range(height):
            for x in range(width):
                walk = [(x + i * dx, y + i * dy) for i in range(-1, k + 1)]
                inside = [0 <= a < width and 0 <= b < height for a, b in walk]
                squares = [b * width + a for a, b in walk]
                if all(inside[1:-1]):
                    ends = {squares[i] for i in (0, -1) if inside[i]}
                    is_exact = variant.line_rule is mnk.LineRule.EXACT
                    beside = frozenset(ends if is_exact else ())
                    found.append((direction, frozenset(squares[1:-1]), beside))
    return found


def threats(position: mnk.Position, side: mnk.Side) -> set[tuple[str, int]]:
    """The names of a side's threats, each with the square that continues it."""
    lines = windows(position.variant)
    own = frozenset(position.stones(side))
    others = frozenset(position.stones(side.other))
    empty = position.empty_squares()

    def fours(stones: frozenset[int]) -> set[tuple[int, frozenset[int], int]]:
        """Lines lacking one stone: direction, stones, and the square that completes them."""
        found = set()
        for direction, squares, beside in lines:
            missing = squares - stones
            if len(missing) == 1 and not squares & others and not beside & stones:
                found.add((direction, squares & stones, min(missing)))
        return found

    def straight(stones: frozenset[int]) -> set[tuple[int, frozenset[int], int]]:
        """Of these, the ones whose stones are completed on another square too."""
        all_fours = fours(stones)
        return {
            four
            for four in all_fours
            if any(four[:2] == each[:2] and four[2] != each[2] for each in all_fours)
        }

    def several(stones: frozenset[int], through: int) -> list[int]:
        """The directions in which lines through a stone are completed on several squares."""
        return [
            direction
            for direction in range(4)
            if len({end for d, of, end in fours(stones) if d == direction and through in of}) > 1
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
