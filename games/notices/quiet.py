"""When somebody is not to be disturbed: their quiet hours, in their time zone. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one minute of the day to another, which may be on the next day.

    >>> hours = QuietHours(22 * 60, 7 * 60, "Europe/Berlin")
    >>> at = lambda text: int(datetime.fromisoformat(text).timestamp() * 1000)
    >>> hours.end_after(at("2026-01-10T12:00+01:00")) is None
    True
    >>> hours.end_after(at("2026-01-10T23:30+01:00")) == at("2026-01-11T07:00+01:00")
    True
    """

    begins: int
    """Minutes after midnight; the first that is quiet."""
    ends: int
    """The first that is not; never the same as `begins`."""
    zone: str

    def end_after(self, at: int) -> int | None:
        """When the quiet hours that hold at `at` end (ms since 1970 UTC); None if none do.

        By the wall clock of the zone: on days when that is set, a night is longer or shorter.
        """
        local = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.begins < self.ends:
            is_quiet, is_tomorrow = self.begins <= minute < self.ends, False
        else:
            is_quiet = minute >= self.begins or minute < self.ends
            is_tomorrow = minute >= self.begins
        if not is_quiet:
            return None
        day = local.date() + timedelta(days=int(is_tomorrow))
        end = datetime(
            day.year, day.month, day.day, *divmod(self.ends, 60), tzinfo=ZoneInfo(self.zone)
        )
        # A wall clock set forward may skip the minute: then it is the first one after.
        return max(at + MINUTE_MS, round(end.timestamp() * 1000))
