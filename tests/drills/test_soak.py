"""What the soak takes for growth, and for something left over."""

import dataclasses

from drills.soak import Sample, quarters

EMPTY = Sample(0, 90.0, 80.0, 160.0, 150.0, 24, 5, 4, 0, 0, 3, 0.6, 0)


def test_a_quarter_is_its_mean_and_the_middle_does_not_count() -> None:
    assert quarters([1, 3, 100, 100, 100, 100, 2, 6]) == (2, 4)
    assert quarters([5]) == (5, 5)


def test_a_task_left_is_something_left_and_memory_is_not() -> None:
    assert dataclasses.replace(EMPTY, server_rss_mb=140.0, threads=9).is_at_rest(EMPTY)
    assert not dataclasses.replace(EMPTY, tasks=4).is_at_rest(EMPTY)
    assert not dataclasses.replace(EMPTY, sockets=1).is_at_rest(EMPTY)
