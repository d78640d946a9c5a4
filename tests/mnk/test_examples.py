"""Every line rule and every board says what it is, with boards that show it."""

import pytest

from games import mnk


def _positions(rule: mnk.LineRule) -> list[mnk.Position]:
    return [mnk.position_drawn(each.board, each.k, rule) for each in rule.says.examples]


@pytest.mark.parametrize("rule", mnk.LineRule)
def test_a_rule_is_shown_by_boards_it_calls_won_and_then_by_one_it_does_not(
    rule: mnk.LineRule,
) -> None:
    positions = _positions(rule)
    won = [position.has_line(mnk.Side.BLACK) for position in positions]

    assert won == sorted(won, reverse=True)
    assert {True, False} <= set(won)
    assert not any(position.has_line(mnk.Side.WHITE) for position in positions)


@pytest.mark.parametrize("rule", mnk.LineRule)
def test_the_boards_of_a_rule_are_those_of_games(rule: mnk.LineRule) -> None:
    for position in [] if rule.says.either_kind else _positions(rule):
        ahead = position.count(mnk.Side.BLACK) - position.count(mnk.Side.WHITE)
        assert ahead in (0, 1)


@pytest.mark.parametrize("rule", mnk.LineRule)
def test_a_square_that_a_board_calls_forbidden_is(rule: mnk.LineRule) -> None:
    for each in rule.says.examples:
        position = mnk.position_drawn(each.board, each.k, rule, mnk.Side.BLACK)
        names = [mnk.name(square, position.variant) for square in position.forbidden]

        assert not each.forbidden or each.forbidden in names
    assert rule.says.forbids is any(each.forbidden for each in rule.says.examples)


@pytest.mark.parametrize("rule", mnk.LineRule)
def test_a_rule_says_what_wins_and_what_does_not(rule: mnk.LineRule) -> None:
    says = rule.says

    assert says.about == f"{says.wins} {says.fails}"
    assert says.about.endswith(".")
    assert says.name == says.called
    captions = [each.caption for each in says.examples]
    assert len(set(captions)) == len(captions)


def test_each_board_says_what_it_is_like_in_two_sentences() -> None:
    about = [preset.about for preset in mnk.PRESETS.values()]

    assert len(set(about)) == len(about)
    assert all(each.count(". ") == 1 and each.endswith(".") for each in about)


def test_a_board_is_as_large_as_its_drawing() -> None:
    position = mnk.position_drawn(
        """
        . . X
        . O .
        """,
        2,
        mnk.LineRule.EXACT,
        mnk.Side.WHITE,
    )

    assert position.variant == mnk.Variant(3, 2, 2, mnk.LineRule.EXACT)
    assert position.stones(mnk.Side.BLACK) == (5,)
    assert position.side_to_move is mnk.Side.WHITE


@pytest.mark.parametrize("text", ["", "X .\n.", "X ?"])
def test_what_is_no_drawing_of_a_board_is_refused(text: str) -> None:
    with pytest.raises(mnk.RuleError):
        mnk.position_drawn(text, 1)
