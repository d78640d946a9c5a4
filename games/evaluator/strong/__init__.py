"""The strong engine for larger boards: any size, k up to at least five, four of the rules.

>>> from games import mnk
>>> from games.evaluator import Limit
>>> position = mnk.position_from_text("....... ..XXX.. ....... .OO.... .......".replace(" ", "\\n"),
...     mnk.Variant(7, 5, 5), mnk.Side.BLACK)
>>> [mnk.name(square, position.variant) for square in winning_fours(position, Limit(ms=100))]
['b4', 'f4', 'a4']
>>> analysis = analyse(position, Limit(depth=4))
>>> analysis.win_found, analysis.lines[0].plies
(True, 3)
"""

from games.evaluator.strong.engine import (
    Analysis,
    Continuation,
    Engine,
    analyse,
    choose,
    winning_fours,
)
from games.evaluator.strong.patterns import NotSupported
from games.evaluator.strong.threats import Threat, ThreatKind, Threats, threats

__all__ = [
    "Analysis",
    "Continuation",
    "Engine",
    "NotSupported",
    "Threat",
    "ThreatKind",
    "Threats",
    "analyse",
    "choose",
    "threats",
    "winning_fours",
]
