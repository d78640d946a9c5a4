"""Is a side lost whatever it plays? Every answer is tried, and nothing remembered is relied on.

The search sees wins that it does not count as proofs: its table takes two positions for one where
their keys are the same. Here such a win is proved. After the winner's move every square is tried
for the other side, but for those that leave a line or an open four unanswered; after each, the
winner has a win by fours and threes, or plays the move that the search remembers there, or finds at
a short look, and so on. That move is no more than a proposal: a bad one proves nothing.
"""

from typing import Final, TypeAlias

from games import mnk
from games.evaluator.strong.board import lift, place
from games.evaluator.strong.forcing import (
    LOST,
    SQUARE_MASK,
    defences,
    is_closed,
    playable_squares,
    win_by_threats,
)
from games.evaluator.strong.kernel import Flag, Table
from games.evaluator.strong.patterns import WINS
from games.evaluator.strong.record import BoardRecord
from games.evaluator.strong.saving import SavingMoves
from games.evaluator.strong.search import WIN, remembered, search_root

_LOOKS: Final = (1, 3, 8)
"""How many threes a win may have, one look after another: most have few."""
_LOOK_NODES: Final = 1_000
"""For one look at whether the winner has a win by fours and threes."""
_PROPOSAL_NODES: Final = 1_500
"""For a short look at what the winner may play where the search remembers nothing."""
_PROPOSAL_DEPTHS: Final = (2, 4, 6)
_DEEPEST: Final = 6
"""How many moves without a threat the winner may play before that."""


def is_lost(board: BoardRecord, table: Table, abort: Flag, side: int) -> bool:
    """Whether the side to move loses by force, whatever it plays; no if the nodes do not last."""
    board.excluded[:] = 0
    proof = _Proof(board, table, abort)
    return any(proof.is_lost(side, quiet) for quiet in range(_DEEPEST + 1) if not proof.is_over)


_Key: TypeAlias = tuple[bytes, int]
"""The stones of a position, and the side to move."""


class _Proof:
    def __init__(self, board: BoardRecord, table: Table, abort: Flag) -> None:
        self._board = board
        self._table = table
        self._abort = abort
        self._won: set[_Key] = set()
        """What is proved. By the stones themselves: no two positions share them."""
        self._open: dict[_Key, int] = {}
        """What is not, with how many quiet moves."""
        self._saving = SavingMoves()

    @property
    def is_over(self) -> bool:
        """Whether the nodes are used up, or somebody has ended it."""
        board = self._board
        return bool(board.stopped or self._abort[0] or board.nodes >= board.node_limit)

    def is_lost(self, side: int, quiet: int) -> bool:
        """Whether each answer of this side loses, with this many more quiet moves of the winner."""
        board, other = self._board, 1 - side
        if board.gains[side * 8 + WINS]:
            return False
        count = int(defences(board, side, 0))
        if count == LOST:
            return True
        answers = [SQUARE_MASK - (int(move) & SQUARE_MASK) for move in board.moves[:count]]
        # Without a threat to be answered, somebody who could even pass is tried first.
        if not answers and quiet == 0 and not self._forces(other):
            return False
        squares = answers or playable_squares(board, side)
        for square in self._saving.first_in(squares):
            place(board, square, side)
            is_won = self._is_won(other, quiet)
            lift(board, square, side)
            if not is_won:
                self._saving.note(square)
                return False
        # Whoever has no move at all, on a full board or in renju, has not lost.
        return bool(squares)

    def _is_won(self, side: int, quiet: int) -> bool:
        board = self._board
        key: _Key = board.stone[: int(board.squares)].tobytes(), side
        if key in self._won:
            return True
        if self.is_over or self._open.get(key, -1) >= quiet:
            return False
        if self._forces(side) or (quiet > 0 and self._wins_quietly(side, quiet - 1)):
            self._won.add(key)
            return True
        self._open[key] = quiet
        return False

    def _forces(self, side: int) -> bool:
        """Whether this side, to move, wins by fours and threes."""
        board = self._board
        limit = board.nodes + _LOOK_NODES
        for threes in _LOOKS:
            board.fours_limit = min(board.node_limit, limit)
            board.fours_cut = 0
            if win_by_threats(board, self._table, self._abort, side, threes, 0):
                return True
            if board.fours_cut == 2 or self.is_over:
                return False
        return False

    def _wins_quietly(self, side: int, quiet: int) -> bool:
        """Whether this side, to move, wins with a move that need not be a threat."""
        board = self._board
        square = self._proposed(side)
        if square < 0 or board.stone[square] or is_closed(board, side, square):
            return False
        place(board, square, side)
        is_won = self.is_lost(1 - side, quiet)
        lift(board, square, side)
        return is_won

    def _proposed(self, side: int) -> mnk.Square:
        """The move that was best here, or is at a short look; -1 if there is none."""
        board = self._board
        square = int(remembered(board, self._table, side))
        if square >= 0:
            return square
        limit = int(board.node_limit)
        board.node_limit = min(limit, int(board.nodes) + _PROPOSAL_NODES)
        for depth in _PROPOSAL_DEPTHS:
            search_root(board, self._table, self._abort, side, depth, -WIN, WIN)
            square = square if board.best < 0 else int(board.best)
            if board.stopped:
                break
        board.node_limit, board.stopped = limit, 0
        return square
