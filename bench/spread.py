"""How times are told: the middle, the 95th per cent, the most."""

import statistics
from collections.abc import Sequence


def tell(what: str, seconds: Sequence[float]) -> None:
    """Print how long something took, in milliseconds."""
    ms = sorted(1000 * each for each in seconds)
    p95 = ms[min(len(ms) - 1, int(len(ms) * 0.95))]
    print(f"{what}: p50 {statistics.median(ms):.1f} ms, p95 {p95:.1f} ms, most {ms[-1]:.1f} ms")
