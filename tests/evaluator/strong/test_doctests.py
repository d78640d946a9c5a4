"""The examples in the strong engine's docstrings."""

import doctest
import importlib
import pkgutil

import pytest

from games.evaluator import strong

MODULES = [
    strong.__name__,
    *(module.name for module in pkgutil.iter_modules(strong.__path__, f"{strong.__name__}.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    module = importlib.import_module(name)

    assert doctest.testmod(module).failed == 0
