"""The examples in the docstrings of games.engines are true."""

import pytest

from tests import examples


@pytest.mark.parametrize("module", examples.modules_with_examples("games.engines"))
def test_the_examples_of_a_module_are_true(module: str) -> None:
    examples.are_true(module)
