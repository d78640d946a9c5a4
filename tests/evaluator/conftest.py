"""What the evaluator's tests may rely on: nothing remembered from the test before."""

import pytest

from games.evaluator import judge


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    """Each test starts with an empty cache."""
    judge.CACHE.clear()
