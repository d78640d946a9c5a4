"""The evaluation's weights: read whole or not at all, and what they add up to."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import numpy as np
import pytest

from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.strong import board as boards
from games.evaluator.strong import patterns, weights
from games.evaluator.strong.engine import Engine
from games.evaluator.strong.patterns import LINE, MIX, SHAPES
from games.evaluator.strong.record import ALARMS, LINES, MIXES, SHAPE_STRIDE

FREESTYLE = mnk.PRESETS["15x15"].variant


@pytest.fixture(autouse=True)
def weights_are_read_anew() -> Iterator[None]:
    """Before each test, and after it: what it wrote is nobody else's."""
    weights.weights.cache_clear()
    yield
    weights.weights.cache_clear()


def test_every_set_of_four_shapes_has_a_number_of_its_own() -> None:
    sums = [sum(four) for four in combinations_with_replacement(MIX, 4)]
    assert len(set(sums)) == len(sums) == len(patterns.mixes())
    assert max(sums) == MIXES - 1
    assert len(MIX) == SHAPES <= SHAPE_STRIDE


def test_what_comes_with_the_server_was_learned() -> None:
    found = weights.weights()
    assert not np.array_equal(found.values, weights.summed().values)
    assert np.abs(found.values).max() < 10_000  # a whole board of them fits


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "PATH", tmp_path / "weights.txt")
    rng = np.random.default_rng(1)
    given = weights.Weights(
        np.zeros((MIXES, 2), np.int16), rng.integers(-50, 50, ALARMS).astype(np.int32)
    )
    for mix in patterns.mixes():
        given.values[mix] = rng.integers(-900, 900, 2)

    weights.write(given, "how\nthey were made")

    found = weights.weights()
    assert np.array_equal(found.values, given.values)
    assert np.array_equal(found.alarms, given.alarms)
    assert "how\nthey were made" in weights.PATH.read_text()


@pytest.mark.parametrize(
    "broken",
    [
        lambda text: text.replace("\n5 ", "\n6 ", 1),
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: text.replace("sha256", "sha"),
        lambda text: text + "\n0 1 2\n",
    ],
    ids=["a number changed", "cut off", "empty", "no digest", "more behind it"],
)
def test_a_broken_file_is_told_and_the_sums_take_over(
    broken: Callable[[str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    text = broken(weights.PATH.read_text())
    monkeypatch.setattr(weights, "PATH", tmp_path / "weights.txt")
    weights.PATH.write_text(text)

    found = weights.weights()

    assert np.array_equal(found.values, weights.summed().values)
    assert not found.alarms.any()
    assert "weights_not_read" in caplog.text
    position = mnk.Position.start(FREESTYLE).play(112)
    assert Engine(FREESTYLE).analyse(position, Limit(nodes=500)).lines


def test_no_file_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(weights, "PATH", tmp_path / "weights.txt")
    assert np.array_equal(weights.weights().values, weights.summed().values)
    assert "weights_not_read" in caplog.text


def test_the_evaluation_is_the_sum_over_empty_squares_and_the_threats() -> None:
    found, rng = weights.weights(), Random(1)
    for _ in range(30):
        position = mnk.Position.start(FREESTYLE)
        for _ in range(rng.randint(1, 30)):
            position = position.play(rng.choice(position.empty_squares()))
        board = boards.of(position, found)
        for side in range(2):
            total = int(found.alarms[boards.alarm(board, side)])
            for square in position.empty_squares():
                for part, of in enumerate((side, 1 - side)):
                    shapes = board.shape_at[_lines(of, square)]
                    total += int(found.values[sum(MIX[shape] for shape in shapes), part])
            assert boards.evaluate(board, side) == total


def test_sums_leave_out_what_ends_the_game() -> None:
    found = weights.summed()
    for mix, shapes in patterns.mixes().items():
        if LINE in shapes:
            without = mix - MIX[LINE] * shapes.count(LINE)
            plain = [weights.TO_MOVE[0][shape] for shape in patterns.mixes()[without]]
            assert found.values[mix, 0] == sum(plain)


def _lines(side: int, square: mnk.Square) -> slice:
    at = side * LINES + 4 * square
    return slice(at, at + 4)
