"""Are fours the only way to win, and is every other move lost? All or nothing, for large boards.

Where the other side threatens to win in several ways, somebody who has a win by continuous fours
must play it: after any quiet move the other side wins by fours of its own. When that is searched
for every quiet move, and for those after every four and its reply, the value of every square is
proved, on a board of any size.

>>> from games import mnk
>>> from games.evaluator.limit import Limit
>>> from games.evaluator.proof import run
>>> line = "10x10x5-freestyle/10/10/10/3OX1OO2/3XXX1O2/3XXOX3/3X1O1O2/10/10/10/O"
>>> position = mnk.position_from_line(line)
>>> found = run(lambda budget: lost_without_fours(position, budget), Limit(nodes=100_000))
>>> len(found.answer), mnk.moves_text(found.answer[0], position.variant)
(82, 'e4e8e3')
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.proof import Budget
from games.evaluator.strong import board as boards
from games.evaluator.strong.forcing import win_by_fours
from games.evaluator.strong.fours import fours_of
from games.evaluator.strong.patterns import MAKES_FOUR, WINS, refuse_other_answers
from games.evaluator.strong.record import MAX_PLY, MAX_SQUARES, BoardRecord
from games.evaluator.strong.saving import SavingMoves
from games.evaluator.strong.weights import weights

_TABLE_BITS: Final = 16
_DEEPENING: Final = (1, 2, 3, 4, 6, 9, 14, MAX_PLY)
"""How many fours a win may have, one look after another: the first found is a short one."""
_MOST_FOURS: Final = 12
"""A tree with more fours in a row than this is not looked through: the search is then cut."""

Lines = Mapping[mnk.Square, tuple[mnk.Square, ...]]


def lost_without_fours(position: mnk.Position, budget: Budget) -> Lines | None:
    """By quiet move, how the other side wins by fours after it; None if one is not lost that way.

    With an answer this is proved: every win of the side to move is by fours alone, and every
    move that begins none of them loses. Run it by `proof.run`: it raises `Spent` when the budget
    ends it, and `NothingToPlay` when the game is over; `patterns.NotSupported` for a variant that
    the engine cannot play.
    """
    refuse_other_answers(position.variant)
    if position.is_full or any(position.has_line(side) for side in mnk.Side):
        raise NothingToPlay("The game is over: there is nothing to play.")
    return _Search(position, budget).lines()


class _Search:
    def __init__(self, position: mnk.Position, budget: Budget) -> None:
        self._board: BoardRecord = boards.of(position, weights())
        self._side = int(position.side_to_move)
        self._budget = budget
        self._abort = np.zeros(1, np.int32)
        entries = 1 << _TABLE_BITS
        self._table = np.zeros(2 * entries, np.int64)
        self._board.fours_at, self._board.fours_mask = 0, entries - 1
        self._known: dict[int, bool] = {}
        self._saving = SavingMoves()

    def lines(self) -> Lines | None:
        lines = {}
        for square in self._quiet():
            line = self._after(square)
            if not line:
                return None
            lines[square] = line
        if all(self._is_settled_after(four, 0) for four in self._fours()):
            return dict(sorted(lines.items()))
        return None

    def _is_settled(self, fours: int) -> bool:
        """Whether each quiet move here loses, and each after any number of fours and replies."""
        key = int(self._board.hash)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._looks_settled(fours)
        return known

    def _looks_settled(self, fours: int) -> bool:
        if fours > _MOST_FOURS:
            self._budget.cut()
        board = self._board
        if board.taken == board.squares:
            return False  # a draw: nobody has lost
        # A line of one's own at hand ends it; two of the other side cannot both be blocked.
        if board.gains[self._side * 8 + WINS] or board.gains[(1 - self._side) * 8 + WINS] > 1:
            return True
        for square in self._quiet():
            if not self._after(square):
                self._saving.note(square)
                return False
        return all(self._is_settled_after(four, fours) for four in self._fours())

    def _is_settled_after(self, four: mnk.Square, fours: int) -> bool:
        board, side, other = self._board, self._side, 1 - self._side
        boards.place(board, four, side)
        is_settled = True
        # With a line of the other side at hand the four came too late: it loses.
        if board.gains[other * 8 + WINS] == 0:
            reply = int(boards.find(board, side, WINS, four))
            boards.place(board, reply, other)
            is_settled = self._is_settled(fours + 1)
            boards.lift(board, reply, other)
        boards.lift(board, four, side)
        return is_settled

    def _after(self, square: mnk.Square) -> tuple[mnk.Square, ...]:
        """The other side's win by fours after a quiet move, both sides' moves; empty if none."""
        board, other = self._board, 1 - self._side
        boards.place(board, square, self._side)
        line: tuple[mnk.Square, ...] = ()
        for most in _DEEPENING:
            if self._budget.is_exhausted:
                self._budget.cut()
            board.nodes, board.fours_cut = 0, 0
            board.fours_limit = self._budget.nodes_left
            plies = int(win_by_fours(board, self._table, self._abort, other, most, 0))
            self._budget.count(int(board.nodes), cut=not plies and board.fours_cut == 2)
            line = tuple(int(each) for each in board.line[:plies])
            if plies or board.fours_cut == 0:
                break
        boards.lift(board, square, self._side)
        return line

    def _quiet(self) -> list[mnk.Square]:
        """The moves that make no four and complete no line, those that were not lost elsewhere
        before the others."""
        board, count = self._board, int(self._board.squares)
        own = self._side * MAX_SQUARES
        are = (board.stone[:count] == 0) & (board.gain[own : own + count] < MAKES_FOUR)
        return self._saving.first_in(np.flatnonzero(are).tolist())

    def _fours(self) -> list[mnk.Square]:
        return [each for each in fours_of(self._board, self._side) if self._gain(each) < WINS]

    def _gain(self, square: mnk.Square) -> int:
        return int(self._board.gain[self._side * MAX_SQUARES + square])
