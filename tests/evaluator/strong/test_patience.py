"""When a search has had enough, though its time is not up."""

import time

import pytest

from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.strong.engine import Analysis, Continuation, Engine
from games.evaluator.strong.patience import Patience


def found(square: mnk.Square) -> Analysis:
    return Analysis(1, (Continuation(0, (square,)),), 1, 0.0)


def has_enough(patience: Patience, *squares: mnk.Square) -> bool:
    for square in squares:
        patience.told(found(square))
    return bool(patience.abort[0])


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How many seconds have passed since the search began: a cell."""
    cell = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: cell[0])
    return cell


def test_it_ends_when_it_has_had_enough_and_its_move_stays(passed: list[float]) -> None:
    patience = Patience(1_000)
    passed[0] = 0.99
    assert not has_enough(patience, 5, 5)
    passed[0] = 1.0
    assert has_enough(patience, 5)


def test_a_move_that_has_stayed_for_three_depths_needs_less(passed: list[float]) -> None:
    patience = Patience(1_000)
    passed[0] = 0.59
    assert not has_enough(patience, 4, 5, 5, 5)
    passed[0] = 0.6
    assert has_enough(patience, 5)


def test_a_new_move_is_looked_at_longer(passed: list[float]) -> None:
    patience = Patience(1_000)
    passed[0] = 1.5
    assert not has_enough(patience, 5, 5 + 1, 7)
    assert has_enough(patience, 7)


def test_without_an_end_it_never_has_enough(passed: list[float]) -> None:
    passed[0] = 1e9
    assert not has_enough(Patience(), *[5] * 20)


def test_a_search_ends_by_it() -> None:
    variant = mnk.PRESETS["15x15"].variant
    position = mnk.Position.start(variant).play_all([112, 113, 127])
    patience = Patience(1.0)
    seen: list[int] = []

    def told(analysis: Analysis) -> None:
        seen.append(analysis.depth)
        patience.told(analysis)

    analysis = Engine(variant).analyse(position, Limit(depth=40), told, patience.abort)

    assert patience.abort[0]
    assert analysis.depth == seen[-1] < 40
