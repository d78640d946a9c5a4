"""Games in which stones fall, played out column by column: exact ends, without the evaluator.

A side's stones are one integer, seven bits a column on a board six high: the bit above the top
stays empty, so a run never wraps round. Alpha-beta with a memory, and nothing else: enough for the
second half of a game.
"""

from games import mnk

LOST = -100
"""Worse than any end; a win in n plies is 100 - n."""


class Falling:
    """What is played on one board; what was seen once is remembered."""

    def __init__(self, variant: mnk.Variant) -> None:
        assert variant.line_rule is mnk.LineRule.GRAVITY
        self._width, self._height, self._k = variant.width, variant.height, variant.k
        self._up = variant.height + 1
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def after_each(self, position: mnk.Position) -> dict[mnk.Square, tuple[str, int]]:
        """Outcome and plies of each move, for the side that makes it, as `brute.after_each`."""
        own, other = (
            sum(1 << self._bit(square) for square in position.stones(side))
            for side in (position.side_to_move, position.side_to_move.other)
        )
        found = {}
        for at in self._free(own | other):
            square = at % self._up * self._width + at // self._up
            if self._has_line(own | 1 << at):
                found[square] = ("win", 1)
                continue
            worth = -self._worth(other, own | 1 << at, LOST, -LOST)
            outcome = "draw" if worth == 0 else "win" if worth > 0 else "loss"
            left = self._width * self._height - (own | other).bit_count()
            found[square] = (outcome, left if worth == 0 else 101 - abs(worth))
        return found

    def _bit(self, square: mnk.Square) -> int:
        return square % self._width * self._up + square // self._width

    def _free(self, taken: int) -> list[int]:
        """The bit where a stone comes to rest in each column that is not full."""
        found = []
        for column in range(self._width):
            at = column * self._up
            while taken >> at & 1:
                at += 1
            if at < column * self._up + self._height:
                found.append(at)
        return found

    def _has_line(self, stones: int) -> bool:
        for way in (1, self._up - 1, self._up, self._up + 1):
            run = stones
            for _ in range(self._k - 1):
                run &= run >> way
            if run:
                return True
        return False

    def _worth(self, own: int, other: int, low: int, high: int) -> int:
        """What it is worth to the side to move: the sooner it ends, the farther from a draw."""
        free = self._free(own | other)
        if not free:
            return 0
        if any(self._has_line(own | 1 << at) for at in free):
            return -LOST - 1
        forced = [at for at in free if self._has_line(other | 1 << at)]
        least, most = self._known.get((own, other), (LOST, -LOST))
        low, high = max(low, least), min(high, most)
        if low >= high:
            return low
        best, floor = LOST, low
        for at in forced[:1] or free:
            worth = -self._worth(other, own | 1 << at, -_later(high), -_later(low))
            best = max(best, _sooner(worth))
            floor = max(floor, best)
            if floor >= high:
                break
        # What lies outside the window is a bound only.
        self._known[own, other] = (
            best if best > low else least,
            best if best < high else most,
        )
        return best


def _sooner(worth: int) -> int:
    """What a position is worth a ply before."""
    return worth - (worth > 0) + (worth < 0)


def _later(worth: int) -> int:
    """The least (or most) a ply later that is worth as much before."""
    return worth + (worth > 0) - (worth < 0)
