"""Quiet hours, by the wall clock of where somebody lives."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notices import choices
from games.notices.quiet import QuietHours


def at(text: str, zone: str = "UTC") -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


NIGHT = QuietHours(22 * 60, 7 * 60, "Europe/Berlin")


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-01-10T21:59", None),
        ("2026-01-10T22:00", "2026-01-11T07:00"),
        ("2026-01-11T00:00", "2026-01-11T07:00"),
        ("2026-01-11T06:59", "2026-01-11T07:00"),
        ("2026-01-11T07:00", None),
        ("2026-12-31T23:00", "2027-01-01T07:00"),
        # The clocks go forward that night, and back in this one.
        ("2026-03-28T23:00", "2026-03-29T07:00"),
        ("2026-10-24T23:00", "2026-10-25T07:00"),
    ],
)
def test_a_night_ends_in_the_morning(now: str, end: str | None) -> None:
    expected = None if end is None else at(end, "Europe/Berlin")

    assert NIGHT.end_after(at(now, "Europe/Berlin")) == expected


def test_quiet_hours_may_lie_within_a_day() -> None:
    lunch = QuietHours(12 * 60, 13 * 60 + 30, "Asia/Tokyo")

    assert lunch.end_after(at("2026-05-01T11:59", "Asia/Tokyo")) is None
    for minute in ("12:00", "13:29"):
        assert lunch.end_after(at(f"2026-05-01T{minute}", "Asia/Tokyo")) == at(
            "2026-05-01T13:30", "Asia/Tokyo"
        )
    assert lunch.end_after(at("2026-05-01T13:30", "Asia/Tokyo")) is None


def test_an_end_that_the_clock_skips_does_not_last_for_ever() -> None:
    night = QuietHours(22 * 60, 2 * 60 + 30, "Europe/Berlin")  # skipped on 29 March
    now = at("2026-03-29T01:30", "Europe/Berlin")

    end = night.end_after(now)

    assert end is not None
    assert night.end_after(end + 60_000 * 60) is None


@given(
    begins=st.integers(0, 1439),
    length=st.integers(1, 1439),
    zone=st.sampled_from(choices.zones()),
    now=st.integers(1_700_000_000_000, 1_900_000_000_000),
)
def test_after_at_most_a_day_and_an_hour_they_are_over(
    begins: int, length: int, zone: str, now: int
) -> None:
    hours = QuietHours(begins, (begins + length) % 1440, zone)

    end = hours.end_after(now)

    if end is not None:
        assert now < end <= now + 26 * 3_600_000
