"""Threats: named as players name them, with the stones and the squares."""

import pytest
from hypothesis import given, settings

from games import mnk
from games.evaluator.strong.threats import Threat, ThreatKind, threats
from tests.mnk.interpreter import drawn, marked

from . import naive
from .strategies import law, open_positions, variants

LONG_LINES = variants(max_size=10, max_squares=60, k=(3, 6)).filter(lambda variant: variant.k > 2)


def named(position: mnk.Position) -> list[str]:
    return [threat.kind.value for threat in threats(position).all]


@pytest.mark.parametrize(
    ("row", "kind", "squares"),
    [
        ("..XXXX..", "openFour", "..####.."),
        (".OXXXX..", "four", "......#."),
        ("..XX.XX.", "four", "....#..."),
        ("..XXX...", "openThree", ".#...#.."),
        (".XX.X...", "openThree", "...#...."),
    ],
)
def test_a_threat_in_one_line(row: str, kind: str, squares: str) -> None:
    position = drawn(f"{row} ........", k=5, to_move=mnk.Side.WHITE)
    (threat,) = threats(position).all

    assert threat.kind == kind
    assert threat.side is mnk.Side.BLACK
    assert threat.stones == tuple(8 + at for at, sign in enumerate(row) if sign == "X")
    if kind == "openFour":
        assert threat.squares == (9, 14)
    else:
        assert marked(position, threat.squares)[0].replace("X", ".").replace("O", ".") == squares


def test_three_that_reach_the_edge_are_no_open_three() -> None:
    assert named(drawn("XXX..... ........", k=5)) == []
    assert named(drawn("OXXX...O ........", k=5)) == []


def test_a_square_where_two_threats_meet() -> None:
    crossing = """
        .........
        .........
        .........
        ....X....
        ....X....
        ..XX.....
        .........
        .........
        .........
        """
    (fork,) = threats(drawn(crossing, k=5)).all
    assert fork.kind is ThreatKind.DOUBLE_THREE
    assert fork.squares == (31,)
    assert fork.stones == (29, 30, 40, 49)

    blocked = crossing.replace("..XX.....", "OXXX.....", 1)
    (fork,) = threats(drawn(blocked, k=5)).all
    assert fork.kind is ThreatKind.FOUR_THREE

    stopped_twice = blocked.replace("....X....", "....O....", 1).replace(
        "OXXX.....\n        .........", "OXXX.....\n        ....X...."
    )
    assert named(drawn(stopped_twice, k=5)) == []


def test_every_stone_of_a_three_that_can_be_made_in_two_ways_belongs_to_it() -> None:
    board = (
        "......... ......... ..X...... .....X... ..X...... ...X..... ......... ..X...... ........."
    )
    position = drawn(board, k=5)
    (fork,) = threats(position).all

    assert [mnk.name(square, position.variant) for square in fork.squares] == ["c3"]
    stones = [mnk.name(square, position.variant) for square in fork.stones]
    assert stones == ["c2", "d4", "c5", "f6", "c7"]


def test_each_side_has_its_own() -> None:
    position = drawn(
        "........ ..XXX... ........ ........ ..OOOO.. ........", k=5, to_move=mnk.Side.BLACK
    )
    found = threats(position)

    assert [threat.kind for threat in found.of(mnk.Side.BLACK)] == [ThreatKind.OPEN_THREE]
    assert [threat.kind for threat in found.of(mnk.Side.WHITE)] == [ThreatKind.OPEN_FOUR]
    assert found.of(mnk.Side.WHITE, ThreatKind.FOUR) == ()
    assert [threat.side for threat in found.all] == [mnk.Side.WHITE, mnk.Side.BLACK]


def test_six_threaten_nothing_where_exactly_five_win() -> None:
    line = "OXXX.XX. ........"
    assert named(drawn(line, k=5)) == ["four"]
    assert named(drawn(line, k=5, line_rule=mnk.LineRule.EXACT)) == []


@settings(law, max_examples=150)
@given(open_positions(variants(k=(3, 6))))
def test_fours_are_just_where_a_line_can_be_completed(position: mnk.Position) -> None:
    side = position.side_to_move
    fours: tuple[Threat, ...] = threats(position).of(side, ThreatKind.FOUR, ThreatKind.OPEN_FOUR)
    squares = {square for threat in fours for square in threat.squares}

    assert squares == set(naive.lines_in_one(position))
    for threat in fours:
        assert len(threat.stones) >= position.variant.k - 1
        assert all(position.stone(stone) is side for stone in threat.stones)


def test_two_fours_in_one_line_are_no_open_three() -> None:
    (threat,) = threats(drawn("XXX...XXX .........", k=5)).of(mnk.Side.BLACK)

    assert threat.kind is ThreatKind.DOUBLE_FOUR
    assert threat.squares == (9 + 4,)
    assert threat.stones == (9, 10, 11, 15, 16, 17)


def test_a_stone_behind_an_open_four_changes_nothing() -> None:
    (threat,) = threats(drawn("X.XXXX.. ........", k=5)).of(mnk.Side.BLACK)

    assert threat.kind is ThreatKind.OPEN_FOUR
    assert threat.stones == (10, 11, 12, 13)
    assert threat.squares == (9, 14)


def test_a_four_there_is_already_is_not_made_once_more() -> None:
    position = drawn(
        """
        ...........
        ...........
        ......X....
        ......X....
        OXXXX......
        ...........
        ...........
        """,
        k=5,
        to_move=mnk.Side.WHITE,
    )
    # a stone on g3 would be the end of another line that lacks only f3
    assert named(position) == ["four"]


@settings(law, max_examples=250)
@given(open_positions(LONG_LINES))
def test_every_threat_has_the_name_a_naive_count_gives_it(position: mnk.Position) -> None:
    found = threats(position)
    assert len(set(found.all)) == len(found.all)
    for side in mnk.Side:
        told = {
            (kind, square)
            for threat in found.of(side)
            for square in threat.squares
            for kind in (threat.kind,)
        }
        assert told == naive.threats(position, side)
        for threat in found.of(side):
            assert all(position.stone(stone) is side for stone in threat.stones)
            lacking = {ThreatKind.FOUR: 1, ThreatKind.OPEN_FOUR: 1, ThreatKind.OPEN_THREE: 2}
            if threat.kind in (ThreatKind.OPEN_FOUR, ThreatKind.OPEN_THREE):
                assert len(threat.stones) == position.variant.k - lacking[threat.kind]
            for square in threat.squares:
                assert position.stone(square) is None
