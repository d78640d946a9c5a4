"""Sets of squares as words: compiled functions and their plain twins agree, sign bit and all."""

from hypothesis import given
from hypothesis import strategies as st

from games.evaluator import bits
from games.evaluator.board import word

from . import strategies

words = st.integers(0, (1 << 64) - 1) | st.sampled_from((1, 1 << 63, (1 << 64) - 1))


@strategies.law
@given(squares=words)
def test_squares_are_counted_alike(squares: int) -> None:
    assert bits.popcount(word(squares)) == bits._count(word(squares)) == squares.bit_count()


@strategies.law
@given(squares=words.filter(bool))
def test_the_lowest_square_is_found_alike(squares: int) -> None:
    lowest = next(square for square in range(64) if squares >> square & 1)

    assert bits.lowest(word(squares)) == bits._lowest(word(squares)) == lowest


@strategies.law
@given(first=words, second=words)
def test_a_hash_is_a_word(first: int, second: int) -> None:
    assert -(1 << 63) <= bits.mix(word(first), word(second)) < 1 << 63
