"""A game as forms and programs ask for it: what is missing is named."""

from typing import Any

import pytest

from games import mnk
from games.play.requested import CUSTOM, requested_clock, requested_variant

FIVE: dict[str, Any] = {
    "preset": CUSTOM,
    "width": 7,
    "height": 6,
    "k": 5,
    "line_rule": "exact",
}


def test_a_preset_is_itself_whatever_else_is_stated() -> None:
    assert requested_variant(**FIVE | {"preset": "15x15"}) == mnk.PRESETS["15x15"].variant


def test_a_board_of_ones_own_is_as_stated() -> None:
    assert requested_variant(**FIVE) == mnk.Variant(7, 6, 5, mnk.LineRule.EXACT)
    full = requested_variant(**FIVE | {"width": 3, "height": 5, "k": None, "line_rule": "full"})
    assert full == mnk.Variant.full_lines(3, 5)


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"preset": "ludo"}, "preset", "There is no preset 'ludo'"),
        ({"line_rule": "long"}, "line_rule", "line_rule must be one of freestyle, exact"),
        ({"width": None}, "width", "width must be a whole number"),
        ({"height": None}, "height", "height must be a whole number"),
        ({"k": None}, "k", "k must be a whole number"),
        ({"width": 99}, "width", "width"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(mnk.VariantError, match=sentence) as refused:
        requested_variant(**FIVE | wrong)
    assert refused.value.field == field


def test_a_clock_is_wished_in_its_words_or_not_at_all() -> None:
    assert requested_clock(None) is None
    assert requested_clock("5+3") == mnk.time_control_from_text("5+3")
    with pytest.raises(mnk.TimeControlError):
        requested_clock("soon")
