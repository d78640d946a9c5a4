"""Squares and their names: every square has one, and only its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk

from . import strategies

GOMOKU = mnk.Variant(15, 15, 5)
LARGEST = mnk.Variant(32, 32, 5)


@pytest.mark.parametrize(
    ("square", "name"),
    [(0, "a1"), (25, "z1"), (26, "aa1"), (31, "af1"), (32, "a2"), (992, "a32"), (1023, "af32")],
)
def test_squares_of_the_largest_board_are_named_from_a1_to_af32(square: int, name: str) -> None:
    assert mnk.name(square, LARGEST) == name
    assert mnk.square(name, LARGEST) == square


def test_the_centre_of_the_gomoku_board_is_h8_however_it_is_written() -> None:
    assert [mnk.square(name, GOMOKU) for name in ("h8", "H8", " h8\n")] == [112] * 3
    assert mnk.name(112, GOMOKU) == "h8"


@pytest.mark.parametrize("name", ["p1", "a16", "aa1", "zz99"])
def test_a_name_off_the_board_is_refused_with_the_last_corner(name: str) -> None:
    with pytest.raises(mnk.NoSuchSquare, match=rf"^{name} isn’t on this board.*from a1 to o15"):
        mnk.square(name, GOMOKU)


@pytest.mark.parametrize(
    "name", ["", "h", "8", "8h", "h0", "h08", "h-8", "h8h8", "h 8", "abc1", "h٣", "ḣ8", "a100"]
)
def test_what_is_no_name_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(mnk.NoSuchSquare, match=r"isn’t a square.*like h8"):
        mnk.square(name, LARGEST)


def test_a_refused_name_is_repeated_only_in_part() -> None:
    with pytest.raises(mnk.NoSuchSquare) as refusal:
        mnk.square("<script>" * 1000, GOMOKU)

    assert len(refusal.value.sentence) < 100


@pytest.mark.parametrize("square", [-1, 225])
def test_a_square_off_the_board_has_no_name(square: int) -> None:
    with pytest.raises(mnk.NoSuchSquare, match=f"no square {square}. They go from 0 to 224"):
        mnk.name(square, GOMOKU)


@strategies.law
@given(strategies.variants(max_size=mnk.MAX_SIZE))
def test_every_square_of_any_board_is_found_by_its_own_name(variant: mnk.Variant) -> None:
    names = [mnk.name(square, variant) for square in range(variant.squares)]

    assert len(set(names)) == variant.squares
    assert [mnk.square(name, variant) for name in names] == list(range(variant.squares))
    assert [mnk.square(name.upper(), variant) for name in names] == list(range(variant.squares))


@strategies.law
@given(
    strategies.variants() | strategies.variants(max_size=mnk.MAX_SIZE),
    strategies.texts | st.from_regex(r"[a-iA-I][1-9]|[a-z]{1,2}[0-9]{1,2}", fullmatch=True),
)
def test_any_text_is_a_square_of_the_board_or_no_such_square(
    variant: mnk.Variant, text: str
) -> None:
    try:
        square = mnk.square(text, variant)
    except mnk.NoSuchSquare:
        return
    assert mnk.name(square, variant) == text.strip().lower()
