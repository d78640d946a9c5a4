"""The strong engine: analyses, moves, threats and forced wins of positions on larger boards."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from games import mnk
from games.evaluator.errors import ImpossiblePosition, NothingToPlay
from games.evaluator.limit import Limit
from games.evaluator.strong import board as boards
from games.evaluator.strong import proving
from games.evaluator.strong.forcing import (
    SQUARE_MASK,
    defences,
    is_closed,
    playable_squares,
    stops,
    win_by_fours,
    win_by_threats,
)
from games.evaluator.strong.helpers import boards_for, helping
from games.evaluator.strong.kernel import Flag, Table
from games.evaluator.strong.overlooking import as_seen
from games.evaluator.strong.patterns import WINS, patterns_of
from games.evaluator.strong.record import MAX_PLY, MAX_SQUARES, NOISE, BoardRecord, IntArray
from games.evaluator.strong.search import PROVED, WIN, search_root
from games.evaluator.strong.weights import Weights, weights

DEPTH_LIMIT: Final = 60
TABLE_BITS: Final = 19
"""The size of an engine's transposition table unless told otherwise: 12 MiB."""

_WIDTH: Final = 16
_FOURS_BUDGET: Final = 40
_EARLY_MS: Final = 2.0
"""How long before its time is up a search is told to stop."""
_THREES: Final = 12
"""How many threes a forced win looked for at the root may have."""
_THREATS_SHARE: Final = 6
"""One part in this many of a search's nodes may go to the search for threats at the root, and as
many to the search for fours."""
_THREATS_NODES: Final = 60_000
"""They never get more than this."""
_NODES_A_MS: Final = 300
"""What a search limited only in time is assumed to reach, at least."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A way to go on, with what it is worth to the side to move.

    >>> [
    ...     (way.win_found, way.loss_found)
    ...     for score in (PROVED, PROVED - 1, 1 - PROVED, -PROVED)
    ...     for way in [Continuation(score, (0,))]
    ... ]
    [(True, False), (False, False), (False, False), (False, True)]
    """

    score: int
    """Beyond `PROVED` a forced end. Otherwise a guess: at 400 the side to move should win about
    three games out of four, at -400 about one."""
    principal_variation: tuple[mnk.Square, ...]
    """The moves expected, the first of them the one proposed. Never empty."""

    @property
    def win_found(self) -> bool:
        """Whether the proposed move wins by force. No defence was left out."""
        return self.score >= PROVED

    @property
    def loss_found(self) -> bool:
        """Whether every move, this one included, loses by force."""
        return self.score <= -PROVED

    @property
    def plies(self) -> int | None:
        """In how many plies the game is over at the latest, if a forced end was found."""
        return WIN - abs(self.score) if abs(self.score) >= PROVED else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search has found so far."""

    depth: int
    """Plies looked ahead; 0 when forced moves alone gave the answer."""
    lines: tuple[Continuation, ...]
    """The best moves, the best first: as many as were asked for, if there are that many."""
    nodes: int
    seconds: float

    @property
    def best(self) -> mnk.Square:
        return self.lines[0].principal_variation[0]

    @property
    def score(self) -> int:
        return self.lines[0].score

    @property
    def principal_variation(self) -> tuple[mnk.Square, ...]:
        return self.lines[0].principal_variation

    @property
    def win_found(self) -> bool:
        return self.lines[0].win_found

    @property
    def loss_found(self) -> bool:
        return self.lines[0].loss_found

    @property
    def is_forced_win(self) -> bool:
        """Whether fours, or fours and threes, win by themselves: nothing was left to estimate, and
        nothing remembered was relied on."""
        return self.depth == 0 and self.win_found


OnInfo = Callable[[Analysis], None]


class Engine:
    """Searches positions of one variant, one at a time, and remembers what it saw.

    Raises `patterns.NotSupported` for a variant it cannot play. Not for use by two threads at
    once; a search lets other threads run. With more than one thread of its own, `analyse` also
    searches on other cores: sooner, and not the same way each time.
    """

    def __init__(
        self,
        variant: mnk.Variant,
        *,
        table_bits: int = TABLE_BITS,
        weights: Weights | None = None,
        threads: int = 1,
    ) -> None:
        patterns_of(variant)  # refuses what cannot be played
        self.variant = variant
        self._threads = threads
        self._weights = _weights() if weights is None else weights
        self._bits = table_bits
        self._table: Table
        self._generation = 0
        self.forget()

    @property
    def settled_plies(self) -> int:
        """A forced win in at most this many plies is the quickest: quicker ones are seen before it.

        Where a four has another answer than the one square, or none that is allowed, a win in 3 may
        be seen late.
        """
        return 5 if self.variant.line_rule.says.has_one_answer else 3

    def forget(self) -> None:
        """Begin anew, as if nothing had been searched."""
        size = 1 << self._bits
        self._table = np.zeros(2 * (size + size // 4 + size // 4), np.int64)
        self._generation = 0

    def analyse(
        self,
        position: mnk.Position,
        limit: Limit,
        on_info: OnInfo | None = None,
        abort: Flag | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Search deeper and deeper until the limit, a forced end, or a non-zero cell of `abort`.

        With a limit of time it returns before that has passed. With one of nodes alone and one
        thread, the same engine history and position give the same answer; what helpers look at
        comes on top of it. `on_info` is told each depth. Raises `NothingToPlay` when the game is
        over.
        """
        began = time.perf_counter()
        board = self._board(position)
        abort = _never() if abort is None else abort
        if limit.nodes is not None:
            board.node_limit = limit.nodes
        helpers = boards_for(self._threads - 1, board)
        with _timer(board, limit.ms, began):
            return self._deepen(position, board, limit, on_info, abort, lines, began, helpers)

    def choose(
        self,
        position: mnk.Position,
        nodes: int,
        seed: int,
        noise: int = 0,
        on_info: OnInfo | None = None,
    ) -> mnk.Square:
        """The move of a player who looks at this many nodes: the same for the same arguments.

        `noise` is how far off the evaluation may be. A line is always completed, and always
        blocked. `on_info` is told about a search, if there is one; it changes nothing.
        """
        board = self._board(position)
        side = int(position.side_to_move)
        if board.taken == len(self.variant.blocked):
            return _first_sight(board, side)
        at_hand = _at_hand(board, side)
        if len(at_hand) == 1:
            return at_hand[0]
        if noise:
            rng = Random(f"{seed} {board.hash} {side}")
            board.noise[:] = [rng.randint(-noise, noise) for _ in range(NOISE)]
        self.forget()
        board.node_limit = nodes
        limit = Limit(nodes=nodes)
        found = self._deepen(position, board, limit, on_info, _never(), 1, time.perf_counter())
        return found.best

    def winning_fours(
        self, position: mnk.Position, limit: Limit, abort: Flag | None = None
    ) -> tuple[mnk.Square, ...] | None:
        """The moves of a win by continuous fours for the side to move, both sides', or None.

        The last completes the line. Always a real win. Without a limit, None means there is none.
        """
        began = time.perf_counter()
        board = self._board(position)
        abort = _never() if abort is None else abort
        if limit.nodes is not None:
            board.fours_limit = limit.nodes
        with _timer(board, limit.ms, began):
            return self._fours(board, abort, int(position.side_to_move), limit.depth)

    def forced_win(
        self, position: mnk.Position, limit: Limit, abort: Flag | None = None
    ) -> tuple[tuple[mnk.Square, ...], int]:
        """The moves of a win by continuous fours, both sides'; else the first move alone of a win
        by fours and threes; else nothing. And how many nodes were looked at.

        Always a real win. The limit must be one of nodes; half of it goes to each search.
        """
        board = self._board(position)
        assert limit.nodes is not None
        board.node_limit = limit.nodes
        abort = _never() if abort is None else abort
        line = self._forced(board, abort, int(position.side_to_move), max(1, limit.nodes // 2))
        return (() if line is None else line.principal_variation), int(board.nodes)

    def is_lost(
        self, position: mnk.Position, nodes: int, abort: Flag | None = None
    ) -> tuple[bool, int]:
        """Whether the side to move loses by force whatever it plays; and the nodes looked at.

        A yes is a proof; a no says nothing. It follows what this engine remembers of the winner's
        moves, so `analyse` the position first.
        """
        board = self._board(position)
        board.node_limit = nodes
        abort = _never() if abort is None else abort
        lost = proving.is_lost(board, self._table, abort, int(position.side_to_move))
        return lost, int(board.nodes)

    def defences(self, position: mnk.Position) -> tuple[mnk.Square, ...]:
        """Where the side to move may stop the line, the open four or the two fours that the other
        side threatens, in order: every other move loses.

        Empty if nothing is threatened for certain, if the side has something quicker, and if
        nothing stops it.
        """
        board = self._board(position)
        count = int(defences(board, int(position.side_to_move), 0))
        return tuple(
            sorted(SQUARE_MASK - (int(each) & SQUARE_MASK) for each in board.moves[: max(0, count)])
        )

    def only_move(self, position: mnk.Position) -> mnk.Square | None:
        """The square that completes a line, or else the one without which the game is lost; None
        where there is something to think about."""
        board, side = self._board(position), int(position.side_to_move)
        winning = int(boards.find(board, side, WINS, -1))
        if winning >= 0:
            return winning
        squares = _stopping(board, side) if _has_to_stop(board, side) else self.defences(position)
        return squares[0] if len(squares) == 1 else None

    def _board(self, position: mnk.Position) -> BoardRecord:
        if position.variant != self.variant:
            raise ImpossiblePosition(f"This engine plays {self.variant.title}.")
        if position.is_full or any(position.has_line(side) for side in mnk.Side):
            raise NothingToPlay("The game is over: there is nothing to play.")
        board = boards.of(position, self._weights)
        if board.forbids and position.side_to_move is mnk.Side.BLACK and boards.is_stuck(board):
            raise NothingToPlay("Every empty square is forbidden: there is nothing to play.")
        size = 1 << self._bits
        board.width = _WIDTH
        board.fours_budget = _FOURS_BUDGET
        board.mask = size - 1
        board.fours_at, board.fours_mask = 2 * size, size // 4 - 1
        board.threats_at, board.threats_mask = 2 * (size + size // 4), size // 4 - 1
        self._generation = (self._generation + 1) % 256
        board.generation = self._generation
        return board

    def _fours(
        self, board: BoardRecord, abort: Flag, side: int, depth: int | None = None
    ) -> tuple[mnk.Square, ...] | None:
        for left in (2, 4, 7, 12, 20, MAX_PLY):
            allowed = left if depth is None else min(left, (depth - 1) // 2)
            board.fours_cut = 0
            plies = win_by_fours(board, self._table, abort, side, allowed, 0)
            if plies:
                return tuple(int(square) for square in board.line[:plies])
            if board.fours_cut != 1 or allowed < left:
                return None
        return None

    def _deepen(
        self,
        position: mnk.Position,
        board: BoardRecord,
        limit: Limit,
        on_info: OnInfo | None,
        abort: Flag,
        lines: int,
        began: float,
        helpers: Sequence[BoardRecord] = (),
    ) -> Analysis:
        side = int(position.side_to_move)

        def told(depth: int, found: tuple[Continuation, ...]) -> Analysis:
            nodes = sum(int(each.nodes) for each in (board, *helpers))
            seconds = time.perf_counter() - began
            analysis = Analysis(depth, found, nodes, seconds)
            if on_info is not None:
                on_info(analysis)
            return analysis

        # 1. A forced win needs no evaluation.
        expected = int(board.node_limit)
        if limit.ms is not None:
            expected = min(expected, int(limit.ms * _NODES_A_MS))
        share = min(expected // _THREATS_SHARE, _THREATS_NODES)
        forced = None if lines > 1 else self._forced(board, abort, side, share)
        if forced is not None:
            return told(0, (forced,))
        # 2. Deeper and deeper.
        latest: Analysis | None = None
        empty = position.variant.squares - int(board.taken)
        deepest = min(limit.depth or DEPTH_LIMIT, DEPTH_LIMIT, empty)
        with helping(helpers, self._table, abort, side, deepest):
            for depth in range(1, deepest + 1):
                found = self._lines(board, abort, side, depth, min(lines, empty))
                if board.stopped:
                    # What was finished at this depth counts if it looked at the best move so far.
                    if latest is not None and found and len(found) == len(latest.lines):
                        latest = told(depth, found)
                    break
                latest = told(depth, found)
                if all(line.win_found or line.loss_found for line in found):
                    break
        if latest is None:
            latest = told(0, (self._at_sight(board, side),))
        return latest

    def _forced(
        self, board: BoardRecord, abort: Flag, side: int, share: int
    ) -> Continuation | None:
        """A win by fours, or by fours and threes, if found within this many nodes each."""
        board.fours_limit = min(board.node_limit, board.nodes + share)
        fours = self._fours(board, abort, side)
        board.fours_limit = board.node_limit
        if fours:
            return Continuation(WIN - len(fours), fours)
        if board.gains[(1 - side) * 8 + WINS]:
            return None
        board.fours_limit = min(board.node_limit, board.nodes + share)
        plies = 0
        for left in range(1, _THREES + 1):
            board.fours_cut = 0
            plies = win_by_threats(board, self._table, abort, side, left, 0)
            if plies or board.stopped or board.nodes >= board.fours_limit:
                break
        board.fours_limit = board.node_limit
        return Continuation(WIN - plies, (int(board.best),)) if plies else None

    def _lines(
        self, board: BoardRecord, abort: Flag, side: int, depth: int, lines: int
    ) -> tuple[Continuation, ...]:
        """The best moves at one depth; fewer when stopped."""
        found: list[Continuation] = []
        board.excluded[:] = 0
        for _ in range(lines):
            search_root(board, self._table, abort, side, depth, -WIN, WIN)
            if board.best == -1:
                break
            moves = board.pv[: max(1, int(board.pv_length[0]))]
            found.append(
                Continuation(int(board.best_score), tuple(int(square) for square in moves))
            )
            if board.stopped:
                break
            board.excluded[board.best] = 1
        return tuple(found)

    def _at_sight(self, board: BoardRecord, side: int) -> Continuation:
        """A move without any search: complete a line, block one, or take the square worth most."""
        return Continuation(int(boards.evaluate(board, side)), (_first_sight(board, side),))


def analyse(
    position: mnk.Position,
    limit: Limit,
    on_info: OnInfo | None = None,
    abort: Flag | None = None,
    lines: int = 1,
) -> Analysis:
    """`Engine.analyse` with a new engine."""
    return Engine(position.variant).analyse(position, limit, on_info, abort, lines)


def choose(
    position: mnk.Position,
    nodes: int,
    seed: int,
    noise: int = 0,
    overlook: float = 0.0,
    on_info: OnInfo | None = None,
) -> mnk.Square:
    """`Engine.choose` with a new engine, its memory as large as the nodes need, on the board as
    a player who overlooks threats sees it (`overlooking.as_seen`).

    The only move is played at once.
    """
    bits = table_bits(nodes)
    seen = as_seen(position, overlook, seed)
    engine = Engine(seen.variant, table_bits=bits)
    only = engine.only_move(seen)
    square = engine.choose(seen, nodes, seed, noise, on_info) if only is None else only
    if seen is position or square in position.playable_squares():
        return square
    return Engine(position.variant, table_bits=bits).choose(position, nodes, seed, noise, on_info)


def table_bits(nodes: int) -> int:
    """The memory that a search of this many nodes needs, as `Engine` takes it."""
    return min(TABLE_BITS, max(8, nodes.bit_length()))


def warm_up() -> None:
    """Load the compiled kernels and the patterns of five in a row."""
    start = mnk.Position.start(mnk.PRESETS["15x15"].variant)
    choose(start.play(112), nodes=50, seed=1)


def winning_fours(
    position: mnk.Position, limit: Limit, abort: Flag | None = None
) -> tuple[mnk.Square, ...] | None:
    """`Engine.winning_fours` with a new engine."""
    return Engine(position.variant, table_bits=16).winning_fours(position, limit, abort)


_weights = weights


def _never() -> Flag:
    """A cell that nobody sets."""
    return np.zeros(1, np.int32)


def _at_hand(board: BoardRecord, side: int) -> tuple[mnk.Square, ...]:
    """Where the side completes a line, or else has to stop one and may: one square, or those that
    stop all lines, of which caro has two at times."""
    square = int(boards.find(board, side, WINS, -1))
    if square >= 0:
        return (square,)
    if not _has_to_stop(board, side):
        return ()
    theirs = (1 - side) * MAX_SQUARES
    blocks = [each for each in playable_squares(board, side) if board.gain[theirs + each] == WINS]
    return _stopping(board, side) or tuple(blocks[:1])


def _has_to_stop(board: BoardRecord, side: int) -> bool:
    """Whether the other side would complete a line next."""
    return bool(board.gains[(1 - side) * 8 + WINS])


def _stopping(board: BoardRecord, side: int) -> tuple[mnk.Square, ...]:
    """Where the side may stop all lines that the other one would complete next."""
    count = int(stops(board, 1 - side, -1, 0))
    squares = [SQUARE_MASK - int(move) for move in board.moves[:count]]
    return tuple(each for each in squares if not is_closed(board, side, each))


def _first_sight(board: BoardRecord, side: int) -> mnk.Square:
    at_hand = _at_hand(board, side)
    if at_hand:
        return at_hand[0]
    playable = playable_squares(board, side)
    return playable[int(np.argmax(_worths(board, side, playable)))]


def _worths(board: BoardRecord, side: int, squares: list[mnk.Square]) -> IntArray:
    """What a stone of the side seems to be worth on each of these empty squares: for its own lines,
    then for the other side's, then nearer the centre."""
    # Fields are asked for once and not for each square: Python takes a microsecond for one.
    own, theirs = (
        board.worth_of[board.mix[each * MAX_SQUARES :][squares]].astype(np.int64)
        for each in (side, 1 - side)
    )
    return 8 * (2 * own + theirs) + board.centre[squares]


@contextmanager
def _timer(board: BoardRecord, ms: float | None, began: float) -> Iterator[None]:
    """Stop the search a little before its time is up."""
    if ms is None:
        yield
        return

    def stop() -> None:
        board.stopped = 1

    left = began + max(0.0, ms - _EARLY_MS) / 1000 - time.perf_counter()
    timer = threading.Timer(max(0.0, left), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
