"""Bots' strengths from results: the likeliest, with an error that says what the games prove."""

import math
import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.players.fitting import PEOPLE_DEVIATION, Results, Strength, fit


def _expected(mine: float, theirs: float) -> float:
    return 1 / (1 + 10 ** ((theirs - mine) / 400))


def _likelihood(strengths: dict[int, float], results: list[Results]) -> float:
    """As the docstring says it: naively, and with a strength of 1500 ± 350 before any game."""
    people = 1 / math.sqrt(1 + 3 * (PEOPLE_DEVIATION * math.log(10) / 400 / math.pi) ** 2)
    total = sum(-((each - 1500) ** 2) / (2 * 350**2) for each in strengths.values())
    for each in results:
        weight = 1.0 if each.rating is None else people
        other = strengths[each.opponent] if each.rating is None else each.rating
        chance = _expected(weight * (strengths[each.bot] - other), 0)
        total += each.points * math.log(chance)
        total += (each.games - each.points) * math.log(1 - chance)
    return total


def _played(
    rng: random.Random, strengths: dict[int, float], games: int, people: int
) -> list[Results]:
    """Each bot plays everybody, whose ratings are estimates themselves, and the next bot."""
    results = []
    for bot, strength in strengths.items():
        for person in range(people):
            theirs = rng.uniform(1200, 1900)
            points = sum(rng.random() < _expected(strength, theirs) for _ in range(games))
            rating = rng.gauss(theirs, PEOPLE_DEVIATION / 2)
            results.append(Results(bot, 100 + person, rating, games, points))
    for one, other in pairwise(strengths):
        points = sum(
            rng.random() < _expected(strengths[one], strengths[other]) for _ in range(games)
        )
        results.append(Results(one, other, None, games, points))
    return results


def test_strengths_are_found_within_their_errors() -> None:
    rng = random.Random(5)
    strengths = {1: 1250.0, 2: 1500.0, 3: 1800.0}
    outside = 0
    for _ in range(20):
        found = fit(_played(rng, strengths, games=6, people=12))
        for bot, strength in strengths.items():
            outside += abs(found[bot].rating - strength) > 2 * found[bot].deviation
            assert 25 < found[bot].deviation < 100
    assert outside <= 6  # of 60; 3 are expected


def test_more_games_and_more_people_make_it_surer() -> None:
    def sure(games: int, people: int) -> float:
        return fit([Results(1, 100 + each, 1500.0, games, games / 2) for each in range(people)])[
            1
        ].deviation

    assert sure(5, 4) > sure(50, 4) > sure(50, 40)
    # However many games one person plays: their rating may be wrong.
    assert sure(100_000, 1) > PEOPLE_DEVIATION


def test_a_bot_that_met_bots_alone_is_measured_by_those_who_met_people() -> None:
    met = [Results(1, 100 + each, 1500.0, 20, 10) for each in range(9)]
    found = fit([*met, Results(2, 1, None, 60, 45)])
    assert 150 < found[2].rating - found[1].rating < 220
    assert found[2].deviation > found[1].deviation
    assert (found[1].games, found[2].games, found[2].people) == (240, 60, 9)


def test_where_nobody_has_met_people_nothing_is_said() -> None:
    assert fit([Results(1, 2, None, 100, 60), Results(3, 9, 1500.0, 9, 4)]).keys() == {3}
    assert fit([]) == {}


def test_who_has_won_everything_has_a_rating_and_a_wide_error() -> None:
    found = fit([Results(1, 100 + each, 1600.0, 10, 10) for each in range(5)])[1]
    assert 1900 < found.rating < 2500
    assert found.deviation > PEOPLE_DEVIATION


_BOTS = st.integers(1, 4)
_GAMES = st.integers(1, 2000)


@st.composite
def _results(draw: st.DrawFn) -> list[Results]:
    found = []
    for _ in range(draw(st.integers(1, 8))):
        bot, games = draw(_BOTS), draw(_GAMES)
        points = draw(st.integers(0, 2 * games)) / 2
        if draw(st.booleans()):
            found.append(Results(bot, 100, draw(st.floats(0, 3000)), games, points))
        else:
            other = draw(_BOTS.filter(lambda each: each != bot))  # noqa: B023  # drawn at once
            found.append(Results(bot, other, None, games, points))
    return found


@given(_results())
def test_no_other_strengths_make_the_results_likelier(results: list[Results]) -> None:
    found: dict[int, Strength] = fit(results)
    strengths = {bot: strength.rating for bot, strength in found.items()}
    assert all(math.isfinite(each.rating + each.deviation) for each in found.values())
    those = [each for each in results if each.bot in found]
    best = _likelihood(strengths, those)
    for bot in strengths:
        for step in (-1.0, 1.0):
            assert _likelihood({**strengths, bot: strengths[bot] + step}, those) < best
