"""Patterns: the table says what a slow reading of the same line says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator.strong import patterns

from . import naive
from .strategies import RULES, law

NAMES = {
    patterns.LINE: "LINE",
    patterns.OPEN_FOUR: "OPEN_FOUR",
    patterns.FOUR: "FOUR",
    patterns.OPEN_THREE: "OPEN_THREE",
    patterns.THREE: "THREE",
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_every_code_of_a_short_line_is_read_rightly(k: int, rule: mnk.LineRule) -> None:
    table = patterns.patterns_of(mnk.Variant(32, 32, k, rule))
    for code in range(len(table.table)) if k < 4 else range(0, len(table.table), 7):
        signs = "".join(
            ".XO#"[code // table.signs**place % table.signs] for place in range(2 * table.reach)
        )
        before, after = signs[: table.reach], signs[table.reach :]
        if "#" not in before.lstrip("#") + after.rstrip("#"):
            agree(table, before, after, rule)


@law
@given(st.data())
def test_codes_of_longer_lines_are_read_rightly(data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(RULES))
    k = 5 if rule is mnk.LineRule.CARO else data.draw(st.sampled_from((5, 6)))
    table = patterns.patterns_of(mnk.Variant(32, 32, k, rule))
    signs = st.text("XX.O", min_size=table.reach, max_size=table.reach)
    agree(table, data.draw(signs), data.draw(signs), rule)


def agree(table: patterns.Patterns, before: str, after: str, rule: mnk.LineRule) -> None:
    """Both readings agree between two walls as far away as the table reads."""
    signs = f"{before}X{after}"
    slow = naive.shape(signs, table.reach, table.k, rule)
    found = table.shape(before, after)
    if slow in NAMES.values():
        assert NAMES.get(found) == slow, signs
    else:
        assert found not in NAMES, signs
        assert (found == patterns.OPEN_TWO) == (slow == "OPEN_TWO"), signs


@pytest.mark.parametrize(
    ("signs", "shape"),
    [
        (".XXX|....", patterns.OPEN_FOUR),
        ("OXXX|....", patterns.FOUR),
        (".XX.|X...", patterns.FOUR),
        ("X.XX|.X..", patterns.OPEN_FOUR),
        ("XX.X|.XX.", patterns.OPEN_FOUR),
        ("..XX|....", patterns.OPEN_THREE),
        ("..XX|.OOO", patterns.OPEN_THREE),
        (".OXX|....", patterns.THREE),
        ("OOXX|.OOO", patterns.DEAD),
        ("XXXX|....", patterns.LINE),
        ("XXXX|X...", patterns.LINE),
    ],
)
def test_shapes_of_five_in_a_row_have_the_names_players_give_them(signs: str, shape: int) -> None:
    table = patterns.patterns_of(mnk.Variant(15, 15, 5))

    assert table.shape(*signs.split("|")) == shape


def test_six_are_no_line_where_exactly_five_are() -> None:
    table = patterns.patterns_of(mnk.Variant(15, 15, 5, mnk.LineRule.EXACT))

    assert table.shape(".XXXX", "X....") == patterns.DEAD
    assert table.shape(".XXXX", ".....") == patterns.LINE
    assert table.shape("X.XXX", ".....") == patterns.FOUR


@pytest.mark.parametrize(
    ("signs", "shape"),
    [
        ("OXXXX|.....", patterns.LINE),
        ("#XXXX|O....", patterns.LINE),
        ("OXXXX|O....", patterns.DEAD),
        ("..XXX|.....", patterns.OPEN_FOUR),
        ("O.XXX|.....", patterns.FOUR),  # a stone at the other end stops both
        ("#.XXX|.....", patterns.OPEN_FOUR),
        ("#.XXX|.O...", patterns.FOUR),
        ("#.XXX|.####", patterns.OPEN_FOUR),
        ("...XX|.....", patterns.OPEN_THREE),
        (".O.XX|.....", patterns.THREE),
        (".X.XX|.X...", patterns.OPEN_FOUR),
        ("OX.XX|.XO..", patterns.FOUR),  # either gap stops both
        (".XXXX|X....", patterns.DEAD),
    ],
)
def test_ends_that_block_and_edges_that_do_not(signs: str, shape: int) -> None:
    table = patterns.patterns_of(mnk.Variant(15, 15, 5, mnk.LineRule.CARO))

    assert table.shape(*signs.split("|")) == shape


def test_what_the_engine_cannot_play_is_refused_by_name() -> None:
    too_long = mnk.Variant(20, 20, 6, mnk.LineRule.CARO)
    for variant in (mnk.Variant.full_lines(5, 5), mnk.Variant(20, 20, 8), too_long):
        with pytest.raises(patterns.NotSupported) as refusal:
            patterns.patterns_of(variant)
        assert refusal.value.code == "notSupported"


def test_gains_go_by_the_strongest_of_the_four_lines() -> None:
    gains = patterns.gain_table()
    three, four, open_four, line = (
        patterns.MIX[shape]
        for shape in (patterns.OPEN_THREE, patterns.FOUR, patterns.OPEN_FOUR, patterns.LINE)
    )

    assert gains[0] == patterns.QUIET
    assert gains[three] == patterns.MAKES_THREE
    assert gains[2 * three] == patterns.MAKES_THREES
    assert gains[four] == patterns.MAKES_FOUR
    assert gains[four + three] == patterns.MAKES_FOUR_THREE
    assert gains[2 * four] == gains[open_four] == patterns.WINS_NEXT
    assert gains[line + 3 * four] == patterns.WINS
