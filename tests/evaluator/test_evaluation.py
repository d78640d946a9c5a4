"""Values and proofs: what is called proved has been proved."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import proof
from games.evaluator.errors import BadLimit
from games.evaluator.evaluation import (
    Estimated,
    Evaluation,
    Finding,
    Proved,
    Unknown,
    Value,
    Verdict,
    best_squares,
    centre_squares,
    rank,
)
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, Cut, Spent, run

from . import strategies

VARIANT = mnk.Variant(3, 3, 3)
START = mnk.Position.start(VARIANT)
WIN = Finding(Verdict.WIN, 3)


def proved(verdict: Verdict, plies: int | None) -> Proved:
    search = run(lambda budget: Finding(verdict, plies), Limit())
    assert isinstance(search, Completed)
    return Proved(search)


@pytest.mark.parametrize(
    "claim", [WIN, Cut(5), "win", None, Estimated(3.0)], ids=lambda claim: type(claim).__name__
)
def test_nothing_but_a_completed_search_makes_a_proof(claim: Any) -> None:
    with pytest.raises(TypeError, match="made from a completed search"):
        Proved(claim)


def test_nobody_can_say_that_a_search_was_completed() -> None:
    with pytest.raises(TypeError):
        Completed(WIN)
    with pytest.raises(TypeError):
        Completed(WIN, object())


def test_a_completed_search_or_a_proof_cannot_be_changed_into_another() -> None:
    search = run(lambda budget: WIN, Limit())
    assert isinstance(search, Completed)
    value = Proved(search)

    for thing, field in ((search, "answer"), (value, "verdict"), (value, "plies")):
        with pytest.raises(AttributeError):
            setattr(thing, field, Finding(Verdict.LOSS, 2))
    with pytest.raises(TypeError):
        pickle.dumps(search)
    with pytest.raises(TypeError):
        copy.copy(search)


@strategies.law
@given(
    limit=st.integers(1, 30),
    steps=st.lists(st.integers(1, 10), max_size=8),
    swallows=st.booleans(),
)
def test_a_search_that_used_up_its_nodes_is_cut_even_if_it_says_otherwise(
    limit: int, steps: list[int], swallows: bool
) -> None:
    def search(budget: Budget) -> Finding:
        for nodes in steps:
            try:
                budget.spend(nodes)
            except Spent:
                if not swallows:
                    raise
        return WIN

    result = run(search, Limit(nodes=limit))

    assert isinstance(result, Cut) == (sum(steps) >= limit)


def test_a_search_within_an_exhausted_one_is_cut_too() -> None:
    outer = Budget(Limit(nodes=5))

    first = run(lambda budget: budget.spend(4), Limit(nodes=100), within=outer)
    second = run(lambda budget: budget.spend(4), Limit(nodes=100), within=outer)

    assert isinstance(first, Completed)
    assert second == Cut(4)
    assert outer.nodes == 8


def test_an_aborted_search_is_cut() -> None:
    outer = Budget(Limit())
    outer.abort()

    assert isinstance(run(lambda budget: budget.spend(1), Limit(), within=outer), Cut)


def test_an_abort_reaches_the_kernels_of_the_searches_within() -> None:
    outer = Budget(Limit())
    inner, beside = Budget(Limit(), outer), Budget(Limit())
    told, untold = [0], [0]

    with inner.watched(told), beside.watched(untold):
        outer.abort()

    assert (told, untold) == ([1], [0])


def test_time_that_is_up_cuts() -> None:
    def search(budget: Budget) -> None:
        while True:
            budget.spend(1)

    assert isinstance(run(search, Limit(ms=1)), Cut)


@pytest.mark.parametrize("field", ["nodes", "ms", "depth"])
@pytest.mark.parametrize("amount", [0, -1])
def test_a_limit_of_nothing_is_refused(field: str, amount: int) -> None:
    with pytest.raises(BadLimit, match=f"{field} must be more than zero") as refusal:
        Limit(**{field: amount})

    assert refusal.value.code == "badLimit"


def test_a_limit_that_is_no_number_is_refused() -> None:
    with pytest.raises(BadLimit):
        Limit(ms=float("nan"))


def test_values_are_ranked_from_the_quick_win_to_the_quick_loss() -> None:
    order: list[Value] = [
        proved(Verdict.WIN, 1),
        proved(Verdict.WIN, 5),
        proved(Verdict.WIN, None),
        Estimated(0.7),
        Estimated(0.2),
        proved(Verdict.DRAW, 9),
        Estimated(0),
        Unknown(),
        proved(Verdict.LOSS, None),
        proved(Verdict.LOSS, 6),
        proved(Verdict.LOSS, 2),
    ]

    assert sorted(order, key=rank, reverse=True) == order


def test_the_centre_is_avoided_among_equals_only() -> None:
    draw, win = proved(Verdict.DRAW, 9), proved(Verdict.WIN, 5)

    assert best_squares({4: draw, 0: draw, 8: draw}, VARIANT) == (0, 8)
    assert best_squares({4: draw}, VARIANT) == (4,)
    assert best_squares({4: win, 0: draw}, VARIANT) == (4,)
    assert best_squares({}, VARIANT) == ()


@pytest.mark.parametrize(
    ("width", "height", "names"),
    [(3, 3, "b2"), (4, 3, "b2 c2"), (3, 4, "b2 b3"), (4, 4, "b2 c2 b3 c3"), (1, 1, "a1")],
)
def test_the_centre_is_one_two_or_four_squares(width: int, height: int, names: str) -> None:
    variant = mnk.Variant(width, height, 1)

    assert centre_squares(variant) == {mnk.square(name, variant) for name in names.split()}


def test_a_position_is_won_by_one_square_and_lost_or_drawn_by_all() -> None:
    win, loss, draw = proved(Verdict.WIN, 3), proved(Verdict.LOSS, 4), proved(Verdict.DRAW, 4)

    assert Evaluation(START, {0: win, 1: Unknown()}, ()).value == win
    assert Evaluation(START, {0: loss, 1: draw}, ()).value == draw
    assert Evaluation(START, {0: loss, 1: Estimated(0.5)}, ()).value == Estimated(0.5)
    assert Evaluation(START, {0: draw, 1: Unknown()}, ()).value == Unknown()
    assert Evaluation(START, {}, ()).value == Unknown()


def test_a_position_proved_by_itself_needs_no_proof_of_every_square() -> None:
    draw, loss = proved(Verdict.DRAW, 9), proved(Verdict.LOSS, 4)
    half = Evaluation(START, {0: draw, 1: Estimated(0.4)}, (0,), itself=draw)

    assert half.value == draw
    assert half.is_best_proved
    assert not half.is_proved
    assert not Evaluation(START, {0: Estimated(0.1)}, (0,), itself=draw).is_best_proved
    assert not Evaluation(START, {0: draw, 1: Estimated(0.4)}, (1,)).is_best_proved
    assert Evaluation(START, {0: loss, 1: loss}, (0, 1)).is_best_proved


def test_a_position_with_a_proved_draw_is_not_guessed_to_be_worse() -> None:
    draw = proved(Verdict.DRAW, 9)
    poor, good = Estimated(-0.5, is_chance=True), Estimated(0.5, is_chance=True)

    assert Evaluation(START, {0: draw, 1: poor}, ()).value == Estimated(0.0, is_chance=True)
    assert Evaluation(START, {0: draw, 1: good}, ()).value == good
    assert Evaluation(START, {0: proved(Verdict.LOSS, 2), 1: poor}, ()).value == poor


def test_what_follows_from_a_proof_is_one() -> None:
    search = run(lambda budget: WIN, Limit())
    assert isinstance(search, Completed)
    loss = search.then(lambda found: Finding(found.verdict.other, 4))

    assert Proved(loss).verdict is Verdict.LOSS
    with pytest.raises(TypeError):
        pickle.dumps(loss)


def test_a_budget_without_a_time_limit_has_all_the_time() -> None:
    assert Budget(Limit(nodes=3)).seconds_left is None
    assert proof.Budget(Limit(ms=1000), Budget(Limit(ms=1))).seconds_left is not None


def test_an_evaluation_can_be_sent_to_another_process() -> None:
    evaluation = Evaluation(START, {0: proved(Verdict.DRAW, 9), 1: Estimated(1.0)}, (0,))

    assert pickle.loads(pickle.dumps(evaluation)) == evaluation
