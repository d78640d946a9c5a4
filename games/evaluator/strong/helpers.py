"""Threads that help a search: they search the same position and share its table.

Nothing is divided among them. What one has found in the table, another need not search; and since
each helper would rather try other moves first, they are not all at the same place. Which of them is
first at something depends on the machine; what they keep is true whoever kept it (`strong.table`).
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

import numpy as np

from games.evaluator.strong.kernel import Flag, Table
from games.evaluator.strong.record import BoardRecord
from games.evaluator.strong.search import PROVED, WIN, search_root

_WHIM: Final = 4_000
"""How much a helper likes a square for no reason, at most, as `BoardRecord.history` counts. Without
any it is no help: two threads then search the same nodes at the same time (docs/strength.md)."""


def boards_for(count: int, board: BoardRecord) -> tuple[BoardRecord, ...]:
    """A copy of this board for each of `count` helpers, each with likings of its own."""
    boards = tuple(cast(BoardRecord, cast(Any, board).copy()) for _ in range(count))
    for number, each in enumerate(boards):
        each.history[:] = np.random.default_rng(number).integers(0, _WHIM, len(each.history))
    return boards


@contextmanager
def helping(
    boards: Sequence[BoardRecord], table: Table, abort: Flag, side: int, deepest: int
) -> Iterator[None]:
    """A helper on each of these boards, until the block is left. Every other one is a ply ahead."""
    threads = [
        threading.Thread(
            target=_deepen, args=(board, table, abort, side, 2 - number % 2, deepest), daemon=True
        )
        for number, board in enumerate(boards)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for board in boards:
            board.stopped = 1
        for thread in threads:
            thread.join()


def _deepen(
    board: BoardRecord, table: Table, abort: Flag, side: int, first: int, deepest: int
) -> None:
    for depth in range(first, deepest + 1):
        search_root(board, table, abort, side, depth, -WIN, WIN)
        if board.stopped or abs(board.best_score) >= PROVED:
            return
