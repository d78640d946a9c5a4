"""Glicko-2: how strong somebody is, how sure that is, and what one result says about both.

Mark E. Glickman, "Example of the Glicko-2 system" (2013), http://www.glicko.net/glicko/glicko2.pdf;
the numbers of its steps stand beside the code.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

TAU: Final = 0.5
"""How much volatility may change (the paper: 0.3 to 1.2)."""
_SCALE: Final = 173.7178
_NEAR: Final = 1e-6
"""How closely the volatility is found."""
MOST_DEVIATION: Final = 350.0
"""No rating is less sure than that of somebody unknown."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength and how sure it is: with 95 % probability it lies within twice the deviation."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Result:
    """A game of one rating period."""

    opponent: Rating
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""


def after(mine: Rating, results: Sequence[Result]) -> Rating:
    """The rating after a period with these results; the opponents' are those from before it.

    >>> found = after(Rating(), [Result(Rating(), 1.0)])
    >>> round(found.rating), round(found.deviation)
    (1662, 290)
    """
    if not results:
        return rested(mine, 1)
    # 2. On the scale of the formulas.
    mu, phi = (mine.rating - 1500) / _SCALE, mine.deviation / _SCALE
    # 3. How much the results can say; 4. what they say.
    information, surprise = 0.0, 0.0
    for result in results:
        their_mu = (result.opponent.rating - 1500) / _SCALE
        their_phi = result.opponent.deviation / _SCALE
        weight = 1 / math.sqrt(1 + 3 * their_phi**2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - their_mu)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (result.score - expected)
    variance = 1 / information
    # 5. The volatility.
    volatility = _volatility(mine.volatility, phi, variance, variance * surprise)
    # 6. and 7. The deviation, and with it the rating.
    phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + information)
    mu += phi**2 * surprise
    # 8. Back.
    return Rating(mu * _SCALE + 1500, _deviation(phi), volatility)


def rested(mine: Rating, periods: int) -> Rating:
    """The rating after this many periods without a result: step 6 alone, once for each, so that the
    deviation grows to √(φ² + periods · σ²). Rating and volatility stay.

    >>> round(rested(Rating(1620.0, 60.0), 26).deviation)
    80
    """
    grown = math.hypot(mine.deviation, math.sqrt(periods) * mine.volatility * _SCALE)
    return Rating(mine.rating, min(MOST_DEVIATION, grown), mine.volatility)


def _deviation(phi: float) -> float:
    return min(MOST_DEVIATION, phi * _SCALE)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of the paper's f, by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        spread = phi**2 + variance + grown
        return grown * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _NEAR:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return math.exp(low / 2)
