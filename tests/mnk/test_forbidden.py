"""Renju: where black may not play, why, and what becomes of a game that meets it."""

from pathlib import Path

import pytest
from hypothesis import assume, given

from games import mnk

from . import interpreter, many_boards, renju, strategies
from .interpreter import drawn

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
RENJU = mnk.LineRule.RENJU
CASES = [
    line.split()
    for line in (Path(__file__).parent / "data/forbidden.txt").read_text().splitlines()
    if not line.startswith("#")
]


def board(picture: str, to_move: mnk.Side = BLACK) -> mnk.Position:
    return drawn(picture, k=5, line_rule=RENJU, to_move=to_move)


def banned(picture: str) -> dict[str, str]:
    """By the square's name: what black would make there."""
    position = board(picture.replace("*", "."))
    return {
        mnk.name(square, position.variant): each.reason
        for square, each in position.forbidden.items()
    }


def starred(picture: str) -> str:
    """The name of the square with a star."""
    rows = list(reversed(picture.split()))
    return next(
        f"{'abcdefghijklmno'[row.index('*')]}{number}"
        for number, row in enumerate(rows, start=1)
        if "*" in row
    )


@pytest.mark.parametrize(("line", "name", "ban"), CASES)
def test_the_cases_of_the_tutorial(line: str, name: str, ban: str) -> None:
    position = mnk.position_from_line(line)
    found = position.forbidden.get(mnk.square(name, position.variant))

    assert (found.ban.value if found else "-") == ban


def test_a_three_that_goes_on_only_where_a_five_is_made_is_none() -> None:
    above = "......... ......... ....X.... ....X.... O.XX*.... .....X... .....X... "
    five_at_f5, no_five = above + ".....X... .....X...", above + "......... ........."

    assert starred(five_at_f5) not in banned(five_at_f5)
    assert banned(no_five)[starred(no_five)] == "two open threes"


def test_two_open_threes_two_fours_and_six_in_a_row_are_forbidden() -> None:
    threes = "......... ....X.... ....X.... ..XX*.... ......... ......... ........."
    fours = "......... ....X.... ....X.... ....X.... OXXX*.... ....O...."
    six = "......... ......... ......... .XXX*XX.. ......... ........."

    assert banned(threes) == {starred(threes): "two open threes"}
    assert banned(fours)[starred(fours)] == "two fours"
    assert banned(six)[starred(six)] == "a row of six"


def test_two_fours_may_lie_in_one_row() -> None:
    for row in (".X.X*X.X.......", ".XX.X*.XX......", ".XXX.*.XXX....."):
        picture = " ".join([row, *["." * 15] * 14])

        assert banned(picture)[starred(picture)] == "two fours", row


def test_a_straight_four_is_one_four() -> None:
    assert banned("......... ..XX*X... ......... ......... .........") == {}


def test_a_five_wins_whatever_else_it_makes() -> None:
    for picture in (
        # six along the column, five along the row
        "....X.... ....X.... ....X.... XXXX*.... ....X.... ....X....",
        # two fours besides
        "X...X...X .X..X..X. ..X.X.X.. XXXX*.... ......... .........",
        # two threes besides
        "......... ....X.X.. ....XX... XXXX*.... ......... .........",
    ):
        position = board(picture.replace("*", "."))
        square = mnk.square(starred(picture), position.variant)

        assert square not in position.forbidden
        assert position.play(square).has_line(BLACK)


def test_white_may_make_all_of_it_and_wins_with_six() -> None:
    picture = "......... ....O.... ....O.... .OOO*OO.. ....O.... ......... ........."
    position = board(picture.replace("*", "."), WHITE)

    assert position.forbidden == {}
    after = position.play(mnk.square(starred(picture), position.variant))
    assert after.has_line(WHITE)


def test_six_of_black_in_a_row_are_no_line() -> None:
    assert not board("......... .XXXXXX.. ......... ......... .........").has_line(BLACK)
    assert board("......... .OOOOOO.. ......... ......... .........").has_line(WHITE)


def test_a_three_that_cannot_become_a_straight_four_is_none() -> None:
    for picture in (
        # one end is taken: four at the most, with one way to five
        "......... ....X.... ....X.... .OXX*.... ......... ......... ......... .........",
        # the edge is too near on both sides
        "......... ....X.... ....X.... ..XX*O... O........ ......... ......... .........",
    ):
        assert starred(picture) not in banned(picture)


def test_a_three_is_none_if_what_makes_it_a_four_is_forbidden_in_turn() -> None:
    """Nested: the diagonal e3–f4–g5 goes on at h6 alone, where black would make two threes more."""
    picture = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . X . .
        . . . . . . X X .
        . . . . . X . X .
        . X X . * . . . .
        . . . . . . . . .
        . . O . . . . . .
    """.replace(" ", "")
    rows = picture.strip().splitlines()
    position = board(" ".join(row.strip() for row in rows).replace("*", "."))
    e3 = mnk.square("e3", position.variant)

    assert e3 not in position.forbidden
    assert position.play(e3).stone(e3) is BLACK


def test_each_side_of_a_board_and_each_mirror_forbids_the_same() -> None:
    position = board(
        "......... ....X.... ....X.... ..XX..... ......... ......... ......O.. ......... ........."
    )
    whole = set(position.forbidden)
    assert whole
    for moved in mnk.symmetries(position.variant):
        black, white = (frozenset(moved[at] for at in position.stones(side)) for side in mnk.Side)
        turned = mnk.Position.of(position.variant, mnk.BySide(black, white), BLACK)

        assert set(turned.forbidden) == {moved[square] for square in whole}


def test_the_stones_of_what_is_made_are_named_along_their_line() -> None:
    position = board(
        "......... ......... ....X.... ....X.... ..XX..... ......... ......... ......... ........."
    )
    ((square, found),) = position.forbidden.items()

    assert mnk.name(square, position.variant) == "e5"
    assert found.ban is mnk.Ban.DOUBLE_THREE
    assert [[mnk.name(at, position.variant) for at in shape] for shape in found.shapes] == [
        ["c5", "d5", "e5"],
        ["e5", "e6", "e7"],
    ]


def test_what_is_forbidden_is_refused_in_words_and_nothing_is_lost() -> None:
    game = mnk.GameState.start(mnk.Variant(15, 15, 5, RENJU))
    for name in "h8 a1 h9 a15 g10 o1 f10 o15".split():
        game = game.play(mnk.square(name, game.variant), by=game.side_to_move)
    h10 = mnk.square("h10", game.variant)

    with pytest.raises(mnk.ForbiddenSquare) as refusal:
        game.play(h10, by=BLACK)

    assert refusal.value.sentence == (
        "h10 makes two open threes: forbidden to Black in renju. Choose another square."
    )
    assert refusal.value.code == "forbiddenSquare"
    assert game.ply == 8
    game = game.play(mnk.square("b1", game.variant), by=BLACK)
    assert game.play(h10, by=WHITE).position.stone(h10) is WHITE  # white may


def test_a_taken_square_is_taken_and_not_forbidden() -> None:
    position = board("......... ....X.... ....X.... ..XX..... ......... ......... .........")

    with pytest.raises(mnk.SquareTaken):
        position.play(position.stones(BLACK)[0])
    assert set(position.playable_squares()) | set(position.forbidden) == set(
        position.empty_squares()
    )


STUCK = "7x6x5-renju/OXXXXXX/OOXXOOO/XOXXOXX/OOO1OOO/OOOXOOX/X1XXXXO/X"


def test_the_game_is_drawn_if_every_square_that_is_left_is_forbidden_to_black() -> None:
    stuck = mnk.position_from_line(STUCK)
    assert len(stuck.forbidden) == 2
    assert stuck.is_stuck
    assert not stuck.is_full
    assert stuck.playable_squares() == ()

    last = stuck.stones(WHITE)[0]
    stones = mnk.BySide(frozenset(stuck.stones(BLACK)), frozenset(stuck.stones(WHITE)) - {last})
    game = mnk.GameState(mnk.Position.of(stuck.variant, stones, WHITE)).play(last, by=WHITE)

    assert game.outcome == mnk.Outcome(None, mnk.Termination.FULL_BOARD)


THREES = "h8a1h9a15g10o1f10o15"
"""Moves after which black would make two open threes on h10."""


def test_a_game_says_what_is_forbidden_to_whoever_moves_until_it_is_over() -> None:
    variant = mnk.Variant(15, 15, 5, RENJU)
    game = mnk.GameState.replay(variant, mnk.moves_from_text(THREES, variant))
    assert [mnk.name(square, variant) for square in game.forbidden] == ["h10"]
    assert game.play(mnk.square("b2", variant), by=BLACK).forbidden == {}
    assert game.resign(by=WHITE).forbidden == {}


def test_pasted_moves_are_refused_where_one_is_forbidden() -> None:
    variant = mnk.Variant(15, 15, 5, RENJU)
    assert len(mnk.setup_from_text(THREES, variant)[1]) == 8
    with pytest.raises(mnk.ForbiddenSquare, match="h10 makes two open threes"):
        mnk.setup_from_text(THREES + "h10", variant)


def test_the_same_stones_are_another_position_to_the_other_side() -> None:
    rows = "..... .X... ..O.. ..... ....."
    here, there = board(rows), board(rows.translate(str.maketrans("XO", "OX")), to_move=WHITE)
    assert mnk.canonical(here).key != mnk.canonical(there).key


def test_the_rule_s_page_has_more_to_say() -> None:
    assert any("only forbidden points left" in each for each in RENJU.says.more)
    assert mnk.LineRule.FREESTYLE.says.more == []


def test_other_rules_forbid_nothing() -> None:
    picture = "......... ....X.... ....X.... .XXX.XX.. ....X...."
    on_others = "......... .XXX.XX.. .OOOXOO.. .XXOXXO.. .OOXXOO.."  # no stone in the air
    for each in (picture, on_others):
        assert drawn(each, k=5, line_rule=RENJU, to_move=BLACK).forbidden
    for rule in mnk.LineRule:
        if rule is not RENJU:
            k = rule.k_of(9, 5) or 5
            shown = on_others if rule.says.falls else picture
            assert drawn(shown, k=k, line_rule=rule, to_move=BLACK).forbidden == {}


@strategies.law
@given(strategies.positions(strategies.variants(max_size=11, max_squares=121)))
def test_the_reference_forbids_the_same_on_any_board(position: mnk.Position) -> None:
    variant = position.variant
    assume(min(variant.width, variant.height) >= 5)
    stones = mnk.BySide(BLACK, WHITE).map(lambda side: frozenset(position.stones(side)))
    game = mnk.Position.of(mnk.Variant(variant.width, variant.height, 5, RENJU), stones, BLACK)
    points = interpreter.stones(game)
    expected = {
        square
        for square in game.empty_squares()
        if renju.why_forbidden(
            points, interpreter.point(square, variant), variant.width, variant.height
        )
    }

    assert set(game.forbidden) == expected


def test_thousands_of_boards_with_threes_and_fours_that_meet() -> None:
    """A million: `python -m tests.mnk.many_boards renju 1000000`."""
    kinds = many_boards.judge(RENJU, 500, seed=2)

    assert kinds.total() == 500
    for ban in mnk.Ban:
        assert f"with {ban.value}" in kinds
