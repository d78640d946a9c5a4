"""The examples in the docstrings of the review's pure parts are true."""

import doctest
from types import ModuleType

import pytest

from games.review import canonical, ended, heat, worths
from games.thinking import assessing


@pytest.mark.parametrize(
    "module", [worths, canonical, ended, heat, assessing], ids=lambda module: module.__name__
)
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)

    assert failed == 0
    assert attempted > 0
