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


def test_what_is_known_of_a_board_holds_for_the_board_on_its_side() -> None:
    assert mnk.known(mnk.Variant(5, 6, 4)) == mnk.known(mnk.Variant(6, 5, 4)) is not None
    assert mnk.known(mnk.Variant.full_lines(5, 3)) == mnk.Known(mnk.Side.BLACK, plies=9)


def test_a_board_on_which_stones_fall_is_another_on_its_side() -> None:
    wide = mnk.known(mnk.Variant(7, 6, 4, mnk.LineRule.GRAVITY))

    assert wide == mnk.Known(mnk.Side.BLACK, "Allis 1988, Allen 1988", plies=41)
    assert mnk.known(mnk.Variant(6, 7, 4, mnk.LineRule.GRAVITY)) is None


def test_every_board_to_choose_from_says_what_is_known_of_it() -> None:
    badges = {key: mnk.best_play(preset.variant).short for key, preset in mnk.PRESETS.items()}
    assert badges == {
        "3x3": "Draw (proved)",
        "4x4": "Draw (proved)",
        "5x4": "Draw (proved)",
        "6x5": "First player wins (proved)",
        "7x7": "Draw (proved)",
        "10x10": "Unsolved",
        "15x15": "First player wins (published)",
        "15x15-exact": "First player wins (published)",
        "15x15-caro": "Unsolved",
        "15x15-renju": "First player wins (published)",
        "19x19": "Unsolved",
        "20x20": "Unsolved",
        "3x5-full": "First player wins (proved)",
        "3x3-misere": "Draw (published)",
        "7x6-gravity": "First player wins (published)",
        "19x19-connect6": "Unsolved",
        "3x3-wild": "First player wins (published)",
        "6x6-pillars": "First player wins (proved)",
    }


def test_of_the_large_boards_nothing_is_known_but_what_was_published() -> None:
    for preset in mnk.PRESETS.values():
        known = mnk.known(preset.variant)
        if max(preset.variant.width, preset.variant.height) > 8:
            assert known is None or known.source
    assert mnk.known(mnk.Variant(10, 10, 5)) is None
    assert mnk.known(mnk.Variant(15, 15, 5, mnk.LineRule.FREESTYLE)) is not None
