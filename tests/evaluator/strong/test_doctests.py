"""The examples in the strong engine's docstrings."""

import doctest
import importlib
import pkgutil

import pytest

from games.evaluator import strong

MODULES = sorted(module.name for module in pkgutil.iter_modules(strong.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    module = importlib.import_module(f"games.evaluator.strong.{name}")

    assert doctest.testmod(module).failed == 0
