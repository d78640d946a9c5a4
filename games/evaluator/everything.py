"""Exact search where the game is no race for lines: everything is tried.

That is renju, misère, Connect6, wild, and gravity on more squares than `rules.has_columns` says.

What the kernel of `games.evaluator.attack` knows without looking, that one stone stops one line,
that two threats win, that the potential bounds an attack, is not true of a side that may not play
where it has to, that loses by a line, or that lacks a square which nobody can reach yet. So only
what the rules say is used: a line that wins is completed, and one that the other side could win by
has to be stopped; where completing one loses, that is put off. Where a turn has two stones, what
one completes within a turn wins, and nothing else is known. Where stones are of either kind, what
lacks one is completed by whoever comes to it. It is for the end of a game, with few
squares left.

>>> from games.evaluator.limit import Limit
>>> from games.evaluator.proof import run
>>> position = mnk.position_from_line("5x5x5-renju/XXXX1/OOO1O/XOX2/OXO1O/XOXOO/X")
>>> run(lambda budget: Everything(position.variant).finding(position, budget), Limit())
Completed(answer=Finding(verdict=<Verdict.WIN: 'win'>, plies=1))
"""

from games import mnk
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.proof import Budget
from games.evaluator.rules import completing, stones

MOST_EMPTY = 12
"""With more empty squares it is not begun."""
COST = 20
"""What a position counts: it takes as long as this many of the kernel's."""
COST_FORBIDDEN = 50
"""The same where what is forbidden has to be found out first."""


class Everything:
    """Searches positions of one variant, remembering what it has seen."""

    def __init__(self, variant: mnk.Variant) -> None:
        self.variant = variant
        self._cost = COST_FORBIDDEN if variant.line_rule.says.forbids else COST
        self._known: dict[mnk.Position, Finding] = {}

    def takes(self, position: mnk.Position) -> bool:
        """Whether few enough squares are left."""
        return len(position.empty_squares()) <= MOST_EMPTY

    def finding(self, position: mnk.Position, budget: Budget) -> Finding:
        """Verdict and plies with best play; neither side has a line. Raises `Spent`.

        The winner hurries and the loser delays; a draw is as long as it can be made.
        """
        known = self._known.get(position)
        if known is None:
            budget.spend(self._cost)
            known = self._known[position] = self._look(position, budget)
        return known

    def _look(self, position: mnk.Position, budget: Budget) -> Finding:
        moves = position.playable_moves()
        if not moves:
            return Finding(Verdict.DRAW, 0)
        if self.variant.line_rule.says.either_kind:
            return self._look_at_kinds(position, moves, budget)
        own, other = stones(position)
        side = position.side_to_move
        mine = set(completing(own, other, self.variant.of(side)))
        if self.variant.line_rule.says.completing_loses:
            moves = tuple(square for square in moves if square not in mine)
            if not moves:
                return Finding(Verdict.LOSS, 1)
        elif mine:
            return Finding(Verdict.WIN, 1)
        elif position.stones_left > 1 and completing(own, other, self.variant, within=2):
            return Finding(Verdict.WIN, 2)
        elif self.variant.line_rule.says.stones_a_turn == 1:
            threatened = set(completing(other, own, self.variant.of(side.other)))
            if threatened:
                moves = tuple(square for square in moves if square in threatened)
                if not moves or len(threatened) > 1:
                    return Finding(Verdict.LOSS, 2)
        return self._best_of(position, moves, budget)

    def _look_at_kinds(
        self, position: mnk.Position, moves: tuple[mnk.Move, ...], budget: Budget
    ) -> Finding:
        """The same where stones are of either kind: what lacks one stone is completed."""
        here = mnk.either_kind(position)
        if here.completing:
            return Finding(Verdict.WIN, 1)
        safe = tuple(move for move in moves if move not in here.leaving)
        if not safe:
            return Finding(Verdict.LOSS, 2)
        if position.is_dead:
            return Finding(Verdict.DRAW, len(position.empty_squares()))
        return self._best_of(position, safe, budget)

    def _best_of(
        self, position: mnk.Position, moves: tuple[mnk.Move, ...], budget: Budget
    ) -> Finding:
        """The best of these moves, each looked at."""
        side = position.side_to_move
        following = (position.play(move) for move in moves)
        after = [
            self.finding(each, budget).a_ply_before(same_side=each.side_to_move is side)
            for each in following
        ]
        wins = [each for each in after if each.verdict is Verdict.WIN]
        if wins:
            return min(wins, key=_plies)
        draws = [each for each in after if each.verdict is Verdict.DRAW]
        return max(draws or after, key=_plies)


def _plies(finding: Finding) -> int:
    assert finding.plies is not None
    return finding.plies
