"""Wins by continuous fours where a four may have several answers, or none."""

import random
from functools import partial

import pytest

from games import mnk
from games.evaluator import Limit, NothingToPlay, everyfour
from games.evaluator.proof import Completed, Cut, run
from games.evaluator.strong import fours
from tests.evaluator import plain_fours

LIMIT = Limit(nodes=60_000)


def _found(position: mnk.Position) -> everyfour.EveryFour | None:
    search = run(partial(everyfour.first_fours, position), LIMIT)
    return search.answer if isinstance(search, Completed) else None


def _crowded(rule: mnk.LineRule, rng: random.Random, stones: int) -> mnk.Position:
    """Both sides' stones close together on 9×9; nobody has a line. Either side is to move."""
    variant = mnk.Variant(9, 9, 5, rule)
    near = [at for at in range(81) if 2 <= at % 9 <= 6 and 1 <= at // 9 <= 6]
    while True:
        several = rng.sample(near, 2 * stones)
        sides = mnk.BySide(frozenset(several[:stones]), frozenset(several[stones:]))
        position = mnk.Position.of(variant, sides, rng.choice(tuple(mnk.Side)))
        if not any(map(position.has_line, mnk.Side)):
            return position


@pytest.mark.parametrize("rule", [mnk.LineRule.CARO, mnk.LineRule.RENJU])
def test_wins_by_fours_are_those_of_the_definition(rule: mnk.LineRule) -> None:
    rng = random.Random(rule.value)
    wins = answered = several = unanswered = 0
    for _ in range(70):
        position = _crowded(rule, rng, 6)
        found = _found(position)
        if found is None:
            continue
        plain = plain_fours.Fours(position.variant)
        board, sign = plain_fours.of(position)
        assert found.wins == plain.wins(board, sign), mnk.position_line(position)
        for four, reply in found.replies.items():
            after = position.play(four)
            answers = plain.answers(plain_fours.of(after)[0], sign)
            assert answers is not None
            unanswered += not answers
            several += len(answers) > 1
            assert reply in answers or (found.wins[four] == 3 and not answers)
            left = plain.least(*plain_fours.of(after.play(reply)))
            if four in found.wins:
                assert left == found.wins[four] - 2
                assert reply in found.longest[four]
                assert not answers or set(found.longest[four]) <= set(answers)
            else:
                assert left is None
                answered += 1
        wins += len(found.wins)
    assert wins > 20
    assert answered > 20
    assert unanswered
    assert (several > 3) is rule.says.ends_block


def test_where_a_four_has_one_answer_it_says_what_the_other_search_says() -> None:
    rng = random.Random(4)
    wins = 0
    for _ in range(25):
        position = _crowded(mnk.LineRule.EXACT, rng, 7)
        found = _found(position)
        if found is None:
            continue
        search = run(partial(fours.first_fours, position), Limit())
        assert isinstance(search, Completed)
        assert found.wins == search.answer.wins
        answers = search.answer.replies
        for four, reply in found.replies.items():
            assert four in found.wins or reply == answers[four]
        wins += len(found.wins)
    assert wins > 20


def test_white_wins_where_black_may_not_block() -> None:
    # On the square that stops white's four black would make a row of six.
    position = mnk.position_drawn(
        """
        . . . . X . . . .
        . . . . O . . . .
        . X X X . X X . .
        . . . . O . . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . X . . . .
        """,
        5,
        mnk.LineRule.RENJU,
        mnk.Side.WHITE,
    )
    found = _found(position)
    assert found is not None
    four, gap = (mnk.square(name, position.variant) for name in ("e2", "e5"))
    assert gap in position.play(four).forbidden
    assert found.wins == {four: 3}
    assert found.replies[four] in position.play(four).playable_squares()
    caro = mnk.position_from_line(mnk.position_line(position).replace("renju", "caro"))
    else_found = _found(caro)
    assert else_found is not None
    assert not else_found.wins


def test_in_caro_one_stone_beyond_an_open_four_may_stop_it() -> None:
    position = mnk.position_drawn(
        ". . . . . . . .\n. O . X X X . .\n. . . . . . . .", 5, mnk.LineRule.CARO, mnk.Side.BLACK
    )
    found = _found(position)
    assert found is not None
    c2, g2, h2 = (mnk.square(name, position.variant) for name in ("c2", "g2", "h2"))
    assert found.wins == {}
    assert found.replies == {c2: g2, g2: h2, h2: g2}


def test_a_game_that_is_over_and_a_budget_that_is_spent_are_told() -> None:
    over = mnk.position_drawn("X X X X X .", 5, mnk.LineRule.CARO, mnk.Side.WHITE)
    with pytest.raises(NothingToPlay):
        _found(over)
    position = mnk.position_drawn(". X X X . . .", 5, mnk.LineRule.CARO, mnk.Side.BLACK)
    search = run(partial(everyfour.first_fours, position), Limit(nodes=50))
    assert isinstance(search, Cut)
