"""Evaluate a position: prove each square's value where possible, estimate the others.

3×3 is looked up. What is certain from lines alone is proved on any board: lines completed in 1 to 3
plies, and draws by potential. Boards up to 64 squares are searched exactly, the position and all
its squares in turn, with growing shares of the limit: of the whole where boards are solved
(games.evaluator.solved), else of half. What is then left goes to the strong engine: wins by force
of either side are proved, and other squares near the stones get a chance. Where it does not play,
or has no nodes left, the heuristic estimates them. Where the game is no race for lines everything
is tried at its end (games.evaluator.everything), and where stones fall on up to 64 squares each is
searched ply by ply (games.evaluator.columns).
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from games import mnk
from games.evaluator import aggressive, glance, tictactoe
from games.evaluator.cache import Cache
from games.evaluator.evaluation import (
    Estimated,
    Evaluation,
    Finding,
    Opinion,
    Proved,
    Unknown,
    Value,
    Verdict,
    best_squares,
)
from games.evaluator.everything import Everything
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, Cut, run
from games.evaluator.rules import (
    MAX_EXACT_SQUARES,
    Stones,
    has_columns,
    playable,
    refuse_impossible,
    stones,
)

if TYPE_CHECKING:
    from games.evaluator.exact import Solver

ENGINE_NODES = 200_000
"""What the strong engine looks at where neither nodes nor time are limited: it would never end."""
DROP_NODES = 20_000_000
"""The same for the search where stones fall, which takes four seconds for them."""
LEAST_ENGINE_NODES = 500
"""With fewer nodes left than this the strong engine is not asked: the heuristic is as good."""
FIRST_SHARE = 4_000
"""Nodes for each square in the first round; each round has eight times as many."""
MAX_SOLVERS = 4
"""How many variants keep their solver, 24 MB each."""

CACHE = Cache()
"""What this process has proved completely. Cleared for measurements."""


def evaluate(
    position: mnk.Position,
    limit: Limit,
    *,
    set_up: bool = False,
    best_only: bool = False,
    within: Budget | None = None,
) -> Evaluation:
    """The value of every square that can be played, and the best ones.

    `set_up` allows boards that no game leads to (any number of stones, any side to move); otherwise
    those raise `ImpossiblePosition`. A search cut by the limit, by `within` being aborted or by
    lack of memory leaves the squares it has not settled estimated. `best_only` ends the search once
    the position's outcome and a square that reaches it are proved. With a limit of nodes alone the
    answer is the same every time. Positions of 3×3 are looked up, whatever the limit.

    >>> found = evaluate(mnk.Position.start(mnk.Variant(3, 3, 3)).play(4), Limit(nodes=1))
    >>> found.squares[0].verdict, found.squares[1].verdict, found.squares[1].plies
    (<Verdict.DRAW: 'draw'>, <Verdict.LOSS: 'loss'>, 6)
    >>> found.best
    (0, 2, 6, 8)
    """
    refuse_impossible(position, set_up=set_up)
    if not playable(position):
        return Evaluation(position, {}, ())
    form = mnk.canonical(position)
    repeatable = limit.nodes is not None
    kept = CACHE.get(form.position, repeatable=repeatable)
    if kept is None or not _would_finish(limit, kept):
        kept = _evaluate(form.position, limit, best_only, within)
        if kept.is_proved and limit.depth is None:
            CACHE.put(kept, repeatable=repeatable)
    squares = {
        square: kept.squares[form.moved[square]]
        for square in sorted(form.back(square) for square in kept.squares)
    }
    best = _best(squares, kept.itself, position.variant)
    return Evaluation(position, squares, best, kept.nodes, kept.itself)


def _would_finish(limit: Limit, kept: Evaluation) -> bool:
    """Whether a search with this limit would have proved as much as the one that is kept."""
    return limit.depth is None and (limit.nodes is None or kept.nodes < limit.nodes)


@dataclass(slots=True)
class _Square:
    """One square of the position, or several that turn into each other."""

    squares: frozenset[mnk.Move]
    after: Stones
    """The position after it, the other side first, whose move it is unless the turn goes on."""
    found: Completed[Finding] | None = None
    is_too_deep: bool = False
    """Whether it does not end within the depth allowed: more nodes will not help."""

    @property
    def is_settled(self) -> bool:
        return self.found is not None and self.found.answer.plies is not None


def _evaluate(
    position: mnk.Position,
    limit: Limit,
    best_only: bool,
    within: Budget | None,
) -> Evaluation:
    budget = Budget(limit, within)
    itself: Completed[Finding] | None = None
    chances: Mapping[mnk.Square, float] = {}
    guesses = _guesses(position)
    squares = _squares(position, guesses)
    variant = position.variant
    if tictactoe.is_tictactoe(variant):
        table = tictactoe.table()
        for square in squares:
            theirs = table.finding(square.after)
            square.found = certain(theirs.a_ply_before())
    else:
        _look(squares, position)
    if variant.line_rule.says.is_race:
        itself = _solve(squares, position, limit, budget, best_only)
    elif not has_columns(variant):
        itself = _try_everything(squares, position, limit, budget)
    if not (best_only and _is_answered(squares, itself)):
        if has_columns(variant):
            ask = partial(_ask_columns, position, limit.depth, best_only)
            chances = _consult(ask, squares, limit, DROP_NODES, budget)
        else:
            ask = partial(_ask_the_engine, position, limit.depth, frozenset(guesses))
            chances = _consult(ask, squares, limit, ENGINE_NODES, budget)
    values: dict[mnk.Square, Value] = {}
    for same in squares:
        for at in same.squares:
            if same.found is not None:
                values[at] = Proved(same.found)
            elif chances and min(same.squares) in chances:
                values[at] = Estimated(chances[min(same.squares)], is_chance=True)
            elif chances:
                values[at] = Unknown()
            elif at in guesses:
                values[at] = Estimated(guesses[at])
            else:
                values[at] = Unknown()
    proved = None if itself is None else Proved(itself)
    return Evaluation(position, values, _best(values, proved, variant), budget.nodes, proved)


def _best(
    squares: Mapping[mnk.Square, Value], itself: Proved | None, variant: mnk.Variant
) -> tuple[mnk.Square, ...]:
    """The best squares: in a drawn position, those that are proved to keep the draw."""
    if itself is not None and itself.verdict is Verdict.DRAW:
        draws = {at: value for at, value in squares.items() if value.verdict is Verdict.DRAW}
        return best_squares(draws or squares, variant)
    return best_squares(squares, variant)


def _is_answered(squares: Iterable[_Square], itself: Completed[Finding] | None) -> bool:
    """Whether the outcome of the position and a square that reaches it are proved."""
    verdicts = [square.found.answer.verdict for square in squares if square.found is not None]
    if Verdict.WIN in verdicts:
        return True
    if itself is None or itself.answer.verdict is Verdict.WIN:
        return False
    return itself.answer.verdict in verdicts


def _patience(budget: Budget) -> float:
    """How long to wait for the solver, in seconds; -1 for as long as it takes."""
    seconds = budget.seconds_left
    return -1 if seconds is None else max(0.0, seconds)


def _solve(
    squares: list[_Square],
    position: mnk.Position,
    limit: Limit,
    budget: Budget,
    best_only: bool,
) -> Completed[Finding] | None:
    """Settle the squares by exact search, as far as its share of the limit lasts; the position."""
    if all(square.is_settled for square in squares):
        return None
    solver = solver_of(position.variant)
    if solver is None or not solver.busy.acquire(timeout=_patience(budget)):
        return None
    try:
        if limit.nodes is not None:
            solver.forget()  # the answer must not depend on what was asked before
        share = limit if mnk.is_solved(position.variant) else _half(limit)
        search = _Search(solver, stones(position), squares, limit.depth, best_only)
        search.go_on(Budget(share, budget))
        return search.itself
    finally:
        solver.busy.release()


class _Search:
    """The exact search of the squares, and of the position as a whole."""

    def __init__(
        self,
        solver: "Solver",
        here: Stones,
        squares: list[_Square],
        depth: int | None,
        best_only: bool,
    ) -> None:
        self.itself: Completed[Finding] | None = None
        self._solver = solver
        self._here = here
        self._squares = squares
        self._depth = depth
        self._best_only = best_only

    def go_on(self, budget: Budget) -> None:
        """Settle the squares in rounds, until all are or the budget is spent.

        Each round begins with the position as a whole: often that is the quicker proof.
        """
        open_squares = [square for square in self._squares if not square.is_settled]
        share = FIRST_SHARE
        while open_squares and not budget.is_exhausted:
            if self.itself is None:
                self._look_at_all(share, budget)
            for square in open_squares:
                if self._best_only and _is_answered(self._squares, self.itself):
                    return
                self._look_at(square, share, budget)
            open_squares = [
                square for square in open_squares if not (square.is_settled or square.is_too_deep)
            ]
            share *= 8

    def _look_at_all(self, share: int, budget: Budget) -> None:
        step = partial(_position, self._solver, self._here, self._depth)
        found = run(step, Limit(nodes=share), within=budget)
        if isinstance(found, Cut):
            return
        self.itself = found
        if found.answer.verdict is Verdict.LOSS:
            for square in self._squares:
                if square.found is None:
                    square.found = found.then(_without_distance)

    def _look_at(self, square: _Square, share: int, budget: Budget) -> None:
        step: partial[Finding]
        if square.found is None:
            depth = None if self._depth is None else self._depth - 1
            step = partial(_verdict, self._solver, square.after, depth)
        else:
            step = partial(_distance, self._solver, square.after, square.found.answer)
        found = run(step, Limit(nodes=share), within=budget)
        if isinstance(found, Completed):
            square.found = found
        elif found.nodes < share and not budget.is_exhausted:
            square.is_too_deep = True


def _position(solver: "Solver", here: Stones, depth: int | None, budget: Budget) -> Finding:
    return solver.verdict(here, budget, depth=depth)


def _without_distance(finding: Finding) -> Finding:
    return Finding(finding.verdict, None)


def _half(limit: Limit) -> Limit:
    """Half of the nodes and half of the time."""
    return Limit(
        nodes=None if limit.nodes is None else (limit.nodes + 1) // 2,
        ms=None if limit.ms is None else limit.ms / 2,
        depth=limit.depth,
    )


_Open: TypeAlias = Mapping[mnk.Square, _Square]
"""The squares that are still open, each by the first of those that turn into each other."""


def _consult(
    ask: Callable[[_Open, Budget], Opinion],
    squares: Iterable[_Square],
    limit: Limit,
    nodes: int,
    budget: Budget,
) -> Mapping[mnk.Square, float]:
    """Ask a search about what is open: keep its proofs, return its chances.

    It looks at no more than these `nodes` where neither nodes nor time are limited.
    """
    if limit.nodes is None and limit.ms is None:
        budget = Budget(Limit(nodes=nodes), budget)
    open_squares = {min(square.squares): square for square in squares if square.found is None}
    if not open_squares:
        return {}
    try:
        found = ask(open_squares, budget)
    except MemoryError:
        return {}
    for at, proof in found.proofs.items():
        if at in open_squares:
            open_squares[at].found = proof
    return found.chances


def _ask_columns(
    position: mnk.Position, depth: int | None, best_only: bool, squares: _Open, budget: Budget
) -> Opinion:
    from games.evaluator import columns  # brings numba

    return columns.search(position, squares, budget, depth=depth, best_only=best_only)


def _ask_the_engine(
    position: mnk.Position,
    depth: int | None,
    likely: frozenset[mnk.Square],
    squares: _Open,
    budget: Budget,
) -> Opinion:
    if budget.is_exhausted or budget.nodes_left < LEAST_ENGINE_NODES:
        return Opinion()
    from games.evaluator.strong import opinion, patterns  # brings numba

    if not patterns.is_supported(position.variant):
        return Opinion()
    near = [at for at, same in squares.items() if same.squares & likely]
    far = [at for at in squares if at not in near]
    stands_for = {each: at for at, same in squares.items() for each in same.squares}
    return opinion.opinion(position, near, far, budget, depth, stands_for)


def _verdict(solver: "Solver", after: Stones, depth: int | None, budget: Budget) -> Finding:
    return solver.verdict(after, budget, depth=depth).a_ply_before()


def _distance(solver: "Solver", after: Stones, known: Finding, budget: Budget) -> Finding:
    theirs = Finding(known.verdict.other, None)
    return solver.distance(after, theirs, budget).a_ply_before()


def certain(finding: Finding) -> Completed[Finding]:
    """A finding read off a table or the lines: a search with nothing left to look at."""
    search = run(lambda budget: finding, Limit())
    assert isinstance(search, Completed)
    return search


def _squares(position: mnk.Position, guesses: Mapping[mnk.Square, float]) -> list[_Square]:
    """The squares to settle, likely best first, with those that turn into each other together."""
    own, other = stones(position)
    side, variant = position.side_to_move, position.variant
    turns = mnk.keeping(position)
    seen: set[mnk.Move] = set()
    squares = []
    for move in sorted(playable(position), key=lambda move: (-guesses.get(move, 0), move)):
        if move not in seen:
            same = frozenset(moved[move] for moved in turns)
            seen |= same
            at, kind = mnk.placed(move, side, variant)
            mine, theirs = (1 << at, 0) if kind is side else (0, 1 << at)
            squares.append(_Square(same, (other | theirs, own | mine)))
    return squares


def _look(squares: Iterable[_Square], position: mnk.Position) -> None:
    """Settle what the rules alone settle: games that end with the move, and what lines show."""
    variant = position.variant
    shown = glance.certain(position)
    for square in squares:
        theirs, mine = square.after
        found = shown.get(min(square.squares))
        if found is not None:
            square.found = certain(found)
        elif (theirs | mine).bit_count() == variant.room:
            square.found = certain(Finding(Verdict.DRAW, 1))


def _try_everything(
    squares: Iterable[_Square], position: mnk.Position, limit: Limit, budget: Budget
) -> Completed[Finding] | None:
    """Settle every square, if few enough are left and the budget is enough; then the position."""
    everything = Everything(position.variant)
    if limit.depth is not None or not everything.takes(position):
        return None
    for square in squares:
        after = position.play(min(square.squares))
        found = run(partial(everything.finding, after), Limit(), within=budget)
        if isinstance(found, Cut):
            return None
        if square.found is None:
            same_side = after.side_to_move is position.side_to_move
            square.found = found.then(partial(Finding.a_ply_before, same_side=same_side))
    found = run(partial(everything.finding, position), Limit(), within=budget)
    return None if isinstance(found, Cut) else found


def _guesses(position: mnk.Position) -> dict[mnk.Square, float]:
    """The heuristic's opinion, on a scale from 0 to 1; none where no line is a side's own."""
    if position.variant.line_rule.says.either_kind:
        return {}
    benefits = aggressive.benefits(position)
    lowest = min(0.0, min(benefits.values(), default=0.0))
    scale = max(benefits.values(), default=0.0) - lowest or 1.0
    legal = playable(position)
    return {square: (benefits[square] - lowest) / scale for square in legal if square in benefits}


def solver_of(variant: mnk.Variant) -> "Solver | None":
    """The solver of a variant; None for boards too large, without memory for one, or where the game
    is no race for lines: its theorems are not true there."""
    if variant.squares > MAX_EXACT_SQUARES or not variant.line_rule.says.is_race:
        return None
    from games.evaluator.exact import Solver  # brings numba: not for a look at 3×3

    with _SOLVERS_LOCK:
        solver = _SOLVERS.get(variant)
        if solver is None:
            try:
                solver = Solver(variant)
            except MemoryError:
                return None
            _SOLVERS[variant] = solver
            while len(_SOLVERS) > MAX_SOLVERS:
                _SOLVERS.popitem(last=False)
        _SOLVERS.move_to_end(variant)
        return solver


_SOLVERS: "OrderedDict[mnk.Variant, Solver]" = OrderedDict()
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
    set_up: bool = False,
) -> Tree:
    """The continuations of a position, `depth` plies deep, each with its values.

    The limit is for each position of the tree.

    >>> start = mnk.Position.start(mnk.Variant.full_lines(2, 2))
    >>> found = tree(start, 2, Limit(nodes=1000))
    >>> found.value.verdict, found.branches[0].value.verdict, len(found.branches[0].branches)
    (<Verdict.WIN: 'win'>, <Verdict.LOSS: 'loss'>, 3)
    """
    evaluation = evaluate(position, limit, set_up=set_up)
    branches = {}
    if depth > 0:
        branches = {
            square: tree(position.play(square), depth - 1, limit, set_up=set_up)
            for square in evaluation.squares
        }
    return Tree(evaluation, branches)
