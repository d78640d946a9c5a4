"""What the strong engine says about each square: forced ends as proofs, the rest as chances.

>>> from games.evaluator.limit import Limit
>>> board = "....... ..XXX.. ....... .OO.... .......".replace(" ", chr(10))
>>> position = mnk.position_from_text(board, mnk.Variant(7, 5, 5), mnk.Side.BLACK)
>>> found = opinion(position, (21, 22, 26), (), Budget(Limit(nodes=5_000)))
>>> found.proofs[22].answer
Finding(verdict=<Verdict.WIN: 'win'>, plies=3)
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.evaluation import Finding, Opinion, Verdict
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.strong.engine import Analysis, Continuation, Engine, table_bits
from games.evaluator.strong.search import LIKELY

_LEAST_NODES: Final = 300
"""For a look at one square; fewer say nothing."""
_MOST_NODES: Final = 20_000
_MOST_PROOF_NODES: Final = 200_000
"""For the proof of a win that the search has seen. Nine out of ten take less than 50,000."""
_SQUARE_NODES: Final = 1_500
"""For a look at one square where only time is limited."""
_SURE: Final = 0.99
"""The chance where the search saw a win that does not count as a proof."""
_CLOSE: Final = 0.001
"""A square looked at briefly is taken to be worth this much less than the one a search found."""


def opinion(
    position: mnk.Position,
    candidates: Sequence[mnk.Square],
    others: Sequence[mnk.Square],
    budget: Budget,
    depth: int | None = None,
    stands_for: Mapping[mnk.Square, mnk.Square] | None = None,
) -> Opinion:
    """Search the position, then look at what follows each candidate, in order, while budget lasts.

    The budget must be limited in nodes or in time: the search does not end by itself. The other
    squares are looked at only if all candidates are proved to lose. Nothing that takes longer than
    `depth` is proved. `stands_for` names the candidate that stands for a square, where several turn
    into each other. The game must not be over, and the variant must be one the engine plays
    (`patterns.is_supported`).
    """
    nodes, seconds = budget.nodes_left, budget.seconds_left
    engine = Engine(position.variant, table_bits=table_bits(nodes))
    found = Opinion()
    # 1. One search: the best square, and a forced win if there is one.
    half = Limit(
        nodes=max(1, nodes // 2),
        ms=None if seconds is None else max(1.0, 500 * seconds),
        depth=depth,
    )
    analysis, win = _think(engine, position, half, budget)
    if analysis is None:
        return found
    best, chance = analysis.best, _chance(analysis)
    if stands_for is not None:
        best = stands_for.get(best, best)
    # What the search saw but does not count as a proof is proved now, if it can be.
    if depth is None and win is None and analysis.score >= LIKELY:
        lost = _lost(engine, position.play(analysis.best), budget)
        win = None if lost is None else lost.then(Finding.a_ply_before)
    if win is not None and _is_within(win, depth):
        found.proofs[best] = win
    # 2. A look at what follows each square: does the other side win by force?
    ahead = [square for square in candidates if square != best]
    if best in candidates or best in others:
        ahead.insert(0, best)
    share = _SQUARE_NODES if seconds is not None else budget.nodes_left // max(1, len(ahead))
    brief = Limit(
        nodes=min(_MOST_NODES, max(_LEAST_NODES, share)),
        depth=None if depth is None else max(1, depth - 1),
    )
    for square in ahead:
        if square in found.proofs or budget.is_exhausted:
            continue
        theirs, win = _think(engine, position.play(square), brief, budget)
        if win is not None and _is_within(loss := win.then(Finding.a_ply_before), depth):
            found.proofs[square] = loss
        elif square == best:
            found.chances[square] = chance
        elif theirs is not None:
            found.chances[square] = min(-_chance(theirs), chance - _CLOSE)
    # 3. If all of those lose, perhaps the others do too.
    for square in others:
        if any(each in found.chances for each in ahead) or budget.is_exhausted:
            break
        _, win = _think(engine, position.play(square), brief, budget)
        if win is not None and _is_within(loss := win.then(Finding.a_ply_before), depth):
            found.proofs[square] = loss
    return found


def _think(
    engine: Engine, position: mnk.Position, limit: Limit, within: Budget
) -> tuple[Analysis | None, Completed[Finding] | None]:
    """What a search sees, and the win it forces: complete in itself, whatever else was cut."""
    seen: list[Analysis] = []

    def force(budget: Budget) -> Finding:
        abort = np.zeros(1, np.int32)
        with budget.watched(abort):
            analysis = engine.analyse(position, limit, abort=abort)
        seen.append(analysis)
        budget.count(analysis.nodes, cut=not analysis.is_forced_win)
        plies = analysis.lines[0].plies
        is_settled = plies is not None and plies <= engine.settled_plies
        return Finding(Verdict.WIN, plies if is_settled else None)

    try:
        search = run(force, Limit(), within)
    except NothingToPlay:  # every square is forbidden: a draw, which no win by force shows
        return None, None
    return (seen[0] if seen else None), (search if isinstance(search, Completed) else None)


def _lost(engine: Engine, position: mnk.Position, within: Budget) -> Completed[Finding] | None:
    """That the side to move loses by force, if three quarters of what is left prove it."""

    def prove(budget: Budget) -> Finding:
        abort = np.zeros(1, np.int32)
        with budget.watched(abort):
            is_lost, nodes = engine.is_lost(position, budget.nodes_left, abort)
        budget.count(nodes, cut=not is_lost)
        return Finding(Verdict.LOSS, None)

    seconds = within.seconds_left
    share = Limit(
        nodes=max(1, min(_MOST_PROOF_NODES, 3 * within.nodes_left // 4)),
        ms=None if seconds is None else max(1.0, 750 * seconds),
    )
    try:
        search = run(prove, share, within)
    except NothingToPlay:
        return None
    return search if isinstance(search, Completed) else None


def _is_within(proof: Completed[Finding], depth: int | None) -> bool:
    return depth is None or (proof.answer.plies is not None and proof.answer.plies <= depth)


def _chance(analysis: Analysis) -> float:
    return chance(analysis.lines[0])


def chance(line: Continuation) -> float:
    """A line's score as a chance, from -1 (lost) through 0 (even) to 1 (won); never quite sure.

    At a score of 400, three games out of four are won (`engine.Line`).

    >>> [round(chance(Continuation(score, (0,))), 2) for score in (400, 0, -999_990)]
    [0.5, 0.0, -0.99]
    """
    if line.win_found or line.loss_found:
        return math.copysign(_SURE, line.score)
    return max(-_SURE, min(_SURE, math.tanh(line.score * math.log(3) / 800)))
