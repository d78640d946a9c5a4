"""What the server's application leaves behind when it has answered."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.signals import request_finished
from django.db import connection

import config.asgi  # noqa: F401  # it is what listens


@pytest.mark.django_db(transaction=True)
def test_what_a_request_has_opened_is_closed_when_it_ends() -> None:
    """Its thread ends with it, and nobody would find the connection again."""

    def in_a_thread_of_its_own() -> list[bool]:
        connection.ensure_connection()
        connection.close_at = None  # Django itself leaves it open
        was_open = connection.connection is not None
        request_finished.send(sender=None)
        return [was_open, connection.connection is not None]

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(in_a_thread_of_its_own).result() == [True, False]
