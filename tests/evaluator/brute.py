"""Brute force: every continuation played out, written without looking at the evaluator.

A board is a string, a1 first, row after row: `X` black, `O` white, `.` empty, `#` blocked. Lines
are found by walking over it, outcomes by trying everything. Slow, and too simple to be wrong.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

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


class Game:
    """What follows in the positions of one variant. All that is found is kept."""

    def __init__(self, variant: mnk.Variant) -> None:
        self.variant = variant
        self._looks = _looks(variant)
        self._two_a_turn = variant.line_rule is mnk.LineRule.CONNECT6
        self._line_loses = variant.line_rule is mnk.LineRule.MISERE
        self._lines: dict[tuple[Board, mnk.LineRule], bool] = {}
        self._best: dict[tuple[Board, str], tuple[str, int]] = {}

    def has_line(self, board: Board, sign: str) -> bool:
        for signs, variant in self._looks[sign]:
            key = board.translate(signs), variant.line_rule
            found = self._lines.get(key)
            if found is None:
                found = self._lines[key] = _is_line(key[0], variant)
            if found:
                return True
        return False

    def best(self, board: Board, sign: str) -> tuple[str, int]:
        known = self._best.get((board, sign))
        if known is None:
            known = self._best[board, sign] = _best_of(self.after_each(board, sign))
        return known

    def after_each(self, board: Board, sign: str) -> dict[int, tuple[str, int]]:
        found = {}
        for square in moves(board, sign, self.variant):
            after = played(board, square, sign, self.variant)
            if self.has_line(after, sign):
                found[square] = ("loss" if self._line_loses else "win", 1)
            else:
                following = self.next_sign(after, sign)
                outcome, plies = self.best(after, following)
                if following != sign:
                    outcome = _FOR_THE_OTHER[outcome]
                found[square] = (outcome, plies + 1)
        return found

    def next_sign(self, after: Board, sign: str) -> str:
        """Whose stone comes next, after one of this side's: under Connect6 a turn has two, but
        black's first has one, so that an even number of stones lies between the two of a turn."""
        if self._two_a_turn and (after.count("X") + after.count("O")) % 2 == 0:
            return sign
        return other(sign)

    def reachable(self) -> Iterator[tuple[Board, str]]:
        layer = {board_of(mnk.Position.start(self.variant))}
        sign = "X"
        while layer:
            following = set()
            for board in layer:
                yield board, sign
                if not any(self.has_line(board, each) for each in "XO"):
                    following |= {
                        played(board, at, sign, self.variant)
                        for at in moves(board, sign, self.variant)
                    }
            if following:
                sign = self.next_sign(next(iter(following)), sign)
            layer = following


game = cache(Game)
_FOR_THE_OTHER = {"win": "loss", "loss": "win", "draw": "draw"}


def forget() -> None:
    """Begin anew: a large board's positions take much memory."""
    game.cache_clear()


def has_line(board: Board, sign: str, variant: mnk.Variant) -> bool:
    """Whether a side has a line; where stones are of either kind, whether there is one at all."""
    return game(variant).has_line(board, sign)


def best(board: Board, sign: str, variant: mnk.Variant) -> tuple[str, int]:
    """Outcome for the side to move, and plies: the winner hurries, the loser delays."""
    return game(variant).best(board, sign)


def after_each(board: Board, sign: str, variant: mnk.Variant) -> dict[int, tuple[str, int]]:
    """Outcome and plies of each move, for the side that makes it. Nobody may have a line yet."""
    return game(variant).after_each(board, sign)


def reachable(variant: mnk.Variant) -> Iterator[tuple[Board, str]]:
    """Every position a game can show, with the sign of the side to move; X begins."""
    return game(variant).reachable()


def _best_of(found: dict[int, tuple[str, int]]) -> tuple[str, int]:
    if not found:
        return "draw", 0
    wins = [plies for outcome, plies in found.values() if outcome == "win"]
    if wins:
        return "win", min(wins)
    draws = [plies for outcome, plies in found.values() if outcome == "draw"]
    if draws:
        return "draw", max(draws)
    return "loss", max(plies for _, plies in found.values())


Look = tuple[dict[int, str], mnk.Variant]
"""What becomes of each sign before lines of `*` are looked for, and by which rule."""


def _looks(variant: mnk.Variant) -> dict[str, list[Look]]:
    """How each side looks for its lines."""
    if variant.line_rule is mnk.LineRule.WILD:
        free = replace(variant, line_rule=mnk.LineRule.FREESTYLE)
        of_any = [_look("X", free), _look("O", free)]
        return {"X": of_any, "O": of_any}
    if variant.line_rule is mnk.LineRule.RENJU:
        exact = replace(variant, line_rule=mnk.LineRule.EXACT)
        free = replace(variant, line_rule=mnk.LineRule.FREESTYLE)
        return {"X": [_look("X", exact)], "O": [_look("O", free)]}
    return {sign: [_look(sign, variant)] for sign in "XO"}


def _look(sign: str, variant: mnk.Variant) -> Look:
    # The other side's stones matter under caro alone: elsewhere more boards are alike without them.
    theirs = "o" if variant.line_rule is mnk.LineRule.CARO else "."
    return str.maketrans({sign: "*", other(sign): theirs}), variant


def _is_line(board: Board, variant: mnk.Variant) -> bool:
    """Whether stones `*` are in line."""
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


def other(sign: str) -> str:
    return "O" if sign == "X" else "X"
