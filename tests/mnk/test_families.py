"""Families of boards: each variant has one, and the presets lie where people look for them."""

import pytest
from hypothesis import given

from games import mnk
from tests.mnk import strategies


@pytest.mark.parametrize(
    ("preset", "family"),
    [
        ("3x3", "3x3"),
        ("4x4", "small"),
        ("5x4", "small"),
        ("6x5", "small"),
        ("7x7", "small"),
        ("10x10", "10x10"),
        ("15x15", "gomoku"),
        ("15x15-exact", "gomoku"),
        ("15x15-caro", "gomoku"),
        ("19x19", "large"),
        ("20x20", "large"),
        ("3x5-full", "small"),
        ("3x3-misere", "other"),
        ("7x6-gravity", "other"),
        ("19x19-connect6", "other"),
        ("3x3-wild", "other"),
        ("6x6-pillars", "other"),
    ],
)
def test_a_preset_lies_where_people_look_for_it(preset: str, family: str) -> None:
    assert mnk.family_of(mnk.PRESETS[preset].variant) == family


def test_every_preset_was_thought_of() -> None:
    assert len(mnk.PRESETS) == 18


@pytest.mark.parametrize(
    ("variant", "family"),
    [
        (mnk.Variant(3, 3, 3, mnk.LineRule.EXACT), "small"),
        (mnk.Variant(15, 15, 6), "other"),
        (mnk.Variant(9, 9, 5), "other"),
        (mnk.Variant(8, 1, 5), "small"),
        (mnk.Variant(10, 10, 5, mnk.LineRule.EXACT), "10x10"),
        (mnk.Variant(15, 16, 5), "other"),
        (mnk.Variant.full_lines(15, 15), "other"),
    ],
)
def test_others_lie_beside_them(variant: mnk.Variant, family: str) -> None:
    assert mnk.family_of(variant) == family


@given(strategies.variants())
def test_every_variant_has_a_family_with_a_label(variant: mnk.Variant) -> None:
    assert mnk.family_of(variant).label
