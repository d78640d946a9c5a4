"""What Hypothesis draws for the evaluator's laws: small positions near their end.

Brute force must be able to play them out, so at most `max_empty` squares are left.
"""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games import mnk
from tests.mnk.interpreter import from_the_bottom
from tests.mnk.strategies import variants

settings.register_profile(
    "evaluator",
    derandomize=True,
    deadline=None,
    max_examples=80,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
law = settings.get_profile("evaluator")

small_variants = variants(max_size=6, max_squares=20)
small_races = small_variants.filter(lambda variant: variant.line_rule.says.is_race)
"""Those the solver takes."""
small_wins = small_variants.filter(
    lambda variant: variant.line_rule.says.is_race or variant.line_rule.says.forbids
)
"""Those in which a line wins, can be completed wherever it lacks a stone, and turns alternate."""
certified_variants = small_variants.filter(mnk.has_certificates)
"""Those whose rules there are certificates of."""


@st.composite
def endings(
    draw: st.DrawFn,
    *,
    max_empty: int = 7,
    of: st.SearchStrategy[mnk.Variant] = small_variants,
) -> mnk.Position:
    """Any stones without a line, few squares empty, either side to move."""
    variant = draw(of)
    left = draw(st.integers(min(1, variant.squares), min(max_empty, variant.squares)))
    order = from_the_bottom(draw(st.permutations(range(variant.squares))), variant)
    stones: dict[mnk.Side, set[mnk.Square]] = {side: set() for side in mnk.Side}
    stopped = set[int]()  # columns in which no stone can lie without a line
    for square in order[: variant.squares - left]:
        if square % variant.width in stopped:
            continue
        side = draw(st.sampled_from(mnk.Side))
        for each in (side, side.other):
            stones[each].add(square)
            position = _set_up(variant, stones, side)
            if not any(map(position.has_line, mnk.Side)):
                break
            stones[each].remove(square)
        else:
            if variant.line_rule.says.falls:
                stopped.add(square % variant.width)
    return _set_up(variant, stones, draw(st.sampled_from(mnk.Side)))


def _set_up(
    variant: mnk.Variant, stones: dict[mnk.Side, set[mnk.Square]], side: mnk.Side
) -> mnk.Position:
    both = mnk.BySide(*(frozenset(stones[side]) for side in mnk.Side))
    return mnk.Position.of(variant, both, side)
