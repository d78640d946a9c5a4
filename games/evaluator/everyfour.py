"""Every first move of a win by continuous fours, where a four may have several answers, or none.

That is caro, where a four may be stopped at its ends too, and renju, where black may not play
everywhere. What `games.evaluator.strong.fours` builds on, that a four has one answer, is not true
there; so only the rules are asked. The attacker's move must be allowed and leave squares that
complete a line. The defender completes a line if it can, which refutes; else it may answer on any
allowed square that leaves none; and if there is no such square it has lost. In plain Python, and
every four is looked at: all or nothing, as there.

>>> from games.evaluator.limit import Limit
>>> from games.evaluator.proof import run
>>> board = "....... ..XXX.. ....... .OO.... .......".replace(" ", chr(10))
>>> position = mnk.position_drawn(board, 5, mnk.LineRule.CARO, mnk.Side.BLACK)
>>> found = run(lambda budget: first_fours(position, budget), Limit(nodes=100_000)).answer
>>> {mnk.name(square, position.variant): plies for square, plies in found.wins.items()}
{'b4': 3, 'f4': 3}
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.proof import Budget
from games.evaluator.rules import completing, squares_of, steps_apart, stones, stopping

COST: Final = 100
"""What a four counts that is looked at: it takes as long as this many of the kernel's nodes."""
_AT_ONCE: Final = 1
_UNSTOPPED: Final = 3
"""The plies of a win by a four that has no answer."""


@dataclass(frozen=True, slots=True)
class EveryFour:
    """What the side to move can do by fours."""

    wins: Mapping[mnk.Square, int]
    """The plies until the line is there, this move included, as few as fours allow."""
    replies: Mapping[mnk.Square, mnk.Square]
    """For each move that makes a four: the answer that holds out longest, or one that refutes it.
    None where the other side completes a line of its own instead."""
    longest: Mapping[mnk.Square, tuple[mnk.Square, ...]]
    """For each winning move that completes no line: all answers that hold out longest. Where none
    stops the four, every move is as good."""


def first_fours(position: mnk.Position, budget: Budget) -> EveryFour:
    """All first moves that win by fours, and the answers to all moves that make a four.

    Run it by `proof.run`: it raises `Spent` when the budget ends it, and `NothingToPlay` when the
    game is over. For boards on which stones stay where they are put, one a turn, and lines win.
    """
    if position.is_over:
        raise NothingToPlay("The game is over: there is nothing to play.")
    return _Search(position, budget).first(position)


_Four: TypeAlias = tuple[mnk.Square, mnk.Position]
"""A move that makes a four, and the position after it."""


class _Search:
    def __init__(self, position: mnk.Position, budget: Budget) -> None:
        side, variant = position.side_to_move, position.variant
        self._budget = budget
        self._me, self._them = variant.of(side), variant.of(side.other)
        self._known: dict[mnk.Position, int | None] = {}

    def first(self, position: mnk.Position) -> EveryFour:
        own, other = stones(position)
        wins: dict[mnk.Square, int] = dict.fromkeys(completing(own, other, self._me), _AT_ONCE)
        replies: dict[mnk.Square, mnk.Square] = {}
        longest: dict[mnk.Square, tuple[mnk.Square, ...]] = {}
        for square, after in self._fours(position, own, other):
            if square in wins:
                continue
            answers = self._answers(after)
            if answers is None:
                continue
            held = {answer: self._least(after.play(answer)) for answer in answers}
            refuting = [answer for answer, plies in held.items() if plies is None]
            if refuting:
                replies[square] = refuting[0]
                continue
            plies = {answer: each for answer, each in held.items() if each is not None}
            most = max(plies.values(), default=_AT_ONCE)
            best = tuple(answer for answer in answers if plies[answer] == most)
            longest[square] = best or after.playable_squares()
            if not longest[square]:
                continue  # the other side has no move at all: a draw
            wins[square] = most + 2
            replies[square] = best[0] if best else _in_vain(after, square)
        return EveryFour(wins, replies, longest)

    def _least(self, position: mnk.Position) -> int | None:
        """In how few plies the attacker, whose move it is, wins by fours; None if not at all."""
        if position not in self._known:
            self._known[position] = self._look(position)
        return self._known[position]

    def _look(self, position: mnk.Position) -> int | None:
        own, other = stones(position)
        if completing(own, other, self._me):
            return _AT_ONCE
        best: int | None = None
        for _, after in self._fours(position, own, other):
            answers = self._answers(after)
            if answers is None:
                continue
            plies = self._held(after, answers)
            if plies is not None and (best is None or plies < best):
                best = plies
                if best == _UNSTOPPED:
                    break
        return best

    def _held(self, after: mnk.Position, answers: tuple[mnk.Square, ...]) -> int | None:
        """The plies of a win by a four that may be answered so, the four included."""
        if not answers:
            return _UNSTOPPED if after.playable_squares() else None
        most = 0
        for answer in answers:
            plies = self._least(after.play(answer))
            if plies is None:
                return None
            most = max(most, plies)
        return most + 2

    def _fours(self, position: mnk.Position, own: int, other: int) -> Iterator[_Four]:
        """The allowed moves that leave squares to complete a line, in order."""
        near = 0
        for mask in mnk.open_masks(mnk.lines(self._me), own, other):
            missing = mask & ~own
            if missing.bit_count() == 2:
                near |= missing
        for square in squares_of(near):
            self._budget.spend(COST)
            after = _played(position, square)
            if after is not None and completing(own | 1 << square, other, self._me):
                yield square, after

    def _answers(self, after: mnk.Position) -> tuple[mnk.Square, ...] | None:
        """The defender's moves that leave no square to complete a line, in order; None if it
        completes a line of its own."""
        theirs, mine = stones(after)
        if completing(theirs, mine, self._them):
            return None
        return tuple(
            square
            for square in stopping(mine, theirs, self._me)
            if _played(after, square) is not None
        )


def _played(position: mnk.Position, square: mnk.Square) -> mnk.Position | None:
    """The position after a move; None if it is forbidden."""
    try:
        return position.play(square)
    except mnk.ForbiddenSquare:
        return None


def _in_vain(after: mnk.Position, four: mnk.Square) -> mnk.Square:
    """A move to show against a four that nothing stops: on one of the squares that complete the
    line, else near by."""
    theirs, mine = stones(after)
    free = after.playable_squares()
    ends = completing(mine, theirs, after.variant.of(after.side_to_move.other))
    near, width = ends[0] if ends else four, after.variant.width
    return min(free, key=lambda each: (each not in ends, steps_apart(each, near, width), each))
