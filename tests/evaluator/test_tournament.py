"""Our player in tournaments: what it plays where the strong engine does not, and in openings."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games import mnk
from games.evaluator import Limit, evaluate, tournament
from games.evaluator.strong.engine import Engine
from games.evaluator.tournament import (
    EVEN,
    EVEN_SHAPES,
    Contestant,
    Means,
    Player,
    Swap2NotPlayed,
    Time,
)

TIC_TAC_TOE = mnk.PRESETS["3x3"].variant
EXACT = mnk.PRESETS["15x15-exact"].variant


def contestant(variant: mnk.Variant) -> Contestant:
    player = Contestant(Random(1))
    player.prepare(variant, Means())
    return player


def played(position: mnk.Position, *names: str) -> mnk.Position:
    for name in names:
        position = position.play(mnk.square(name, position.variant))
    return position


def test_tic_tac_toe_is_perfect_from_every_position() -> None:
    alice = contestant(TIC_TAC_TOE)
    seen = set()
    open_positions = [mnk.Position.start(TIC_TAC_TOE)]
    while open_positions:
        position = open_positions.pop()
        if position in seen or position.is_full or any(map(position.has_line, mnk.Side)):
            continue
        seen.add(position)
        values = evaluate(position, Limit(nodes=1)).squares
        chosen = values[alice.choose(position, Time(10)).square]
        value = evaluate(position, Limit(nodes=1)).value
        assert (chosen.verdict, chosen.plies) == (value.verdict, value.plies)
        open_positions += map(position.play, position.empty_squares())

    assert len(seen) == 4520  # those of the 5,478 positions in which the game goes on


@pytest.mark.parametrize(
    "variant",
    [
        mnk.Variant(1, 1, 1),
        mnk.Variant(2, 1, 2),
        mnk.Variant(1, 6, 6),
        mnk.Variant(32, 1, 3),
        mnk.Variant(5, 5, 4),
        mnk.Variant(8, 8, 8),
        mnk.Variant(12, 12, 9),
        mnk.Variant(10, 9, 8, mnk.LineRule.EXACT),
        mnk.Variant(32, 32, 20),
        mnk.Variant(20, 20, 1),
    ],
    ids=lambda variant: variant.title,
)
def test_every_variant_is_played_from_beginning_to_end_or_long_enough(
    variant: mnk.Variant,
) -> None:
    alice = contestant(variant)
    position = mnk.Position.start(variant)
    for _ in range(12):
        if position.is_full or any(map(position.has_line, mnk.Side)):
            break
        position = position.play(alice.choose(position, Time(20)).square)


def test_a_small_board_is_won_where_it_can_be() -> None:
    variant = mnk.Variant(4, 3, 3)
    start = mnk.Position.start(variant)
    choice = contestant(variant).choose(start, Time(500))

    assert choice.remark == "proved win in 7 plies"
    assert evaluate(start, Limit()).squares[choice.square].plies == 7


def test_the_largest_board_of_exact_search_has_its_moves_proved() -> None:
    variant = mnk.Variant(8, 8, 5)
    position = played(mnk.Position.start(variant), *"a8 a7 b8 b7 c8 c7 d8 h1".split())

    assert contestant(variant).choose(position, Time(500)).remark == "proved win in 1 plies"


def test_of_squares_that_all_draw_the_one_that_promises_most_is_played() -> None:
    variant = mnk.Variant(12, 12, 9)
    choice = contestant(variant).choose(mnk.Position.start(variant), Time(10_000))

    assert choice.remark.startswith("proved draw")
    column, row = choice.square % 12, choice.square // 12
    assert column in range(3, 9)
    assert row in range(3, 9)


@pytest.mark.parametrize("ms", [0.01, 1000.0])
def test_a_line_of_nine_is_completed_and_blocked(ms: float) -> None:
    variant = mnk.Variant(12, 12, 9)
    ours = frozenset(range(12, 20))
    theirs = frozenset(range(48, 55)) | {11}
    position = mnk.Position.of(variant, mnk.BySide(ours, theirs), mnk.Side.BLACK)

    assert contestant(variant).choose(position, Time(ms)).square == 20
    position = mnk.Position.of(variant, mnk.BySide(theirs, ours | {0}), mnk.Side.BLACK)
    assert contestant(variant).choose(position, Time(ms)).square == 20


# Swap2


def test_of_no_stones_three_are_placed_not_always_the_same() -> None:
    start = mnk.Position.start(EXACT)
    openings = set()
    for seed in range(8):
        alice = Contestant(Random(seed))
        alice.prepare(EXACT, Means())
        openings.add(alice.swap2(start, Time(20)))

    # With time for it, the most even of several.
    openings.add(contestant(EXACT).swap2(start, Time(2 * tournament._SHAPE_MS)))
    assert all(len(set(opening)) == 3 for opening in openings)
    assert len(openings) > 1


def test_of_three_stones_the_better_side_is_taken() -> None:
    alice = contestant(EXACT)
    # White has wasted its stone
    black_is_better = played(mnk.Position.start(EXACT), "h8", "a1", "i9")
    # Black has wasted both of its
    white_is_better = played(mnk.Position.start(EXACT), "a1", "h8", "o15")

    assert alice.swap2(black_is_better, Time(300)) == ()
    assert len(alice.swap2(white_is_better, Time(300))) == 1


def test_of_three_even_stones_two_more_are_asked_of_the_other_player() -> None:
    alice = contestant(EXACT)

    def answer(shape: tuple[tuple[int, int], ...]) -> tuple[mnk.Square, ...]:
        start = mnk.Position.start(EXACT)
        for x, y in shape:
            start = start.play((7 + y) * 15 + 7 + x)
        squares = alice.swap2(start, Time(400))
        assert len(set(squares)) == len(squares)
        assert all(start.stone(square) is None for square in squares)
        return squares

    assert any(len(answer(shape)) == 2 for shape in EVEN_SHAPES)


def test_where_nothing_is_proved_the_best_by_estimate_is_played() -> None:
    variant = mnk.Variant(12, 12, 8)
    choice = contestant(variant).choose(mnk.Position.start(variant), Time(10_000))

    assert choice.remark == "estimated"
    column, row = choice.square % 12, choice.square // 12
    assert column in range(3, 9)
    assert row in range(3, 9)


def judge_all(monkeypatch: pytest.MonkeyPatch, score: int) -> None:
    """Whatever is looked at is worth this."""
    analyse = Engine.analyse

    def judged(*asked: Any, **how: Any) -> Any:
        found = analyse(*asked, **how)
        return replace(found, lines=tuple(replace(each, score=score) for each in found.lines))

    monkeypatch.setattr(Engine, "analyse", judged)


@pytest.mark.parametrize("score", [EVEN, EVEN + 1])
def test_as_even_as_may_be_is_still_even(monkeypatch: pytest.MonkeyPatch, score: int) -> None:
    alice = contestant(EXACT)
    judge_all(monkeypatch, score)
    three = played(mnk.Position.start(EXACT), "h8", "a1", "i9")
    assert len(alice.swap2(three, Time(300))) == (2 if score == EVEN else 1)


@pytest.mark.parametrize(("score", "stones"), [(0, 1), (-1, 0)])
def test_of_five_even_stones_white_is_kept(
    monkeypatch: pytest.MonkeyPatch, score: int, stones: int
) -> None:
    alice = contestant(EXACT)
    judge_all(monkeypatch, score)
    five = played(mnk.Position.start(EXACT), "h8", "a1", "i9", "o1", "i8")
    assert len(alice.swap2(five, Time(300))) == stones


def test_of_five_stones_black_is_taken_or_a_sixth_is_placed() -> None:
    alice = contestant(EXACT)
    for_black = played(mnk.Position.start(EXACT), "h8", "a1", "i9", "o1", "i8")
    for_white = played(mnk.Position.start(EXACT), "a1", "h8", "o15", "i9", "o1")

    assert alice.swap2(for_black, Time(200)) == ()
    assert len(alice.swap2(for_white, Time(200))) == 1


@pytest.mark.parametrize("variant", [TIC_TAC_TOE, mnk.Variant(12, 12, 9)], ids=str)
def test_swap2_is_refused_where_it_is_not_played(variant: mnk.Variant) -> None:
    with pytest.raises(Swap2NotPlayed):
        contestant(variant).swap2(mnk.Position.start(variant), Time(50))


def test_a_player_need_not_play_swap2() -> None:
    with pytest.raises(Swap2NotPlayed):
        Player().swap2(mnk.Position.start(EXACT), Time(50))


@pytest.mark.parametrize(("width", "is_searched"), [(8, True), (9, False)])
def test_what_can_be_searched_keeps_to_its_limit(width: int, is_searched: bool) -> None:
    variant = mnk.Variant(width, 8, 8)
    alice = contestant(variant)
    alice._look(mnk.Position.start(variant), Limit(nodes=10))
    assert (alice._look_ms[variant] == 0) is is_searched
