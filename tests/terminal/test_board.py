"""The board as Alice reads it: numbers from the top left, names, and stars or colours."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.terminal.board import (
    Look,
    called,
    draw,
    number,
    read_move,
    read_square,
    render,
    side_name,
    size,
)
from games.terminal.scene import Window, compose, in_place
from tests.mnk import strategies

SMALL = mnk.Variant(3, 3, 3)
LARGE = mnk.Variant(32, 32, 5)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def after(variant: mnk.Variant, moves: str) -> mnk.GameState:
    return mnk.GameState.replay(variant, mnk.moves_from_text(moves, variant))


def test_the_winning_line_has_stars_where_there_are_no_colours() -> None:
    game = after(SMALL, "a3 a1 b3 b1 c3")

    assert render(game, Look.RULED).splitlines() == [
        "*X |*X |*X",
        "---+---+---",
        " 4 | 5 | 6",
        "---+---+---",
        " O | O | 9",
    ]


def test_free_squares_are_grey_and_the_winning_line_is_green() -> None:
    game = after(SMALL, "a3 a1 b3 b1 c3")
    drawn = render(game, Look.RULED, colours=True)

    assert "\x1b[90m4\x1b[0m" in drawn
    assert drawn.count("\x1b[1;30;42mX\x1b[0m") == 3
    assert drawn.count("\x1b[1;33mO\x1b[0m") == 2


def test_the_last_move_stands_out_by_colours() -> None:
    drawn = render(after(SMALL, "a3 b2"), Look.RULED, colours=True)

    assert "\x1b[1;36mX\x1b[0m" in drawn
    assert "\x1b[1;33;7mO\x1b[0m" in drawn


def test_a_board_of_three_digits_has_straight_columns_and_names() -> None:
    game = after(mnk.Variant(12, 10, 5), "b10 l1")

    assert render(game, Look.NUMBERED).splitlines() == [
        "      a   b   c   d   e   f   g   h   i   j   k   l",
        "10|   1   X   3   4   5   6   7   8   9  10  11  12",
        " 9|  13  14  15  16  17  18  19  20  21  22  23  24",
        " 8|  25  26  27  28  29  30  31  32  33  34  35  36",
        " 7|  37  38  39  40  41  42  43  44  45  46  47  48",
        " 6|  49  50  51  52  53  54  55  56  57  58  59  60",
        " 5|  61  62  63  64  65  66  67  68  69  70  71  72",
        " 4|  73  74  75  76  77  78  79  80  81  82  83  84",
        " 3|  85  86  87  88  89  90  91  92  93  94  95  96",
        " 2|  97  98  99 100 101 102 103 104 105 106 107 108",
        " 1| 109 110 111 112 113 114 115 116 117 118 119   O",
    ]


def test_the_largest_board_fits_eighty_columns_by_names() -> None:
    lines = render(after(LARGE, "af32 a1 aa2"), Look.NAMED).splitlines()

    assert lines[:3] == [
        "   " + " " * 52 + " a a a a a a",
        "    a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f",
        "32|" + " ." * 31 + " X",
    ]
    assert lines[-2] == " 2|" + " ." * 26 + " X" + " ." * 5
    assert lines[-1] == " 1| O" + " ." * 31


@strategies.law
@given(
    strategies.games(strategies.variants(max_size=mnk.MAX_SIZE, max_squares=256)),
    st.sampled_from(Look),
)
def test_colours_move_nothing_and_every_row_is_as_wide(game: mnk.GameState, look: Look) -> None:
    plain = render(game, look)
    coloured = ESCAPE.sub("", render(game, look, colours=True))
    columns, rows = size(look, game.variant)
    widths = [len(line) for line in plain.splitlines()]

    assert coloured == plain.replace("*", " ")
    assert len(widths) == rows
    assert max(widths) in (columns, columns - 1)


@strategies.law
@given(strategies.games(strategies.variants(max_size=mnk.MAX_SIZE, max_squares=256)))
def test_what_is_drawn_is_the_position(game: mnk.GameState) -> None:
    """The free numbers, in order, are the free squares; the signs are the stones."""
    text = render(game, Look.NUMBERED)
    body = "\n".join(line.partition("|")[2] for line in text.splitlines()[-game.variant.height :])
    body = body.replace("*", " ")
    signs = ["." if found.isdigit() else found for found in body.split()]

    assert "".join(signs) == mnk.board_text(game.position).replace("\n", "")
    assert [int(found) for found in body.split() if found.isdigit()] == sorted(
        number(square, game.variant) for square in game.position.empty_squares()
    )


@strategies.law
@given(strategies.variants(max_size=mnk.MAX_SIZE))
def test_numbers_and_names_of_a_free_board_all_mean_their_squares(variant: mnk.Variant) -> None:
    position = mnk.Position.start(variant)
    for square in {0, variant.width - 1, variant.squares // 2, variant.squares - 1}:
        assert read_square(f" {number(square, variant)}\n", position) == square
        assert read_square(mnk.name(square, variant).upper(), position) == square


@pytest.mark.parametrize("text", ["", " ", "0", "10", "-1", "5.", "five", "²", "٣", "d1", "1 2"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(mnk.NoSuchSquare):
        read_square(text, mnk.Position.start(SMALL))


def test_a_taken_square_is_refused() -> None:
    with pytest.raises(mnk.SquareTaken, match="5 is taken"):
        read_square("5", after(SMALL, "b2").position)


@strategies.law
@given(strategies.texts | st.text(alphabet="0123456789", max_size=9))
def test_any_text_is_a_free_square_or_a_refusal(text: str) -> None:
    position = after(SMALL, "b2").position
    try:
        square = read_square(text, position)
    except (mnk.NoSuchSquare, mnk.SquareTaken):
        return
    assert square in position.empty_squares()


def test_a_window_too_narrow_for_numbers_shows_names_and_says_so() -> None:
    game = after(LARGE, "a1")
    scene = compose("Heading.", game, [], window=Window(80, 50))

    assert scene.fits
    assert " 1| X . ." in scene.text
    assert "Make the window 163 columns wide to see the numbers, or type names as a1." in scene.text
    assert "columns wide" not in compose("Heading.", game, [], window=Window(163, 50)).text


def test_a_window_too_narrow_for_anything_is_told_the_least() -> None:
    scene = compose("Heading.", after(LARGE, ""), [], window=Window(40, 50))

    assert not scene.fits
    assert "Make the window 67 columns wide to see the rows." in scene.text


@pytest.mark.parametrize(("edge", "is_ruled"), [(9, True), (10, False)])
def test_boards_of_up_to_nine_squares_an_edge_have_lines_between_the_squares(
    edge: int, *, is_ruled: bool
) -> None:
    text = compose("", mnk.GameState.start(mnk.Variant(edge, edge, 5)), [], window=None).text
    assert (" | " in text) is is_ruled


def test_a_window_as_wide_as_the_board_has_room_for_it() -> None:
    scene = compose("Heading.", after(LARGE, "a1"), [], window=Window(67, 50))

    assert scene.fits
    assert "to see the rows" not in scene.text


@pytest.mark.parametrize("rows", range(1, 30))
def test_a_window_too_low_is_told_how_high_it_must_be(rows: int) -> None:
    game = after(mnk.Variant(10, 10, 5), "a1")
    scene = compose("Heading.", game, ["News."], window=Window(80, rows))
    said = re.search(r"Make the window (\d+) rows high", scene.text)

    assert scene.fits == (said is None)
    if said:
        assert compose("Heading.", game, ["News."], window=Window(80, int(said[1]))).fits
    else:
        assert scene.text.count("\n") + 1 <= rows


def test_a_scene_in_place_starts_at_the_top_and_wipes_what_was_there() -> None:
    drawn = in_place("One\nTwo\n")

    assert drawn == "\x1b[HOne\x1b[K\nTwo\x1b[K\n\x1b[J"


def test_a_blocked_square_is_a_hash_and_refused() -> None:
    walled = after(mnk.Variant(3, 3, 3, blocked=(6, 8)), "b2")

    assert render(walled, Look.RULED).splitlines()[0] == " # | 2 | #"
    assert render(walled, Look.NAMED).splitlines()[1].split() == ["3|", "#", ".", "#"]
    assert draw(walled.position).splitlines()[1].split() == ["3|", "#", ".", "#"]
    assert "\x1b[7;90m#" in render(walled, Look.RULED, colours=True)
    for text in ("1", "c3"):
        with pytest.raises(mnk.SquareBlocked, match=f"{text} is blocked: choose another square."):
            read_square(text, walled.position)


def test_where_stones_are_of_either_kind_one_types_it_first() -> None:
    wild = mnk.PRESETS["3x3-wild"].variant
    start = mnk.Position.start(wild)

    assert read_move("x5", start) == read_move(" Xb2", start) == read_move("x b2", start) == 4
    assert read_move("o1", start) == mnk.move_to(6, mnk.Side.WHITE, wild)
    assert [called(move, wild) for move in (4, 13)] == ["x5", "o5"]
    assert read_move("5", mnk.Position.start(SMALL)) == read_square("5", mnk.Position.start(SMALL))
    for text in ("5", "b2", "x", ""):
        with pytest.raises(mnk.NoSuchSquare, match="Type x or o, then the square"):
            read_move(text, start)
    with pytest.raises(mnk.SquareTaken):
        read_move("ob2", start.play(4))
    assert [side_name(side, wild) for side in mnk.Side] == ["Black", "White"]
    assert side_name(mnk.Side.BLACK, SMALL) == "X"
    assert called(0, mnk.Variant(12, 2, 2, mnk.LineRule.WILD)) == "x13 (a1)"
