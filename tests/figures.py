"""What Prometheus would be told."""

from prometheus_client import Counter, Gauge, Histogram


def value(counter: Counter) -> float:
    """How far a counter without labels has counted in this process."""
    return _sample(counter, "_total")


def count(histogram: Histogram) -> float:
    """How many values a histogram without labels, or with all of them, has observed."""
    return _sample(histogram, "_count")


def now(gauge: Gauge) -> float:
    """What a gauge without labels, or with all of them, shows at the moment."""
    return _sample(gauge, "")


def _sample(figure: Counter | Histogram | Gauge, name: str) -> float:
    (found,) = figure.collect()
    return float(next(each.value for each in found.samples if each.name.endswith(name)))
