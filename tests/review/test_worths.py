"""What a square is worth: seen from the other side, as a chance, and in order."""

import random

import pytest

from games.play.protocol import Verdict
from games.review import worths
from games.review.findings import Worth
from games.review.worths import UNKNOWN, before, chance, estimated, is_proved, proved, rank

IN_ORDER = (
    proved(Verdict.LOSS, 2),
    proved(Verdict.LOSS, 8),
    proved(Verdict.LOSS),
    UNKNOWN,
    estimated(-0.9),
    estimated(-0.1),
    estimated(0.0),
    proved(Verdict.DRAW, 5),
    estimated(0.2),
    estimated(0.7),
    proved(Verdict.WIN),
    proved(Verdict.WIN, 7),
    proved(Verdict.WIN, 1),
)


def test_worths_have_an_order() -> None:
    mixed = random.Random(1).sample(IN_ORDER, len(IN_ORDER))

    assert tuple(sorted(mixed, key=rank)) == IN_ORDER
    assert len({rank(worth) for worth in IN_ORDER}) == len(IN_ORDER)


@pytest.mark.parametrize(
    ("after", "of_the_move"),
    [
        (proved(Verdict.LOSS, 4), proved(Verdict.WIN, 5)),
        (proved(Verdict.WIN), proved(Verdict.LOSS)),
        (proved(Verdict.DRAW, 0), proved(Verdict.DRAW, 1)),
        (estimated(0.25), estimated(-0.25)),
        (UNKNOWN, UNKNOWN),
    ],
)
def test_a_move_is_worth_what_it_leaves_to_the_other(after: Worth, of_the_move: Worth) -> None:
    assert before(after) == of_the_move
    assert str(before(estimated(0.0)).score) == "0.0"


def test_within_a_turn_a_move_is_worth_what_it_leaves_to_the_same_side() -> None:
    assert before(proved(Verdict.WIN, 4), goes_on=True) == proved(Verdict.WIN, 5)
    assert before(estimated(0.25), goes_on=True) == estimated(0.25)


def test_a_chance_is_certain_where_the_worth_is() -> None:
    assert [chance(proved(verdict)) for verdict in (Verdict.LOSS, Verdict.DRAW, Verdict.WIN)] == [
        *(-1.0, 0.0, 1.0)
    ]
    assert chance(estimated(0.12345)) == 0.123
    assert chance(UNKNOWN) is None


def test_a_guess_is_no_proof() -> None:
    win = proved(Verdict.WIN, 3)
    assert is_proved(win)
    assert is_proved(win, Verdict.DRAW, Verdict.WIN)
    assert not is_proved(win, Verdict.DRAW)
    assert not is_proved(estimated(1.0))
    assert not is_proved(worths.UNKNOWN)
