"""What a level decides in an opening: where a stone goes, which side it would rather have, or which
squares it offers.

It asks for the worth of the positions it could get, by the evaluator and as well as the level sees;
no opening is known by heart. The same level, opening and seed give the same decision.
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
"""How many squares are looked at for a stone that shall leave the sides even, or be offered."""
_MOST_NODES: Final = 20_000
"""For one position: many are looked at, and somebody waits."""
_LEAST_NODES: Final = 300
_REACH: Final = 4
"""How many columns and rows from the middle the first stones may lie."""

Decided: TypeAlias = mnk.Square | mnk.Decision


@dataclass(frozen=True, slots=True)
class _Judge:
    """How well a level sees what a position is worth, and what it would play."""

    level: Level
    nodes: int
    seed: int
    noise: int
    rng: Random

    def worth(self, position: mnk.Position) -> float:
        """Above zero where the side to move is better; in the engine's units where it plays."""
        from games.evaluator.strong import engine, patterns  # brings numba

        if not patterns.is_supported(position.variant):
            return _at_sight(position)
        nodes = max(_LEAST_NODES, min(self.nodes, _MOST_NODES))
        bits = engine.table_bits(nodes)
        found = engine.Engine(position.variant, table_bits=bits).analyse(
            position, Limit(nodes=nodes)
        )
        return found.score + self.rng.uniform(-self.noise, self.noise)

    def worth_to(self, side: mnk.Side, position: mnk.Position) -> float:
        """The same for a side, whoever is to move."""
        worth = self.worth(position)
        return worth if side is position.side_to_move else -worth

    def play(self, position: mnk.Position) -> mnk.Square:
        """What the level plays where no opening keeps it from anything."""
        return choose_move(position, self.level, self.seed, nodes=self.nodes)


def decide(opening: mnk.Opening, level: Level, seed: int, nodes: int) -> Decided:
    """What this level does where an opening stands: a square, one of the choices, or an offer.

    >>> board = mnk.Variant(15, 15, 5)
    >>> start = mnk.Opening.of(mnk.OpeningRule.PRO, board)
    >>> from games.evaluator import level_for
    >>> mnk.name(decide(start, level_for("novice"), seed=1, nodes=100), board)
    'h8'
    """
    rng = Random(seed)
    judge = _Judge(level, nodes, seed, _noise(level), rng)
    if opening.choices:
        return _choice(opening, judge)
    if opening.to_offer:
        fifths = _fifths(opening.position, judge)
        return tuple(square for _, square in fifths[: opening.to_offer])
    return _square(opening, judge)


def _noise(level: Level) -> int:
    from games.evaluator.strengths import LEVELS

    strength = LEVELS.get(level.key)
    return 0 if strength is None else strength.noise


def _square(opening: mnk.Opening, judge: _Judge) -> mnk.Square:
    position, side = opening.position, opening.side
    assert side is not None, "a stone is to be placed"
    allowed: Sequence[mnk.Square] = opening.playable_squares()
    if len(allowed) == 1:
        return allowed[0]
    if opening.may_swap:
        # What makes the sides even is for the last stone: the others make each opening another.
        near = _near(position, allowed, judge.rng)
        if opening.to_place > 1:
            return near[0]
        return min(near, key=lambda square: abs(judge.worth(position.play(square))))
    if opening.squares is None:
        return judge.play(position)
    if not opening.offered:
        allowed = _near(position, allowed, judge.rng)
    return max(allowed, key=lambda square: judge.worth_to(side, position.play(square)))


def _choice(opening: mnk.Opening, judge: _Judge) -> mnk.Choice:
    """The better side; where neither is, two more stones, if they may be placed. Ten squares, where
    Black is the better side even so; and that number of squares that leaves the sides most even."""
    numbers = [choice for choice in opening.choices if choice.number]
    if numbers == [*opening.choices]:
        fifths = _fifths(_after_the_fourth(opening, judge), judge)
        return min(numbers, key=lambda choice: abs(_kept(fifths, choice.number)))
    if any(_kept(_fifths(opening.position, judge), each.number) > EVEN / 2 for each in numbers):
        return numbers[0]
    if opening.will_offer and not numbers:
        fifths = _fifths(_after_the_fourth(opening, judge), judge)
        worth = _kept(fifths, opening.will_offer)
    else:
        worth = judge.worth_to(mnk.Side.BLACK, opening.position)
    if mnk.Choice.TWO_MORE in opening.choices and abs(worth) <= EVEN / 2:
        return mnk.Choice.TWO_MORE
    return mnk.Choice.BLACK if worth > 0 else mnk.Choice.WHITE


def _after_the_fourth(opening: mnk.Opening, judge: _Judge) -> mnk.Position:
    """The position in which Black would offer squares, as far as it can be foreseen."""
    position = opening.position
    if position.side_to_move is mnk.Side.BLACK:
        return position
    return position.play(judge.play(position))


def _fifths(position: mnk.Position, judge: _Judge) -> list[tuple[float, mnk.Square]]:
    """Squares that Black could offer, and what each is worth to Black; the best first.

    No two are the same by symmetry, and there are at least as many as an opening asks for.
    """
    apart = list(mnk.apart(position))
    judge.rng.shuffle(apart)
    promise = aggressive.benefits(position)
    apart.sort(key=lambda square: promise.get(square, -1.0), reverse=True)
    found = [
        (judge.worth_to(mnk.Side.BLACK, position.play(square)), square)
        for square in apart[:_CANDIDATES]
    ]
    return sorted(found, reverse=True)


def _kept(fifths: Sequence[tuple[float, mnk.Square]], number: int) -> float:
    """What is left to Black when White keeps the worst of this many."""
    return fifths[number - 1][0]


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
    ahead = max(mine for mine, _ in both) - max(theirs for _, theirs in both)
    return float(-ahead if position.variant.line_rule.says.completing_loses else ahead)
