"""How figures are told: times by the middle, the 95th per cent, the most; rates by their ratios."""

import statistics
from collections.abc import Mapping, Sequence


def tell(what: str, seconds: Sequence[float]) -> None:
    """Print how long something took, in milliseconds."""
    ms = sorted(1000 * each for each in seconds)
    p95 = ms[min(len(ms) - 1, int(len(ms) * 0.95))]
    print(f"{what}: p50 {statistics.median(ms):.1f} ms, p95 {p95:.1f} ms, most {ms[-1]:.1f} ms")


def ratios(rates: Mapping[tuple[str, int], float], name: str, base: str, digits: int = 1) -> str:
    """A rate as multiples of another in the same round: the median, and the least and most.

    `rates` are by name and round, each round with the same names. A dash for the base itself, and
    where it was not measured.
    """
    found = sorted(
        rate / rates[base, round]
        for (of, round), rate in rates.items()
        if of == name != base and (base, round) in rates
    )
    if not found:
        return "–"
    least, middle, most = (
        format(each, f".{digits}f") for each in (found[0], statistics.median(found), found[-1])
    )
    return f"{middle} ({least} to {most})"
