"""A small version of `python -m drills.races`: moves against flags in a real process."""

import random

from drills import races


def test_a_move_heard_in_time_stands_and_each_game_has_one_end() -> None:
    with races.started(("server",), {}) as racers:
        result = races.race("embedded", racers, 200, random.Random(1))

    assert result.problems == []
    assert result.races == result.kept + result.flagged == 200
