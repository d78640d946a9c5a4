"""The examples in docstrings, of every module of a package: none is left out by accident."""

import doctest
import importlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def modules_with_examples(package: str) -> list[str]:
    """The names of a package's modules, at any depth, that have an example."""
    return sorted(
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for file in (ROOT / package.replace(".", "/")).rglob("*.py")
        if ">>> " in file.read_text()
    )


def are_true(module: str) -> None:
    """Every example of a module gives what it says."""
    failed, attempted = doctest.testmod(importlib.import_module(module))
    assert failed == 0
    assert attempted > 0
