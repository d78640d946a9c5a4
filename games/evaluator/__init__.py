"""One library answers for bots, hints, review and puzzles: exact where it can be, always honest.

>>> from games import evaluator, mnk
>>> start = mnk.Position.start(mnk.PRESETS["4x4"].variant)
>>> found = evaluator.evaluate(start, evaluator.Limit(nodes=100_000))
>>> found.value.status, found.value.verdict
(<Status.PROVED: 'proved'>, <Verdict.DRAW: 'draw'>)

Importing it costs little: the compiled parts (numba) are loaded when a question needs them.
`analyse`, `threats` and `winning_fours` belong to the strong engine, `games.evaluator.strong`.
"""

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from games import mnk
from games.evaluator.certificate import Certificate, Strategy, check
from games.evaluator.draw import accepts_draw
from games.evaluator.errors import (
    BadAggressiveness,
    BadLimit,
    EvaluatorError,
    ImpossiblePosition,
    LevelTaken,
    NoSuchLevel,
    NothingToPlay,
    NotInstalled,
    TooLarge,
)
from games.evaluator.evaluation import (
    Estimated,
    Evaluation,
    Proved,
    Status,
    Unknown,
    Value,
    Verdict,
)
from games.evaluator.judge import Tree, evaluate, tree
from games.evaluator.levels import (
    Level,
    aggressive_level,
    choose_move,
    every_level,
    level_for,
)
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget

if TYPE_CHECKING:
    from games.evaluator.strong.engine import analyse, winning_fours
    from games.evaluator.strong.threats import threats

_STRONG = ("analyse", "threats", "winning_fours")

__all__ = [
    "BadAggressiveness",
    "BadLimit",
    "Budget",
    "Certificate",
    "Estimated",
    "Evaluation",
    "EvaluatorError",
    "ImpossiblePosition",
    "Level",
    "LevelTaken",
    "Limit",
    "NoSuchLevel",
    "NotInstalled",
    "NothingToPlay",
    "Proved",
    "Status",
    "Strategy",
    "TooLarge",
    "Tree",
    "Unknown",
    "Value",
    "Verdict",
    "accepts_draw",
    "aggressive_level",
    "analyse",
    "check",
    "choose_move",
    "evaluate",
    "every_level",
    "level_for",
    "prove",
    "threats",
    "tree",
    "warm_up",
    "winning_fours",
]


def prove(position: mnk.Position, limit: Limit, *, set_up: bool = False) -> Certificate | None:
    """A certificate of a position's verdict, for `check`; None if the limit cuts the search.

    On boards of more than 64 squares, and where the exact search is cut, only for wins by force.

    >>> certificate = prove(mnk.Position.start(mnk.Variant(4, 3, 3)), Limit(nodes=10_000))
    >>> certificate.verdict, check(certificate)
    (<Verdict.WIN: 'win'>, True)
    """
    from games.evaluator.certify import certify  # brings numba

    return certify(position, limit, set_up=set_up)


def warm_up() -> None:
    """Load what the first search, exact or strong, would otherwise wait for: about a second, once.

    The first time ever, or after a change in the source, it is compiled: some 20 seconds.
    """
    from games.evaluator import columns, exact  # brings numba
    from games.evaluator.strong import engine

    exact.warm_up()
    columns.warm_up()
    engine.warm_up()


def __getattr__(name: str) -> Any:
    """The strong engine's part of the facade, loaded when it is first asked for."""
    if name not in _STRONG:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if importlib.util.find_spec("games.evaluator.strong") is None:
        raise NotInstalled(f"{name} belongs to games.evaluator.strong, which is not installed.")
    return getattr(importlib.import_module("games.evaluator.strong"), name)
