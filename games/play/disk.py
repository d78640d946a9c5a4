"""What need not survive a power cut need not be flushed: rows that say who is at what just now."""

from django.db import connection


def allow_lazy_flush() -> None:
    """From now on, do not flush what this thread's connection writes.

    Never call it in the thread that keeps games.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous=NORMAL")
        else:
            cursor.execute("SET synchronous_commit TO off")
