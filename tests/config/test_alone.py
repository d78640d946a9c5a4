"""Processes that cannot hear each other do not serve the same games."""

import os
from pathlib import Path

import pytest
from pytest_django import Settings

from config.start import CannotServe, _be_alone
from games.play.hub import Hub


async def test_the_second_is_refused_until_the_first_has_ended(
    tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    first, second = Hub(), Hub()
    _be_alone(first)
    before = os.listdir("/proc/self/fd")

    with pytest.raises(CannotServe, match="already"):
        _be_alone(second)

    assert os.listdir("/proc/self/fd") == before  # it keeps nothing open
    await first.close()
    _be_alone(second)
    await second.close()
