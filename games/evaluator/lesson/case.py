"""The move in question, and the form of what is said about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games import mnk
from games.evaluator.reading import Reading, terms_of
from games.evaluator.rules import squares_of, stones
from games.evaluator.wins import Forces, Kind, Win, readings
from games.remarks import Remark, RemarkKind

Moves: TypeAlias = tuple[mnk.Move, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something about a move, and what shows it."""

    remarks: tuple[Remark, ...]
    """What is said, one sentence after the other."""
    squares: tuple[mnk.Square, ...]
    """The squares (never moves) to mark, in order: those named, and the stones mentioned."""
    proved: bool
    """Whether it follows from the board, or from a search that looked at everything it had to. If
    not, it says "probably"."""
    line: tuple[mnk.Move, ...] = ()
    """Moves of both sides in turn that show it; may be empty where the marks do."""
    from_after: bool = False
    """Whether the line is played from the position after the move; else from the one before it."""


@dataclass(frozen=True, slots=True)
class Distances:
    """One remark about a win, by how its distance is known."""

    exactly: RemarkKind
    at_most: RemarkKind
    by_fours: RemarkKind


HAD_WIN = Distances(RemarkKind.HAD_WIN, RemarkKind.HAD_WIN_AT_MOST, RemarkKind.HAD_WIN_BY_FOURS)
THEN_WINS = Distances(
    RemarkKind.THEN_WINS, RemarkKind.THEN_WINS_AT_MOST, RemarkKind.THEN_WINS_BY_FOURS
)
OTHER_WINS = Distances(
    RemarkKind.OTHER_WINS, RemarkKind.OTHER_WINS_AT_MOST, RemarkKind.OTHER_WINS_BY_FOURS
)
WINS = Distances(RemarkKind.WINS, RemarkKind.WINS_AT_MOST, RemarkKind.WINS_BY_FOURS)
THREATENED = Distances(
    RemarkKind.THREATENED, RemarkKind.THREATENED_AT_MOST, RemarkKind.THREATENED_FOURS
)
THREATENS = Distances(
    RemarkKind.THREATENS, RemarkKind.THREATENS_AT_MOST, RemarkKind.THREATENS_FOURS
)


class Case:
    """A move, both sides' lines before and after it, and what they force.

    "Mine" is what belongs to the side that moves, "theirs" what belongs to the other.
    """

    def __init__(self, before: mnk.Position, square: mnk.Square, forces: Forces) -> None:
        self.variant = before.variant
        self.terms = terms_of(before.variant)
        self.forces = forces
        self.square = square
        self.here = before
        self.there = before.play(square)
        own, other = stones(before)
        self.mine_before, self.theirs_before = readings(before)
        self.mine = Reading(own | 1 << square, other, self.mine_before.variant)
        self.theirs = Reading(other, own | 1 << square, self.theirs_before.variant)
        self.empty = self.variant.open_squares & ~(own | other)

    def win(self, kinds: Distances, win: Win, moves: Sequence[mnk.Square]) -> Remark:
        """A win, with its distance as it is known."""
        if win.kind is Kind.FOURS and self.terms.has_threes:
            kind = kinds.by_fours
        else:
            kind = kinds.exactly if win.kind is Kind.EXACT else kinds.at_most
        return self.remark(kind, moves, plies=win.plies)

    def remark(
        self,
        kind: RemarkKind,
        squares: Sequence[mnk.Square] = (),
        *,
        plies: int | None = None,
        number: int | None = None,
    ) -> Remark:
        """Something to say of the move."""
        side = self.here.side_to_move
        return Remark(kind, side, self.square, tuple(squares), plies, number)

    def lesson(
        self,
        *remarks: Remark,
        marks: int = 0,
        line: Moves = (),
        from_after: bool = False,
        proved: bool = True,
    ) -> Lesson:
        """Some remarks with these squares marked, beside those that they name."""
        for square in {square for remark in remarks for square in remark.named}:
            marks |= 1 << square
        return Lesson(remarks, squares_of(marks), proved, line, from_after)
