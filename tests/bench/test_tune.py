"""The evaluation learns from games: kept one by one, gone on with, and read as rows."""

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import tune
from games import mnk
from games.evaluator.strong import board as boards
from games.evaluator.strong import patterns, weights

BOARD = mnk.Variant(9, 9, 5)


def _played(path: Path, games: int) -> list[dict[str, Any]]:
    options = Namespace(
        file=path, games=games, variant=BOARD, nodes=60, noise=12, seed=1, sums=True, processes=1
    )
    tune.play(options)
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_run_that_was_cut_off_goes_on_with_the_games_that_are_missing(tmp_path: Path) -> None:
    whole = _played(tmp_path / "whole.jsonl", 4)
    cut = tmp_path / "cut.jsonl"
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    cut.write_text(lines[0] + lines[2] + lines[3][:20])

    again = _played(cut, 4)

    assert [game["number"] for game in whole] == [0, 1, 2, 3]
    assert sorted(again, key=lambda game: game["number"]) == whole
    for game in whole:
        state = mnk.GameState.replay(BOARD, game["moves"])
        assert len(game["scores"]) == len(game["moves"]) - game["first"]
        if state.outcome is not None and state.outcome.winner is not None:
            assert game["result"] == float(state.outcome.winner is mnk.Side.BLACK)


def test_a_row_s_sum_is_the_evaluation(tmp_path: Path) -> None:
    games = _played(tmp_path / "games.jsonl", 6)
    columns, found = tune.Columns(), weights.weights()

    rows = tune.read([json.dumps(game) for game in games], columns, 0.5)

    vector, evaluated = columns.vector(found), []
    for game in games:
        position = mnk.GameState.replay(BOARD, game["moves"][: game["first"]]).position
        for square in game["moves"][game["first"] :]:
            board = boards.of(position, found)
            if not tune._is_near(board):
                evaluated.append(boards.evaluate(board, int(position.side_to_move)) / tune.UNIT)
            position = position.play(square)
    assert len(evaluated) == len(rows.worth) > 20
    assert [
        float(rows.counts[begin:end] @ vector[rows.features[begin:end]])
        for begin, end in zip(rows.begins, rows.begins[1:], strict=False)
    ] == pytest.approx(evaluated)
    assert ((rows.worth >= 0) & (rows.worth <= 1)).all()


def test_what_is_learned_foretells_better_and_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(weights, "PATH", tmp_path / "weights.txt")
    file = tmp_path / "games.jsonl"
    _played(file, 60)
    options = Namespace(
        files=[file], of_score=0.5, pull=3.0, rate=0.01, epochs=30, seed=1, write=True, note="here"
    )

    tune.fit(options)

    told = capsys.readouterr().out
    before, after = (float(line.split()[-1]) for line in told.splitlines() if "error" in line)
    assert after < before
    assert "here" in weights.PATH.read_text()
    found = weights.read(weights.PATH.read_text())
    bare = [mix for mix, shapes in patterns.mixes().items() if max(shapes) < 3]
    assert not found.values[bare].any()
    assert np.abs(found.values).max() > 50
