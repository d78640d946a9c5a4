"""Strengths: as Glickman's paper computes them, less sure with time, and shown in whole points."""

import math

import pytest

from games import mnk
from games.players import glicko, ratings
from games.players.models import Player, PlayerRating

WEEK_MS = 7 * 86_400_000


def test_the_example_of_the_paper_comes_out_as_printed_there() -> None:
    results = [
        glicko.Result(glicko.Rating(1400, 30), 1.0),
        glicko.Result(glicko.Rating(1550, 100), 0.0),
        glicko.Result(glicko.Rating(1700, 300), 0.0),
    ]
    found = glicko.after(glicko.Rating(1500, 200, 0.06), results)

    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("games", [1, 3, 10])
def test_the_volatility_is_the_root_the_paper_asks_for(score: float, games: int) -> None:
    mine, other = glicko.Rating(1500, 40, 0.06), glicko.Rating(900, 40)

    found = glicko.after(mine, [glicko.Result(other, score)] * games)

    assert found.volatility == pytest.approx(_by_halving(mine, other, score, games), abs=1e-6)


def test_who_does_not_play_is_known_less_well_and_never_less_than_nothing() -> None:
    rested = glicko.after(glicko.Rating(1600, 100, 0.06), [])

    assert (rested.rating, rested.volatility) == (1600, 0.06)
    assert 100 < rested.deviation < 101
    assert glicko.after(glicko.Rating(), []).deviation == glicko.MOST_DEVIATION


def test_periods_without_a_result_add_up() -> None:
    mine = glicko.Rating(1600, 60, 0.06)
    step_by_step = mine
    for _ in range(26):
        step_by_step = glicko.after(step_by_step, [])

    assert glicko.rested(mine, 26).deviation == pytest.approx(step_by_step.deviation)
    assert glicko.rested(mine, 0) == mine
    assert glicko.rested(mine, 1_000_000).deviation == glicko.MOST_DEVIATION


def _by_halving(mine: glicko.Rating, other: glicko.Rating, score: float, games: int) -> float:
    """Step 5 as the paper states it, its root between two bounds found by halving."""
    phi, weight = mine.deviation / 173.7178, 1 / math.hypot(1, 3**0.5 / math.pi * 40 / 173.7178)
    expected = 1 / (1 + math.exp(-weight * (mine.rating - other.rating) / 173.7178))
    variance = 1 / (games * weight**2 * expected * (1 - expected))
    delta = variance * games * weight * (score - expected)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        bent = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        return bent - (x - math.log(mine.volatility**2)) / glicko.TAU**2

    low, high = -20.0, 5.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return math.exp(low / 2)


def test_a_strength_rests_by_whole_weeks_and_is_never_less_sure_than_none() -> None:
    row = PlayerRating(rating=1620, deviation=60, volatility=0.06, games=9, counted_ms=WEEK_MS)

    assert ratings.rested(row, 0).deviation == 60
    assert ratings.rested(row, 2 * WEEK_MS - 1).deviation == 60
    assert ratings.rested(row, 2 * WEEK_MS) == glicko.rested(row.strength, 1)
    assert ratings.rested(row, 27 * WEEK_MS).deviation == pytest.approx(80.15, abs=0.01)
    assert ratings.rested(row, 9999 * WEEK_MS).deviation == glicko.MOST_DEVIATION


@pytest.mark.parametrize(
    ("strength", "shown"),
    [
        (glicko.Rating(1500.6, 110.0), ratings.ShownRating(1501, provisional=False)),
        (glicko.Rating(1500.4, 110.1), ratings.ShownRating(1500, provisional=True)),
        (glicko.Rating(-3.0, 60.0), ratings.ShownRating(0, provisional=False)),
    ],
)
def test_points_are_whole_and_not_below_zero(
    strength: glicko.Rating, shown: ratings.ShownRating
) -> None:
    assert ratings.ShownRating.of(strength) == shown


@pytest.mark.django_db
def test_the_family_most_played_comes_first() -> None:
    alice = Player.objects.create(name="Alice")
    for family, points, games in (
        (mnk.Family.THREE, 1700.0, 3),
        (mnk.Family.TEN, 1600.0, 8),
        (mnk.Family.LARGE, 1400.0, 3),
    ):
        PlayerRating.objects.create(
            player=alice, family=family, rating=points, deviation=90, games=games, counted_ms=0
        )

    shown = [(each.family, each.shown.rating) for each in ratings.every_rating(alice.pk, 0)]

    assert shown[0] == (mnk.Family.TEN, 1600)
    assert {family for family, _ in shown[1:]} == {mnk.Family.THREE, mnk.Family.LARGE}
    assert [family for family, _ in shown[1:]] == sorted(family for family, _ in shown[1:])
    assert ratings.shown_rating(alice.pk, mnk.Family.LARGE, 0) == ratings.ShownRating(
        1400, provisional=False
    )
    assert ratings.shown_rating(alice.pk + 1, mnk.Family.LARGE, 0) is None
