"""Certificates of wins by force, on boards of any size: by fours, or by fours and threes.

The strong engine names the move, one position after another; what is written down depends on it
only for the choice. Only those of the other side's replies are followed after which the win is not
seen at sight (`certificate.plies_at_sight`): against a four the square that stops it, against a
three the squares that do, and fours of its own.
"""

from dataclasses import dataclass

import numpy as np

from games import mnk
from games.evaluator.certificate import Certificate, Key, Strategy, key, longest, plies_at_sight
from games.evaluator.evaluation import Verdict
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget
from games.evaluator.rules import completing, stones

FIND_NODES = 120_000
"""What one look for a win by force may take."""
LEAST_NODES = 500
"""What each look counts, at least: setting up the board and trying the replies takes as long."""


def certificate(
    position: mnk.Position, budget: Budget, max_moves: int, depth: int | None = None
) -> Certificate | None:
    """A certificate of a win by force, by either side, within `depth` plies; None if none is found.

    Raises `Spent` when the budget ends it. The game must not be over.

    >>> board = "....... ..XXX.. ....... .OO.... .......".replace(" ", chr(10))
    >>> position = mnk.position_from_text(board, mnk.Variant(7, 5, 5), mnk.Side.BLACK)
    >>> certificate(position, Budget(Limit(nodes=5_000)), 100).plies
    3
    """
    for winner in (position.side_to_move, position.side_to_move.other):
        moves = _Writer(position, winner, budget, max_moves).moves()
        if moves is None:
            continue
        strategy = Strategy(winner, True, moves)
        plies = longest(strategy, position)
        assert plies is not None, "a strategy that does not win"
        if depth is None or plies <= depth:
            verdict = Verdict.WIN if winner is position.side_to_move else Verdict.LOSS
            return Certificate(position, verdict, (strategy,), plies)
    return None


@dataclass(slots=True)
class _Waiting:
    """A position with the winner to move, and the rest of an earlier line that goes on here."""

    position: mnk.Position
    line: tuple[mnk.Square, ...] = ()


class _Writer:
    """Writes the strategy of one side, if it wins by force."""

    def __init__(
        self, position: mnk.Position, winner: mnk.Side, budget: Budget, max_moves: int
    ) -> None:
        self._start = position
        self._winner = winner
        self._budget = budget
        self._max_moves = max_moves

    def moves(self) -> dict[Key, mnk.Square] | None:
        """Its moves; None if no win by force is found."""
        position = self._start
        if position.side_to_move is self._winner:
            waiting = [_Waiting(position)] if not plies_at_sight(position) else []
        else:
            if completing(*stones(position), position.variant) or not self._threatens():
                return None
            waiting = [_Waiting(position.play(square)) for square in unanswered(position)]
        moves: dict[Key, mnk.Square] = {}
        while waiting:
            here = waiting.pop()
            name = key(here.position)
            if name in moves:
                continue
            line = here.line or self._find(here.position)
            after = here.position.play(line[0]) if line else None
            if (
                after is None
                or len(moves) >= self._max_moves
                or completing(*stones(after), after.variant)
            ):
                return None
            moves[name] = line[0]
            for square in unanswered(after):
                rest = line[2:] if line[1:2] == (square,) else ()
                waiting.append(_Waiting(after.play(square), rest))
        return moves

    def _threatens(self) -> bool:
        """Whether the winner would win if the other side passed."""
        other = mnk.BySide(*(frozenset(self._start.stones(side)) for side in mnk.Side))
        passed = mnk.Position.of(self._start.variant, other, self._winner)
        return bool(plies_at_sight(passed) or self._find(passed))

    def _find(self, position: mnk.Position) -> tuple[mnk.Square, ...]:
        """Moves of a win by force, both sides', as far as they are known; empty otherwise."""
        from games.evaluator.strong.engine import Engine  # brings numba
        from games.evaluator.strong.patterns import is_supported

        self._budget.spend(LEAST_NODES)
        own, other = stones(position)
        must_block = completing(other, own, position.variant)
        if must_block or not is_supported(position.variant):
            return must_block if len(must_block) == 1 else ()
        abort = np.zeros(1, np.int32)
        nodes = min(FIND_NODES, self._budget.nodes_left)
        with self._budget.watched(abort):
            line, used = Engine(position.variant, table_bits=14).forced_win(
                position, Limit(nodes=nodes), abort
            )
        self._budget.count(used, cut=False)
        return line


def unanswered(position: mnk.Position) -> tuple[mnk.Square, ...]:
    """The moves after which the other side does not win at sight.

    The game must not be over, and the side to move must not have a line to complete.

    >>> board = "....... .OXXXX. ....... .OO.... .......".replace(" ", chr(10))
    >>> unanswered(mnk.position_from_text(board, mnk.Variant(7, 5, 5), mnk.Side.WHITE))
    (27,)
    """
    own, other = stones(position)
    mine, theirs = _near(own, other, position.variant), _near(other, own, position.variant)
    found = []
    for square in position.empty_squares():
        bit = 1 << square
        left = {lack for lack in theirs if not lack & bit}
        once = twice = 0
        for lack in left:
            twice |= once & lack
            once |= lack
        if any(lack.bit_count() == 1 for lack in left):
            continue
        if twice and not any(lack & bit for lack in mine):
            continue
        found.append(square)
    return tuple(found)


def _near(own: int, other: int, variant: mnk.Variant) -> list[int]:
    """What a side lacks of the lines that it could complete with one or two more stones."""
    return [
        mask & ~own
        for mask in mnk.open_masks(mnk.lines(variant), own, other)
        if (mask & ~own).bit_count() <= 2
    ]
