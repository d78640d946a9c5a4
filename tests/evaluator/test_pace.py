"""How long a tournament's player may think."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from games.evaluator.pace import LEAST_MS, MARGIN_MS, MOVES_LEFT, Pace
from games.evaluator.tournament import Time
from tests.evaluator.strategies import law


class Match:
    """A player whose choices take as long as they are told, by a clock of their own."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.pace = Pace(lambda: self.seconds)

    def choose(self, late_ms: float, empty: int = 225) -> Time:
        """A choice that takes all the time it may, and this much more."""
        with self.pace.choice(self.seconds, empty) as allowed:
            self.seconds += (allowed.ms + late_ms) / 1000
        return allowed


def test_a_margin_is_kept_back() -> None:
    match = Match()
    match.pace.turn_ms = 500

    assert match.choose(0) == Time(500 - MARGIN_MS)


def test_no_time_at_all_means_fast() -> None:
    match = Match()
    match.pace.turn_ms = 0

    assert match.choose(0) == Time(35)


def test_reading_the_command_counts() -> None:
    match = Match()
    match.seconds = 0.1

    with match.pace.choice(0.0, 225) as allowed:
        assert math.isclose(allowed.ms, 1000 - MARGIN_MS - 100)


def test_where_the_machine_lets_it_wait_more_is_kept_back_and_less_again_later() -> None:
    match = Match()
    match.pace.turn_ms = 500
    quiet = match.choose(40)
    busy = match.choose(0)

    assert busy.ms <= quiet.ms - 40, "the next move is in time if the machine is as busy"
    for _ in range(60):
        later = match.choose(0)
    assert later.ms > quiet.ms - 1


def test_a_machine_that_slept_does_not_leave_a_player_without_time() -> None:
    match = Match()
    match.pace.turn_ms = 500
    match.choose(3_600_000)

    assert match.choose(0).ms >= 250
    for _ in range(60):
        later = match.choose(0)
    assert later.ms > 480


def test_the_last_moves_may_take_what_is_left() -> None:
    match = Match()
    match.pace.turn_ms = match.pace.left_ms = 10_000

    assert match.choose(0, empty=1).ms == 10_000 - MARGIN_MS


@settings(law, max_examples=300)
@given(
    st.integers(0, 100_000),
    st.integers(1, 600_000),
    st.integers(1, 400),
    st.lists(st.floats(-100, 0), min_size=1, max_size=60),
)
def test_a_match_is_never_overdrawn(
    turn_ms: int, match_ms: int, empty: int, unused: list[float]
) -> None:
    match = Match()
    match.pace.turn_ms, match.pace.left_ms = turn_ms, match_ms
    for late in unused:
        left = match.pace.left_ms
        allowed = match.choose(late, empty)
        assert allowed.ms >= LEAST_MS
        assert allowed.ms <= max(LEAST_MS, max(turn_ms, 50) - MARGIN_MS)
        assert allowed.ms == LEAST_MS or allowed.ms <= left - MARGIN_MS
        if empty > 2 * MOVES_LEFT:
            assert allowed.ms == LEAST_MS or allowed.ms <= left / 4, "a game has many moves left"
        empty = max(1, empty - 2)


def test_a_game_of_usual_length_has_most_of_its_time_used() -> None:
    match = Match()
    match.pace.turn_ms, match.pace.left_ms = 100_000, 180_000
    for move in range(15):
        with match.pace.choice(match.seconds, 225 - 2 * move) as allowed:
            match.seconds += allowed.enough_ms / 1000

    assert 20_000 < match.pace.left_ms < 45_000
