"""What need not survive a power cut need not be flushed: rows that say who is at what just now."""

import threading

from django.db import connection

_eased = threading.local()
"""In `connection`: the connection of this thread that has been told."""


def allow_lazy_flush() -> None:
    """From now on, do not flush what this thread's connection writes.

    Never call it in the thread that keeps games.
    """
    connection.ensure_connection()
    if getattr(_eased, "connection", None) is connection.connection:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous=NORMAL")
        else:
            cursor.execute("SET synchronous_commit TO off")
    _eased.connection = connection.connection
