"""Brute force: every continuation played out, written without looking at the evaluator.

A board is a string, a1 first, row after row: `X` black, `O` white, `.` empty, `#` blocked. Lines
are found by walking over it, outcomes by trying everything. Slow, and too simple to be wrong.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from games import mnk
from tests.mnk import renju

Board = str


def is_over(position: mnk.Position) -> bool:
    """Whether somebody has a line, or nobody may play."""
    return position.is_stuck or any(map(position.has_line, mnk.Side))


def board_of(position: mnk.Position) -> Board:
    signs = {mnk.Side.BLACK: "X", mnk.Side.WHITE: "O", None: "."}
    return "".join(
        "#" if at in position.variant.blocked else signs[position.stone(at)]
        for at in range(position.variant.squares)
    )


def has_line(board: Board, sign: str, variant: mnk.Variant) -> bool:
    """Whether a side has a line; where stones are of either kind, whether there is one at all."""
    if variant.line_rule is mnk.LineRule.WILD:
        free = mnk.Variant(variant.width, variant.height, variant.k)
        return any(has_line(board, kind, free) for kind in "XO")
    signs, variant = _seen_by(sign, variant)
    return _has_line(board.translate(signs), variant)


@cache
def _seen_by(sign: str, variant: mnk.Variant) -> tuple[dict[int, str], mnk.Variant]:
    """What a side that looks for its own lines makes of each sign, and by which rule."""
    if variant.line_rule is mnk.LineRule.RENJU:
        rule = mnk.LineRule.EXACT if sign == "X" else mnk.LineRule.FREESTYLE
        variant = mnk.Variant(variant.width, variant.height, variant.k, rule)
    # The other side's stones matter under caro alone: elsewhere more boards are alike without them.
    theirs = "o" if variant.line_rule is mnk.LineRule.CARO else "."
    return str.maketrans({sign: "*", other(sign): theirs}), variant


@lru_cache(maxsize=100_000)
def _has_line(board: Board, variant: mnk.Variant) -> bool:
    sign = "*"
    width, height, k = variant.width, variant.height, variant.k
    grid = [[board[y * width + x] for x in range(width)] for y in range(height)]
    if variant.line_rule is mnk.LineRule.FULL_LINES:
        if any(all(cell == sign for cell in row) for row in grid):
            return True
        if any(all(row[x] == sign for row in grid) for x in range(width)):
            return True
    for y in range(height):
        for x in range(width):
            if grid[y][x] != sign:
                continue  # no run begins here
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if variant.line_rule is mnk.LineRule.FULL_LINES and not (dx and dy):
                    continue
                if at(grid, x - dx, y - dy) == sign:
                    continue  # the run began earlier
                run = 0
                while at(grid, x + run * dx, y + run * dy) == sign:
                    run += 1
                ends = at(grid, x - dx, y - dy) + at(grid, x + run * dx, y + run * dy)
                match variant.line_rule:
                    case (
                        mnk.LineRule.FREESTYLE
                        | mnk.LineRule.FULL_LINES
                        | mnk.LineRule.MISERE
                        | mnk.LineRule.GRAVITY
                        | mnk.LineRule.CONNECT6
                        | mnk.LineRule.WILD
                    ):
                        wins = run >= k
                    case mnk.LineRule.EXACT:
                        wins = run == k
                    case mnk.LineRule.CARO:
                        wins = run == k and ends != "oo"
                    case mnk.LineRule.RENJU:
                        raise AssertionError("each side has a rule of its own")
                if wins:
                    return True
    return False


def at(grid: list[list[str]], x: int, y: int) -> str:
    return grid[y][x] if 0 <= y < len(grid) and 0 <= x < len(grid[0]) else " "


def moves(board: Board, to_move: str, variant: mnk.Variant) -> list[int]:
    """The empty squares, or what may be put there; without those that are forbidden to black in
    renju, and those above an empty square where stones fall."""
    empty = [square for square, sign in enumerate(board) if sign == "."]
    if variant.line_rule is mnk.LineRule.WILD:
        return empty + [len(board) + square for square in empty]  # an O there
    if variant.line_rule is mnk.LineRule.GRAVITY:
        wide = variant.width
        return [square for square in empty if square < wide or board[square - wide] != "."]
    if variant.line_rule is not mnk.LineRule.RENJU or to_move == "O":
        return empty
    width, height = variant.width, variant.height
    stones = {(i % width, i // width): sign for i, sign in enumerate(board) if sign != "."}
    return [
        square
        for square in empty
        if not renju.why_forbidden(stones, (square % width, square // width), width, height)
    ]


def played(board: Board, square: int, sign: str, variant: mnk.Variant) -> Board:
    if variant.line_rule is mnk.LineRule.WILD:
        square, sign = square % len(board), "O" if square >= len(board) else "X"
    return board[:square] + sign + board[square + 1 :]


@cache
def best(board: Board, sign: str, variant: mnk.Variant) -> tuple[str, int]:
    """Outcome for the side to move, and plies: the winner hurries, the loser delays."""
    found = list(after_each(board, sign, variant).values())
    if not found:
        return "draw", 0
    wins = [plies for outcome, plies in found if outcome == "win"]
    if wins:
        return "win", min(wins)
    draws = [plies for outcome, plies in found if outcome == "draw"]
    if draws:
        return "draw", max(draws)
    return "loss", max(plies for _, plies in found)


def after_each(board: Board, sign: str, variant: mnk.Variant) -> dict[int, tuple[str, int]]:
    """Outcome and plies of each move, for the side that makes it. Nobody may have a line yet."""
    found = {}
    for square in moves(board, sign, variant):
        after = played(board, square, sign, variant)
        if has_line(after, sign, variant):
            found[square] = ("loss" if variant.line_rule is mnk.LineRule.MISERE else "win", 1)
        else:
            following = next_sign(after, sign, variant)
            outcome, plies = best(after, following, variant)
            if following != sign:
                outcome = {"win": "loss", "loss": "win", "draw": "draw"}[outcome]
            found[square] = (outcome, plies + 1)
    return found


def next_sign(after: Board, sign: str, variant: mnk.Variant) -> str:
    """Whose stone comes next, after one of this side's: under Connect6 a turn has two, but black's
    first has one, so that an even number of stones lies between the two of a turn."""
    lying = after.count("X") + after.count("O")
    if variant.line_rule is mnk.LineRule.CONNECT6 and lying % 2 == 0:
        return sign
    return other(sign)


def other(sign: str) -> str:
    return "O" if sign == "X" else "X"


def reachable(variant: mnk.Variant) -> Iterator[tuple[Board, str]]:
    """Every position a game can show, with the sign of the side to move; X begins."""
    layer = {board_of(mnk.Position.start(variant))}
    sign = "X"
    while layer:
        following = set()
        for board in layer:
            yield board, sign
            if not any(has_line(board, each, variant) for each in "XO"):
                following |= {
                    played(board, at, sign, variant) for at in moves(board, sign, variant)
                }
        if following:
            sign = next_sign(next(iter(following)), sign, variant)
        layer = following
