"""Queries whose statements are made once, for what is asked with every socket and every page.

Django makes a statement anew whenever it asks: that takes ten times as long as SQLite takes to
answer a small one (docs/decisions/0002).
"""

import itertools
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Count, Expression, QuerySet, Value
from django.db.models import query as reading

T = TypeVar("T")
Row = tuple[Any, ...]
Given: TypeAlias = int | float | str | bytes
_Converters = Mapping[int, tuple[Sequence[Callable[..., Any]], Any]]
"""By its place, each column that is kept otherwise than it is used: how to read it, and itself."""


def tally(queryset: "QuerySet[Any, Any]", *counts: Count) -> "QuerySet[Any, tuple[int, ...]]":
    """A query of one row: what is counted among all that another query finds."""
    names = {f"count_{number}": each for number, each in enumerate(counts)}
    whole = queryset.order_by().annotate(whole=Value(1)).values("whole")
    counted: QuerySet[Any, tuple[int, ...]] = whole.annotate(**names).values_list(*names)
    return counted


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
    read: Callable[[Row], Any]
    """What a row is given as."""


class Prepared(Generic[T]):
    """A query of instances, with those that `select_related` names, or of `values_list`.

    Calling it gives a list of what is found, as Django would. Its function makes the query from as
    many values as the call has: each is a number, a text or bytes, not None, or several of these,
    to be looked for with `__in` (of a relation with `__pk__in`). What else changes, as a setting
    may, is to be a value, too.
    """

    def __init__(self, query: Callable[..., "QuerySet[Any, T]"]) -> None:
        self._query = query
        self._statements: dict[object, _Statement | None] = {}

    def __call__(self, *values: Given | Collection[Given]) -> list[T]:
        parts = [each if isinstance(each, Given) else _filled(each) for each in values]
        shape = (
            connection.vendor,
            *(len(each) if isinstance(each, list) else None for each in parts),
        )
        try:
            made = self._statements[shape]
        except KeyError:
            made = self._statements[shape] = self._make(parts)
        if made is None:
            return []
        flat = [value for each in parts for value in (each if isinstance(each, list) else (each,))]
        with connection.cursor() as cursor:
            cursor.execute(
                made.sql,
                [flat[it.number] if isinstance(it, _Slot) else it for it in made.parameters],
            )
            rows: list[Row] = cursor.fetchall()
        if made.converters:
            rows = [_converted(row, made.converters) for row in rows]
        return [made.read(row) for row in rows]

    def _make(self, parts: Sequence[Given | list[Given]]) -> _Statement | None:
        """The statement for values of this shape; None if nothing can be found."""
        numbers = itertools.count()
        queryset = self._query(
            *(
                [_Slot(next(numbers)) for _ in each]
                if isinstance(each, list)
                else _Slot(next(numbers))
                for each in parts
            )
        )
        compiler = queryset.query.get_compiler(connection=connection)
        try:
            sql, parameters = compiler.as_sql()
        except EmptyResultSet:
            return None
        columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
        return _Statement(
            sql, parameters, compiler.get_converters(columns), _reader(queryset, compiler)
        )


def _filled(values: Collection[Given]) -> list[Given]:
    """Several values, the last of them repeated up to a power of two: so there are few statements.

    >>> _filled("abcde"), _filled("")
    (['a', 'b', 'c', 'd', 'e', 'e', 'e', 'e'], [])
    """
    filled = list(values)
    if filled:
        filled += filled[-1:] * ((1 << (len(filled) - 1).bit_length()) - len(filled))
    return filled


def _reader(queryset: "QuerySet[Any, Any]", compiler: Any) -> Callable[[Row], Any]:
    """How a row is read as what the query is of."""
    if queryset._iterable_class is reading.FlatValuesListIterable:
        return operator.itemgetter(0)
    if queryset._iterable_class is not reading.ModelIterable:
        return tuple
    # As ModelIterable does it.
    info, db = compiler.klass_info, queryset.db
    own = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    names = [column.target.attname for column, _, _ in compiler.select[own]]
    populators = reading.get_related_populators  # type: ignore[attr-defined]  # not in the stubs
    related = populators(info, compiler.select, db)

    def read(row: Row) -> Any:
        instance = info["model"].from_db(db, names, row[own])
        for each in related:
            each.populate(row, instance)
        for name, place in compiler.annotation_col_map.items():
            setattr(instance, name, row[place])
        return instance

    return read


def _converted(row: Row, converters: _Converters) -> Row:
    values = list(row)
    for place, (how, column) in converters.items():
        for convert in how:
            values[place] = convert(values[place], column, connection)
    return tuple(values)
