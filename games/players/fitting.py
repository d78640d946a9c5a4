"""How strong bots are, by their games: the strengths that make the results most likely.

The model is Bradley and Terry's (1952) on Elo's scale: who is 400 points stronger scores ten times
as much. People's ratings are given, and weigh less for being estimates themselves, as in Glicko;
a draw is half a win. A bot about which nothing is known is 1500 ± 350, as somebody new is: so one
that has won everything has a rating, with an error that says how little that proves.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

PEOPLE_DEVIATION: Final = 110.0
"""How far off a person's settled rating may be; more would be called provisional."""
_PER_POINT: Final = math.log(10) / 400
_UNKNOWN, _UNKNOWN_DEVIATION = 1500.0, 350.0
_WEIGHT: Final = 1 / math.sqrt(1 + 3 * (PEOPLE_DEVIATION * _PER_POINT / math.pi) ** 2)
_STEPS: Final = 100
_NEAR: Final = 1e-6
_MOST_STEP: Final = 400.0
"""Points by which a strength changes in one step."""


@dataclass(frozen=True, slots=True)
class Results:
    """How a bot's games against one opponent ended."""

    bot: int
    opponent: int
    """Another bot; or a person, if there is a rating."""
    rating: float | None
    """The person's, at the time."""
    games: int
    points: float
    """The bot's: 1 for a win, 0.5 for a draw."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What the games say of a bot."""

    rating: float
    deviation: float
    """Of the fit, and of what it was measured with: a few people may all be wrong about it."""
    games: int
    people: int
    """How many people it, or the bots it met, played."""


def fit(results: Iterable[Results]) -> dict[int, Strength]:
    """The strength of every bot that has played people, or bots that have, and so on.

    >>> even = [Results(1, 7, 1600.0, games=2000, points=1000.0)]
    >>> strength = fit(even)[1]
    >>> round(strength.rating), strength.games, strength.people
    (1600, 2000, 1)
    >>> fit([Results(1, 2, None, games=10, points=5.0)])
    {}
    """
    every = list(results)
    groups = _groups(every)
    found: dict[int, Strength] = {}
    for group in groups:
        people = {each.opponent for each in every if each.bot in group and each.rating is not None}
        if people:
            found |= _fit_group(
                sorted(group), [each for each in every if each.bot in group], people
            )
    return found


def _groups(results: Sequence[Results]) -> list[set[int]]:
    """The bots, in groups that met each other."""
    groups: list[set[int]] = []
    for each in results:
        met = {each.bot} if each.rating is not None else {each.bot, each.opponent}
        touched = [group for group in groups if group & met]
        groups = [group for group in groups if not group & met]
        groups.append(met.union(*touched))
    return groups


def _fit_group(
    bots: Sequence[int], results: Sequence[Results], people: set[int]
) -> dict[int, Strength]:
    at = {bot: number for number, bot in enumerate(bots)}
    strengths = [_UNKNOWN] * len(bots)
    for _ in range(_STEPS):  # Newton's; the function is concave, so there is one top
        slope, bend = _derivatives(strengths, results, at)
        steps = _solved(bend, [slope])[0]
        longest = max(map(abs, steps))
        shrink = min(1.0, _MOST_STEP / longest) if longest else 1.0
        strengths = [old + shrink * step for old, step in zip(strengths, steps, strict=True)]
        if longest < _NEAR:
            break
    _, bend = _derivatives(strengths, results, at)
    identity = [[float(row == column) for column in at.values()] for row in at.values()]
    variances = [column[row] for row, column in enumerate(_solved(bend, identity))]
    shared = PEOPLE_DEVIATION**2 / len(people)
    games = dict.fromkeys(bots, 0)
    for each in results:
        games[each.bot] += each.games
        if each.rating is None:
            games[each.opponent] += each.games
    return {
        bot: Strength(
            strengths[at[bot]], math.sqrt(variances[at[bot]] + shared), games[bot], len(people)
        )
        for bot in bots
    }


def _derivatives(
    strengths: Sequence[float], results: Sequence[Results], at: dict[int, int]
) -> tuple[list[float], list[list[float]]]:
    """The slope of the results' likelihood (its logarithm), and how it bends, negated."""
    prior = 1 / _UNKNOWN_DEVIATION**2
    slope = [prior * (_UNKNOWN - each) for each in strengths]
    bend = [[prior * (row == column) for column in at.values()] for row in at.values()]
    for each in results:
        mine = at[each.bot]
        theirs = at[each.opponent] if each.rating is None else None
        other = strengths[theirs] if theirs is not None else each.rating or 0.0
        scale = _PER_POINT * (1.0 if theirs is not None else _WEIGHT)
        expected = 1 / (1 + math.exp(-scale * (strengths[mine] - other)))
        pull = scale * (each.points - each.games * expected)
        stiff = scale**2 * each.games * expected * (1 - expected)
        slope[mine] += pull
        bend[mine][mine] += stiff
        if theirs is not None:
            slope[theirs] -= pull
            bend[theirs][theirs] += stiff
            bend[mine][theirs] -= stiff
            bend[theirs][mine] -= stiff
    return slope, bend


def _solved(
    matrix: Sequence[Sequence[float]], rights: Sequence[Sequence[float]]
) -> list[list[float]]:
    """The solutions x of `matrix · x = right`, for each right side; the matrix is definite."""
    size = len(matrix)
    rows = [[*matrix[row], *(right[row] for right in rights)] for row in range(size)]
    for pivot in range(size):
        for row in range(size):
            if row != pivot:
                factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[pivot], strict=True)]
    return [
        [rows[row][size + number] / rows[row][row] for row in range(size)]
        for number in range(len(rights))
    ]
