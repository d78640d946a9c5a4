"""A wall clock that is set while people play costs nobody anything: drills.steps, a small one."""

import pytest
import uvloop

from drills import steps
from tests.live import scenes


@pytest.mark.timeout(600)
def test_a_wall_clock_that_goes_back_and_forward_ends_no_game_and_charges_nobody() -> None:
    with steps.started("embedded") as (server, walls):
        scene = steps.step(server, walls, by_s=-3600, whom="all", games=4)
        result = scenes.play(scene, uvloop.run)
    assert result.problems == ()
    assert result.games == 4
