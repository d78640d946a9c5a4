"""A database that can keep nothing for a while, as on a full disk: it refuses all writes."""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


class Disk:
    """A disk that is full while `is_full`, for the connections given to `watch`."""

    def __init__(self) -> None:
        self.is_full = False
        self._is_told: dict[int, bool] = {}
        """What each connection was told last."""

    def watch(self, connection: BaseDatabaseWrapper, **signal: object) -> None:
        """Let a connection that was just opened write only while there is room."""
        self._is_told[id(connection.connection)] = False
        connection.execute_wrappers = [self._execute]

    def _execute(
        self,
        run: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        connection = context["connection"]
        key = id(connection.connection)
        # A connection may outlive the test, and be opened anew.
        if self._is_told.get(key, False) is not self.is_full:
            self._is_told[key] = self.is_full
            word = "on" if self.is_full else "off"
            if connection.vendor == "sqlite":
                connection.connection.execute(f"PRAGMA query_only = {word}")
            else:
                connection.connection.execute(f"SET default_transaction_read_only = {word}")
                if self.is_full and connection.in_atomic_block:
                    connection.connection.execute("SET LOCAL transaction_read_only = on")
        return run(sql, params, many, context)
