"""The facade: what it offers, and what importing it costs."""

import importlib.util
import subprocess
import sys

import pytest

from games import evaluator
from games.evaluator.errors import NotInstalled


def test_everything_it_names_is_there() -> None:
    for name in evaluator.__all__:
        if name not in evaluator._STRONG:
            assert getattr(evaluator, name) is not None


@pytest.mark.parametrize("name", evaluator._STRONG)
def test_the_strong_engines_part_is_found_there_or_said_to_be_missing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(getattr(evaluator, name))

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match=f"{name} belongs to games.evaluator.strong"):
        getattr(evaluator, name)


def test_what_it_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="oracle"):
        evaluator.oracle  # noqa: B018  # the question is the test


def test_tictactoe_and_the_heuristic_need_no_numba() -> None:
    code = """
import sys
from games import evaluator, mnk
start = mnk.Position.start(mnk.Variant(3, 3, 3))
evaluator.evaluate(start, evaluator.Limit(nodes=1))
ten = mnk.Position.start(mnk.Variant(10, 10, 5)).play(55)
evaluator.choose_move(ten, "aggressive-0.8", seed=1)
evaluator.evaluate(ten, evaluator.Limit(nodes=1))
print([name for name in ("numba", "numpy", "django") if name in sys.modules])
"""
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "asked", ['evaluator.level_for("club").key', "*(each.key for each in evaluator.every_level())"]
)
def test_the_levels_of_the_strong_engine_are_there_whoever_asks_first(asked: str) -> None:
    code = f"from games import evaluator; print({asked})"
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)

    assert "club" in done.stdout.split()


def test_warming_up_can_be_done_twice() -> None:
    evaluator.warm_up()
    evaluator.warm_up()
