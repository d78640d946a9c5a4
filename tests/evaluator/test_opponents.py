"""The opponents of the benchmarks play by the same protocol."""

import importlib.util
import subprocess
import sys

import pytest

from bench import match_simple
from games.evaluator import gomocup


def answers(*lines: str) -> list[str]:
    return list(gomocup.Brain(match_simple.Simple()).answers(["START 15", *lines]))[1:]


def test_the_simplest_completes_a_line_rather_than_block_one() -> None:
    ours, theirs = ["0,0,1", "0,1,1", "0,2,1", "0,3,1"], ["9,0,2", "9,1,2", "9,2,2", "9,3,2"]

    assert answers("BOARD", *ours, *theirs, "DONE") == ["0,4"]
    assert answers("BOARD", *theirs, *ours[1:], "DONE") == ["9,4"]


def test_the_simplest_stays_beside_the_stones() -> None:
    (answer,) = answers("TURN 7,7")

    x, y = (int(number) for number in answer.split(","))
    assert max(abs(x - 7), abs(y - 7)) == 1


@pytest.mark.parametrize(
    ("name", "module", "package"),
    [("easyai", "easyAI", "easyAI"), ("openspiel", "pyspiel", "open_spiel")],
)
def test_an_opponent_that_is_not_installed_says_how_to(
    name: str, module: str, package: str
) -> None:
    if importlib.util.find_spec(module) is not None:
        pytest.skip(f"{package} is installed")
    ran = subprocess.run(
        [sys.executable, "-m", f"bench.opponents.{name}"],
        input="START 15\nEND\n",
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )

    assert ran.returncode == 2
    assert f"pip install {package}" in ran.stderr
    assert ran.stdout == ""
