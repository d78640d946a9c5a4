"""A game as forms and programs ask for it: what is missing is named."""

from typing import Any

import pytest

from games import mnk
from games.play.requested import (
    CUSTOM,
    requested_clock,
    requested_variant,
    typed_board,
    typed_delay,
)
from games.play.watching import Delay

FIVE: dict[str, Any] = {
    "preset": CUSTOM,
    "width": 7,
    "height": 6,
    "k": 5,
    "line_rule": "exact",
}


def test_a_preset_is_itself_whatever_else_is_stated() -> None:
    assert requested_variant(**FIVE | {"preset": "15x15"}) == mnk.PRESETS["15x15"].variant


def test_a_board_of_ones_own_is_as_stated() -> None:
    assert requested_variant(**FIVE) == mnk.Variant(7, 6, 5, mnk.LineRule.EXACT)
    full = requested_variant(**FIVE | {"width": 3, "height": 5, "k": None, "line_rule": "full"})
    assert full == mnk.Variant.full_lines(3, 5)


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"preset": "ludo"}, "preset", "There’s no preset 'ludo'"),
        ({"line_rule": "renju", "k": 4}, "k", "Renju is played with 5 in a row, not 4."),
        ({"line_rule": "renju", "width": 3}, "width", "Renju needs a board of at least 5×5"),
        ({"line_rule": "long"}, "line_rule", "line_rule must be one of freestyle, exact"),
        ({"width": None}, "width", "The width must be a whole number"),
        ({"height": None}, "height", "The height must be a whole number"),
        ({"k": None}, "k", "A row must be a whole number"),
        ({"width": 99}, "width", "width"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(mnk.VariantError, match=sentence) as refused:
        requested_variant(**FIVE | wrong)
    assert refused.value.field == field


def test_squares_to_block_are_named_or_numbered() -> None:
    board: dict[str, Any] = FIVE | {"height": 7}
    named = requested_variant(**board, blocked="a1, d4")

    assert named == requested_variant(**board, blocked=(24, 0))
    assert named.blocked == (0, 24)
    assert requested_variant(**board | {"preset": "3x3"}, blocked="c3").blocked == ()
    for wrong in ("a9", "?", (49,), "a1a2a3a4a5a6a7b1b2b3b4b5b6"):
        with pytest.raises(mnk.VariantError) as refused:
            requested_variant(**board, blocked=wrong)
        assert refused.value.field == "blocked"


def test_a_board_can_be_drawn_though_its_blocked_squares_are_wrong() -> None:
    board = typed_board(width="5", height="5", k="4", line_rule="exact", blocked="z9")

    assert (board.size, board.variant) == ((5, 5), None)
    assert board.wrong == {
        "blocked": "z9 isn’t on this board. Squares go from a1 to e5.",
    }


def test_a_clock_is_wished_in_its_words_or_not_at_all() -> None:
    assert requested_clock(None) is None
    assert requested_clock("5+3") == mnk.time_control_from_text("5+3")
    with pytest.raises(mnk.TimeControlError):
        requested_clock("soon")


def test_the_words_of_a_form_describe_a_board() -> None:
    words = {"width": " 7 ", "height": "6", "k": "+5", "line_rule": "exact"}

    asked = typed_board(**words)

    assert (asked.size, asked.wrong) == ((7, 6), {})
    assert asked.variant == mnk.Variant(7, 6, 5, mnk.LineRule.EXACT)
    assert typed_board(**words, preset="15x15").variant == mnk.PRESETS["15x15"].variant


@pytest.mark.parametrize("word", ["", "seven", "7.5", "7 6", "0x7", "٧", "9" * 10])
def test_a_word_that_is_no_number_is_refused_in_its_field(word: str) -> None:
    asked = typed_board(width=word, height="6", k="5", line_rule="exact")

    assert (asked.size, asked.variant) == (None, None)
    assert list(asked.wrong) == ["width"]
    assert asked.wrong["width"].startswith("The width must be a whole number from 1 to")


@pytest.mark.parametrize(
    ("words", "delay"),
    [
        (("", ""), Delay()),
        (("30", " "), Delay(ms=30_000)),
        (("", "2"), Delay(moves=2)),
        ((" 300", "20 "), Delay(ms=300_000, moves=20)),
    ],
)
def test_the_words_of_a_form_ask_for_a_delay(words: tuple[str, str], delay: Delay) -> None:
    asked = typed_delay(*words)

    assert (asked.delay, asked.wrong) == (delay, {})


def test_each_word_that_is_no_delay_is_refused_in_its_field() -> None:
    asked = typed_delay("301", "soon")

    assert asked.delay is None
    assert asked.wrong == {
        "delay_seconds": "The delay must be 0 to 300 seconds, not 301.",
        "delay_moves": "The delay must be a whole number, 0 to 20 moves.",
    }
