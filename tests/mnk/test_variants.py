"""Variants: the limits field by field, the titles, and the presets people choose from."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk

from . import strategies

FREESTYLE, EXACT, FULL = mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT, mnk.LineRule.FULL_LINES
CARO, RENJU = mnk.LineRule.CARO, mnk.LineRule.RENJU


@pytest.mark.parametrize(
    ("width", "height", "k", "line_rule"),
    [
        (1, 1, 1, FREESTYLE),
        (32, 32, 32, FREESTYLE),
        (32, 1, 32, EXACT),
        (1, 32, 1, FREESTYLE),
        (3, 5, 5, FREESTYLE),
        (3, 5, 3, FULL),
        (32, 1, 1, FULL),
        (5, 5, 5, RENJU),
        (32, 5, 5, RENJU),
    ],
)
def test_variants_at_the_limits_can_be_played(
    width: int, height: int, k: int, line_rule: mnk.LineRule
) -> None:
    variant = mnk.Variant(width, height, k, line_rule)

    assert variant.squares == width * height


@pytest.mark.parametrize(
    ("field", "width", "height", "k", "line_rule", "sentence"),
    [
        ("width", 0, 3, 3, FREESTYLE, "The width must be from 1 to 32, not 0."),
        ("width", 33, 3, 3, FREESTYLE, "The width must be from 1 to 32, not 33."),
        ("width", -1, 99, 3, FULL, "The width must be from 1 to 32, not -1."),
        ("height", 3, 0, 3, FREESTYLE, "The height must be from 1 to 32, not 0."),
        ("height", 3, 33, 3, EXACT, "The height must be from 1 to 32, not 33."),
        ("k", 3, 5, 0, FREESTYLE, "A row must be from 1 to 5 long on this board, not 0."),
        ("k", 3, 5, 6, FREESTYLE, "A row must be from 1 to 5 long on this board, not 6."),
        ("k", 5, 3, 6, EXACT, "A row must be from 1 to 5 long on this board, not 6."),
        ("k", 3, 5, 5, FULL, "With full lines, a row is as long as the shorter edge: 3, not 5."),
        ("width", 3, 3, 5, RENJU, "Renju needs a board of at least 5×5 squares."),
        ("height", 15, 4, 5, RENJU, "Renju needs a board of at least 5×5 squares."),
        ("k", 15, 15, 4, RENJU, "Renju is played with 5 in a row, not 4."),
        ("k", 15, 15, 6, RENJU, "Renju is played with 5 in a row, not 6."),
        ("k", 3, 5, 2, FULL, "With full lines, a row is as long as the shorter edge: 3, not 2."),
    ],
)
def test_a_variant_outside_the_limits_names_the_field_at_fault(
    field: str, width: int, height: int, k: int, line_rule: mnk.LineRule, sentence: str
) -> None:
    with pytest.raises(mnk.VariantError) as refusal:
        mnk.Variant(width, height, k, line_rule)

    assert refusal.value.field == field
    assert refusal.value.sentence == str(refusal.value) == sentence
    assert refusal.value.code == "badVariant"


@strategies.law
@given(st.integers(-3, 40), st.integers(-3, 40), st.integers(-3, 40), st.sampled_from(mnk.LineRule))
def test_a_variant_exists_exactly_within_the_limits(
    width: int, height: int, k: int, line_rule: mnk.LineRule
) -> None:
    allowed = (
        width in range(1, 33)
        and height in range(1, 33)
        and (
            k == min(width, height) if line_rule is FULL else k in range(1, max(width, height) + 1)
        )
        and (line_rule is not RENJU or (k == 5 and min(width, height) >= 5))
    )
    try:
        mnk.Variant(width, height, k, line_rule)
    except mnk.VariantError:
        assert not allowed
    else:
        assert allowed


@pytest.mark.parametrize(
    ("variant", "title"),
    [
        (mnk.Variant(3, 3, 3), "3×3, three in a row"),
        (mnk.Variant(15, 15, 5, EXACT), "15×15, exactly five"),
        (mnk.Variant(12, 10, 10), "12×10, ten in a row"),
        (mnk.Variant(12, 10, 11), "12×10, 11 in a row"),
        (mnk.Variant(15, 15, 5, CARO), "15×15, caro, exactly five"),
        (mnk.Variant(15, 15, 5, RENJU), "15×15, renju"),
        (mnk.Variant.full_lines(5, 3), "5×3, full lines"),
        (mnk.Variant(4, 4, 3, mnk.LineRule.MISERE), "4×4, misère, three in a row"),
        (mnk.Variant(7, 6, 4, mnk.LineRule.GRAVITY), "7×6, four in a row, stones fall"),
        (mnk.PRESETS["19x19-connect6"].variant, "19×19, six in a row, two stones a turn"),
        (mnk.PRESETS["3x3-wild"].variant, "3×3, wild, three in a row"),
        (mnk.PRESETS["6x6-pillars"].variant, "6×6, four in a row, 4 squares blocked"),
    ],
)
def test_a_variant_is_called_by_its_board_and_rule(variant: mnk.Variant, title: str) -> None:
    assert variant.title == title


def test_a_line_rule_nobody_knows_is_none() -> None:
    with pytest.raises(ValueError, match="tetris"):
        mnk.LineRule("tetris")


@pytest.mark.parametrize("rule", mnk.LineRule)
def test_what_a_line_rule_says_is_its_own(rule: mnk.LineRule) -> None:
    others = [other for other in mnk.LineRule if other is not rule]

    assert mnk.LineRule(rule.value) is rule
    assert all(other.says.title != rule.says.title for other in others)
    assert all(other.says.choice != rule.says.choice for other in others)
    assert not {word for other in others for word in other.says.heard} & set(rule.says.heard)
    if rule.says.gomocup is not None:
        assert mnk.GOMOCUP[rule.says.gomocup] is rule


def test_line_rules_are_kept_by_their_words() -> None:
    words = [rule.value for rule in mnk.LineRule]
    assert words == [
        *("freestyle", "exact", "caro", "renju", "full", "misere", "gravity", "connect6", "wild")
    ]


def test_what_is_to_be_completed_has_words() -> None:
    assert mnk.Variant(15, 15, 5, EXACT).goal == "five in a row"
    assert mnk.Variant.full_lines(3, 5).goal == "a full line"


def test_full_lines_of_a_rectangle_have_the_shorter_edge_as_k() -> None:
    assert mnk.Variant.full_lines(3, 5) == mnk.Variant(3, 5, 3, FULL)
    assert mnk.Variant.full_lines(5, 3) == mnk.Variant(5, 3, 3, FULL)


def test_the_presets_are_those_of_the_product() -> None:
    assert {key: preset.variant for key, preset in mnk.PRESETS.items()} == {
        "3x3": mnk.Variant(3, 3, 3),
        "4x4": mnk.Variant(4, 4, 4),
        "5x4": mnk.Variant(5, 4, 4),
        "6x5": mnk.Variant(6, 5, 4),
        "7x7": mnk.Variant(7, 7, 5),
        "10x10": mnk.Variant(10, 10, 5),
        "15x15": mnk.Variant(15, 15, 5),
        "15x15-exact": mnk.Variant(15, 15, 5, EXACT),
        "15x15-caro": mnk.Variant(15, 15, 5, CARO),
        "15x15-renju": mnk.Variant(15, 15, 5, RENJU),
        "19x19": mnk.Variant(19, 19, 5),
        "20x20": mnk.Variant(20, 20, 5),
        "3x5-full": mnk.Variant(3, 5, 3, FULL),
        "3x3-misere": mnk.Variant(3, 3, 3, mnk.LineRule.MISERE),
        "7x6-gravity": mnk.Variant(7, 6, 4, mnk.LineRule.GRAVITY),
        "19x19-connect6": mnk.Variant(19, 19, 6, mnk.LineRule.CONNECT6),
        "3x3-wild": mnk.Variant(3, 3, 3, mnk.LineRule.WILD),
        "6x6-pillars": mnk.Variant(6, 6, 4, blocked=(7, 10, 25, 28)),
    }


def test_every_preset_has_its_own_key_label_and_variant() -> None:
    presets = mnk.PRESETS.values()

    assert [preset.key for preset in presets] == list(mnk.PRESETS)
    assert len({preset.label for preset in presets}) == len(presets)
    assert len({preset.variant for preset in presets}) == len(presets)
    assert all(re.fullmatch(r"[a-z0-9-]+", preset.key) for preset in presets)
