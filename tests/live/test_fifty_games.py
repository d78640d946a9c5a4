"""Games go on in real browsers whatever is killed: drills.fifty, with fewer games."""

import pytest
from playwright.sync_api import Browser

from drills import fifty


@pytest.mark.timeout(300)
def test_nobody_reloads_and_every_game_goes_on_whatever_is_killed(browser: Browser) -> None:
    chosen = fifty.options(["--games", "6", "--processes", "2", "--pace", "2"])
    run = fifty.play(chosen, browser)
    assert not run.problems
    assert [each.what for each in run.killed] == [
        "server process",
        "worker, the timekeeper",
        "Redis",
        "PostgreSQL",
    ]
    assert all(len(each.moved_s) == 12 for each in run.killed)
