"""Write a certificate for a position: its verdict, and strategies that anyone can check.

Boards up to 64 squares are searched exactly, so their wins are the quickest. On larger ones, and
where that search is cut, it looks for wins by force (games.evaluator.forced). Where it was cut, it
then looks for ways never to lose (games.evaluator.holding).
"""

from dataclasses import replace

from games import mnk
from games.evaluator import forced, holding, judge
from games.evaluator.certificate import (
    Certificate,
    Key,
    Strategy,
    cannot_complete,
    key,
    plies_at_sight,
)
from games.evaluator.evaluation import Verdict
from games.evaluator.exact import Solver
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import refuse_impossible, stones

MAX_MOVES = 200_000
"""How many moves a certificate may hold; a longer one is not written."""
SEARCHED = 2
"""This many more moves of a side are searched for pairs before the solver is asked for one that
holds: what is written is shorter by a third, and sooner found."""


def certify(
    position: mnk.Position, limit: Limit, *, set_up: bool = False, max_moves: int = MAX_MOVES
) -> Certificate | None:
    """A certificate of the position's verdict, or None.

    It is None where the game is over, where there are no certificates (`mnk.has_certificates`), the
    limit cuts the search, the strategies would be too long, or, on boards of more than 64 squares,
    nothing is forced. With a limit of nodes alone the answer is the same every time. A search of a
    large board without a limit ends by itself.
    """
    refuse_impossible(position, set_up=set_up)
    if not mnk.has_certificates(position.variant):
        return None
    if position.is_full or any(position.has_line(side) for side in mnk.Side):
        return None
    budget = Budget(limit)
    solver = judge.solver_of(position.variant)
    if solver is not None:
        is_shared = not mnk.is_solved(position.variant)
        share = Limit(nodes=(limit.nodes + 1) // 2) if is_shared and limit.nodes else Limit()
        if is_shared and limit.ms is not None:
            share = replace(share, ms=limit.ms / 2)
        with solver.busy:
            if limit.nodes is not None:
                solver.forget()
            writer = _Writer(solver, max_moves)
            search = run(
                lambda within: writer.certificate(position, within, limit.depth), share, budget
            )
        if isinstance(search, Completed):
            return search.answer
    if all(cannot_complete(position, side) for side in mnk.Side):
        return Certificate(
            position, Verdict.DRAW, tuple(Strategy(side, False, {}) for side in mnk.Side)
        )

    def without_solver(within: Budget) -> Certificate | None:
        won = forced.certificate(position, within, max_moves, limit.depth)
        return won if won is not None or solver is None else _held(position, within, max_moves)

    found = run(without_solver, Limit(), budget)
    return found.answer if isinstance(found, Completed) else None


def _held(position: mnk.Position, budget: Budget, max_moves: int) -> Certificate | None:
    """A draw, as ways of both sides never to lose; None if one of them has too many moves."""
    strategies = []
    for side in mnk.Side:
        found = holding.strategy(position, side, budget, max_moves)
        if found is None:
            return None
        strategies.append(found)
        max_moves -= len(found.moves)
    return Certificate(position, Verdict.DRAW, tuple(strategies))


class _Writer:
    """Finds strategies with a solver. It gives up, as if cut, when they grow too long."""

    def __init__(self, solver: Solver, max_moves: int) -> None:
        self._solver = solver
        self._moves_left = max_moves

    def certificate(self, position: mnk.Position, budget: Budget, depth: int | None) -> Certificate:
        side = position.side_to_move
        found = self._solver.verdict(stones(position), budget, depth=depth)
        claimed = None
        if found.verdict is Verdict.DRAW:
            strategies = tuple(self._keeps(position, each, budget) for each in (side, side.other))
        else:
            plies = self._solver.distance(stones(position), found, budget).plies
            assert plies is not None
            claimed = plies
            winner = side if found.verdict is Verdict.WIN else side.other
            strategies = (self._wins(position, winner, plies, budget),)
        return Certificate(position, found.verdict, strategies, claimed)

    def _wins(
        self, position: mnk.Position, winner: mnk.Side, plies: int, budget: Budget
    ) -> Strategy:
        """The quickest win, against everything."""
        moves: dict[Key, mnk.Square] = {}
        seen: set[Key] = set()
        waiting = [(position, plies)]
        while waiting:
            position, plies = waiting.pop()
            name = key(position)
            if name in seen:
                continue
            seen.add(name)
            if position.side_to_move is not winner:
                waiting += [
                    (position.play(square), plies - 1) for square in position.empty_squares()
                ]
                continue
            if plies_at_sight(position):
                continue
            for square in likely_first(position):
                after = position.play(square)
                other, own = stones(after)
                if self._solver.wins_within(own, other, False, plies - 1, budget):
                    moves[name] = square
                    waiting.append((after, plies - 1))
                    break
            else:
                raise AssertionError("a won position without a winning move")
            self._count(budget)
        return Strategy(winner, True, moves)

    def _keeps(self, position: mnk.Position, side: mnk.Side, budget: Budget) -> Strategy:
        """A way for a side never to lose."""

        search = holding.Search(position.variant, budget)

        def answer(here: mnk.Position) -> holding.Answer:
            found = search.answer(*stones(here), SEARCHED)
            if found is not None:
                return found
            squares = likely_first(here)
            room = len(squares) - 1
            for square in squares:
                attacker, defender = stones(here.play(square))
                if not self._solver.wins_within(attacker, defender, True, room, budget):
                    return square, None
            raise AssertionError("a held position without a move that holds it")

        found = holding.written(position, side, answer, self._moves_left)
        if found is None:
            budget.cut()
        self._moves_left -= len(found.moves)
        return found

    def _count(self, budget: Budget) -> None:
        self._moves_left -= 1
        if self._moves_left < 0:
            budget.cut()


def likely_first(position: mnk.Position) -> list[mnk.Square]:
    """The empty squares, those on the fullest open lines first."""
    own, other = stones(position)
    points = dict.fromkeys(position.empty_squares(), 0)
    for mask, *_ in mnk.lines(position.variant):
        if mask & own and mask & other:
            continue
        taken = mask & (own | other)
        worth = 4 ** taken.bit_count() * (2 if mask & own else 1)
        rest = mask ^ taken
        while rest:
            bit = rest & -rest
            rest ^= bit
            points[bit.bit_length() - 1] += worth
    return sorted(points, key=lambda square: (-points[square], square))
