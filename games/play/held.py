"""What is held for a while, and whether it still is: leases, claims, seeks."""

from django.db.models import Q

DIFFER_MS = 5_000
"""The times of two machines differ by less (games/play/servertime.py)."""


def is_free(at: int, for_ms: int, *, field: str = "until_ms") -> Q:
    """Rows that nobody holds at `at`, of what is held for `for_ms` at a time and then renewed.

    Their end has passed; or it is further ahead than whoever lives could have put it: then the
    server's time was set back since.
    """
    return Q(**{f"{field}__lt": at}) | Q(**{f"{field}__gt": at + for_ms + DIFFER_MS})
