"""The examples in the docstrings of the terminal game are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["board", "scene", "dialogue", "thinking", "setup", "command"])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    failed, attempted = doctest.testmod(importlib.import_module(f"games.terminal.{name}"))

    assert failed == 0
    assert attempted > 0
