"""What Hypothesis draws for the laws: variants, set-up positions, games, time controls and texts.

`@law` pins how a law is run: the same examples every time, and no deadline on a busy machine.
`make coverage`, which wants every line and not every case, asks for fewer (MNK_EXAMPLES).
"""

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games import mnk

from .interpreter import fallen, from_the_bottom

settings.register_profile(
    "mnk",
    derandomize=True,
    deadline=None,
    max_examples=int(os.environ.get("MNK_EXAMPLES", "300")),
    suppress_health_check=[HealthCheck.too_slow],
)
law = settings.get_profile("mnk")
law_of_turns = settings(law, max_examples=2 * law.max_examples)
"""For a law that looks at each example from all eight sides."""

sides = st.sampled_from(mnk.Side)


@st.composite
def variants(
    draw: st.DrawFn, *, max_size: int = 8, max_squares: int = mnk.MAX_SIZE**2
) -> mnk.Variant:
    """Any variant whose board is no larger than this."""
    width = draw(st.integers(1, min(max_size, max_squares)))
    height = draw(st.integers(1, min(max_size, max_squares // width)))
    rules = [rule for rule in mnk.LineRule if min(width, height) >= rule.says.smallest]
    line_rule = draw(st.sampled_from(rules))
    if line_rule.says.only_k is not None:
        return mnk.Variant(width, height, line_rule.says.only_k, line_rule)
    if line_rule is mnk.LineRule.FULL_LINES:
        return mnk.Variant.full_lines(width, height)
    longest = max(width, height)
    k = draw(st.integers(min(3, longest), min(5, longest)) | st.integers(1, longest))
    return mnk.Variant(width, height, k, line_rule)


@st.composite
def positions(draw: st.DrawFn, of: st.SearchStrategy[mnk.Variant]) -> mnk.Position:
    """Any stones on the board, whether a game could lead there or not.

    Chance alone seldom makes a run of nearly or just over k stones: some are laid on top.
    """
    variant = draw(of)
    signs = draw(st.sampled_from((".", "......XO", "XO", "XOXOXO.", "OOOOO.")))
    # In one piece: Hypothesis takes many times as long to draw them square by square.
    drawn = draw(st.binary(min_size=variant.squares, max_size=variant.squares))
    board = [signs[byte % len(signs)] for byte in drawn]
    for _ in range(draw(st.sampled_from((0, 0, 1, 2, 3)))):
        column = draw(st.integers(0, variant.width - 1))
        row = draw(st.integers(0, variant.height - 1))
        right, up = draw(st.sampled_from(((1, 0), (0, 1), (1, 1), (-1, 1))))
        sign = draw(st.sampled_from("XO"))
        for _ in range(variant.k + draw(st.integers(-1, 2))):
            if column in range(variant.width) and row in range(variant.height):
                board[row * variant.width + column] = sign
            column, row = column + right, row + up
    if variant.line_rule.says.falls:
        board = fallen(board, variant.width)
    stones = mnk.BySide("X", "O").map(
        lambda sign: frozenset(at for at, found in enumerate(board) if found == sign)
    )
    return mnk.Position.of(variant, stones, draw(sides))


@st.composite
def games(draw: st.DrawFn, of: st.SearchStrategy[mnk.Variant]) -> mnk.GameState:
    """A game after some legal moves: just begun, under way, or over."""
    game = mnk.GameState.start(draw(of))
    order = from_the_bottom(draw(st.permutations(range(game.variant.squares))), game.variant)
    for square in order[: draw(st.integers(0, len(order)))]:
        if game.is_over:
            break
        if square not in game.position.forbidden:
            move = draw(st.sampled_from(mnk.moves_to((square,), game.variant)))
            game = game.play(move, by=game.side_to_move)
    return game


@st.composite
def controls(draw: st.DrawFn, *, most_s: int = 30 * 24 * 3_600) -> mnk.TimeControl:
    """Any time control; none of its times is longer than this many seconds."""
    initial = 6_000 * draw(numbers(0, min(14_400, most_s // 6)))
    if initial and draw(st.booleans()):
        return mnk.TimeControl(initial, 1_000 * draw(numbers(0, min(3_600, most_s))))
    periods = draw(numbers(1, 20))
    least = 1 if initial else -(-5 // periods)
    period = 1_000 * draw(numbers(least, most_s))
    return mnk.TimeControl(initial, period_ms=period, periods=periods)


def numbers(least: int, most: int) -> st.SearchStrategy[int]:
    """Whole numbers, half of them small, and often the limits."""
    few = st.integers(least, min(most, least + 5))
    return st.one_of(few, few, st.integers(least, most), st.just(most))


def lengths(control: mnk.TimeControl) -> st.SearchStrategy[int]:
    """Milliseconds of thinking; often just about when something runs out."""
    whole = control.initial_ms + control.periods * control.period_ms
    edges = st.builds(
        lambda initial, periods, more: max(0, initial + periods * control.period_ms + more),
        st.sampled_from((0, control.initial_ms)),
        st.integers(0, min(4, control.periods)),
        st.sampled_from((-1, 0, 0, 1)),
    )
    return st.one_of(edges, st.integers(0, whole // 3), st.integers(0, whole + 2_000))


texts = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="XOxo. \n\t|", max_size=40),
    st.text(alphabet="abcdfhABH0123456789, \n\v", max_size=20),
    st.from_regex(r"[0-9]{1,5}([.,][0-9])?([+][0-9]{1,3})?(x[0-9]{1,4})? ?[smhd]?", fullmatch=True),
)
"""Texts of all kinds, many of them nearly a board, a list of moves or a time control."""
