"""Levels: named strengths that choose a move. Other parts of the evaluator add theirs here.

A level is a key, a label and a function of a position, a number of nodes and a seed. The same
three give the same move on every machine. To join, a part calls `register` when it is imported:

    levels.register(levels.Level("master", "Master", choose, nodes=600_000))
"""

import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from games import mnk
from games.evaluator import aggressive
from games.evaluator.errors import BadAggressiveness, LevelTaken, NoSuchLevel, NothingToPlay
from games.evaluator.judge import evaluate
from games.evaluator.limit import Limit
from games.evaluator.rules import playable

if TYPE_CHECKING:
    from games.evaluator.strong.engine import Analysis

OnInfo: TypeAlias = Callable[["Analysis"], None]
"""Told about each depth that a level has searched."""


class Choose(Protocol):
    """From a position that is not over, a number of nodes and a seed to the square to play.

    It tells `on_info` about its search, if it has one; that changes nothing.
    """

    def __call__(
        self, position: mnk.Position, nodes: int, seed: int, on_info: OnInfo | None, /
    ) -> mnk.Square: ...


NODES = 200_000
"""What a level may look at for one move, if neither it nor the asker says otherwise."""

PERFECT_NODES: Final = 2_000_000
"""What `perfect` may look at for one move: two seconds, where all of it is needed."""

STRENGTHS = "games.evaluator.strengths"
"""The module that registers the levels of the larger boards when it is imported."""


@dataclass(frozen=True, slots=True)
class Level:
    """A named strength."""

    key: str
    """Names the level in links, forms and stored games; it never changes once released."""
    label: str
    choose: Choose
    nodes: int = NODES
    """What it may look at for one move, if the asker does not say otherwise."""


def choose_move(
    position: mnk.Position,
    level: Level | str,
    seed: int,
    *,
    nodes: int | None = None,
    on_info: OnInfo | None = None,
) -> mnk.Square:
    """The square this level plays; the same for the same seed and nodes, with `on_info` or without.

    Without `nodes` the level looks at as many as it normally does. While a level of the strong
    engine searches, `on_info` gets an `Analysis` (depth, score, principal_variation, nodes,
    seconds) for each depth, from this thread; levels that do not search tell nothing. Raises
    `NothingToPlay` when the game is over and `NoSuchLevel` for a key nobody registered. The
    position may be set up in any way, on any variant.

    >>> start = mnk.Position.start(mnk.Variant(3, 3, 3))
    >>> choose_move(start.play(4), "perfect", seed=1) in (0, 2, 6, 8)
    True
    """
    if isinstance(level, str):
        level = find(level)
    limit = Limit(nodes=level.nodes if nodes is None else nodes)
    assert limit.nodes is not None
    if not playable(position):
        raise NothingToPlay("The game is over: there is no move to choose.")
    return level.choose(position, limit.nodes, seed, on_info)


def level_for(key: str, aggressiveness: float | None = None) -> Level:
    """The level of a key; “aggressive” with this A, 0.8 if none is given. Others have no A.

    Raises `NoSuchLevel`, and `BadAggressiveness` for an A that is negative or not a number.

    >>> level_for("aggressive", 0.65).key, level_for("random", 0.65).key
    ('aggressive-0.65', 'random')
    """
    if key == "aggressive":
        return aggressive_level(
            aggressive.AGGRESSIVENESS if aggressiveness is None else aggressiveness
        )
    return find(key)


def register(level: Level) -> Level:
    """Let a level be found by its key; raises `LevelTaken` if another one has it."""
    if _LEVELS.setdefault(level.key, level) != level:
        raise LevelTaken(f"There is a level “{level.key}” already.")
    return level


def find(key: str) -> Level:
    """The level of a key; raises `NoSuchLevel`."""
    if key not in _LEVELS:
        _load_strong()
    if key not in _LEVELS:
        raise NoSuchLevel(f"There is no level “{key}”: choose one of {', '.join(_LEVELS)}.")
    return _LEVELS[key]


def every_level() -> tuple[Level, ...]:
    """Every level there is, in the order they joined."""
    _load_strong()
    return tuple(_LEVELS.values())


def aggressive_level(aggressiveness: float = aggressive.AGGRESSIVENESS) -> Level:
    """The bot of the 10×10 game with this A; ties are broken by the seed.

    Raises `BadAggressiveness` if A is negative or not a number.

    >>> aggressive_level(0.5).key
    'aggressive-0.5'
    """
    if not 0 <= aggressiveness < math.inf:
        raise BadAggressiveness(f"A goes from 0 up, 0.5 to 1 being useful; not {aggressiveness}.")

    def choose(position: mnk.Position, nodes: int, seed: int, on_info: OnInfo | None) -> mnk.Square:
        benefits = aggressive.benefits(position, aggressiveness)
        highest = max(benefits.values())
        best = [square for square, benefit in benefits.items() if benefit == highest]
        return Random(seed).choice(best)

    return Level(f"aggressive-{aggressiveness:g}", f"Aggressive ({aggressiveness:g})", choose)


def _first_free(
    position: mnk.Position, nodes: int, seed: int, on_info: OnInfo | None
) -> mnk.Square:
    return position.playable_moves()[0]


def _random(position: mnk.Position, nodes: int, seed: int, on_info: OnInfo | None) -> mnk.Square:
    return Random(seed).choice(position.playable_moves())


def _perfect(position: mnk.Position, nodes: int, seed: int, on_info: OnInfo | None) -> mnk.Square:
    few = min(nodes, NODES)
    found = evaluate(position, Limit(nodes=few), set_up=True)
    if nodes > few and not found.is_best_proved and mnk.is_solved(position.variant):
        found = evaluate(position, Limit(nodes=nodes), set_up=True, best_only=True)
    return Random(seed).choice(found.best)


_LEVELS: dict[str, Level] = {}


def _load_strong() -> None:
    importlib.import_module(STRENGTHS)


FIRST_FREE = register(Level("first-free", "First free square", _first_free))
RANDOM = register(Level("random", "Random", _random))
AGGRESSIVE = register(aggressive_level())
PERFECT = register(Level("perfect", "Perfect", _perfect, PERFECT_NODES))
