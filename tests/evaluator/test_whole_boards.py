"""The evaluator against whole boards worked out from their end; up to 3×3 here, 4×4 by command."""

import pytest

from games import mnk
from tests.evaluator import whole_boards

POSITIONS = 5


@pytest.mark.parametrize("rule", whole_boards.RULES)
def test_on_boards_up_to_three_by_three_every_move_has_its_value(
    rule: mnk.LineRule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_boards, "MOST", 3)
    seen = 0
    for variant in whole_boards.boards(rule):
        proved, moves = whole_boards.check(variant, POSITIONS).at_start
        assert proved == moves
        seen += 1
    assert seen > 4


def test_a_false_claim_would_be_found() -> None:
    variant = mnk.PRESETS["3x3"].variant
    known = whole_boards.values_of(variant)
    start = mnk.Position.start(variant)
    assert whole_boards.compared(start, known) == (9, 9)

    known[whole_boards.index_of(start.play(4))] = whole_boards.WON - 8
    with pytest.raises(AssertionError):
        whole_boards.compared(start, known)
