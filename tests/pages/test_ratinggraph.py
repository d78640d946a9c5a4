"""A rating's graph: it shows the whole time, with no more points than can be seen."""

from datetime import date, timedelta

import pytest

from games.pages import ratinggraph
from games.players.ratings import Day

BEGAN = date(2026, 1, 1)


@pytest.mark.parametrize("count", [1, 2, 150, 151, 301, 1_000])
def test_a_graph_goes_from_the_first_day_to_the_last_with_at_most_so_many_points(
    count: int,
) -> None:
    days = [Day(BEGAN + timedelta(days=at), 1500 + at, 1500 + at) for at in range(count)]

    graph = ratinggraph.draw("Gomoku", days)

    assert graph is not None
    points = graph.curve.removeprefix("M").split("L")
    assert min(2, count) <= len(points) <= 152
    assert points[0].startswith("48 ")
    assert points[-1] == f"{graph.x} {graph.y:g}"
