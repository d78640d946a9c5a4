"""Strengths as levels, from a player who has just learned the rules to all the engine can do."""

from dataclasses import dataclass
from typing import Final

from games import mnk
from games.evaluator import sight
from games.evaluator.levels import Level, OnInfo, register
from games.evaluator.strong.engine import choose
from games.evaluator.strong.patterns import is_supported


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a bot plays. The same strength, position and seed give the same move anywhere."""

    key: str
    label: str
    nodes: int
    """How many positions it looks at."""
    noise: int
    """How far off its evaluation is, at most, either way."""
    overlook: float
    """How often, 0 to 1, it does not see an open three of the other side; a diagonal one sooner,
    and a fork, even its own (`strong.overlooking`). By sight: nothing beyond the next move."""

    def move(
        self,
        position: mnk.Position,
        seed: int,
        nodes: int | None = None,
        on_info: OnInfo | None = None,
    ) -> mnk.Square:
        """The square it plays, looking at no more than `nodes` if that is less than its own.

        It never misses a line it can complete, or one it must block. What the engine does not play
        (`patterns.is_supported`) it plays by sight (games.evaluator.sight), and tells nothing.

        >>> LEVELS["novice"].move(mnk.Position.start(mnk.Variant(15, 15, 5)), seed=1)
        112
        """
        allowed = self.nodes if nodes is None else min(nodes, self.nodes)
        if not is_supported(position.variant):
            return sight.choose(position, allowed, seed, self.overlook)
        return choose(position, allowed, seed, self.noise, self.overlook, on_info)


NOVICE: Final = Strength("novice", "Novice", 100, 200, 0.50)
BEGINNER: Final = Strength("beginner", "Beginner", 200, 100, 0.25)
CASUAL: Final = Strength("casual", "Casual", 1_000, 45, 0.12)
CLUB: Final = Strength("club", "Club", 8_000, 18, 0.03)
EXPERT: Final = Strength("expert", "Expert", 60_000, 8, 0.01)
MASTER: Final = Strength("master", "Master", 600_000, 0, 0.0)

LEVELS: Final = {
    strength.key: strength for strength in (NOVICE, BEGINNER, CASUAL, CLUB, EXPERT, MASTER)
}
"""The strengths by key, the weakest first."""


def _level(strength: Strength) -> Level:
    def move(position: mnk.Position, nodes: int, seed: int, on_info: OnInfo | None) -> mnk.Square:
        return strength.move(position, seed, nodes, on_info)

    return Level(strength.key, strength.label, move, strength.nodes)


for _each in LEVELS.values():
    register(_level(_each))
