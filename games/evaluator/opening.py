"""What a level decides in an opening: where a stone goes, or which side it would rather have.

It asks for the worth of the positions it could get, by the evaluator and as well as the level sees;
no opening is known by heart. The same level, opening, position and seed give the same decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from games import mnk
from games.evaluator import aggressive
from games.evaluator.levels import Level, choose_move
from games.evaluator.limit import Limit

EVEN: Final = 60
"""A worth within this of zero does not say which side to take: 54 games in 100."""
_CANDIDATES: Final = 24
"""How many squares are looked at for a stone that shall leave the sides even."""
_MOST_NODES: Final = 20_000
"""For one position: many are looked at, and somebody waits."""
_LEAST_NODES: Final = 300
_REACH: Final = 4
"""How many columns and rows from the middle the first stones may lie."""

Decision: TypeAlias = mnk.Square | mnk.Choice


@dataclass(frozen=True, slots=True)
class _Judge:
    """How well a level sees what a position is worth to the side to move."""

    nodes: int
    noise: int
    rng: Random

    def worth(self, position: mnk.Position) -> float:
        """Above zero where the side to move is better; in the engine's units where it plays."""
        from games.evaluator.strong import engine, patterns  # brings numba

        if not patterns.is_supported(position.variant):
            return _at_sight(position)
        bits = engine.table_bits(self.nodes)
        found = engine.Engine(position.variant, table_bits=bits).analyse(
            position, Limit(nodes=self.nodes)
        )
        return found.score + self.rng.uniform(-self.noise, self.noise)


def decide(
    opening: mnk.Opening, position: mnk.Position, level: Level, seed: int, nodes: int
) -> Decision:
    """What this level does where an opening stands: a square, or one of the choices.

    >>> board = mnk.Variant(15, 15, 5)
    >>> start = mnk.Opening.of(mnk.OpeningRule.PRO, board)
    >>> from games.evaluator import level_for
    >>> novice = level_for("novice")
    >>> mnk.name(decide(start, mnk.Position.start(board), novice, seed=1, nodes=100), board)
    'h8'
    """
    rng = Random(seed)
    judge = _judge(level.key, nodes, rng)
    if opening.choices:
        return _choice(opening, judge.worth(position), position)
    free = position.empty_squares()
    allowed = free if opening.squares is None else sorted({*opening.squares} & {*free})
    if len(allowed) == 1:
        return allowed[0]
    if opening.rule.says.has_choice:
        # What makes the sides even is for the last stone: the others make each opening another.
        near = _near(position, allowed, rng)
        if opening.to_place > 1:
            return near[0]
        return min(near, key=lambda square: abs(judge.worth(position.play(square))))
    if opening.squares is None:
        return choose_move(position, level, seed, nodes=nodes)
    return min(_near(position, allowed, rng), key=lambda at: judge.worth(position.play(at)))


def _judge(level: str, nodes: int, rng: Random) -> _Judge:
    from games.evaluator.strengths import LEVELS

    strength = LEVELS.get(level)
    noise = 0 if strength is None else strength.noise
    return _Judge(max(_LEAST_NODES, min(nodes, _MOST_NODES)), noise, rng)


def _choice(opening: mnk.Opening, worth: float, position: mnk.Position) -> mnk.Choice:
    """The better side; where neither is, two more stones, if they may be placed."""
    if mnk.Choice.TWO_MORE in opening.choices and abs(worth) <= EVEN / 2:
        return mnk.Choice.TWO_MORE
    mover = position.side_to_move if worth > 0 else position.side_to_move.other
    return mnk.Choice.WHITE if mover else mnk.Choice.BLACK


def _near(position: mnk.Position, allowed: Sequence[mnk.Square], rng: Random) -> list[mnk.Square]:
    """Some squares that may be played on, those near the middle if there are such."""
    variant = position.variant
    near = [
        square
        for square in allowed
        if abs(square % variant.width - variant.width // 2) <= _REACH
        and abs(square // variant.width - variant.height // 2) <= _REACH
    ] or list(allowed)
    return rng.sample(near, k=min(len(near), _CANDIDATES))


def _at_sight(position: mnk.Position) -> float:
    """What lies there, where no engine plays: the best square for each side, and who is to move."""
    both = aggressive.parts(position, position.side_to_move).values()
    if not both:
        return 0.0
    return float(max(mine for mine, _ in both) - max(theirs for _, theirs in both))
