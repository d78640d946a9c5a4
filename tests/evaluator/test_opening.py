"""What bots decide in openings: by what they would get, whatever their role."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bench.openings import played
from games import mnk
from games.evaluator.levels import level_for
from games.evaluator.opening import EVEN, _after_the_fourth, _Judge, _near, decide
from games.evaluator.strong.engine import Engine

EXACT = mnk.PRESETS["15x15-exact"].variant


def opened(rule: mnk.OpeningRule, names: str, variant: mnk.Variant = EXACT) -> mnk.GameState:
    state = mnk.GameState.start(variant, opening=rule)
    for square in mnk.moves_from_text(names, variant):
        state = state.play(square, by=state.side_to_move)
    return state


def decided(state: mnk.GameState, level: str = "casual", seed: int = 1) -> object:
    assert state.opening is not None
    return decide(state.opening, level_for(level), seed, 1_000)


@pytest.mark.parametrize(
    ("names", "better"),
    [
        ("h8a1h9", "black"),  # two stones together, and white's in the corner
        ("a1h8o15", "white"),
    ],
)
@pytest.mark.parametrize("rule", [mnk.OpeningRule.SWAP, mnk.OpeningRule.SWAP2])
def test_the_better_side_is_chosen(rule: mnk.OpeningRule, names: str, better: str) -> None:
    assert decided(opened(rule, names)) is mnk.Choice(better)


def test_it_is_the_position_that_decides_and_not_the_place_on_the_board() -> None:
    """The same three stones elsewhere, and turned: the same choice."""
    for names in ("e5a15e6", "k5a15l5", "e11o1f12"):
        assert decided(opened(mnk.OpeningRule.SWAP2, names)) is mnk.Choice.BLACK


BOARDS = {
    "15x15-exact": "casual",
    "15x15-caro": "novice",
    "9x9x5-renju": "club",
    "9x9x5": "aggressive",
    "7x7x4": "random",
    "15x15-renju": "beginner",
}


@pytest.mark.parametrize(
    ("rule", "board"),
    [
        (rule, board)
        for rule in mnk.OpeningRule
        for board in BOARDS
        if rule.says.steps and rule.is_possible(mnk.variant_from_text(board))
    ],
)
def test_bots_open_by_every_rule_in_both_roles_and_are_never_refused(
    rule: mnk.OpeningRule, board: str
) -> None:
    variant = mnk.variant_from_text(board)
    for seed in (1, 2):
        # Any refusal is raised.
        assert played(variant, rule, BOARDS[board], 200, seed, Counter()).is_over


RENJU = mnk.PRESETS["15x15-renju"].variant


def stepped(state: mnk.GameState, *steps: str) -> mnk.GameState:
    """The game after these choices and squares."""
    for step in steps:
        if step in list(mnk.Choice):
            state = state.choose(mnk.Choice(step), by=state.side_to_move)
        else:
            state = state.play(mnk.square(step, state.variant), by=state.side_to_move)
    return state


@pytest.mark.parametrize("variant", [EXACT, RENJU])
@pytest.mark.parametrize("number", [2, 5, 8])
def test_what_is_offered_is_best_for_black_and_never_the_same_by_symmetry(
    variant: mnk.Variant, number: int
) -> None:
    start = opened(mnk.OpeningRule.SOOSORV_8, "h8h9h10", variant)
    state = stepped(start, "white", "h11", str(number), "black")  # left and right are the same
    assert state.opening is not None
    assert state.opening.alike
    offer = decided(state)
    assert isinstance(offer, tuple)
    assert len(offer) == number
    after = state.choose(offer, by=state.side_to_move)  # it is not refused
    assert after.opening is not None
    assert after.opening.offered == offer
    # Those with the most stones around, not in a corner.
    assert all(2 <= square % 15 <= 12 and 2 <= square // 15 <= 12 for square in offer)


@pytest.mark.parametrize("variant", [EXACT, RENJU])
def test_white_keeps_the_square_that_is_worst_for_black(variant: mnk.Variant) -> None:
    state = stepped(opened(mnk.OpeningRule.RIF, "h8i9g9", variant), "white", "o15")
    assert state.opening is not None
    offer = tuple(mnk.square(name, variant) for name in ("i7", "a1"))  # a1 is far from everything
    for each in (offer, offer[::-1]):
        assert decided(state.choose(each, by=mnk.Side.BLACK)) == offer[1]


@pytest.mark.parametrize("rule", [mnk.OpeningRule.SOOSORV_8, mnk.OpeningRule.YAMAGUCHI])
def test_a_number_is_declared_that_may_be(rule: mnk.OpeningRule) -> None:
    state = opened(rule, "h8h9j10", RENJU)
    if rule is mnk.OpeningRule.SOOSORV_8:
        state = stepped(state, "white", "k6")
    assert state.opening is not None
    assert decided(state) in state.opening.choices


def test_the_last_stone_before_the_choice_leaves_the_sides_as_even_as_can_be() -> None:
    opening = opened(mnk.OpeningRule.SWAP, "h8a1").opening
    assert opening is not None
    level, rng = level_for("master"), Random(1)
    near = _near(opening.position, opening.playable_squares(), Random(1))
    judge = _Judge(level, 300, seed=1, noise=0, rng=rng)
    uneven = {square: abs(judge.worth(opening.position.play(square))) for square in near}

    chosen = decide(opening, level, 1, 300)
    assert isinstance(chosen, int)
    assert uneven[chosen] == min(uneven.values())


def test_the_first_stones_lie_up_to_four_columns_and_rows_from_the_middle() -> None:
    start = mnk.Position.start(EXACT)
    near = {
        divmod(square, 15)
        for seed in range(20)
        for square in _near(start, start.empty_squares(), Random(seed))
    }
    assert {row for row, _ in near} == {column for _, column in near} == set(range(3, 12))


TARAGUCHI = ("h8", "white", "g9", "black", "h9", "white", "e5")


@pytest.mark.parametrize(
    ("rule", "steps", "score", "is_chosen"),
    [
        (mnk.OpeningRule.SWAP2, ("h8", "a1", "h9"), EVEN // 2, mnk.Choice.TWO_MORE),
        (mnk.OpeningRule.SWAP2, ("h8", "a1", "h9"), EVEN // 2 + 1, mnk.Choice.WHITE),
        (mnk.OpeningRule.SWAP, ("h8", "a1", "h9"), 0, mnk.Choice.WHITE),
        (mnk.OpeningRule.SWAP, ("h8", "a1", "h9"), -1, mnk.Choice.BLACK),
        (mnk.OpeningRule.TARAGUCHI_10, TARAGUCHI, -EVEN // 2, mnk.Choice.WHITE),
        (mnk.OpeningRule.TARAGUCHI_10, TARAGUCHI, -EVEN // 2 - 1, mnk.Choice.TEN),
    ],
)
def test_just_even_is_even_and_a_point_more_is_not(
    monkeypatch: pytest.MonkeyPatch,
    rule: mnk.OpeningRule,
    steps: tuple[str, ...],
    score: int,
    is_chosen: mnk.Choice,
) -> None:
    analyse = Engine.analyse

    def judged(*asked: Any, **how: Any) -> Any:
        found = analyse(*asked, **how)
        return replace(found, lines=tuple(replace(each, score=score) for each in found.lines))

    monkeypatch.setattr(Engine, "analyse", judged)
    assert decided(stepped(opened(rule, ""), *steps), "master") is is_chosen


def test_the_fourth_stone_is_foreseen_and_no_fifth() -> None:
    judge = _Judge(level_for("novice"), 100, seed=1, noise=0, rng=Random(1))
    three = opened(mnk.OpeningRule.SOOSORV_8, "h8h9j10", RENJU)
    four = stepped(three, "white", "k6")
    assert three.opening is not None
    assert four.opening is not None
    stands = three.opening.position
    assert _after_the_fourth(three.opening, judge) in map(stands.play, stands.playable_squares())
    assert _after_the_fourth(four.opening, judge) == four.opening.position


def test_ten_squares_are_offered_where_black_is_better_even_so() -> None:
    rule = mnk.OpeningRule.TARAGUCHI_10
    good = stepped(opened(rule, "", EXACT), *TARAGUCHI)  # White's stones stand apart
    assert decided(good) is mnk.Choice.TEN
    assert isinstance(decided(stepped(good, "10")), tuple)


def test_the_same_seed_decides_alike_and_others_open_otherwise() -> None:
    start = opened(mnk.OpeningRule.SWAP2, "")
    first = [decided(start, seed=seed) for seed in range(8)]
    assert first == [decided(start, seed=seed) for seed in range(8)]
    assert len(set(first)) > 3


def test_between_equals_swap2_is_even() -> None:
    """Fifty games: no role and no side wins more than three in five."""
    found: Counter[str] = Counter()
    for number in range(50):
        state = played(
            EXACT, mnk.OpeningRule.SWAP2, "casual", 1_000, 100_000 + 1_000 * number, found
        )
        assert state.opening is not None
        assert state.outcome is not None
        if state.outcome.winner is None:
            continue
        found[state.outcome.winner.word] += 1
        opener = state.opening.side_of(mnk.Person.OPENER)
        found["opener" if state.outcome.winner is opener else "answerer"] += 1
    for who in ("black", "white", "opener", "answerer"):
        assert found[who] <= 30, found
    # Every choice there is was made by somebody.
    assert all(found[f"chose {choice} after 3"] for choice in ("black", "white", "two")), found
