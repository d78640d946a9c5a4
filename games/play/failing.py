"""What a failure of the database means for whoever asked: a refusal, unless the fault is ours."""

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

from games.play import errors

# From sqlite.org/rescode.html.
_BUSY, _LOCKED, _READ_ONLY, _FULL = 5, 6, 8, 13
_IO, _CANNOT_OPEN, _PROTOCOL = 10, 14, 15
_AWAY = frozenset((_BUSY, _LOCKED, _READ_ONLY, _FULL, _IO, _CANNOT_OPEN, _PROTOCOL))
_READ_ONLY_STATE = "25006"
"""PostgreSQL's code for a write to a standby, or to a database that was made read-only."""
_LOST_STATES = ("", "08", "57")
"""How its codes begin when the connection was lost, or the server ended."""


def refusal_of(failure: BaseException, *, reads: bool = False) -> errors.Unavailable | None:
    """The refusal for a failure because the database is away, full or read-only.

    None for any other failure: that is a fault of ours. `reads` says that nothing was to be kept.
    `NotKept` is certain; `DatabaseAway` says that it is not known.
    """
    match failure:
        case errors.Unavailable():
            return failure
        case DatabaseError() if is_away(failure):
            if reads:
                return errors.CannotRead()
            return errors.DatabaseAway() if _is_unsure(failure) else errors.NotKept()
    return None


def is_away(failure: DatabaseError) -> bool:
    """Whether the database cannot be reached or written for now; false if we asked wrongly."""
    code = _sqlite_code(failure)
    if code is not None:  # SQLite calls a missing table an operational error, too
        return code in _AWAY
    return _state(failure) == _READ_ONLY_STATE or isinstance(
        failure, OperationalError | InterfaceError
    )


def _is_unsure(failure: DatabaseError) -> bool:
    """Whether it may be kept all the same: only the answer may have been lost."""
    code = _sqlite_code(failure)
    if code is not None:
        return code == _IO
    return _state(failure)[:2] in _LOST_STATES


def _sqlite_code(failure: DatabaseError) -> int | None:
    """SQLite's primary code; None if another database failed."""
    code = getattr(failure.__cause__, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _state(failure: DatabaseError) -> str:
    return getattr(failure.__cause__, "sqlstate", None) or ""
