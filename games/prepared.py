"""Queries whose statements are made once, for what is asked with every socket.

Django makes a statement anew whenever it asks: that takes ten times as long as SQLite takes to
answer a small one (docs/decisions/0002).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Expression, QuerySet

Row = tuple[Any, ...]
_Converters = Mapping[int, tuple[Sequence[Callable[..., Any]], Any]]
"""By its place, each column that is kept otherwise than it is used: how to read it, and itself."""


class _Slot(Expression):
    """Where a value goes that is known only when the query is asked."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class _Statement:
    sql: str
    parameters: Sequence[Any]
    converters: _Converters


class Prepared:
    """A query of `values_list`. Calling it gives the rows, as Django would.

    Its function makes the query from as many values as the call has; they may be numbers and
    texts, not None.
    """

    def __init__(self, query: Callable[..., "QuerySet[Any, Any]"]) -> None:
        self._query = query
        self._statements: dict[str, _Statement] = {}

    def __call__(self, *values: int | str) -> list[Row]:
        made = self._statements.get(connection.vendor)
        if made is None:
            made = self._statements[connection.vendor] = self._make(len(values))
        with connection.cursor() as cursor:
            cursor.execute(
                made.sql,
                [values[it.number] if isinstance(it, _Slot) else it for it in made.parameters],
            )
            rows: list[Row] = cursor.fetchall()
        return [_converted(row, made.converters) for row in rows] if made.converters else rows

    def _make(self, count: int) -> _Statement:
        compiler = self._query(*map(_Slot, range(count))).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
        return _Statement(sql, parameters, compiler.get_converters(columns))


def _converted(row: Row, converters: _Converters) -> Row:
    values = list(row)
    for place, (how, column) in converters.items():
        for convert in how:
            values[place] = convert(values[place], column, connection)
    return tuple(values)
