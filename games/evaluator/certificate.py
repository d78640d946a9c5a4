"""A certificate: a strategy that anyone can check, without trusting the solver.

A won position has one strategy, of the winner; a drawn one has two, with which neither side loses.
A strategy is a map from positions (the stones of black and of white, bit s for square s) to the
square its side plays there. It needs no entry where its side completes a line at once, nor, not to
lose, where the other side's potential is too low: the sum of 2^-(stones missing) over the lines it
could still complete, below 1/2 with it to move, below 1 otherwise (Erdős and Selfridge 1973).

`check` follows every move of the other side. It knows the rules of games.mnk and that theorem, and
nothing of the solver that wrote the map.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games import mnk
from games.evaluator.evaluation import Verdict

Key: TypeAlias = tuple[int, int]
"""The stones of black and of white."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What one side plays, whatever the other does."""

    side: mnk.Side
    wins: bool
    """Whether it claims to win; otherwise only not to lose."""
    moves: Mapping[Key, mnk.Square]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim about a position, with what proves it."""

    position: mnk.Position
    verdict: Verdict
    """For the side to move."""
    strategies: tuple[Strategy, ...]

    def __len__(self) -> int:
        """How many moves it holds."""
        return sum(len(strategy.moves) for strategy in self.strategies)


def check(certificate: Certificate) -> bool:
    """Whether the certificate proves what it claims.

    >>> position = mnk.Position.start(mnk.Variant(3, 1, 2)).play(0)
    >>> check(Certificate(position, Verdict.LOSS, (Strategy(mnk.Side.BLACK, True, {}),)))
    False
    >>> check(Certificate(position, Verdict.DRAW, (
    ...     Strategy(mnk.Side.WHITE, False, {(1, 0): 1}), Strategy(mnk.Side.BLACK, False, {}),
    ... )))
    True
    """
    mover = certificate.position.side_to_move
    claims = {(strategy.side, strategy.wins) for strategy in certificate.strategies}
    match certificate.verdict:
        case Verdict.WIN:
            needed = {(mover, True)}
        case Verdict.LOSS:
            needed = {(mover.other, True)}
        case Verdict.DRAW:
            needed = {(mover, False), (mover.other, False)}
    if any(certificate.position.has_line(side) for side in mnk.Side):
        return False
    return claims == needed and all(
        _holds(strategy, certificate.position) for strategy in certificate.strategies
    )


def key(position: mnk.Position) -> Key:
    """What a position is called in a strategy."""
    return (
        sum(1 << square for square in position.stones(mnk.Side.BLACK)),
        sum(1 << square for square in position.stones(mnk.Side.WHITE)),
    )


def cannot_complete(position: mnk.Position, side: mnk.Side) -> bool:
    """Whether a side's potential is too low ever to complete a line against best defence."""
    potential = 0.0
    for line, ends in _lines(position.variant):
        stones = [position.stone(square) for square in line]
        bordered = any(position.stone(square) is side for square in ends)
        if side.other not in stones and not bordered:
            potential += 0.5 ** stones.count(None)
    return potential < (0.5 if position.side_to_move is side else 1)


def _holds(strategy: Strategy, position: mnk.Position) -> bool:
    """Whether a strategy keeps its promise from a position without a line."""
    seen = {key(position)}
    waiting = [position]
    while waiting:
        position = waiting.pop()
        if position.is_full:
            if strategy.wins:
                return False
            continue
        if position.side_to_move is strategy.side:
            if _completes(position):
                continue
            square = strategy.moves.get(key(position))
            if square is None:
                if strategy.wins or not cannot_complete(position, strategy.side.other):
                    return False
                continue
            if (
                position.variant.squares <= square
                or square < 0
                or position.stone(square) is not None
            ):
                return False
            following = [position.play(square)]
        else:
            if _completes(position):
                return False
            if not strategy.wins and cannot_complete(position, strategy.side.other):
                continue
            following = [position.play(square) for square in position.empty_squares()]
        for each in following:
            name = key(each)
            if name not in seen:
                seen.add(name)
                waiting.append(each)
    return True


def _completes(position: mnk.Position) -> bool:
    """Whether the side to move completes a line with some square."""
    side = position.side_to_move
    return any(position.play(square).has_line(side) for square in position.empty_squares())


def _lines(variant: mnk.Variant) -> Iterator[tuple[list[mnk.Square], list[mnk.Square]]]:
    """The squares of each way to win, and those beyond its ends that must not be one's own.

    Written from the rules again, on purpose: the solver has its own reading.
    """
    width, height = variant.width, variant.height
    for column in range(width):
        for row in range(height):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                length = variant.k
                if variant.line_rule is mnk.LineRule.FULL_LINES:
                    length = {(1, 0): width, (0, 1): height}.get((right, up), length)
                places = [(column + i * right, row + i * up) for i in range(-1, length + 1)]
                on = [
                    y * width + x if 0 <= x < width and 0 <= y < height else None for x, y in places
                ]
                line = [square for square in on[1:-1] if square is not None]
                if len(line) < length:
                    continue
                ends: list[mnk.Square] = []
                if variant.line_rule is mnk.LineRule.EXACT:
                    ends = [square for square in (on[0], on[-1]) if square is not None]
                yield line, ends
