"""A position: where the stones lie and who is next. It never changes; a move makes a new one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias

from games.mnk.errors import (
    SquareBlocked,
    SquareTaken,
    StoneInTheAir,
    StoneWouldFall,
)
from games.mnk.forbidden import Forbidden, forbidden_squares, refuse_if_forbidden
from games.mnk.line import (
    Geometry,
    can_have_line,
    geometry,
    has_line,
    line_squares,
    resting,
    winning_runs,
)
from games.mnk.move import Move, moves_to, placed
from games.mnk.side import BySide, Side
from games.mnk.square import Square, name
from games.mnk.variant import Variant
from games.say import say

_Bits: TypeAlias = int
_SIDES = tuple(Side)  # going through the enumeration itself takes a microsecond


@dataclass(frozen=True, slots=True)
class Position:
    """Stones of both sides on a variant's board, and the side to move.

    Two positions are equal when variant, stones and side to move are, however they came about.

    >>> from games import mnk
    >>> start = Position.start(mnk.PRESETS["3x3"].variant)
    >>> start.play(4).stone(4)
    <Side.BLACK: 0>
    >>> len(start.empty_squares())
    9
    """

    variant: Variant
    _stones: BySide[_Bits]
    side_to_move: Side
    _geometry: Geometry = field(compare=False, repr=False)

    @classmethod
    def start(cls, variant: Variant) -> "Position":
        """The empty board, black to move."""
        return cls(variant, BySide(0, 0), Side.BLACK, geometry(variant))

    @classmethod
    def of(
        cls, variant: Variant, stones: BySide[frozenset[Square]], side_to_move: Side
    ) -> "Position":
        """A set-up position.

        `SquareTaken` if a square is named for both sides, `SquareBlocked` if one is blocked,
        `StoneInTheAir` if stones fall and one of them has none beneath it.
        """
        board = geometry(variant)
        for square in stones.black | stones.white:
            name(square, variant)  # refuses a square off the board
        both = stones.black & stones.white
        if both:
            raise SquareTaken(
                say("{square} has a stone of each side.", square=name(min(both), variant))
            )
        walled = (stones.black | stones.white).intersection(variant.blocked)
        if walled:
            raise SquareBlocked(_blocked_words(min(walled), variant))
        bits = stones.map(lambda squares: sum(board.bits[square] for square in squares))
        taken = bits.black | bits.white
        if taken & ~resting(taken, board):
            raise StoneInTheAir(_in_the_air(variant, taken, board))
        return cls(variant, bits, side_to_move, board)

    def play(self, move: Move) -> "Position":
        """The position after the side to move plays there.

        Raises `NoSuchSquare`, `SquareBlocked`, `SquareTaken`, `StoneWouldFall` or
        `ForbiddenSquare`. Whether the game is over is for the game to say.
        """
        side = self.side_to_move
        square, kind = placed(move, side, self.variant)
        bit = self._geometry.bits[square]
        if not self._geometry.board & bit:
            raise SquareBlocked(_blocked_words(square, self.variant))
        black, white = self._stones.black, self._stones.white
        if (black | white) & bit:
            raise SquareTaken(
                say(
                    "{square} is taken. Choose an empty square.",
                    square=name(square, self.variant),
                )
            )
        if not resting(black | white, self._geometry) & bit:
            raise StoneWouldFall(
                say(
                    "The stone would fall to {square}. Play there.",
                    square=name(self.landing(square), self.variant),
                )
            )
        after = side if self.stones_left > 1 else side.other
        if kind is Side.BLACK:
            if self.variant.line_rule.says.forbids:
                refuse_if_forbidden(black, white, square, self.variant)
            return Position(self.variant, BySide(black | bit, white), after, self._geometry)
        return Position(self.variant, BySide(black, white | bit), after, self._geometry)

    def play_all(self, moves: Iterable[Move]) -> "Position":
        """The position after these moves, one after the other. Raises as `play` does."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    @property
    def stones_left(self) -> int:
        """How many stones the side to move places before it is the other's turn.

        Where a turn has several, the number of stones on the board says it, as it does in a game.
        """
        taken = self._stones.black | self._stones.white
        return self.variant.line_rule.stones_left(taken.bit_count())

    def stone(self, square: Square) -> Side | None:
        """Whose stone lies there, if any: its kind, where a side may place either. The square must
        be on the board."""
        bit = self._geometry.bits[square]
        if self._stones.black & bit:
            return Side.BLACK
        return Side.WHITE if self._stones.white & bit else None

    def empty_squares(self) -> tuple[Square, ...]:
        """The squares without a stone that can get one, in order."""
        empty = self._geometry.board & ~(self._stones.black | self._stones.white)
        return tuple(square for square, bit in enumerate(self._geometry.bits) if empty & bit)

    @property
    def forbidden(self) -> Mapping[Square, Forbidden]:
        """The empty squares where the side to move may not play, in order, and why.

        Empty except for black in renju. What is over is still judged as it lies.
        """
        if self.side_to_move or not self.variant.line_rule.says.forbids:
            return {}
        return forbidden_squares(self._stones.black, self._stones.white, self.variant)

    def playable_squares(self) -> tuple[Square, ...]:
        """The squares where the side to move may play, in order: empty, and not forbidden.

        Where stones fall, the lowest empty one of each column.
        """
        taken, banned = self._stones.black | self._stones.white, self.forbidden
        free = resting(taken, self._geometry) & ~taken
        bits = enumerate(self._geometry.bits)
        return tuple(square for square, bit in bits if free & bit and square not in banned)

    def playable_moves(self) -> tuple[Move, ...]:
        """What the side to move may play: those squares, with a stone of either kind where it may
        choose.

        >>> from games import mnk
        >>> len(Position.start(mnk.PRESETS["3x3-wild"].variant).playable_moves())
        18
        """
        return moves_to(self.playable_squares(), self.variant)

    def landing(self, square: Square) -> Square:
        """Where a stone put on a square comes to rest: there, unless stones fall.

        Then it is the lowest empty square of the column; where that is full, the square itself.

        >>> from games import mnk
        >>> Position.start(mnk.PRESETS["7x6-gravity"].variant).landing(37)
        2
        """
        if not self.variant.line_rule.says.falls:
            return square
        taken, width = self._stones.black | self._stones.white, self.variant.width
        column = range(square % width, self.variant.squares, width)
        return next((at for at in column if not taken & self._geometry.bits[at]), square)

    def stones(self, side: Side) -> tuple[Square, ...]:
        """The squares of one side's stones (of that kind), in order."""
        own = self._stones[side]
        return tuple(square for square, bit in enumerate(self._geometry.bits) if own & bit)

    def count(self, side: Side) -> int:
        """How many stones of a side (of that kind) lie on the board."""
        return self._stones[side].bit_count()

    def has_line(self, side: Side) -> bool:
        """Whether a side has completed a line, which ends the game. Who wins: `has_won`.

        A line of either kind, where a side may place both, is completed by whoever just moved.
        """
        for kind in self._kinds(side):
            if has_line(self._stones[kind], self._stones[kind.other], kind, self._geometry):
                return True
        return False

    def has_won(self, side: Side) -> bool:
        """Whether a side has won by a line: its own, or the other's where completing one loses."""
        return self.has_line(self.variant.line_rule.decided_by(side))

    def line(self, side: Side) -> tuple[Square, ...]:
        """The squares of the line (or lines) a side completed, in order; empty if there is none."""
        found = (
            line_squares(self._stones[kind], self._stones[kind.other], kind, self._geometry)
            for kind in self._kinds(side)
        )
        return tuple(sorted(chain.from_iterable(found)))

    def runs(self, side: Side) -> tuple[tuple[Square, Square], ...]:
        """The first and the last square of each run a side completed, by direction."""
        found = (
            winning_runs(self._stones[kind], self._stones[kind.other], kind, self._geometry)
            for kind in self._kinds(side)
        )
        return tuple(chain.from_iterable(found))

    def _kinds(self, side: Side) -> tuple[Side, ...]:
        """The kinds of stones whose lines a side has completed."""
        if not self.variant.line_rule.says.either_kind:
            return (side,)
        return () if side is self.side_to_move else _SIDES

    @property
    def is_full(self) -> bool:
        """Whether every square has a stone that can get one."""
        return (self._stones.black | self._stones.white) == self._geometry.board

    @property
    def is_stuck(self) -> bool:
        """Whether the side to move has no square to play: none is empty, or all are forbidden."""
        return self.is_full or (bool(self.forbidden) and not self.playable_squares())

    @property
    def is_over(self) -> bool:
        """Whether nobody can play on: somebody has a line, or the side to move is stuck."""
        return self.is_stuck or any(map(self.has_line, _SIDES))

    @property
    def is_dead(self) -> bool:
        """Whether neither side can complete a line any more, counting the stones left to place.

        True exactly when no way of playing on, by either side, leads to a line: so also on a full
        board without one. In renju it is true of no position that can be won, but it may be false
        where only forbidden squares keep black from a line, or end the game before; and so where
        stones fall, if only the order in which the squares fill up keeps everybody from one. It
        says nothing about a position that already has a line.
        """
        board = self._geometry
        left = self.variant.room - self.count(Side.BLACK) - self.count(Side.WHITE)
        for side in _SIDES:
            own, others = self._stones[side], self._stones[side.other]
            mine = self._stones_of(side, left)
            sparing_one = self._stones_of(side, left - 1) if board.ends_block else mine
            if can_have_line(own, others, side, mine, sparing_one, board):
                return False
        return True

    def _stones_of(self, side: Side, stones: int) -> int:
        """How many of the next stones are a side's: all may be, where it chooses."""
        if self.variant.line_rule.says.either_kind:
            return stones
        now, each = self.stones_left, self.variant.line_rule.says.stones_a_turn
        rounds, rest = divmod(max(0, stones - now), 2 * each)
        theirs = rounds * each + min(rest, each)
        return stones - theirs if side is self.side_to_move else theirs


def _blocked_words(square: Square, variant: Variant) -> str:
    """Why no stone lies there, and what to do."""
    return say("{square} is blocked. Choose another square.", square=name(square, variant))


def _in_the_air(variant: Variant, taken: _Bits, board: Geometry) -> str:
    """Which stone lies on nothing, and what to do about it."""
    floating = taken & ~resting(taken, board)
    square = next(square for square, bit in enumerate(board.bits) if floating & bit)
    return say(
        "Stones fall here, and there’s none beneath {square}. Put one on {below} first.",
        square=name(square, variant),
        below=name(square - variant.width, variant),
    )
