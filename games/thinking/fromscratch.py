"""Values of moves proved from scratch: by what knows nothing yet, and no more than it has to.

What the evaluator says about a puzzle is proved once more before it is kept. In a race for lines
the solver alone does it; else everything is played out, which asks nothing but the rules. Only
where stones fall, and too much may still follow for that, it is the search of the columns that
begins anew.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeAlias

from games import mnk
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import has_columns, stones

PLAYED_OUT_COST = 20
"""What a position counts that is played out: it takes as long as this many of the solver's."""
PLAYED_OUT_NODES = 4_000_000
"""What is played out at most where the columns can be searched instead: some seconds."""
COLUMNS_SHARE = 10
"""The columns of all positions of a puzzle are searched with this many times what one may cost."""


class NotSettled(Exception):
    """A value that is needed was not proved within the limit, or there is too much to tell."""


Lines: TypeAlias = Mapping[mnk.Square, tuple[mnk.Square, ...]]
"""By move, both sides' moves after it."""


@dataclass(frozen=True, slots=True)
class Values:
    """What is proved about the moves of a position."""

    wins: Mapping[mnk.Square, int]
    """The plies of each winning move, itself included."""
    drawing: tuple[mnk.Square, ...] = ()
    replies: Mapping[mnk.Square, mnk.Square] = field(default_factory=dict)
    """By fours: the reply to each move that makes a four."""
    lines: Lines = field(default_factory=dict)
    """By force: how the other side wins after each quiet move."""


class Proves(Protocol):
    """What a puzzle is verified with. All raise `NotSettled`."""

    def values(self, position: mnk.Position) -> Values:
        """The values of all moves."""

    def longest(self, position: mnk.Position, square: mnk.Square) -> tuple[mnk.Square, ...]:
        """The replies after which the win takes longest."""


def from_scratch(variant: mnk.Variant, nodes: int) -> tuple[Callable[[], Proves], ...]:
    """What proves each value anew on boards of up to 64 squares, by other code than the evaluator's
    as far as that goes."""
    if variant.line_rule.says.is_race:
        return (lambda: BySolver(variant, nodes),)
    if has_columns(variant):
        few = min(nodes, PLAYED_OUT_NODES)
        return (lambda: ByPlayingOut(few), lambda: ByColumns(COLUMNS_SHARE * nodes))
    return (lambda: ByPlayingOut(nodes),)


class BySolver:
    """Looks with its own solver, which knows nothing yet: the verdict of each square in turn."""

    def __init__(self, variant: mnk.Variant, nodes: int) -> None:
        """`nodes` is for each square."""
        from games.evaluator.exact import Solver  # brings numba

        self._nodes = nodes
        self._solver = Solver(variant, table_log2=18)

    def values(self, position: mnk.Position) -> Values:
        wins, drawing = {}, []
        for square, found in self._findings(position):
            # The opponent's verdict: they are to move then.
            if found.verdict is Verdict.LOSS:
                assert found.plies is not None
                wins[square] = found.plies + 1
            elif found.verdict is Verdict.DRAW:
                drawing.append(square)
        return Values(wins, tuple(drawing))

    def longest(self, position: mnk.Position, square: mnk.Square) -> tuple[mnk.Square, ...]:
        after = position.play(square)
        return _slowest({reply: found.plies or 0 for reply, found in self._findings(after)})

    def _findings(self, position: mnk.Position) -> Iterator[tuple[mnk.Square, Finding]]:
        for square in position.empty_squares():
            after = position.play(square)
            if after.has_line(position.side_to_move):
                yield square, Finding(Verdict.LOSS, 0)
            elif after.is_full:
                yield square, Finding(Verdict.DRAW, 0)
            else:
                limit = Limit(nodes=self._nodes)
                search = run(partial(self._solver.finding, stones(after)), limit)
                if not isinstance(search, Completed):
                    raise NotSettled
                yield square, search.answer


class _ByFindings(ABC):
    """Looks at what each move is worth to the side that makes it."""

    @abstractmethod
    def _findings(self, position: mnk.Position) -> Mapping[mnk.Move, Finding]:
        """By move. Raises `NotSettled`."""

    def values(self, position: mnk.Position) -> Values:
        found = self._findings(position)
        return Values(
            {move: _plies(each) for move, each in found.items() if each.verdict is Verdict.WIN},
            tuple(move for move, each in found.items() if each.verdict is Verdict.DRAW),
        )

    def longest(self, position: mnk.Position, square: mnk.Square) -> tuple[mnk.Square, ...]:
        found = self._findings(position.play(square))
        return _slowest({reply: _plies(each) for reply, each in found.items()})


class ByPlayingOut(_ByFindings):
    """Looks by playing out all that can follow, which asks the rules and nothing else.

    A side that wins at once does so. Each position is played out once.
    """

    def __init__(self, nodes: int) -> None:
        """`nodes` is for all."""
        self._left = nodes // PLAYED_OUT_COST
        self._known: dict[mnk.Position, Finding] = {}

    def _findings(self, position: mnk.Position) -> dict[mnk.Move, Finding]:
        side = position.side_to_move
        return {move: self._made(side, position.play(move)) for move in position.playable_moves()}

    def _made(self, side: mnk.Side, after: mnk.Position) -> Finding:
        """What a side's move is worth to it, by the position after it."""
        if after.has_line(side):
            return Finding(Verdict.WIN if after.has_won(side) else Verdict.LOSS, 1)
        return self._end(after).a_ply_before()

    def _end(self, position: mnk.Position) -> Finding:
        """What a position in which nobody has a line is worth to its side to move."""
        if position not in self._known:
            self._left -= 1
            if self._left < 0:
                raise NotSettled
            self._known[position] = self._play_out(position)
        return self._known[position]

    def _play_out(self, position: mnk.Position) -> Finding:
        side = position.side_to_move
        following = [position.play(move) for move in position.playable_moves()]
        if any(after.has_line(side) and after.has_won(side) for after in following):
            return Finding(Verdict.WIN, 1)
        found = [self._made(side, after) for after in following]
        wins = [each for each in found if each.verdict is Verdict.WIN]
        if wins:
            return min(wins, key=_plies)
        draws = [each for each in found if each.verdict is Verdict.DRAW]
        return max(draws or found, key=_plies, default=Finding(Verdict.DRAW, 0))


class ByColumns(_ByFindings):
    """Looks at boards on which stones fall with the search of their columns, which knows nothing
    yet. The evaluator asks the same search: this proves that no memory of its own misled it."""

    def __init__(self, nodes: int) -> None:
        """`nodes` is for all."""
        self._budget = Budget(Limit(nodes=nodes))

    def _findings(self, position: mnk.Position) -> dict[mnk.Square, Finding]:
        from games.evaluator import columns  # brings numba

        side, found = position.side_to_move, {}
        for square in position.playable_squares():
            after = position.play(square)
            if after.has_line(side):
                found[square] = Finding(Verdict.WIN, 1)
            elif after.is_full:
                found[square] = Finding(Verdict.DRAW, 1)
        others = [square for square in position.playable_squares() if square not in found]
        proofs = columns.search(position, others, self._budget).proofs
        if len(proofs) < len(others):
            raise NotSettled
        return found | {square: proof.answer for square, proof in proofs.items()}


def _plies(finding: Finding) -> int:
    if finding.plies is None:
        raise NotSettled
    return finding.plies


def _slowest(plies: Mapping[mnk.Move, int]) -> tuple[mnk.Move, ...]:
    """The moves that take longest, by the plies of each."""
    most = max(plies.values())
    return tuple(move for move, each in plies.items() if each == most)
