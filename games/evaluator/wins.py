"""Forced wins with moves that show them: at sight, by fours, by fours and threes, and exactly.

A `Win` is always a real one: no defence was left out. Its line is played from the position asked
about, both sides' moves, and its last move completes a line; the other side's moves in it are those
that hold out longest among those looked at. What was not found may still be there.

>>> board = "....... ..XXX.. ....... .OO.... .......".replace(" ", chr(10))
>>> position = mnk.position_from_text(board, mnk.Variant(7, 5, 5), mnk.Side.BLACK)
>>> win = Forces(position.variant, Limit(nodes=2_000)).attack(position)
>>> win.plies, win.kind, [mnk.name(square, position.variant) for square in win.line]
(3, <Kind.EXACT: 'exact'>, ['b4', 'a4', 'f4'])
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from games import mnk
from games.evaluator.evaluation import Finding, Proved, Value, Verdict, rank
from games.evaluator.judge import certain, evaluate, solver_of
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.reading import Reading
from games.evaluator.rules import MAX_EXACT_SQUARES, Stones, has_columns, squares_of, stones

if TYPE_CHECKING:
    from games.evaluator.exact import Solver
    from games.evaluator.strong.engine import Engine

DEFAULT_NODES = 20_000
"""Where the limit names neither nodes nor time."""
_SHARES = 2
"""A search for a forced win gets one part in this many of all nodes."""
_COLUMNS_SHARES = 4
"""Where stones fall the values of a position get one part in this many, and so do those of the
position after the move."""
_MOST_DEFENCES = 14
"""With more defences to refute than this a threat is not followed."""
_LONGEST_LINE = 41
"""A forced line of more plies than this is not shown."""


class Kind(StrEnum):
    """How a forced win goes, and so what its plies say."""

    EXACT = "exact"
    """With best play it takes exactly this many plies: solved, or too short to be otherwise."""
    FOURS = "fours"
    """Each move a four until the last: this way takes this many plies, another may take fewer."""
    THREATS = "threats"
    """Fours and threes: in at most this many plies."""


@dataclass(frozen=True, slots=True)
class Win:
    """A way to win by force."""

    plies: int
    line: tuple[mnk.Square, ...]
    kind: Kind


class Forces:
    """Looks for forced wins in positions of one variant, within one limit for all of them.

    With a limit of nodes alone the same questions in the same order get the same answers.
    """

    def __init__(self, variant: mnk.Variant, limit: Limit) -> None:
        if limit.nodes is None and limit.ms is None:
            limit = replace(limit, nodes=DEFAULT_NODES)
        self.budget = Budget(limit)
        self._depth = limit.depth
        self._share = (limit.nodes or DEFAULT_NODES) // _SHARES
        self._column_nodes = max(1, (limit.nodes or DEFAULT_NODES) // _COLUMNS_SHARES)
        self._variant = variant
        self._is_race = variant.line_rule.says.is_race
        self._engine: Engine | None = None
        self._is_known = False
        self._attacks: dict[Stones, Win | None] = {}
        self._holds: dict[Stones, Win | None] = {}

    # --- What threats force ---------------------------------------------------------------------

    def attack(self, position: mnk.Position) -> Win | None:
        """A win by force for the side to move. The game must not be over."""
        key = stones(position)
        if key not in self._attacks:
            self._attacks[key] = self._within(self._attack(position))
        return self._attacks[key]

    def hold(self, position: mnk.Position) -> Win | None:
        """A win by force for the side that is not to move, whatever is played now."""
        key = stones(position)
        if key not in self._holds:
            self._holds[key] = self._within(self._hold(position))
        return self._holds[key]

    def defences(self, position: mnk.Position) -> tuple[mnk.Square, ...]:
        """Where the side to move may stop a line, an open four or two fours of the other side's,
        where squares are forbidden: every other move loses, and these may be played.

        Empty where no such threat is certain, and where the engine does not play.
        """
        engine = self._engine_of()
        return () if engine is None else engine.defences(position)

    def _attack(self, position: mnk.Position) -> Win | None:
        mine, theirs = readings(position)
        if mine.completing:
            return Win(1, (_first(mine.completing),), Kind.EXACT)
        if not position.playable_squares():
            return None
        if self._is_race and not theirs.completing and mine.winning_next:
            return Win(3, _open_four(mine, mine.winning_next), Kind.EXACT)
        return self._searched(position)

    def _hold(self, position: mnk.Position) -> Win | None:
        mine, theirs = readings(position)
        if mine.completing or not position.playable_squares():
            return None
        stops = may_play(position, theirs.stops)
        if theirs.completing and not stops:
            return Win(2, in_vain(position, theirs), Kind.EXACT)
        if theirs.completing:
            defences = squares_of(stops)
        elif not theirs.winning_next:
            return None
        elif self._is_race:
            # A side that neither stops the open four nor makes a four loses in 4 plies; a move that
            # stops it takes a square of a line that lacks two stones, or one at its ends.
            defences = squares_of(theirs.four_squares | mine.four_squares)
        else:
            defences = self.defences(position)
        if not defences or len(defences) > _MOST_DEFENCES:
            return None
        longest: Win | None = None
        for reply in defences:
            win = self._after(position, reply)
            if win is None:
                return None
            if longest is None or win.plies > longest.plies:
                longest = win
        if longest is not None and longest.kind is Kind.FOURS and not theirs.completing:
            longest = replace(longest, kind=Kind.THREATS)
        return longest

    def _after(self, position: mnk.Position, reply: mnk.Square) -> Win | None:
        after = position.play(reply)
        if after.is_full:
            return None
        win = self.attack(after)
        if win is None:
            return None
        return Win(win.plies + 1, (reply, *win.line), win.kind)

    def _searched(self, position: mnk.Position) -> Win | None:
        engine = None if self.budget.is_exhausted else self._engine_of()
        if engine is None:
            return None
        limit = Limit(nodes=max(1, min(self._share, self.budget.nodes_left)), depth=1)
        analysis = engine.analyse(position, limit)
        self.budget.count(analysis.nodes, cut=False)
        if not analysis.is_forced_win:
            return None
        line = analysis.principal_variation
        if len(line) > 1:  # all of a win by fours; of a win by threats only the first is known
            line = self._shortest(position, line)
            win: Win | None = Win(len(line), line, Kind.FOURS)
        else:
            win = self._held(position, line[0])
        if win is None:
            return None
        if win.plies <= engine.settled_plies:
            win = replace(win, kind=Kind.EXACT)
        elif win.kind is Kind.EXACT:  # of those ways; there may be a quicker one
            win = replace(win, kind=Kind.THREATS)
        return win

    def _held(self, position: mnk.Position, square: mnk.Square) -> Win | None:
        after = position.play(square)
        win = None if after.is_full else self.hold(after)
        return None if win is None else Win(win.plies + 1, (square, *win.line), win.kind)

    def _shortest(
        self, position: mnk.Position, line: tuple[mnk.Square, ...]
    ) -> tuple[mnk.Square, ...]:
        """The shortest win by fours that a search as long as this one finds."""
        engine = self._engine_of()
        assert engine is not None
        for plies in range(3, len(line), 2):
            found = engine.winning_fours(position, Limit(nodes=self._share, depth=plies))
            if found is not None:
                return min(found, line, key=len)
        return line

    def _engine_of(self) -> "Engine | None":
        if not self._is_known:
            from games.evaluator.strong import engine, patterns  # brings numba

            self._is_known = True
            if patterns.is_supported(self._variant):
                self._engine = engine.Engine(
                    self._variant, table_bits=engine.table_bits(self._share)
                )
        return self._engine

    def _within(self, win: Win | None) -> Win | None:
        if win is None or len(win.line) > _LONGEST_LINE:
            return None
        return win if self._depth is None or win.plies <= self._depth else None

    # --- What is solved -------------------------------------------------------------------------

    def values(self, position: mnk.Position) -> Mapping[mnk.Square, Value]:
        """What the squares are worth where exact search takes the board; else empty."""
        if self._variant.squares > MAX_EXACT_SQUARES or self.budget.is_exhausted:
            return {}
        nodes = max(1, self.budget.nodes_left // _SHARES)
        if has_columns(self._variant):
            nodes = min(nodes, self._column_nodes)
        limit = Limit(nodes=nodes, depth=self._depth)
        return evaluate(position, limit, set_up=True, within=self.budget).squares

    def value_of(self, before: mnk.Position, square: mnk.Square) -> Proved | None:
        """What a move is proved to be worth by a search of what follows it, where stones fall."""
        after = before.play(square)
        if not has_columns(self._variant) or self.budget.is_exhausted or after.is_full:
            return None
        limit = Limit(nodes=min(self._column_nodes, self.budget.nodes_left), depth=self._depth)
        theirs = evaluate(after, limit, set_up=True, within=self.budget).value
        if not isinstance(theirs, Proved):
            return None
        return Proved(certain(Finding(theirs.verdict, theirs.plies).a_ply_before()))

    def solved(self, position: mnk.Position, verdict: Verdict, plies: int | None) -> Win | None:
        """A game with best play by both from a position that is proved to be won or lost.

        None where the budget ends the search for it.
        """
        if verdict is Verdict.DRAW or self.budget.is_exhausted:
            return None
        if not self._is_race:
            return None if plies is None else self._played_out(position, verdict, plies)
        solver = solver_of(self._variant)
        if solver is None:
            return None
        with solver.busy:
            if self.budget.seconds_left is None:
                solver.forget()  # the answer must not depend on what was asked before
            known = Finding(verdict, plies)
            search = run(
                lambda budget: _best_play(solver, position, known, budget), Limit(), self.budget
            )
        if not isinstance(search, Completed):
            return None
        return self._within(Win(len(search.answer), search.answer, Kind.EXACT))

    def _played_out(self, position: mnk.Position, verdict: Verdict, plies: int) -> Win | None:
        """The same where the solver does not play: each position is evaluated anew."""
        line = []
        for left in range(plies, 0, -1):
            if self.budget.is_exhausted:
                return None
            wins = verdict is Verdict.WIN
            limit = Limit(nodes=self.budget.nodes_left)
            found = evaluate(position, limit, set_up=True, best_only=wins, within=self.budget)
            square = max(found.squares, key=lambda at: (rank(found.squares[at]), -at))
            value = found.squares[square]
            if (value.verdict, value.plies) != (verdict, left):
                return None
            line.append(square)
            position, verdict = position.play(square), verdict.other
        return self._within(Win(plies, tuple(line), Kind.EXACT))


def readings(position: mnk.Position) -> tuple[Reading, Reading]:
    """The lines of the side to move, and those of the other side."""
    own, other = stones(position)
    side, variant = position.side_to_move, position.variant
    return Reading(own, other, variant.of(side)), Reading(other, own, variant.of(side.other))


def may_play(position: mnk.Position, squares: int) -> int:
    """Those of some squares that the side to move may play."""
    return squares & sum(1 << square for square in position.playable_squares())


def in_vain(position: mnk.Position, threats: Reading) -> tuple[mnk.Square, mnk.Square]:
    """A reply of the side to move that stops what it can, where it can't stop all; and a line of
    the other side's completed after it."""
    stops = may_play(position, threats.completing)
    return _and_completed(threats, _first(stops) if stops else position.playable_squares()[0])


def _best_play(
    solver: "Solver", position: mnk.Position, known: Finding, budget: Budget
) -> tuple[mnk.Square, ...]:
    """The winner hurries, the loser delays; of equal moves the one on the fullest lines."""
    from games.evaluator.certify import likely_first  # brings numba

    plies = solver.distance(stones(position), known, budget).plies
    assert plies is not None
    wins = known.verdict is Verdict.WIN
    line = []
    for left in range(plies - 1, -1, -1):
        for square in likely_first(position):
            after = position.play(square)
            if not left:
                is_good = after.has_line(position.side_to_move)
            elif wins:
                attacker, defender = reversed(stones(after))
                is_good = solver.wins_within(attacker, defender, False, left, budget)
            else:
                attacker, defender = stones(after)
                is_good = left < 3 or not solver.wins_within(
                    attacker, defender, True, left - 2, budget
                )
            if is_good:
                break
        else:
            raise AssertionError("a distance that no move keeps")
        line.append(square)
        position = after
        wins = not wins
    return tuple(line)


def _first(squares: int) -> mnk.Square:
    return squares_of(squares)[0]


def _open_four(mine: Reading, where: int) -> tuple[mnk.Square, ...]:
    """Lines lacking one stone at once, one of them blocked, another completed."""
    square = _first(where)
    return (square, *any_reply(Reading(mine.own | 1 << square, mine.other, mine.variant)))


def any_reply(threats: Reading) -> tuple[mnk.Square, mnk.Square]:
    """A reply that stops what it can, where no reply stops all; and a line completed after it."""
    return _and_completed(threats, _first(threats.completing))


def _and_completed(threats: Reading, reply: mnk.Square) -> tuple[mnk.Square, mnk.Square]:
    """A reply, and the first line that is completed after it."""
    after = Reading(threats.own, threats.other | 1 << reply, threats.variant)
    return reply, _first(after.completing)
