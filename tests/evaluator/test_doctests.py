"""The examples in the docstrings of the evaluator are true."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

from games import evaluator
from games.evaluator import lesson

MODULES = [evaluator, lesson] + [
    importlib.import_module(found.name)
    for found in pkgutil.iter_modules(evaluator.__path__, f"{evaluator.__name__}.")
    if not found.ispkg
]

WITHOUT_EXAMPLES = {
    "games.evaluator.attack",
    "games.evaluator.errors",
    "games.evaluator.jit",
    "games.evaluator.certify",
    "games.evaluator.drop",
}
"""The modules that need none; any other without examples has lost them."""


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)

    assert failed == 0
    assert (attempted == 0) == (module.__name__ in WITHOUT_EXAMPLES)
