"""Which boards have a heat map: those where no row outweighs the line that must be stopped."""

from games import mnk
from games.evaluator import aggressive
from games.review.heat import LONGEST_LINE, is_weighed


def _most_of_a_row(k: int) -> int:
    """The most a square brings by making one row, open at both ends and one stone short of k."""
    variant = mnk.Variant(30, 1, k)
    row = range(15, 15 + k - 1)
    made = [
        aggressive.parts(
            mnk.Position.of(
                variant, mnk.BySide(frozenset(row) - {last}, frozenset()), mnk.Side.BLACK
            ),
            mnk.Side.BLACK,
        )[last][0]
        for last in row
    ]
    return max(made)


def test_the_longest_line_is_the_last_that_must_be_stopped_first() -> None:
    assert _most_of_a_row(LONGEST_LINE) <= 3**LONGEST_LINE - 9 < aggressive.OTHER_LINE
    assert _most_of_a_row(LONGEST_LINE + 1) > aggressive.OTHER_LINE


def test_every_board_people_know_by_name_has_a_heat_map_where_rows_win_for_one_side() -> None:
    for preset in mnk.PRESETS.values():
        says = preset.variant.line_rule.says
        assert is_weighed(preset.variant) is not (says.completing_loses or says.either_kind)
