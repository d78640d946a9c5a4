"""What a failure of the database means: away, unsure or a fault of ours, by its code."""

import sqlite3

import pytest
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.db import Error as DatabaseError

from games.play import errors
from games.play.failing import is_away, refusal_of


class _OfPostgres(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("said by PostgreSQL")
        self.sqlstate = sqlstate


def _sqlite(code: int, kind: type[DatabaseError] = OperationalError) -> DatabaseError:
    cause = sqlite3.OperationalError("said by SQLite")
    cause.sqlite_errorcode = code
    return _raised(kind, cause)


def _postgres(state: str | None, kind: type[DatabaseError] = OperationalError) -> DatabaseError:
    return _raised(kind, _OfPostgres(state))


def _raised(kind: type[DatabaseError], cause: Exception) -> DatabaseError:
    failure = kind("said by Django")
    failure.__cause__ = cause
    return failure


@pytest.mark.parametrize(
    ("failure", "refusal"),
    [
        (_sqlite(sqlite3.SQLITE_BUSY), errors.NotKept),
        (_sqlite(sqlite3.SQLITE_FULL), errors.NotKept),
        (_sqlite(sqlite3.SQLITE_READONLY), errors.NotKept),
        # A disk that fails may have written: SQLITE_IOERR_FSYNC has 10 in its low byte.
        (_sqlite(sqlite3.SQLITE_IOERR | 4 << 8), errors.DatabaseAway),
        (_sqlite(1), None),  # no such table
        (_postgres("40001"), errors.NotKept),
        (_postgres("25006", DataError), errors.NotKept),
        (_postgres("08006"), errors.DatabaseAway),
        (_postgres("57P01"), errors.DatabaseAway),
        (_postgres(None, InterfaceError), errors.DatabaseAway),
        (_postgres("23505", IntegrityError), None),
        (OperationalError("of its own"), errors.DatabaseAway),
        (ValueError("not the database"), None),
    ],
    ids=repr,
)
def test_who_asked_is_told_whether_it_may_be_kept(
    failure: Exception, refusal: type[errors.Unavailable] | None
) -> None:
    found = refusal_of(failure)

    assert type(found) is (refusal or type(None))
    assert type(refusal_of(failure, reads=True)) is (errors.CannotRead if refusal else type(None))
    if isinstance(failure, DatabaseError):
        assert is_away(failure) is (refusal is not None)


def test_a_refusal_stays_what_it_is() -> None:
    refusal = errors.NotKept()

    assert refusal_of(refusal) is refusal
    assert refusal_of(refusal, reads=True) is refusal
