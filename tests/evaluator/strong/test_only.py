"""Where fours are the only way to win: what the search claims is what trying everything says."""

import random
from functools import partial

import pytest

from games import mnk
from games.evaluator import Limit, NothingToPlay
from games.evaluator.proof import Completed, Cut, run
from games.evaluator.strong.fours import first_fours
from games.evaluator.strong.only import lost_without_fours
from games.thinking import puzzling
from tests.evaluator import brute


@pytest.mark.parametrize(
    "variant",
    [mnk.Variant(4, 4, 3), mnk.Variant(5, 4, 4), mnk.Variant(5, 5, 4, mnk.LineRule.EXACT)],
    ids=lambda variant: f"{variant.title}",
)
def test_every_move_that_begins_no_win_by_fours_loses_as_it_says(variant: mnk.Variant) -> None:
    rng = random.Random(variant.title)
    settled = refused = won = 0
    for _ in range(1_500 if variant.k == 3 else 3_000):
        position = _late(variant, rng)
        if position is None:
            continue
        search = run(partial(lost_without_fours, position), Limit(nodes=50_000))
        assert isinstance(search, Completed)
        if search.answer is None:
            refused += 1
            continue
        settled += 1
        fours = run(partial(first_fours, position), Limit(nodes=50_000))
        assert isinstance(fours, Completed)
        sign = "XO"[position.side_to_move]
        ends = brute.after_each(brute.board_of(position), sign, variant)
        for square, (outcome, plies) in ends.items():
            if square in fours.answer.wins:
                won += 1
                assert (outcome, plies) == ("win", fours.answer.wins[square])
            else:
                assert outcome == "loss", (mnk.position_line(position), square)
        for square, line in search.answer.items():
            _wins(position.play(square), line)
    assert settled > 2
    assert refused > 0
    assert won > 0


def _late(variant: mnk.Variant, rng: random.Random) -> mnk.Position | None:
    """A position with few empty squares, in which nothing is won or forced yet."""
    position = mnk.Position.start(variant)
    squares = list(position.empty_squares())
    rng.shuffle(squares)
    for square in squares[: -rng.choice((8, 9, 10))]:
        position = position.play(square)
    return None if puzzling.is_trivial(position) else position


def _wins(position: mnk.Position, line: tuple[mnk.Square, ...]) -> None:
    side = position.side_to_move
    for square in line:
        assert not any(map(position.has_line, mnk.Side))
        position = position.play(square)
    assert position.has_line(side)


FIGHT = "10x10x5-freestyle/10/10/10/3OX1OO2/3XXX1O2/3XXOX3/3X1O1O2/10/10/10/O"


def test_a_search_that_is_cut_says_nothing() -> None:
    position = mnk.position_from_line(FIGHT)
    whole = run(lambda budget: lost_without_fours(position, budget), Limit(nodes=100_000))
    assert isinstance(whole, Completed)
    assert whole.answer
    for nodes in (1, 20, 60):
        cut = run(lambda budget: lost_without_fours(position, budget), Limit(nodes=nodes))
        assert isinstance(cut, Cut)


def test_it_is_the_same_however_the_board_lies() -> None:
    position = mnk.position_from_line(FIGHT)
    for moved in mnk.symmetries(position.variant):
        turned = mnk.Position.of(
            position.variant,
            mnk.BySide(*(frozenset(moved[at] for at in position.stones(s)) for s in mnk.Side)),
            position.side_to_move,
        )
        found = run(partial(lost_without_fours, turned), Limit(nodes=100_000))
        assert isinstance(found, Completed)
        assert found.answer is not None
        assert len(found.answer) == 82


def test_with_a_block_that_holds_nothing_is_claimed() -> None:
    open_three = mnk.position_from_line("9x9x5-freestyle/9/9/9/3XXX3/9/3OO4/9/9/9/O")
    found = run(lambda budget: lost_without_fours(open_three, budget), Limit(nodes=100_000))
    assert isinstance(found, Completed)
    assert found.answer is None


def _laid(variant: mnk.Variant, black: str, white: str) -> mnk.Position:
    """Stones on the squares named, black to move."""
    x, o = (frozenset(mnk.moves_from_text(names, variant)) for names in (black, white))
    return mnk.Position.of(variant, mnk.BySide(x, o), mnk.Side.BLACK)


def test_a_move_that_completes_a_line_is_neither_quiet_nor_a_four() -> None:
    """X has five at f5, where O makes two fours at once: each quiet move of X loses."""
    variant = mnk.Variant(10, 10, 5)
    position = _laid(variant, "b5 c5 d5 e5 i1 i9 b9", "a5 f2 f3 f4 c2 d3 e4")

    found = run(lambda budget: lost_without_fours(position, budget), Limit(nodes=100_000))

    assert isinstance(found, Completed)
    assert found.answer is not None
    five, four = mnk.square("f5", variant), mnk.square("g5", variant)
    assert set(found.answer) == set(position.empty_squares()) - {five, four}


def test_a_win_of_several_fours_is_found_too() -> None:
    """O has fours at f3, f4 and i4, the last one open; the same once more with the board turned."""
    variant = mnk.Variant(15, 15, 5)
    position = _laid(variant, "b3 f7 n13 j9", "c3 d3 e3 f5 f6 g4 h4 m13 l13 k13 j11 j10 i12 h12")

    found = run(partial(lost_without_fours, position), Limit(nodes=100_000))

    assert isinstance(found, Completed)
    assert found.answer is not None
    assert set(found.answer) == set(position.empty_squares())
    assert {len(line) for line in found.answer.values()} == {7}


def test_a_game_that_is_over_has_nothing_to_play() -> None:
    over = mnk.position_from_line("5x1x3-freestyle/XXX2/O")
    with pytest.raises(NothingToPlay):
        run(lambda budget: lost_without_fours(over, budget), Limit(nodes=10))
