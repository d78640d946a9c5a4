"""What need not survive a power cut is written without waiting for the disk."""

import pytest
from django.db import connection

from games.play.disk import allow_lazy_flush


@pytest.mark.django_db(transaction=True)
def test_what_is_written_from_now_on_is_not_flushed() -> None:
    is_sqlite = connection.vendor == "sqlite"
    asked = "PRAGMA synchronous" if is_sqlite else "SHOW synchronous_commit"
    with connection.cursor() as cursor:
        try:
            allow_lazy_flush()
            cursor.execute(asked)
            assert cursor.fetchone() == ((1,) if is_sqlite else ("off",))
        finally:
            connection.close()
