"""The examples in the docstrings of the catalogue are true."""

import doctest
from types import ModuleType

import pytest

from games import remarks, say
from games.words import found, pseudo


@pytest.mark.parametrize(
    "module", [remarks, say, found, pseudo], ids=lambda module: module.__name__
)
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)

    assert failed == 0
    assert attempted > 0
