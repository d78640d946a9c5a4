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
    """How many stones the stretch of k through the centre with the most X and no O lacks."""
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
