"""The examples in the docstrings of games.terminal, and of what it shares with pages, are true."""

import pytest

from tests import examples

MODULES = [*examples.modules_with_examples("games.terminal"), "games.continuations"]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_are_true(module: str) -> None:
    examples.are_true(module)
