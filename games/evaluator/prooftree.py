"""A proof as people read it: the winner's move, the defences, the winner's answers, and so on.

Defences that are answered alike, to the end of the game, are one step; the largest such step is
"any other". A tree that is too large is told as far as it goes: the main line first, in which the
loser holds out the longest, then what departs from it once, twice and so on.

>>> from games.evaluator import Limit, prove
>>> certificate = prove(mnk.Position.start(mnk.Variant(3, 1, 2)), Limit(nodes=100))
>>> for step in tree(certificate).steps:
...     print(step.parent, step.by.word, step.moves, step.plies)
-1 white () 3
0 black (1,) 2
1 white (0,) 1
2 black (2,) 0
1 white (2,) 1
4 black (0,) 0
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from games import mnk
from games.evaluator.certificate import Certificate, Key, Strategy
from games.evaluator.evaluation import Verdict
from games.evaluator.rules import squares_of

MAX_STEPS = 2_000
MAX_SQUARES = 4_000
"""How many moves the steps name altogether."""
FEWEST_OTHERS = 3
"""At least this many defences in one step are called "any other", if no other step has more."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the winner's, or all defences answered alike."""

    parent: int
    """By index; less than its own. -1 for the first, which has no moves."""
    by: mnk.Side
    moves: tuple[mnk.Square, ...]
    """Empty for all defences that no sibling step names."""
    plies: int
    """To the end of the game, at most."""


@dataclass(frozen=True, slots=True)
class ProofTree:
    """Why a position is won. What follows a step comes in order: the most stubborn first."""

    winner: mnk.Side
    steps: tuple[Step, ...]
    is_cut: bool
    """Whether it goes on, below each of the winner's steps that has no defences but plies left."""


def tree(
    certificate: Certificate, *, max_steps: int = MAX_STEPS, max_squares: int = MAX_SQUARES
) -> ProofTree | None:
    """The tree of a win by either side; None for a draw. The certificate must hold."""
    if certificate.verdict is Verdict.DRAW:
        return None
    (strategy,) = certificate.strategies
    reader = _Reader(strategy, certificate.position.variant)
    own, other = (_bits(certificate.position, side) for side in _order(strategy.side))
    loser = strategy.side.other
    is_attack = certificate.position.side_to_move is strategy.side
    steps: list[Step] = []
    waiting: list[tuple[int, int, int, tuple[_Group, ...]]] = []
    order = count()

    def play(parent: int, answer: int, departures: int) -> None:
        found = reader.answers[answer]
        if found.groups:
            heapq.heappush(waiting, (departures, next(order), len(steps), found.groups))
        steps.append(Step(parent, strategy.side, (found.square,), found.plies))

    if is_attack:
        first = reader.answer(own, other)
        steps.append(Step(-1, loser, (), reader.answers[first].plies + 1))
        play(0, first, 0)
    else:
        groups = reader.groups(own, other)
        plies = max(reader.answers[group.answer].plies for group in groups) + 2
        steps.append(Step(-1, strategy.side, (), plies))
        waiting.append((0, next(order), 0, groups))
    while waiting:
        departures, _, parent, groups = heapq.heappop(waiting)
        max_squares -= sum(len(group.moves) for group in groups)
        if len(steps) + 2 * len(groups) > max_steps or max_squares < 0:
            return ProofTree(strategy.side, tuple(steps), True)
        for rank, group in enumerate(groups):
            left = reader.answers[group.answer].plies + 1
            steps.append(Step(parent, loser, group.moves, left))
            play(len(steps) - 1, group.answer, departures + (rank > 0))
    return ProofTree(strategy.side, tuple(steps), False)


class _Group(NamedTuple):
    """Defences with one answer."""

    moves: tuple[mnk.Square, ...]
    answer: int


class _Answer(NamedTuple):
    """A move of the winner's, with everything that follows."""

    square: mnk.Square
    groups: tuple[_Group, ...]
    """Empty where it completes a line."""
    plies: int


class _Reader:
    """Reads answers out of a strategy. Equal answers share one number, wherever they occur."""

    def __init__(self, strategy: Strategy, variant: mnk.Variant) -> None:
        self.answers: list[_Answer] = []
        self._numbers: dict[tuple[mnk.Square, tuple[_Group, ...]], int] = {}
        self._known: dict[Key, int] = {}
        self._strategy = strategy
        self._lines = mnk.lines(variant)
        self._full = variant.open_squares

    def answer(self, own: int, other: int) -> int:
        """The answer where the winner, `own`, is to move."""
        known = self._known.get((own, other))
        if known is None:
            near, theirs = self._near(own, other), self._near(other, own)
            is_threatened = any(lack.bit_count() == 1 for lack in theirs)
            known = self._at_sight(own | other, near, is_threatened)
            if known is None:
                key = (own, other) if self._strategy.side is mnk.Side.BLACK else (other, own)
                square = self._strategy.moves[key]
                known = self._number(square, self.groups(own | 1 << square, other))
            self._known[own, other] = known
        return known

    def groups(self, own: int, other: int) -> tuple[_Group, ...]:
        """All defences where the loser, `other`, is to move."""
        mine, theirs = self._near(own, other), self._near(other, own)
        taken = own | other
        answered: defaultdict[int, list[mnk.Square]] = defaultdict(list)
        for square in squares_of(self._full & ~taken):
            bit = 1 << square
            left = [lack for lack in mine if not lack & bit]
            found = self._at_sight(taken | bit, left, any(lack & bit for lack in theirs))
            if found is None:
                found = self.answer(own, other | bit)
            answered[found].append(square)
        return self._in_order(answered)

    def _in_order(self, answered: dict[int, list[mnk.Square]]) -> tuple[_Group, ...]:
        others = max(answered, key=lambda answer: (len(answered[answer]), -answered[answer][0]))
        if len(answered[others]) < FEWEST_OTHERS:
            others = -1
        ordered = sorted(
            answered,
            key=lambda answer: (
                -self.answers[answer].plies,
                answer == others,
                answered[answer][0],
            ),
        )
        return tuple(
            _Group(() if answer == others else tuple(answered[answer]), answer)
            for answer in ordered
        )

    def _at_sight(self, taken: int, near: list[int], is_threatened: bool) -> int | None:
        """The answer where a strategy needs no move: complete a line, or make two to complete."""
        at_once = [lack for lack in near if lack.bit_count() == 1]
        if at_once:
            return self._number(min(at_once).bit_length() - 1, ())
        once = twice = 0
        for lack in set(near):
            twice |= once & lack
            once |= lack
        if is_threatened or not twice:
            return None
        fork = twice & -twice
        first, second = sorted({lack ^ fork for lack in near if lack & fork})[:2]
        taken |= fork
        answered: dict[int, list[mnk.Square]] = {
            self._number(first.bit_length() - 1, ()): list(
                squares_of(self._full & ~taken & ~first)
            ),
            self._number(second.bit_length() - 1, ()): [first.bit_length() - 1],
        }
        return self._number(fork.bit_length() - 1, self._in_order(answered))

    def _number(self, square: mnk.Square, groups: tuple[_Group, ...]) -> int:
        number = self._numbers.setdefault((square, groups), len(self.answers))
        if number == len(self.answers):
            plies = max((self.answers[group.answer].plies + 2 for group in groups), default=0)
            self.answers.append(_Answer(square, groups, plies))
        return number

    def _near(self, own: int, other: int) -> list[int]:
        """What a side lacks of the lines it could complete with one or two more stones."""
        return [
            mask & ~own
            for mask in mnk.open_masks(self._lines, own, other)
            if (mask & ~own).bit_count() <= 2
        ]


def _order(winner: mnk.Side) -> Iterator[mnk.Side]:
    yield winner
    yield winner.other


def _bits(position: mnk.Position, side: mnk.Side) -> int:
    return sum(1 << square for square in position.stones(side))
