"""The exact solver for boards up to 64 squares: verdict and distance of a position.

It asks a kernel yes-or-no questions: can this side complete a line within a number of plies? The
verdict comes from a few questions asked in turn with a growing share of nodes: short wins of either
side, ply by ply, and wins at any distance. The distance is the first number of plies whose answer
is yes. Everything refuted or proved stays in the solver's table, so asking again is cheap.

>>> from games.evaluator.limit import Limit
>>> from games.evaluator.proof import run
>>> solver = Solver(mnk.Variant(4, 3, 3))
>>> run(lambda budget: solver.finding((0, 0), budget), Limit(nodes=10_000))
Completed(answer=Finding(verdict=<Verdict.WIN: 'win'>, plies=7))
"""

import threading
from collections.abc import Iterator
from functools import partial
from itertools import count

import numpy as np

from games import mnk
from games.evaluator import attack
from games.evaluator.board import board, word
from games.evaluator.errors import TooLarge
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, Cut, run
from games.evaluator.rules import MAX_EXACT_SQUARES, Stones

FIRST_SHARE = 500
"""Nodes of the first round of questions; each round has four times as many."""


class Solver:
    """Solves positions of one variant, remembering what it has seen. One thread at a time.

    `table_log2` entries of 24 bytes are its memory. Raises `TooLarge` above 64 squares.
    """

    def __init__(self, variant: mnk.Variant, *, table_log2: int = 20) -> None:
        if variant.squares > MAX_EXACT_SQUARES:
            raise TooLarge(
                f"Exact search takes boards of up to {MAX_EXACT_SQUARES} squares, "
                f"not {variant.squares}."
            )
        if not variant.line_rule.says.is_race:
            raise TooLarge(
                "Exact search knows no forbidden squares, no lines that lose, no stones that fall, "
                "no turns of several stones."
            )
        self.variant = variant
        self.busy = threading.Lock()
        """Held by whoever uses the solver."""
        self._board = board(variant)
        self._table = attack.new_table(table_log2)
        self._control = np.zeros(3, dtype=np.int64)

    def forget(self) -> None:
        """Empty the table, as if fresh."""
        self._table[:] = 0

    def finding(self, stones: Stones, budget: Budget, *, depth: int | None = None) -> Finding:
        """Verdict and distance of a position; raises `Spent` when the budget ends it."""
        return self.distance(stones, self.verdict(stones, budget, depth=depth), budget)

    def verdict(self, stones: Stones, budget: Budget, *, depth: int | None = None) -> Finding:
        """Who wins the position, with the distance if that was found on the way.

        With `depth` only wins and losses within that many plies are looked for; if there is none
        the search counts as cut, unless the game cannot last longer. Neither side may have a line
        yet.
        """
        own, other = stones
        empty = self.variant.room - (own | other).bit_count()
        horizon = empty if depth is None else min(depth, empty)
        searches = (
            _Attack(self, own, other, True, horizon),
            _Attack(self, other, own, False, horizon),
        )
        for share in (FIRST_SHARE * 4**i for i in count()):
            for verdict, search in zip((Verdict.WIN, Verdict.LOSS), searches, strict=True):
                search.go_on(share, budget)
                if search.can_win:
                    return Finding(verdict, search.plies)
            if all(search.can_win is False for search in searches):
                if horizon < empty:
                    budget.cut()
                return Finding(Verdict.DRAW, empty)
        raise AssertionError("shares grow for ever")

    def distance(self, stones: Stones, known: Finding, budget: Budget) -> Finding:
        """The same verdict with its distance; raises `Spent` when the budget ends it."""
        if known.plies is not None:
            return known
        own, other = stones
        wins = known.verdict is Verdict.WIN
        attacker, defender = (own, other) if wins else (other, own)
        plies = self.first_plies(wins)
        while not self.wins_within(attacker, defender, wins, plies, budget):
            plies += 2
        return Finding(known.verdict, plies)

    def first_plies(self, attacker_moves: bool) -> int:
        """The least number of plies in which an attacker wins; other wins take two, four … more."""
        return 1 if attacker_moves else 2

    def wins_within(
        self, attacker: int, defender: int, attacker_moves: bool, plies: int, budget: Budget
    ) -> bool:
        """Whether one side wins within this many plies; raises `Spent` when the budget ends it."""
        b, control = self._board, self._control
        nodes_left = budget.nodes_left
        if nodes_left <= 0:
            budget.cut()
        with budget.watched(control):
            control[1], control[2] = 0, nodes_left + 1
            sets = (word(attacker), word(defender), int(attacker_moves), plies, b.full, b.bits)
            lines = (b.masks, b.fences, b.ends, b.sizes, b.through_from, b.through)
            answer = attack.can_win(
                *sets,
                *lines,
                b.weights,
                b.orders,
                b.turned,
                b.is_monotone,
                b.ends_block,
                self._table,
                control,
            )
        budget.count(int(control[1]), cut=answer == attack.CUT)
        return bool(answer == attack.YES)


def warm_up() -> None:
    """Load the compiled kernels, or compile them if that has not been done before."""
    solver = Solver(mnk.Variant(3, 3, 3), table_log2=10)
    run(partial(solver.finding, (0, 0)), Limit())


class _Attack:
    """What is known about one side's chance to win: searched in shares, ply by ply and at once."""

    def __init__(
        self, solver: Solver, attacker: int, defender: int, moves: bool, horizon: int
    ) -> None:
        self.can_win: bool | None = None
        self.plies: int | None = None
        """The distance of the win, if it was found ply by ply."""
        self._solver = solver
        self._sides = (attacker, defender, moves)
        self._horizon = horizon
        self._next_plies = solver.first_plies(moves)

    def go_on(self, nodes: int, budget: Budget) -> None:
        """Search on, with about this many nodes for each kind of question."""
        if self.can_win is not None:
            return
        for plies in self._deeper():
            found = self._ask(plies, nodes, budget)
            if found is None:
                break
            if found:
                self.can_win, self.plies = True, plies
                return
            self._next_plies = plies + 2
        else:
            self.can_win = False
            return
        self.can_win = self._ask(self._horizon, nodes, budget)

    def _deeper(self) -> Iterator[int]:
        return iter(range(self._next_plies, self._horizon + 1, 2))

    def _ask(self, plies: int, nodes: int, budget: Budget) -> bool | None:
        search = run(
            lambda share: self._solver.wins_within(*self._sides, plies, share),
            Limit(nodes=nodes),
            within=budget,
        )
        match search:
            case Completed(answer=answer):
                return answer
            case Cut():
                if budget.is_exhausted:
                    budget.cut()
                return None
