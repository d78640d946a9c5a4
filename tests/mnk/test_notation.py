"""Boards and moves as text: what is written can be read, and the rest is refused by name."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk

from . import strategies
from .strategies import law, positions, variants

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
SMALL = mnk.Variant(3, 2, 3)
GOMOKU = mnk.Variant(15, 15, 5)


def test_a_board_is_drawn_with_its_top_row_first() -> None:
    position = mnk.Position.of(SMALL, mnk.BySide(frozenset({0, 4}), frozenset({5})), WHITE)

    assert mnk.board_text(position) == ".XO\nX.."


def test_a_board_is_read_with_spaces_and_small_letters_too() -> None:
    drawn = mnk.Position.of(SMALL, mnk.BySide(frozenset({0, 4}), frozenset({5})), WHITE)

    assert mnk.position_from_text(".XO\nX..", SMALL) == drawn
    assert mnk.position_from_text("\n  . x o  \r\n\tX . .\n\n", SMALL) == drawn


def test_without_a_word_the_side_with_fewer_stones_is_to_move() -> None:
    def to_move(text: str, side: mnk.Side | None = None) -> mnk.Side:
        return mnk.position_from_text(text, SMALL, side).side_to_move

    assert to_move("...\n...") is BLACK
    assert to_move("...\n..X") is WHITE
    assert to_move(".O.\n..X") is BLACK
    assert to_move(".O.\n..X", WHITE) is WHITE
    assert to_move("...\n..X", BLACK) is BLACK


@pytest.mark.parametrize(
    "text", ["", "...", "...\n...\n...", "....\n...", "..\n...", "...\n\n...", "......"]
)
def test_a_board_of_another_size_is_refused_with_the_right_one(text: str) -> None:
    with pytest.raises(mnk.UnreadablePosition, match="must have 2 rows of 3 characters") as refusal:
        mnk.position_from_text(text, SMALL)

    assert refusal.value.code == "unreadablePosition"


def test_a_strange_sign_on_the_board_is_named() -> None:
    with pytest.raises(mnk.UnreadablePosition, match=r"“[*]” doesn’t belong on a board"):
        mnk.position_from_text("..*\n...", SMALL)


def test_moves_are_one_word() -> None:
    moves = (112, 128, 0)

    assert mnk.moves_text(moves, GOMOKU) == "h8i9a1"
    assert mnk.moves_text([], GOMOKU) == ""
    for text in ("h8i9a1", "H8 i9 a1", " h8,i9, a1,", "h8\ni9\r\n\ta1\n"):
        assert mnk.moves_from_text(text, GOMOKU) == moves
    assert mnk.moves_from_text(" \n", GOMOKU) == ()


def test_a_move_that_cannot_be_read_is_shown_with_its_place() -> None:
    with pytest.raises(mnk.UnreadablePosition, match=r"“0i9” \(character 4\) isn’t a square"):
        mnk.moves_from_text("h120i9", GOMOKU)
    with pytest.raises(mnk.UnreadablePosition, match=r"“\?i9” \(character 3\) isn’t a square"):
        mnk.moves_from_text("h8?i9", GOMOKU)


def test_a_move_off_the_board_is_no_such_square() -> None:
    with pytest.raises(mnk.NoSuchSquare, match=r"^p1 isn’t on this board"):
        mnk.moves_from_text("h8p1", GOMOKU)


@strategies.law
@given(strategies.positions(strategies.variants()))
def test_a_board_written_and_read_is_the_same_board(position: mnk.Position) -> None:
    text = mnk.board_text(position)

    assert mnk.position_from_text(text, position.variant, position.side_to_move) == position
    assert len(text) == position.variant.squares + position.variant.height - 1


@strategies.law
@given(strategies.games(strategies.variants(max_size=mnk.MAX_SIZE, max_squares=128)))
def test_moves_written_and_read_are_the_same_moves(game: mnk.GameState) -> None:
    text = mnk.moves_text(game.moves, game.variant)
    spaced = ", ".join(mnk.move_name(move, game.variant).upper() for move in game.moves)

    assert mnk.moves_from_text(text, game.variant) == game.moves
    assert mnk.moves_from_text(spaced, game.variant) == game.moves


@strategies.law
@given(strategies.variants(max_size=4), strategies.texts)
def test_any_text_is_a_board_or_unreadable(variant: mnk.Variant, text: str) -> None:
    try:
        position = mnk.position_from_text(text, variant)
    except mnk.UnreadablePosition:
        return
    assert mnk.board_text(position).split() == [
        "".join(row.split()).upper() for row in text.strip().splitlines()
    ]


@strategies.law
@given(strategies.variants(max_size=mnk.MAX_SIZE), strategies.texts)
def test_any_text_is_a_list_of_moves_or_a_refusal(variant: mnk.Variant, text: str) -> None:
    try:
        moves = mnk.moves_from_text(text, variant)
    except (mnk.UnreadablePosition, mnk.NoSuchSquare):
        return
    assert mnk.moves_text(moves, variant) == "".join(text.replace(",", " ").split()).lower()


@strategies.law
@given(strategies.variants(max_size=mnk.MAX_SIZE))
def test_a_variant_written_out_is_read_as_itself(variant: mnk.Variant) -> None:
    text = f"{variant.width}x{variant.height}x{variant.k}"

    assert mnk.variant_from_text(f"{text}-{variant.line_rule.value}") == variant
    if variant.line_rule is mnk.LineRule.FREESTYLE:
        assert mnk.variant_from_text(text) == variant
    if variant.line_rule is mnk.LineRule.FULL_LINES:
        assert mnk.variant_from_text(f"{variant.width}x{variant.height}-full") == variant


@pytest.mark.parametrize("key", mnk.PRESETS)
def test_the_key_of_a_preset_is_a_variant(key: str) -> None:
    assert mnk.variant_from_text(key) == mnk.PRESETS[key].variant


@pytest.mark.parametrize(
    "text", ["", "3x", "6x4", "6x5-exact", "6x5x4-tetris", "٣x3x3", "9999x9x9"]
)
def test_what_is_no_variant_is_refused_by_name(text: str) -> None:
    with pytest.raises(mnk.VariantError, match=r"isn’t a board\. Write one of"):
        mnk.variant_from_text(text)


@pytest.mark.parametrize("text", ["99x3x3", "3x3x4", "3x5x5-full"])
def test_a_variant_outside_the_limits_is_refused(text: str) -> None:
    with pytest.raises(mnk.VariantError, match=r"must be|as long as the shorter edge"):
        mnk.variant_from_text(text)


@law
@given(position=positions(variants(max_size=32)))
def test_a_position_survives_as_one_word(position: mnk.Position) -> None:
    assert mnk.position_from_line(mnk.position_line(position)) == position


@law
@given(text=st.text(alphabet="3x/XO1.-freestyle 9½", max_size=40))
def test_a_word_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(mnk.RuleError):
        mnk.position_from_line(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "isn’t a position code"),
        ("3x3", "isn’t a position code"),
        ("9/9/X", "isn’t a board"),
        ("3x3/3/3/3", "isn’t a side to move"),
        ("3x3/3/3/X", "must have 3 rows"),
        ("3x3/3/4/3/X", "isn’t a row of 3 squares"),
        ("3x3/3/X-X/3/X", "isn’t a row. Write"),
        ("3x3/3/99999999999/3/X", "isn’t a row of 3 squares"),
    ],
)
def test_a_word_that_is_no_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(mnk.RuleError) as refused:
        mnk.position_from_line(text)
    assert sentence in refused.value.sentence


# --- What is pasted ------------------------------------------------------------------------------


def test_a_position_a_board_or_moves_may_be_pasted() -> None:
    tictactoe = mnk.Variant(3, 3, 3)
    start = mnk.Position.start(tictactoe)

    assert mnk.setup_from_text(" 3x3/3/1X1/3/O ", GOMOKU) == (start.play(4), ())
    assert mnk.setup_from_text("x..\n.o.\n...", tictactoe) == (start.play(6).play(4), ())
    assert mnk.setup_from_text(". . X", mnk.Variant(3, 1, 3))[0].stone(2) is BLACK
    assert mnk.setup_from_text("b2, A1", tictactoe) == (start, (4, 0))
    # A column may be called x or o: only dots and rows make a board.
    assert mnk.setup_from_text("x1o2", mnk.Variant(25, 2, 5))[1] == (23, 39)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \n", "Paste a position code, a board of X, O and dots, or moves like h8i9."),
        ("b2 a1 B2", "b2 is played twice. Each square takes 1 stone."),
        ("X..\n...", "The board must have 3 rows of 3 characters."),
        ("XXX", "“XXX” (character 1) isn’t a square. Type a letter and a number, like h8."),
        ("h8", "h8 isn’t on this board. Squares go from a1 to c3."),
        ("b2 ?", "“?” (character 4) isn’t a square. Type a letter and a number, like h8."),
        ("hello/you", "“hello/you” isn’t a position code. Write board, rows and side"),
        ("3x3/XXXX/3/3/O", "“XXXX” isn’t a row of 3 squares."),
        ("__proto__/3/3/3/X", "“__proto__” isn’t a board. Write one of"),
    ],
)  # fmt: skip
def test_what_is_pasted_wrongly_is_refused_with_what_to_do(text: str, sentence: str) -> None:
    with pytest.raises(mnk.RuleError) as refusal:
        mnk.setup_from_text(text, mnk.Variant(3, 3, 3))

    assert refusal.value.sentence.startswith(sentence)


@law
@given(strategies.variants(max_size=mnk.MAX_SIZE), strategies.texts)
def test_any_text_is_set_up_or_refused(variant: mnk.Variant, text: str) -> None:
    with contextlib.suppress(mnk.RuleError):
        start, moves = mnk.setup_from_text(text, variant)
        assert len(set(moves)) == len(moves)
        assert moves == () or start == mnk.Position.start(variant)
