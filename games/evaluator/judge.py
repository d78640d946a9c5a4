"""Evaluate a position: prove each square's value where that can be done, estimate the others.

3×3 is looked up. Boards up to 64 squares are searched exactly, all squares in turn with growing
shares of the limit. On larger boards what is certain from lines alone is proved: lines completed in
1 to 3 plies, and draws by potential. Whatever is left is estimated by the heuristic.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from games import mnk
from games.evaluator import aggressive, glance, tictactoe
from games.evaluator.canonical import Cache, canonical, keeping
from games.evaluator.evaluation import (
    NORMAL,
    Convention,
    Estimated,
    Evaluation,
    Finding,
    Proved,
    Unknown,
    Value,
    Verdict,
    best_squares,
)
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import Stones, completed, playable, refuse_impossible, stones

if TYPE_CHECKING:
    from games.evaluator.exact import Solver

MAX_EXACT_SQUARES = 64
FIRST_SHARE = 4_000
"""Nodes for each square in the first round; each round has eight times as many."""
MAX_SOLVERS = 4
"""How many variants keep their solver, 24 MB each."""

CACHE = Cache()
"""What this process has proved completely. Cleared by whoever wants to measure."""


def evaluate(
    position: mnk.Position,
    limit: Limit,
    *,
    convention: Convention = NORMAL,
    set_up: bool = False,
    within: Budget | None = None,
) -> Evaluation:
    """The value of every square that can be played, and the best ones.

    `set_up` allows boards that no game leads to (any number of stones, any side to move); otherwise
    those raise `ImpossiblePosition`. A search cut by the limit, by `within` being aborted or by
    want of memory leaves the squares it has not settled estimated. With a limit of nodes alone the
    answer is the same every time. Positions of 3×3 are looked up, whatever the limit.

    >>> found = evaluate(mnk.Position.start(mnk.Variant(3, 3, 3)).play(4), Limit(nodes=1))
    >>> found.squares[0].verdict, found.squares[1].verdict, found.squares[1].plies
    (<Verdict.DRAW: 'draw'>, <Verdict.LOSS: 'loss'>, 6)
    >>> found.best
    (0, 2, 6, 8)
    """
    refuse_impossible(position, convention, set_up=set_up)
    if not playable(position, convention):
        return Evaluation(position, {}, ())
    form = canonical(position, convention)
    repeatable = limit.nodes is not None
    kept = CACHE.get(form.position, convention, repeatable=repeatable)
    if kept is None or not _would_finish(limit, kept):
        kept = _evaluate(form.position, limit, convention, within)
        if kept.is_proved and limit.depth is None:
            CACHE.put(kept, convention, repeatable=repeatable)
    squares = {
        square: kept.squares[form.moved[square]]
        for square in sorted(form.back(square) for square in kept.squares)
    }
    return Evaluation(position, squares, best_squares(squares, position.variant), kept.nodes)


def _would_finish(limit: Limit, kept: Evaluation) -> bool:
    """Whether a search with this limit would have proved as much as the one that was kept."""
    return limit.depth is None and (limit.nodes is None or kept.nodes < limit.nodes)


@dataclass(slots=True)
class _Square:
    """One square of the position, or several that turn into each other."""

    squares: frozenset[mnk.Square]
    after: Stones
    """The position after it, its side to move first."""
    found: Completed[Finding] | None = None
    is_too_deep: bool = False
    """Whether it does not end within the depth allowed: more nodes will not help."""

    @property
    def is_settled(self) -> bool:
        return self.found is not None and self.found.answer.plies is not None


def _evaluate(
    position: mnk.Position, limit: Limit, convention: Convention, within: Budget | None
) -> Evaluation:
    budget = Budget(limit, within)
    guesses = _guesses(position, convention)
    squares = _squares(position, convention, guesses)
    variant = position.variant
    if tictactoe.is_tictactoe(variant, convention):
        table = tictactoe.table()
        for square in squares:
            theirs = table.finding(square.after)
            square.found = _certain(_for_the_mover(theirs))
    else:
        _look(squares, position, convention)
        solver = None
        if not all(square.is_settled for square in squares):
            solver = solver_of(variant, convention)
        if solver is not None and solver.busy.acquire(timeout=_patience(budget)):
            try:
                if limit.nodes is not None:
                    solver.forget()  # the answer must not depend on what was asked before
                _search(squares, solver, budget, limit)
            finally:
                solver.busy.release()
    values: dict[mnk.Square, Value] = {}
    for same in squares:
        for at in same.squares:
            if same.found is not None:
                values[at] = Proved(same.found)
            elif at in guesses:
                values[at] = Estimated(guesses[at])
            else:
                values[at] = Unknown()
    return Evaluation(position, values, best_squares(values, variant), budget.nodes)


def _patience(budget: Budget) -> float:
    """How long to wait for the solver, in seconds; -1 as long as it takes."""
    seconds = budget.seconds_left
    return -1 if seconds is None else max(0.0, seconds)


def _search(squares: Iterable[_Square], solver: "Solver", budget: Budget, limit: Limit) -> None:
    """Settle the squares in rounds, until all are or the budget is spent."""
    depth = None if limit.depth is None else limit.depth - 1
    open_squares = [square for square in squares if not square.is_settled]
    share = FIRST_SHARE
    while open_squares and not budget.is_exhausted:
        for square in open_squares:
            step: partial[Finding]
            if square.found is None:
                step = partial(_verdict, solver, square.after, depth)
            else:
                step = partial(_distance, solver, square.after, square.found.answer)
            found = run(step, Limit(nodes=share), within=budget)
            if isinstance(found, Completed):
                square.found = found
            elif found.nodes < share and not budget.is_exhausted:
                square.is_too_deep = True
        open_squares = [
            square for square in open_squares if not (square.is_settled or square.is_too_deep)
        ]
        share *= 8


def _verdict(solver: "Solver", after: Stones, depth: int | None, budget: Budget) -> Finding:
    return _for_the_mover(solver.verdict(after, budget, depth=depth))


def _distance(solver: "Solver", after: Stones, known: Finding, budget: Budget) -> Finding:
    return _for_the_mover(solver.distance(after, Finding(known.verdict.other, None), budget))


def _for_the_mover(theirs: Finding) -> Finding:
    """What a finding after the move means for who moved."""
    return Finding(theirs.verdict.other, None if theirs.plies is None else theirs.plies + 1)


def _certain(finding: Finding) -> Completed[Finding]:
    """A finding read off a table or the lines: a search without anything left to look at."""
    search = run(lambda budget: finding, Limit())
    assert isinstance(search, Completed)
    return search


def _squares(
    position: mnk.Position, convention: Convention, guesses: Mapping[mnk.Square, float]
) -> list[_Square]:
    """The squares to settle, likely best first, those that turn into each other together."""
    own, other = stones(position)
    turns = keeping(position, convention)
    seen: set[mnk.Square] = set()
    squares = []
    for square in sorted(
        playable(position, convention), key=lambda square: (-guesses.get(square, 0), square)
    ):
        if square not in seen:
            same = frozenset(moved[square] for moved in turns)
            seen |= same
            squares.append(_Square(same, (other, own | 1 << square)))
    return squares


def _look(squares: Iterable[_Square], position: mnk.Position, convention: Convention) -> None:
    """Settle what the rules alone settle: games that end with the move, and what lines show."""
    variant = position.variant
    shown = glance.certain(position) if convention == NORMAL else {}
    for square in squares:
        theirs, mine = square.after
        found = shown.get(min(square.squares))
        if found is not None:
            square.found = _certain(found)
        elif completed(mine, variant):
            verdict = Verdict.LOSS if convention.misere else Verdict.WIN
            square.found = _certain(Finding(verdict, 1))
        elif (theirs | mine).bit_count() == variant.squares:
            square.found = _certain(Finding(Verdict.DRAW, 1))


def _guesses(position: mnk.Position, convention: Convention) -> dict[mnk.Square, float]:
    """The heuristic's opinion, on a scale from 0 to 1; it knows nothing of misère."""
    if convention.misere:
        return {}
    benefits = aggressive.benefits(position)
    highest = max(benefits.values(), default=0.0) or 1.0
    legal = playable(position, convention)
    return {square: benefits[square] / highest for square in legal if square in benefits}


def solver_of(variant: mnk.Variant, convention: Convention) -> "Solver | None":
    """The solver of a variant; none for boards too large, or without memory for one."""
    if variant.squares > MAX_EXACT_SQUARES:
        return None
    from games.evaluator.exact import Solver  # brings numba: not for a look at 3×3

    key = (variant, convention)
    with _SOLVERS_LOCK:
        solver = _SOLVERS.get(key)
        if solver is None:
            try:
                solver = Solver(variant, convention)
            except MemoryError:
                return None
            _SOLVERS[key] = solver
            while len(_SOLVERS) > MAX_SOLVERS:
                _SOLVERS.popitem(last=False)
        _SOLVERS.move_to_end(key)
        return solver


_SOLVERS: "OrderedDict[tuple[mnk.Variant, Convention], Solver]" = OrderedDict()
_SOLVERS_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class Tree:
    """A position, its evaluation, and the trees of the positions that can follow."""

    evaluation: Evaluation
    branches: Mapping[mnk.Square, "Tree"]
    """By move; empty at the depth asked for and where the game is over."""

    @property
    def position(self) -> mnk.Position:
        return self.evaluation.position

    @property
    def value(self) -> Value:
        """The value of the position for its side to move."""
        return self.evaluation.value


def tree(
    position: mnk.Position,
    depth: int,
    limit: Limit,
    *,
    convention: Convention = NORMAL,
    set_up: bool = False,
) -> Tree:
    """The continuations of a position, so many plies deep, each with its values.

    The limit is for each position of the tree.

    >>> start = mnk.Position.start(mnk.Variant.full_lines(2, 2))
    >>> found = tree(start, 2, Limit(nodes=1000))
    >>> found.value.verdict, found.branches[0].value.verdict, len(found.branches[0].branches)
    (<Verdict.WIN: 'win'>, <Verdict.LOSS: 'loss'>, 3)
    """
    evaluation = evaluate(position, limit, convention=convention, set_up=set_up)
    branches = {}
    if depth > 0:
        branches = {
            square: tree(
                position.play(square), depth - 1, limit, convention=convention, set_up=set_up
            )
            for square in evaluation.squares
        }
    return Tree(evaluation, branches)
