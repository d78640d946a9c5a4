"""What somebody wants to play, and against whom: checked before the first board is shown."""

import math
import re
from dataclasses import dataclass, replace
from random import Random

from games import evaluator, mnk
from games.evaluator import levels
from games.evaluator.opening import decide
from games.terminal.board import number

MAX_AGGRESSIVENESS = 1000
_A = r"([0-9]{1,4}(?:\.[0-9]{1,4})?)"
_AGGRESSIVE = re.compile(rf"aggressive(?:-{_A})?")


class WrongArguments(Exception):
    """A command line that cannot be followed, with a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What somebody wants to play."""

    variant: mnk.Variant
    level: evaluator.Level | None
    """The computer's; None for two people."""
    side: mnk.Side
    """The person's; meaningless for two people."""
    seed: int
    nodes: int | None = None
    """What the computer may look at for one move; None for its level's own number."""
    opening: mnk.OpeningRule = mnk.OpeningRule.NONE

    def start(self) -> mnk.GameState:
        """The game before anybody has moved: the same for the same seed."""
        given = self.opening.draw(self.variant, self.seed)
        return mnk.GameState.start(self.variant, opening=self.opening, given=given)

    @property
    def has_aggressiveness(self) -> bool:
        """Whether its level has an A."""
        return self.level is not None and self.level.key.startswith("aggressive")

    def with_aggressiveness(self, text: str) -> "Setup":
        """The same with another A; raises `WrongArguments`.

        >>> setup = Setup(mnk.Variant(10, 10, 5), levels.AGGRESSIVE, mnk.Side.BLACK, seed=1)
        >>> setup.with_aggressiveness("0.5").level.key
        'aggressive-0.5'
        """
        aggressiveness = float(text) if re.fullmatch(_A, text, re.ASCII) else math.nan
        return replace(self, level=_aggressive(aggressiveness, "A"))

    def move(self, position: mnk.Position, ply: int) -> mnk.Square:
        """What the computer plays at this ply: the same for the same seed."""
        assert self.level is not None, "two people choose for themselves"
        return evaluator.choose_move(position, self.level, self.seed + ply, nodes=self.nodes)

    def decide(self, opening: mnk.Opening) -> mnk.Square | mnk.Decision:
        """What the computer does where an opening stands: the same for the same seed."""
        assert self.level is not None, "two people choose for themselves"
        nodes = self.level.nodes if self.nodes is None else self.nodes
        return decide(opening, self.level, self.seed + opening.stones, nodes)

    def load(self) -> None:
        """Have the level choose once: what it needs is then loaded, which may take a while."""
        if self.level is not None:
            start = mnk.Position.start(self.variant)
            evaluator.choose_move(start, self.level, self.seed, nodes=1)


def opening_of(word: str, variant: mnk.Variant) -> mnk.OpeningRule:
    """
    >>> opening_of("swap2", mnk.Variant(15, 15, 5)).value
    'swap2'
    """
    if word not in list(mnk.OpeningRule):
        rules = ", ".join(mnk.OpeningRule)
        raise WrongArguments(f"“{word}” is no opening: choose one of {rules}.")
    rule = mnk.OpeningRule(word)
    rule.refuse_unless_possible(variant)
    return rule


def side_of(word: str, seed: int) -> mnk.Side:
    """
    >>> side_of("white", seed=1)
    <Side.WHITE: 1>
    """
    match word.lower():
        case "black" | "x":
            return mnk.Side.BLACK
        case "white" | "o":
            return mnk.Side.WHITE
        case "random":
            return Random(seed).choice(list(mnk.Side))
        case _:
            raise WrongArguments(f"“{word}” is no side: choose black, white or random.")


def level_of(key: str | None, aggressiveness: float | None) -> evaluator.Level:
    """The level of a key, or an aggressive one; raises `WrongArguments` or `NoSuchLevel`.

    >>> level_of(None, None).key, level_of("aggressive", None).key, level_of(None, 0.5).key
    ('first-free', 'aggressive-0.8', 'aggressive-0.5')
    """
    match = _AGGRESSIVE.fullmatch(key or "")
    if aggressiveness is None and match is not None:
        return evaluator.aggressive_level(float(match[1])) if match[1] else levels.AGGRESSIVE
    if aggressiveness is not None:
        if key not in (None, "aggressive"):
            raise WrongArguments(
                f"--aggressiveness is for --level aggressive, not “{key}”: leave one of them out."
            )
        return _aggressive(aggressiveness, "--aggressiveness")
    if key is None or key == FIRST_FREE.key:
        return FIRST_FREE
    return levels.find(key)


def _aggressive(aggressiveness: float, name: str) -> evaluator.Level:
    if not 0 <= aggressiveness <= MAX_AGGRESSIVENESS:
        raise WrongArguments(
            f"{name} must be a number from 0 to {MAX_AGGRESSIVENESS}; 0.5 to 1 makes sense."
        )
    return evaluator.aggressive_level(aggressiveness)


def _first_free(
    position: mnk.Position, nodes: int, seed: int, on_info: levels.OnInfo | None
) -> mnk.Square:
    return min(position.playable_squares(), key=lambda square: number(square, position.variant))


FIRST_FREE = evaluator.Level(levels.FIRST_FREE.key, levels.FIRST_FREE.label, _first_free)
"""Plays the lowest number on the screen; elsewhere the first square is a1, at the bottom."""
