"""3×3, three in a row, as a full table: plain Python, built in a few ms when first asked.

>>> table = Table()
>>> table.finding((0, 0))
Finding(verdict=<Verdict.DRAW: 'draw'>, plies=9)
>>> len(table)
5478
"""

from functools import cache

from games import mnk
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.rules import Stones

_LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
_FULL = 0b111_111_111


def is_tictactoe(variant: mnk.Variant) -> bool:
    """Whether the table answers: on 3×3 with k = 3 all line rules by which lines win are the same
    game, as long as no square is blocked."""
    is_board = (variant.width, variant.height, variant.k) == (3, 3, 3)
    return is_board and not variant.blocked and variant.line_rule.says.is_race


class Table:
    """Every position of the game. Set-up positions are added as they are asked for."""

    def __init__(self) -> None:
        self._plies: dict[Stones, int] = {}
        self._look((0, 0))

    def __len__(self) -> int:
        return len(self._plies)

    def finding(self, stones: Stones) -> Finding:
        """Verdict and distance for the side to move; a lost position with a line is 0 plies."""
        plies = self._look(stones)
        if plies > 0:
            return Finding(Verdict.WIN, plies)
        own, other = stones
        if plies < 0 or _has_line(other):
            return Finding(Verdict.LOSS, -plies)
        return Finding(Verdict.DRAW, 9 - (own | other).bit_count())

    def _look(self, stones: Stones) -> int:
        """Plies to the side to move's win; negative to its loss; 0 for a draw and at the end."""
        known = self._plies.get(stones)
        if known is not None:
            return known
        own, other = stones
        best = 0
        empty = _FULL & ~(own | other)
        if empty and not _has_line(other):
            found = []
            while empty:
                square = empty & -empty
                empty ^= square
                after = own | square
                theirs = self._look((other, after))
                if _has_line(after):
                    found.append(1)
                else:
                    found.append(-theirs - 1 if theirs > 0 else 1 - theirs if theirs else 0)
            wins = [plies for plies in found if plies > 0]
            best = min(wins) if wins else 0 if 0 in found else min(found)
        self._plies[stones] = best
        return best


@cache
def table() -> Table:
    """The table of this process."""
    return Table()


@cache
def _has_line(stones: int) -> bool:
    return any(stones & line == line for line in _LINES)
