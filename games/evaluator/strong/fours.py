"""Every first move of a win by continuous fours, each with how soon it wins; all or nothing.

A win by fours is one in which each move of the attacker makes a four (a line that lacks one stone)
or completes a line: the defender's replies are forced, so all of them can be looked at.

>>> from games import mnk
>>> from games.evaluator.limit import Limit
>>> from games.evaluator.proof import run
>>> board = "....... ..XXX.. ....... .OO.... .......".replace(" ", chr(10))
>>> position = mnk.position_from_text(board, mnk.Variant(7, 5, 5), mnk.Side.BLACK)
>>> found = run(lambda budget: first_fours(position, budget), Limit(nodes=1_000))
>>> {mnk.name(square, position.variant): plies for square, plies in found.answer.wins.items()}
{'b4': 3, 'f4': 3}
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.proof import Budget
from games.evaluator.strong import board as boards
from games.evaluator.strong.forcing import win_by_fours
from games.evaluator.strong.patterns import MAKES_FOUR, WINS, refuse_other_answers
from games.evaluator.strong.record import MAX_PLY, MAX_SQUARES, BoardRecord
from games.evaluator.strong.weights import weights

_TABLE_BITS: Final = 16
"""The size of the table of positions without a win by fours: 1 MiB."""
_MOST_PLIES: Final = MAX_PLY - 8
"""A win that takes longer is not looked for: the search is then cut, not completed."""


@dataclass(frozen=True, slots=True)
class FirstFours:
    """What the side to move can do by fours."""

    wins: Mapping[mnk.Square, int]
    """The plies until the line is there, this move included, as few as fours allow."""
    replies: Mapping[mnk.Square, mnk.Square]
    """For each move that makes a four the defender survives for a ply: where the defender plays."""


def first_fours(position: mnk.Position, budget: Budget) -> FirstFours:
    """All first moves that win by fours, and the replies to all moves that make a four.

    Run it by `proof.run`: it raises `Spent` when the budget ends it, and `NothingToPlay` when the
    game is over; `patterns.NotSupported` for a variant the engine cannot play.
    """
    refuse_other_answers(position.variant)
    if position.is_full or any(position.has_line(side) for side in mnk.Side):
        raise NothingToPlay("The game is over: there is nothing to play.")
    return _Search(position, budget).first()


class _Search:
    def __init__(self, position: mnk.Position, budget: Budget) -> None:
        self._board: BoardRecord = boards.of(position, weights())
        self._side = int(position.side_to_move)
        self._budget = budget
        self._abort = np.zeros(1, np.int32)
        entries = 1 << _TABLE_BITS
        self._table = np.zeros(2 * entries, np.int64)
        self._board.fours_at, self._board.fours_mask = 0, entries - 1

    def first(self) -> FirstFours:
        wins: dict[mnk.Square, int] = {}
        replies: dict[mnk.Square, mnk.Square] = {}
        board, side, other = self._board, self._side, 1 - self._side
        for square in self._fours():
            if self._gain(side, square) == WINS:
                wins[square] = 1
                continue
            boards.place(board, square, side)
            # When the other side has a line at hand, no four is in time unless it blocks that.
            if board.gains[other * 8 + WINS] == 0:
                reply = int(boards.find(board, side, WINS, square))
                replies[square] = reply
                boards.place(board, reply, other)
                plies = self._least()
                boards.lift(board, reply, other)
                if plies:
                    wins[square] = plies + 2
            boards.lift(board, square, side)
        return FirstFours(wins, replies)

    def _least(self) -> int:
        """In how few plies the attacker, whose move it is, wins by fours; 0 if not at all."""
        if not self._within_fours(MAX_PLY):
            return 0
        for turns in range(_MOST_PLIES // 2):
            if self._within(turns):
                return 2 * turns + 1
        return self._budget.cut()

    def _within(self, turns: int) -> bool:
        """Whether the attacker wins by fours in at most `2 * turns + 1` plies."""
        board, side, other = self._board, self._side, 1 - self._side
        if turns == 0:
            return bool(board.gains[side * 8 + WINS])
        # A win of this many fours takes two plies for each, and one or three more.
        if self._within_fours(turns - 1):
            return True
        plies = self._within_fours(turns)
        if plies <= 2 * turns + 1:
            return bool(plies)
        for square in self._fours():
            boards.place(board, square, side)
            is_won = False
            if board.gains[other * 8 + WINS] == 0:
                reply = boards.find(board, side, WINS, square)
                boards.place(board, reply, other)
                is_won = self._within(turns - 1)
                boards.lift(board, reply, other)
            boards.lift(board, square, side)
            if is_won:
                return True
        return False

    def _within_fours(self, fours: int) -> int:
        """The plies of some win of at most this many fours and what ends it; 0 if there is none."""
        board, budget = self._board, self._budget
        if budget.is_exhausted:
            budget.cut()
        board.nodes, board.fours_cut = 0, 0
        board.fours_limit = budget.nodes_left
        plies = int(win_by_fours(board, self._table, self._abort, self._side, fours, 0))
        is_cut = board.fours_cut == 2 or (board.fours_cut == 1 and fours >= MAX_PLY)
        budget.count(int(board.nodes), cut=plies == 0 and is_cut)
        return plies

    def _fours(self) -> list[mnk.Square]:
        return fours_of(self._board, self._side)

    def _gain(self, side: int, square: mnk.Square) -> int:
        return int(self._board.gain[side * MAX_SQUARES + square])


def fours_of(board: BoardRecord, side: int) -> list[mnk.Square]:
    """The empty squares where a stone makes a four or completes a line, in order."""
    own, count = side * MAX_SQUARES, int(board.squares)
    are = (board.stone[:count] == 0) & (board.gain[own : own + count] >= MAKES_FOUR)
    return [int(square) for square in np.flatnonzero(are)]
