"""What is held for a while: workers' claims, leases of tasks, seeks.

A row says by whom, and in `until_ms` until when by the server's time. One statement takes it, so of
many who try one gets it; who lives renews what they hold; what a dead one leaves is free when its
time has passed, and what is given back (0) is free at once.

All times are in milliseconds since 1970 UTC; `also` is what else is written, such as by whom.
"""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

DIFFER_MS = 5_000
"""The times of two machines differ by less (games/play/clocktime/servertime.py)."""


def is_free(at: int, for_ms: int, *, field: str = "until_ms") -> Q:
    """Rows that nobody holds at `at`, of what is held for `for_ms` at a time and then renewed.

    Their end has passed; or it is further ahead than whoever lives could have put it: then the
    server's time was set back since.
    """
    return Q(**{f"{field}__lt": at}) | Q(**{f"{field}__gt": at + for_ms + DIFFER_MS})


def take(rows: QuerySet[Any], at: int, for_ms: int, **also: object) -> bool:
    """Take those of the rows that nobody holds; whether there was one."""
    return hold(rows.filter(is_free(at, for_ms)), at, for_ms, **also)


def hold(rows: QuerySet[Any], at: int, for_ms: int, **also: object) -> bool:
    """Hold rows for as long from now on, whoever held them; whether there was one."""
    return bool(rows.update(until_ms=at + for_ms, **also))


def make(rows: QuerySet[Any], at: int, for_ms: int, **also: object) -> bool:
    """Make the one row that there may be, and hold it; false if it is there, by now."""
    if rows.exists():
        return False
    try:
        with transaction.atomic():
            rows.create(until_ms=at + for_ms, **also)
    except IntegrityError:  # another was as quick, or what it belongs to is gone
        return False
    return True
