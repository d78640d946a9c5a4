"""Assessing a position: its worth, its best squares, the ways to go on, and what is threatened.

Only thinkers load this. Whatever it calls proved, the evaluator proved (`evaluator.evaluate`);
what a search merely saw, even a forced win, is an estimate. With the same nodes the answer is
the same everywhere, and the same for all positions that turn or mirror into each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games import evaluator, mnk
from games.evaluator.rules import MAX_EXACT_SQUARES
from games.play import protocol
from games.play.protocol import Verdict
from games.review import worths
from games.review.canonical import CanonicalForm
from games.review.ended import assessed_if_over
from games.review.findings import Assessment, SquareWorth, Way, Worth

if TYPE_CHECKING:
    from games.evaluator.strong.engine import Analysis
    from games.evaluator.strong.threats import Threat

WAYS: Final = 3
"""How many ways to go on are looked for."""
WORTHS_SHARE: Final = 0.6
"""The part of the nodes for proofs and for the worth of each square, where ways are looked for
too."""
CLOSE: Final = 0.001
"""A square that begins none of the best ways counts as worth this much less than the last."""


@dataclass(frozen=True, slots=True)
class FoundAssessment:
    """An assessment, and how it was found."""

    assessment: Assessment
    depth: int | None = None
    """How many plies the search for the best ways looked ahead, where there was one."""


def assess(position: mnk.Position, nodes: int) -> FoundAssessment:
    """Assess any position, set up or played, with at most this many nodes.

    On boards of up to 64 squares each empty square has a worth, though it may be unknown; on larger
    ones only those proved or looked at have one. Ways are looked for where the strong engine plays
    and the board is not solved. What cannot be searched it calls unknown.
    Raises `evaluator.ImpossiblePosition` if both sides have a line.

    >>> found = assess(mnk.Position.start(mnk.Variant(3, 3, 3)).play(4), 1_000).assessment
    >>> found.worth.verdict, found.worth.plies, found.best
    (<Verdict.DRAW: 'draw'>, 8, (0, 2, 6, 8))
    """
    form = CanonicalForm.of(position)
    found = _assess(form.position, nodes)
    return FoundAssessment(form.to_original(found.assessment), found.depth)


def _assess(position: mnk.Position, nodes: int) -> FoundAssessment:
    # 1. Proofs, and the worth of each square.
    has_ways = _is_played(position.variant) and not mnk.is_solved(position.variant)
    share = max(1, int(nodes * WORTHS_SHARE)) if has_ways else nodes
    found = evaluator.evaluate(position, evaluator.Limit(nodes=share), set_up=True)
    over = assessed_if_over(position)
    if over is not None:
        return FoundAssessment(over)
    looked_at = found.nodes
    variant = position.variant
    worth = _worth(found.value, variant)
    squares = {square: _worth(value, variant) for square, value in found.squares.items()}
    # 2. The best ways.
    ways: tuple[Way, ...] = ()
    depth: int | None = None
    limit = evaluator.Limit(nodes=max(1, nodes - share))
    if has_ways and worths.is_proved(worth, Verdict.WIN):
        ways = _winning_way(position, squares, limit)
    elif has_ways:
        analysis = evaluator.analyse(position, limit, lines=WAYS)
        looked_at, depth = looked_at + analysis.nodes, analysis.depth
        ways = _ways(analysis, squares)
        squares = _in_agreement(squares, ways, position)
    # 3. What follows from all of it.
    if not worths.is_proved(worth):
        worth = _guess(squares)
    if position.variant.squares > MAX_EXACT_SQUARES:
        squares = {at: value for at, value in squares.items() if value.status != "unknown"}
    assessment = Assessment(
        worth=worth,
        best=_best(worth, squares),
        squares=tuple(_square_worth(square, value) for square, value in sorted(squares.items())),
        ways=ways,
        threats=_threats(position),
        nodes=looked_at,
    )
    return FoundAssessment(assessment, depth)


def _is_played(variant: mnk.Variant) -> bool:
    """Whether the strong engine plays a variant."""
    from games.evaluator.strong import patterns  # brings numba: not for a look at 3×3

    return patterns.is_supported(variant)


def plies_told(value: evaluator.Proved, variant: mnk.Variant) -> int | None:
    """The plies of a proof, as they are told: None where a turn has several stones.

    Everywhere else they are shown as the winner's own moves, which are every second ply.
    """
    return value.plies if variant.line_rule.says.stones_a_turn == 1 else None


def _worth(value: evaluator.Value, variant: mnk.Variant) -> Worth:
    match value:
        case evaluator.Proved():
            return worths.proved(Verdict(value.verdict.value), plies_told(value, variant))
        case evaluator.Estimated(is_chance=True):
            return worths.estimated(value.score)
        case evaluator.Estimated() | evaluator.Unknown():
            # The heuristic's guess only compares squares of one position: it is not a chance.
            return worths.UNKNOWN


def _winning_way(
    position: mnk.Position, squares: Mapping[mnk.Square, Worth], limit: evaluator.Limit
) -> tuple[Way, ...]:
    """The way of a proved win: by fours, both sides' moves to the end, or its first move.

    Empty if the position is proved to be won, but no square is proved to win.
    """
    best = _best(worths.proved(Verdict.WIN), squares)
    if not best:
        return ()
    fours = evaluator.winning_fours(position, limit)
    if (
        fours is not None
        and worths.is_proved(squares[fours[0]], Verdict.WIN)
        and len(fours) <= _length(squares[best[0]])
    ):
        return (Way(worth=squares[fours[0]], moves=fours),)
    return (Way(worth=squares[best[0]], moves=best[:1]),)


def _length(worth: Worth) -> int:
    """Plies of a win; very many if its distance was not settled."""
    return -int(worths.rank(worth)[1])


def _ways(analysis: "Analysis", squares: Mapping[mnk.Square, Worth]) -> tuple[Way, ...]:
    """The best ways a search found, the best first; what is proved of their squares holds."""
    from games.evaluator.strong.opinion import chance

    ways = []
    for line in analysis.lines:
        moves = line.principal_variation
        known = squares.get(moves[0], worths.UNKNOWN)
        worth = known if worths.is_proved(known) else worths.estimated(chance(line))
        ways.append(Way(worth=worth, moves=moves))
    return tuple(sorted(ways, key=lambda way: worths.rank(way.worth), reverse=True))


def _in_agreement(
    squares: Mapping[mnk.Square, Worth], ways: tuple[Way, ...], position: mnk.Position
) -> dict[mnk.Square, Worth]:
    """The squares' worths: those that begin ways have the ways', and no guess is above these.

    The ways were searched deeper than the squares were looked at. Squares that turn into each other
    are worth the same.
    """
    turns = mnk.keeping(position)
    by_ways = {moved[way.moves[0]]: way.worth for way in reversed(ways) for moved in turns}
    scores = [way.worth.score for way in ways if way.worth.score is not None]
    agreed = {}
    for square, worth in squares.items():
        if worths.is_proved(worth):
            agreed[square] = worth
        elif square in by_ways:
            agreed[square] = by_ways[square]
        elif worth.score is not None and scores and len(ways) == WAYS:
            agreed[square] = worths.estimated(max(-1.0, min(worth.score, min(scores) - CLOSE)))
        else:
            agreed[square] = worth
    return agreed


def _guess(squares: Mapping[mnk.Square, Worth]) -> Worth:
    """What a position whose squares are not all proved is worth: only a guess.

    If a square is proved to draw, it is at least even.
    """
    scores = [worth.score for worth in squares.values() if worth.score is not None]
    if not scores:
        return worths.UNKNOWN
    has_draw = any(worths.is_proved(worth, Verdict.DRAW) for worth in squares.values())
    return worths.estimated(max(*scores, 0.0) if has_draw else max(scores))


def _best(worth: Worth, squares: Mapping[mnk.Square, Worth]) -> tuple[mnk.Square, ...]:
    """The squares that are equally best, the centre too; empty if nothing is known about them.

    If the worth is proved, only squares that are proved to reach it.
    """
    known = {
        square: value
        for square, value in squares.items()
        if value.status != "unknown"
        and (not worths.is_proved(worth) or value.verdict is worth.verdict)
    }
    if not known:
        return ()
    highest = max(map(worths.rank, known.values()))
    return tuple(square for square in sorted(known) if worths.rank(known[square]) == highest)


def _square_worth(square: mnk.Square, worth: Worth) -> SquareWorth:
    return SquareWorth(
        square=square,
        status=worth.status,
        verdict=worth.verdict,
        plies=worth.plies,
        score=worth.score,
    )


def _threats(position: mnk.Position) -> tuple[protocol.ThreatPart, ...]:
    """The threats of both sides; none where the strong engine does not play."""
    if not _is_played(position.variant):
        return ()
    return tuple(map(threat_part, evaluator.threats(position).all))


def threat_part(threat: "Threat") -> protocol.ThreatPart:
    """A threat, for the wire."""
    return protocol.ThreatPart(
        threat.kind.value, protocol.SideWord.of(threat.side), threat.stones, threat.squares
    )
