"""What is held for a while: workers' claims, leases of tasks, seeks.

A row says who holds it, and in `until_ms` until when, by the server's time. One statement takes it,
so only one of many that try gets it. A living holder renews it; what a dead one leaves is free when
its time has passed, and what is given back (0) is free at once.

All times are in milliseconds since 1970 UTC; `also` is what else is written, such as the holder.
"""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

DIFFER_MS = 5_000
"""The times of two machines differ by less than this (games/play/clocktime/servertime.py)."""


def is_free(at: int, for_ms: int, *, field: str = "until_ms") -> Q:
    """Rows that nobody holds at `at`, if they are held for `for_ms` at a time and then renewed.

    Their end has passed; or it is further ahead than a living holder could have put it: then
    the server's time has been set back since.
    """
    return Q(**{f"{field}__lt": at}) | Q(**{f"{field}__gt": at + for_ms + DIFFER_MS})


def take(rows: QuerySet[Any], at: int, for_ms: int, **also: object) -> bool:
    """Take those of the rows that nobody holds; return whether there was one."""
    return hold(rows.filter(is_free(at, for_ms)), at, for_ms, **also)


def hold(rows: QuerySet[Any], at: int, for_ms: int, **also: object) -> bool:
    """Hold rows for `for_ms` from `at` on, whoever held them; return whether there was one."""
    return bool(rows.update(until_ms=at + for_ms, **also))


def make(rows: QuerySet[Any], at: int, for_ms: int, **also: object) -> bool:
    """Make the one row that there may be, and hold it; false if it exists by now."""
    if rows.exists():
        return False
    try:
        with transaction.atomic():
            rows.create(until_ms=at + for_ms, **also)
    except IntegrityError:  # another was as quick, or what it belongs to is gone
        return False
    return True
