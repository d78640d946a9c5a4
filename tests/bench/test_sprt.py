"""What the sequential test of two engines says, and that both play real games."""

import pytest

from bench.sprt import BOUND, EVEN, ROOT, Brain, Terms, likelihood, openings, play, told
from games import mnk

TERMS = Terms(mnk.Variant(9, 9, 5), nodes=200, seed=1)


def test_more_won_pairs_speak_for_the_change_and_more_lost_ones_against_it() -> None:
    even = [0.5, 1.0, 0.0, 0.5] * 25
    better = [0.5, 1.0, 0.5, 1.0] * 25
    worse = [0.5, 0.0, 0.5, 0.0] * 25

    assert likelihood(better, gain=20) > BOUND
    assert likelihood(worse, gain=20) < -BOUND
    assert likelihood(worse, gain=20) < likelihood(even, gain=20) < 0 < likelihood(better, gain=20)


@pytest.mark.parametrize("pairs", [[], [1.0], [0.5] * 30], ids=["none", "one", "all alike"])
def test_pairs_that_say_nothing_decide_nothing(pairs: list[float]) -> None:
    assert likelihood(pairs, gain=20) == 0


def test_elo_is_told_with_its_error() -> None:
    assert told([1.0, 0.5] * 50, gain=20).startswith("200 games, score 0.750 ± 0.049, +191 Elo")


def test_two_engines_play_an_even_opening_to_its_end() -> None:
    one, other = Brain(ROOT), Brain(ROOT)
    try:
        opening = next(openings(one, TERMS))

        assert 4 <= len(opening) <= 6
        assert abs(one.asks(opening, 20_000, TERMS.text, fresh=True)["score"]) <= EVEN
        assert play(one, other, opening, TERMS) in (0.0, 0.5, 1.0)
        assert play(one, other, opening, TERMS) == play(other, one, opening, TERMS)
    finally:
        one.close()
        other.close()
