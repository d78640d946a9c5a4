"""What was won before a move, what is won or lost after it, and what all moves are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games import mnk
from games.evaluator.evaluation import Proved, Value, Verdict, rank
from games.evaluator.lesson.case import Case
from games.evaluator.wins import Win


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a move decides, as far as that is known."""

    values: Mapping[mnk.Square, Value] = field(default_factory=dict)
    """What the squares are worth, where exact search takes the board; else empty."""
    had: Win | None = None
    """What was won before the move."""
    won: Win | None = None
    """What is won after it, whatever is answered."""
    lost: Win | None = None
    """What the other side wins after it."""


def outcomes_of(case: Case) -> Outcomes:
    """What a move decides, as far as that is known."""
    forces, values = case.forces, _values(case)
    had = won = lost = None
    if not case.there.playable_squares():
        return Outcomes(values, _solved_before(case, values))
    value = values.get(case.square)
    if isinstance(value, Proved):
        plies = value.plies and value.plies - 1
        if value.verdict is Verdict.LOSS:
            lost = forces.solved(case.there, Verdict.WIN, plies) or forces.attack(case.there)
        elif value.verdict is Verdict.WIN:
            won = forces.solved(case.there, Verdict.LOSS, plies) or forces.hold(case.there)
    else:
        lost = forces.attack(case.there)
        won = None if lost is not None else forces.hold(case.there)
    had = _solved_before(case, values)
    if had is None and not is_settled(values):
        had = forces.attack(case.here)
    return Outcomes(values, had, won, lost)


def is_settled(values: Mapping[mnk.Square, Value]) -> bool:
    """Whether the outcome of every square is known."""
    return bool(values) and all(isinstance(value, Proved) for value in values.values())


def _values(case: Case) -> Mapping[mnk.Square, Value]:
    """What the squares are worth, and what the move is worth by what follows it."""
    values = case.forces.values(case.here)
    if values and not isinstance(values.get(case.square), Proved):
        value = case.forces.value_of(case.here, case.square)
        if value is not None:
            return {**values, case.square: value}
    return values


def _solved_before(case: Case, values: Mapping[mnk.Square, Value]) -> Win | None:
    wins = [value for value in values.values() if value.verdict is Verdict.WIN]
    if not wins:
        return None
    best = max(wins, key=rank)
    is_sure = is_settled(values) and all(value.plies is not None for value in wins)
    return case.forces.solved(case.here, Verdict.WIN, best.plies if is_sure else None)
