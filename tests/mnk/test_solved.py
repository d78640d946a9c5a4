"""The boards that are solved, as far as they were measured."""

import pytest

from games import mnk

EXACT = mnk.LineRule.EXACT


@pytest.mark.parametrize(
    ("variant", "solved"),
    [
        (mnk.Variant(3, 3, 3), True),
        (mnk.Variant(6, 6, 4, EXACT), False),
        (mnk.Variant(5, 7, 5), True),
        (mnk.Variant(7, 6, 5), False),
        (mnk.Variant(7, 4, 4), False),
        (mnk.Variant(4, 7, 4), False),
        (mnk.Variant(8, 8, 3), True),
        (mnk.Variant(8, 8, 6), False),
        (mnk.Variant(9, 3, 3), False),
        (mnk.Variant.full_lines(8, 8), True),
        (mnk.Variant(15, 15, 5), False),
    ],
)
def test_some_boards_are_solved(variant: mnk.Variant, solved: bool) -> None:
    assert mnk.is_solved(variant) is solved
