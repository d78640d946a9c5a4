"""Wins by continuous fours by their definition: every allowed move and answer is tried.

A second opinion about `games.evaluator.everyfour`, with which it shares no code. Boards are
strings, as in `tests.evaluator.brute`. A four is a stone after which its side could complete a
line; it is answered by any stone that leaves no such square, and by a line of the other side.
"""

from functools import cache

from games import mnk
from tests.evaluator import brute
from tests.evaluator.brute import Board, other, played
from tests.mnk import renju

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Fours:
    """What continuous fours do on boards of one variant; what was seen once is remembered."""

    def __init__(self, variant: mnk.Variant) -> None:
        self._variant = variant
        self._known: dict[tuple[Board, str], int | None] = {}

    def wins(self, board: Board, sign: str) -> dict[int, int]:
        """The plies of a quickest win by fours, by first move."""
        found = {}
        for square in self.fours(board, sign):
            plies = self.plies(board, square, sign)
            if plies is not None:
                found[square] = plies
        return found

    def plies(self, board: Board, square: int, sign: str) -> int | None:
        """How quickly a four there wins; None if it does not."""
        if self.completes(board, square, sign):
            return 1
        after = played(board, square, sign, self._variant)
        answers = self.answers(after, sign)
        if answers is None:
            return None
        held = [self.least(played(after, at, other(sign), self._variant), sign) for at in answers]
        longest = 1
        for each in held:
            if each is None:
                return None
            longest = max(longest, each)
        return longest + 2

    def least(self, board: Board, sign: str) -> int | None:
        """How quickly a side that is to move wins by fours; None if it does not."""
        if (board, sign) not in self._known:
            self._known[board, sign] = (
                1 if self.ends(board, sign) else min(self.wins(board, sign).values(), default=None)
            )
        return self._known[board, sign]

    def fours(self, board: Board, sign: str) -> list[int]:
        """The allowed squares where a stone makes a four, or completes a line."""
        return [
            square
            for square, taken in enumerate(board)
            if taken == "."
            and self._is_near_enough(board, square, sign)
            and (self.completes(board, square, sign) or self._is_four(board, square, sign))
            and self.is_allowed(board, square, sign)
        ]

    def _is_four(self, board: Board, square: int, sign: str) -> bool:
        """Whether a stone there leaves a square to complete a line: one along the same way."""
        after = played(board, square, sign, self._variant)
        along = (at for rays in _rays(self._variant, square) for ray in rays for at in ray)
        return any(after[at] == "." and self.completes(after, at, sign) for at in along)

    def answers(self, board: Board, sign: str) -> list[int] | None:
        """Where the other side stops every line of a side's; None if it completes one itself."""
        theirs = other(sign)
        if self.ends(board, theirs):
            return None
        ends = self.ends(board, sign)
        # A stone elsewhere changes nothing along the lines through an end.
        near = {
            at for end in ends for rays in _rays(self._variant, end) for ray in rays for at in ray
        }
        return [
            square
            for square in sorted(near.union(ends))
            if board[square] == "."
            and not any(
                end != square
                and self.completes(played(board, square, theirs, self._variant), end, sign)
                for end in ends
            )
            and self.is_allowed(board, square, theirs)
        ]

    def ends(self, board: Board, sign: str) -> list[int]:
        """The squares where a side completes a line."""
        return [
            square
            for square, taken in enumerate(board)
            if taken == "." and self.completes(board, square, sign)
        ]

    def completes(self, board: Board, square: int, sign: str) -> bool:
        """Whether a side's stone there completes a line."""
        rule, k = self._variant.line_rule, self._variant.k
        for rays in _rays(self._variant, square):
            run, blocks = 1, 0
            for ray in rays:
                for at in ray:
                    if board[at] != sign:
                        blocks += board[at] != "."
                        break
                    run += 1
            is_longer = rule is mnk.LineRule.RENJU and sign == "O" and run > k
            if is_longer or (run == k and not (rule is mnk.LineRule.CARO and blocks == 2)):
                return True
        return False

    def is_allowed(self, board: Board, square: int, sign: str) -> bool:
        """Whether a side may play there."""
        if self._variant.line_rule is not mnk.LineRule.RENJU or sign == "O":
            return True
        width, height = self._variant.width, self._variant.height
        stones = {(i % width, i // width): sign for i, sign in enumerate(board) if sign != "."}
        return not renju.why_forbidden(stones, (square % width, square // width), width, height)

    def _is_near_enough(self, board: Board, square: int, sign: str) -> bool:
        """Whether enough stones lie along some way for a four through a square."""
        k = self._variant.k
        return any(
            sum(board[at] == sign for ray in rays for at in ray[: k - 1]) >= k - 2
            for rays in _rays(self._variant, square)
        )


def of(position: mnk.Position) -> tuple[Board, str]:
    """A position as its board and the sign of the side to move."""
    return brute.board_of(position), "XO"[position.side_to_move]


@cache
def _rays(variant: mnk.Variant, square: int) -> list[tuple[list[int], list[int]]]:
    """The squares before and after one, along each way, to the edge of the board."""

    def ray(dx: int, dy: int) -> list[int]:
        x, y, found = square % variant.width + dx, square // variant.width + dy, []
        while variant.has(x, y):
            found.append(y * variant.width + x)
            x, y = x + dx, y + dy
        return found

    return [(ray(-dx, -dy), ray(dx, dy)) for dx, dy in WAYS]
