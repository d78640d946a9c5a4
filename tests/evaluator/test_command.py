"""`python -m games.evaluator`, as people type it; and the same source as plain Python."""

import os
import re
import subprocess
import sys
from io import StringIO

import pytest

from games import mnk
from games.evaluator import Limit, evaluate
from games.evaluator.__main__ import main, text


def said(*arguments: str) -> str:
    out = StringIO()
    assert main(arguments, out) == 0
    return out.getvalue()


def test_the_example_of_the_manual() -> None:
    text = said("--variant", "3x3", "--moves", "b2a1")

    assert text.splitlines()[:5] == [
        "   a   b   c",
        "3  D7  D7  D7",
        "2  D7  X   D7",
        "1  O   D7  D7",
        "X to move: proved draw. Best: b1 c1 a2 c2 a3 b3 c3",
    ]
    assert re.fullmatch(r"[\d,]+ nodes, \d+\.\d\d s", text.splitlines()[5])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--moves", "a1b1a2b2a3"), "X has a line: the game is over."),
        (("--variant", "4x3x3"), "X to move: proved win in 7 plies. Best: b1 c1 b3 c3"),
        (("--variant", "2x2-full", "--moves", "a1"), "O to move: proved loss in 2 plies."),
        (("--variant", "7x7", "--nodes", "50"), "X to move: not proved, squares estimated."),
        (("--variant", "15x15", "--ms", "50"), "X to move: not proved, squares estimated."),
    ],
)
def test_the_sentence_below_the_board(arguments: tuple[str, ...], sentence: str) -> None:
    text = said(*arguments)

    assert sentence in text


def test_warming_up_says_how_long_it_took() -> None:
    out = StringIO()
    assert main(("--warm-up",), out) == 0

    said = re.fullmatch(r"The evaluator is ready after (\d+\.\d) s\.\n", out.getvalue())
    assert said is not None
    assert float(said[1]) < 60


def test_a_full_board_is_a_draw() -> None:
    assert "The board is full: a draw." in said("--moves", "a1b1c1b2a2c2b3a3c3"[:18])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--variant", "3x"), "isn’t a board"),
        (("--variant", "99x3x3"), "width must be from 1 to 32"),
        (("--moves", "a1a1"), "a1 is taken"),
        (("--moves", "z9"), "isn’t on this board"),
        (("--nodes", "0"), "must be more than zero"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments, StringIO()) == 2
    assert why in capsys.readouterr().err


@pytest.mark.timeout(300)
def test_plain_python_and_machine_code_look_at_the_same_nodes() -> None:
    arguments = ("--variant", "4x3x3", "--nodes", "3000", "--moves", "b2a1")
    shown = []
    for disabled in ("0", "1"):
        done = subprocess.run(
            (sys.executable, "-W", "error", "-m", "games.evaluator", *arguments),
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        )
        shown.append(done.stdout.splitlines()[:-1])

    assert shown[0] == shown[1]


def test_a_blocked_square_is_a_hash() -> None:
    walled = mnk.Position.start(mnk.Variant(3, 2, 2, blocked=(4,)))

    assert text(evaluate(walled, Limit())).splitlines()[1].split()[2] == "#"
