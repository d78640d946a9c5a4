"""The examples in the docstrings of the rules are true."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

from games import mnk

MODULES = [mnk] + [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(mnk.__path__, f"{mnk.__name__}.")
]

WITHOUT_EXAMPLES = {
    "games.mnk.errors",
    "games.mnk.formats.jsonfile",
    "games.mnk.formats.plain",
    "games.mnk.formats.psq",
    "games.mnk.formats.renlib",
    "games.mnk.offer",
    "games.mnk.outcome",
}
"""The modules that need none; any other without examples has lost them."""


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)

    assert failed == 0
    assert (attempted == 0) == (module.__name__ in WITHOUT_EXAMPLES)
