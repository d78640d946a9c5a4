"""What Prometheus would be told."""

from prometheus_client import Counter, Histogram


def value(counter: Counter) -> float:
    """How far a counter without labels has counted in this process."""
    return _sample(counter, "_total")


def count(histogram: Histogram) -> float:
    """How many values a histogram without labels, or with all of them, has observed."""
    return _sample(histogram, "_count")


def _sample(figure: Counter | Histogram, name: str) -> float:
    (found,) = figure.collect()
    return float(next(each.value for each in found.samples if each.name.endswith(name)))
