"""A way for a side never to lose: moves, until the squares that are left fall into pairs.

Where each line that the other side could still complete holds a pair of empty squares, and no two
pairs share a square, it is enough to answer: a stone on one square of a pair with one on the other.
Then no line is ever without a stone of one's own. (Pairing strategies: Hales and Jewett 1963.)

The search looks for pairs after each of its own moves, and goes on only from where there are none.
It needs no solver, so it also holds boards that are too large to be searched to their end.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from games import mnk
from games.evaluator.certificate import (
    Key,
    Pairs,
    Strategy,
    is_held,
    key,
    lacking,
    stones_of,
    turned,
    ways_of,
)
from games.evaluator.proof import Budget
from games.evaluator.rules import squares_of

_Squares: TypeAlias = int
_Place: TypeAlias = tuple[_Squares, _Squares]
"""The stones of the side that holds, and of the other."""
Answer: TypeAlias = tuple[mnk.Square, Pairs | None]
"""A move of the side that holds, and the pairs that it leaves; None where more moves are needed."""

MOST_STEPS = 80
"""What a search for pairs may take; if there are any, a few more than there are pairs do mostly."""
STEP_NODES = 10
"""What a step counts in nodes: it takes as long as that many of the solver's."""
WIDEST = 12
"""This many moves are tried where none leaves pairs, the most urgent first."""


def pairs_of(
    lines: Iterable[_Squares], budget: Budget, most_steps: int = MOST_STEPS
) -> Pairs | None:
    """Pairs of squares, none shared, with one in each line; None if none are found in these steps.

    A line is what its side lacks of it. Raises `Spent` when the budget ends it.

    >>> from games.evaluator.limit import Limit
    >>> pairs_of([0b0111, 0b1110], Budget(Limit())), pairs_of([0b011, 0b110], Budget(Limit()))
    (((1, 2),), None)
    """
    search = _Pairing(most_steps)
    found = search.pairs(list(set(lines)), 0)
    budget.spend(STEP_NODES * (most_steps - search.steps_left))
    return None if found is None else tuple(sorted(found))


def _paired_move(
    squares: Iterable[mnk.Square], theirs: Sequence[_Squares], budget: Budget
) -> tuple[mnk.Square, Pairs] | None:
    """The first of these moves that leaves pairs, with them; None if none does.

    `theirs` is what the other side lacks of its lines. Raises `Spent` when the budget ends it.
    """
    for square in squares:
        left = pairs_of((lack for lack in theirs if not lack >> square & 1), budget)
        if left is not None:
            return square, left
    return None


class _Pairing:
    """Chooses pairs line by line, that with the fewest free squares first."""

    def __init__(self, most_steps: int) -> None:
        self.steps_left = most_steps

    def pairs(self, lines: list[_Squares], used: _Squares) -> list[tuple[int, int]] | None:
        if not lines:
            return []
        self.steps_left -= 1
        free = min((line & ~used for line in lines), key=int.bit_count)
        if free.bit_count() < 2 or self.steps_left <= 0:
            return None
        squares = tuple(squares_of(free))
        # A pair that is in several lines is enough for all of them.
        choices = sorted(
            (-sum(line & pair == pair for line in lines), first, second)
            for at, first in enumerate(squares)
            for second in squares[at + 1 :]
            for pair in (1 << first | 1 << second,)
        )
        for _, first, second in choices:
            pair = 1 << first | 1 << second
            rest = self.pairs([line for line in lines if line & pair != pair], used | pair)
            if rest is not None:
                return [(first, second), *rest]
            if self.steps_left <= 0:
                return None
        return None


def strategy(
    position: mnk.Position, side: mnk.Side, budget: Budget, max_moves: int
) -> Strategy | None:
    """How a side never loses; None if none is found, or it has more than `max_moves` moves.

    Raises `Spent` when the budget ends it; without a limit it may take very long. There must be no
    line yet, and one stone must be enough to stop a line (`mnk.has_certificates`).

    >>> from games.evaluator.limit import Limit
    >>> start = mnk.Position.start(mnk.Variant(6, 6, 5))
    >>> [len(strategy(start, side, Budget(Limit()), 1_000).moves) for side in mnk.Side]
    [1, 6]
    """
    own, other = stones_of(position, side)
    search = Search(position.variant, budget)
    is_to_move = position.side_to_move is side
    holds = search.answers if is_to_move else search.withstands
    # Further than the board has room there is nothing new.
    if not any(holds(own, other, depth) for depth in range(position.variant.room)):
        return None
    return written(position, side, lambda here: search.chosen(*stones_of(here, side)), max_moves)


def written(
    position: mnk.Position, side: mnk.Side, answer: Callable[[mnk.Position], Answer], max_moves: int
) -> Strategy | None:
    """How a side never loses by these answers, wherever one is needed; None if it has more than
    `max_moves` moves."""
    moves: dict[Key, mnk.Square] = {}
    pairs: dict[Key, Pairs] = {}
    same = ways_of(mnk.keeping(position))
    seen: set[_Place] = set()
    waiting = [position]
    while waiting:
        here = waiting.pop()
        name = key(here)
        form, _ = turned(*name, same)
        if form in seen:
            continue
        seen.add(form)
        own, other = stones_of(here, side)
        theirs = lacking(other, own, here.variant)
        if here.side_to_move is not side:
            if not is_held(theirs, is_to_move=True):
                waiting += [here.play(square) for square in here.empty_squares()]
            continue
        if _is_over(lacking(own, other, here.variant), theirs):
            continue
        if len(moves) >= max_moves:
            return None
        moves[name], left = answer(here)
        if left is None:
            waiting.append(here.play(moves[name]))
        else:
            pairs[name] = left
    return Strategy(side, False, moves, pairs)


class Search:
    """Both sides' moves in turn, deeper each time. `own` are the stones of the side that holds."""

    def __init__(self, variant: mnk.Variant, budget: Budget) -> None:
        self._variant = variant
        self._budget = budget
        self._ways = ways_of(mnk.symmetries(variant))
        self._found: dict[_Place, tuple[_Squares, tuple[_Squares, ...] | None]] = {}
        """What is played, and the pairs that are left, on the turned board that comes first."""
        self._in_vain: dict[_Place, int] = {}
        """How deep was looked without finding anything."""

    def answer(self, own: _Squares, other: _Squares, deepest: int) -> Answer | None:
        """A move that holds, looking at up to this many more moves after it; None if none is found.

        Neither side may have a line, and the side must need a move.
        """
        for depth in range(deepest + 1):
            if self.answers(own, other, depth):
                return self.chosen(own, other)
        return None

    def answers(self, own: _Squares, other: _Squares, depth: int) -> bool:
        """Whether the side holds with it to move, looking at this many more moves of its own."""
        place, way = turned(own, other, self._ways)
        if place in self._found:
            return True
        if self._in_vain.get(place, -1) >= depth:
            return False
        self._budget.spend(STEP_NODES)
        mine, theirs = self._lacks(own, other)
        if _is_over(mine, theirs):
            return True
        urgent = {lack for lack in theirs if lack.bit_count() == 1}
        if len(urgent) > 1:
            self._in_vain[place] = self._variant.room
            return False
        squares = list(squares_of(urgent.pop())) if urgent else _urgent_first(mine, theirs)
        paired = _paired_move(squares, theirs, self._budget)
        if paired is not None:
            square, left = paired
            self._found[place] = way[square], tuple(way[one] | way[two] for one, two in left)
            return True
        for square in squares[:WIDEST] if depth else ():
            if self.withstands(own | 1 << square, other, depth - 1):
                self._found[place] = way[square], None
                return True
        self._in_vain[place] = depth
        return False

    def withstands(self, own: _Squares, other: _Squares, depth: int) -> bool:
        """The same with the other side to move: whatever it plays."""
        mine, theirs = self._lacks(own, other)
        if any(lack.bit_count() == 1 for lack in theirs):
            return False
        if is_held(theirs, is_to_move=True):
            return True
        empty = self._variant.open_squares & ~(own | other)
        likely = _urgent_first(theirs, mine)
        others = empty & ~sum(1 << square for square in likely)
        return all(
            self.answers(own, other | 1 << square, depth)
            for square in (*likely, *squares_of(others))
        )

    def chosen(self, own: _Squares, other: _Squares) -> Answer:
        """What was found for a position."""
        place, way = turned(own, other, self._ways)
        played, left = self._found[place]
        if left is None:
            return way.index(played), None
        both = ([at for at, to in enumerate(way) if to & pair] for pair in left)
        return way.index(played), tuple(sorted((one, two) for one, two in both))

    def _lacks(self, own: _Squares, other: _Squares) -> tuple[list[_Squares], list[_Squares]]:
        """What both sides lack of the lines they could still complete."""
        return lacking(own, other, self._variant), lacking(other, own, self._variant)


def _is_over(mine: list[_Squares], theirs: list[_Squares]) -> bool:
    """Whether a side that is to move needs no move any more: a line, or nothing to fear."""
    return any(lack.bit_count() == 1 for lack in mine) or is_held(theirs, is_to_move=False)


def _urgent_first(mine: list[_Squares], theirs: list[_Squares]) -> list[mnk.Square]:
    """The squares of these lines: first those that stop most, then those that build most."""
    points: dict[mnk.Square, float] = {}
    for lines, weight in ((theirs, 3.0), (mine, 1.0)):
        for lack in lines:
            for square in squares_of(lack):
                points[square] = points.get(square, 0) + weight * 0.25 ** lack.bit_count()
    return sorted(points, key=lambda square: (-points[square], square))
