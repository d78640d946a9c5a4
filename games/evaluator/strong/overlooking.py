"""What a player does not see: the other side's threats now and then, a fork sooner than a line.

A threat is not seen where one of its stones is taken for a blocked square: no line goes over it,
and nothing can be played there. So a player who overlooks is any player, on the board it sees.
"""

from dataclasses import replace
from random import Random
from typing import Final

from games import mnk
from games.evaluator.rules import at_hand, stones
from games.evaluator.strong.threats import Threat, ThreatKind, threats

_FORKS: Final = (ThreatKind.DOUBLE_FOUR, ThreatKind.FOUR_THREE, ThreatKind.DOUBLE_THREE)
_LOOKS: Final = 3
"""A fork is there to be seen only by who sees this many lines and squares of it."""
_DIAGONAL: Final = 1.5
"""How many times as often a diagonal line is overlooked."""


def as_seen(position: mnk.Position, overlook: float, seed: int) -> mnk.Position:
    """The position as somebody sees it who does not see a straight open three of the other side
    with this chance, 0 to 1; the same for the same arguments. Own lines are seen, own forks not
    always. Everybody sees a line to complete or to stop, and then looks at nothing else."""
    if not overlook or at_hand(position):
        return position
    rng = Random(f"{seed} {stones(position)}")
    hidden = {
        rng.choice(threat.stones)
        for threat in threats(position).all
        if threat.stones and rng.random() < _chance(threat, overlook, position)
    }
    if not hidden:
        return position
    try:
        variant = replace(position.variant, blocked=(*position.variant.blocked, *hidden))
    except mnk.VariantError:  # more of a small board than may be blocked: then all is seen
        return position
    kept = [frozenset(position.stones(side)) - hidden for side in mnk.Side]
    seen = mnk.Position.of(variant, mnk.BySide(*kept), position.side_to_move)
    return position if seen.is_over else seen  # a five closed at both ends is none in caro


def _chance(threat: Threat, overlook: float, position: mnk.Position) -> float:
    if threat.kind in _FORKS:
        return 1 - (1 - overlook) ** _LOOKS
    if threat.side is position.side_to_move:
        return 0.0
    rows = {stone // position.variant.width for stone in threat.stones}
    columns = {stone % position.variant.width for stone in threat.stones}
    is_diagonal = len(rows) > 1 and len(columns) > 1
    return min(1.0, _DIAGONAL * overlook) if is_diagonal else overlook
