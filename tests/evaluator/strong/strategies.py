"""What Hypothesis draws for the laws of the strong engine."""

from dataclasses import replace

from hypothesis import strategies as st

from games import mnk
from tests.mnk import strategies

law = strategies.law

RULES = (mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT, mnk.LineRule.CARO)


@st.composite
def variants(
    draw: st.DrawFn, *, max_size: int = 9, max_squares: int = 1024, k: tuple[int, int] = (1, 6)
) -> mnk.Variant:
    """A variant the engine plays; every other time some of its squares are blocked."""
    width = draw(st.integers(1, max_size))
    height = draw(st.integers(1, max(1, min(max_size, max_squares // width))))
    rule = draw(st.sampled_from(RULES))
    longest = min(max(width, height), 5 if rule is mnk.LineRule.CARO else k[1])
    variant = mnk.Variant(width, height, draw(st.integers(min(k[0], longest), longest)), rule)
    squares = st.sets(st.integers(0, variant.squares - 1), max_size=min(64, variant.squares // 4))
    blocked = draw(st.just(set()) | squares)
    try:
        return replace(variant, blocked=tuple(blocked))
    except mnk.VariantError:  # no line is left
        return variant


@st.composite
def open_positions(draw: st.DrawFn, of: st.SearchStrategy[mnk.Variant]) -> mnk.Position:
    """A position in which the game is not over, after moves by both sides in turn."""
    variant = draw(of)
    free = [square for square in range(variant.squares) if square not in variant.blocked]
    order = draw(st.permutations(free))
    position = mnk.Position.start(variant)
    for square in order[: draw(st.integers(0, variant.room - 1))]:
        after = position.play(square)
        if after.has_line(position.side_to_move):
            continue  # left out, so that the game goes on
        position = after
    return position
