"""Copies of the database: made while the server runs, and put back while it does not.

SQLite's online backup does it: it copies one consistent state and hinders no writer; for
PostgreSQL its own programs do it, and this says how to call them.
"""

import contextlib
import os
import shlex
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from games.play.models import Game, Move
from games.players.models import Player

Migration = tuple[str, str]
"""An application and the name of one of its migrations."""

_TABLES = tuple(model._meta.db_table for model in (Game, Move, Player))


class CannotKeep(Exception):
    """A copy is not made, or not put back; says why. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a database holds."""

    games: int
    moves: int
    players: int

    def __str__(self) -> str:
        return f"{self.games:,} games, {self.moves:,} moves, {self.players:,} players"


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of putting a copy back."""

    counts: Counts
    aside: Path | None
    """Where the previous database is now, if there was one."""
    unapplied: bool
    """Whether it needs migrations before a server can use it."""


def back_up(database: Path, file: Path) -> Counts:
    """Copy the database as it is at one moment into a file that does not exist yet.

    The copy is checked before it gets its name. Raises `CannotKeep`.
    """
    if not database.exists():
        raise CannotKeep(f"There is no database at {database}.")
    if file.exists():
        raise CannotKeep(f"{file} exists: choose another name, nothing is overwritten.")
    with _copy(database, beside=file) as copy:
        counts = _examine(copy).counts
        try:
            file.touch(exist_ok=False)  # the name is ours now, or somebody was quicker
            os.replace(copy, file)
        except OSError as error:
            raise CannotKeep(f"{file} cannot be written: {error.strerror}.") from None
        _sync(file.absolute().parent)
    return counts


def restore(file: Path, database: Path, *, known: Set[Migration]) -> Restored:
    """Put a copy in the place of the database, which is kept beside it under another name.

    `known` are the migrations of this version of the program. Raises `CannotKeep`, also while
    somebody has the database open.
    """
    found = _examine(file)
    if not found.migrations <= known:
        raise CannotKeep(f"{file} is of a newer version of Inarow than this one.")
    with _copy(file, beside=database) as copy, _alone(database):
        aside = None
        if database.exists():
            now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
            aside = database.with_name(f"{database.name}.before-{now}")
            try:
                os.link(database, aside)  # so that there is a database at any moment
            except OSError:  # a file system without links
                os.replace(database, aside)
        os.replace(copy, database)
        _sync(database.parent)
    return Restored(found.counts, aside, unapplied=not known <= found.migrations)


def pg_dump(database: Mapping[str, object], file: Path) -> str:
    """The command that copies a PostgreSQL database; it asks for the password."""
    return shlex.join(["pg_dump", "--format=custom", f"--file={file}", *_where(database)])


def pg_restore(database: Mapping[str, object], file: Path) -> str:
    """The command that puts such a copy in the place of what is there, all of it or nothing."""
    options = ["--clean", "--if-exists", "--no-owner", "--single-transaction"]
    where = _where(database)
    return shlex.join(["pg_restore", *options, *where[:-1], f"--dbname={where[-1]}", str(file)])


def _where(database: Mapping[str, object]) -> list[str]:
    names = (("host", "HOST"), ("port", "PORT"), ("username", "USER"))
    given = [f"--{option}={database[key]}" for option, key in names if database.get(key)]
    return [*given, str(database["NAME"])]


@dataclass(frozen=True, slots=True)
class _Contents:
    counts: Counts
    migrations: frozenset[Migration]


def _examine(file: Path) -> _Contents:
    """What a file holds, if it is a whole database of Inarow. Raises `CannotKeep`."""
    if not file.is_file():
        raise CannotKeep(f"There is no file {file}.")
    try:
        with _open(file) as opened:
            (verdict,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise CannotKeep(f"{file} is damaged: {verdict}.")
            if opened.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise CannotKeep(f"{file} is damaged: rows belong to rows that are not there.")
            counts = [
                opened.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in _TABLES
            ]
            migrations = opened.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            raise CannotKeep(f"{file} is no database of Inarow.") from None
        raise CannotKeep(f"{file} cannot be read: {error}.") from None
    except sqlite3.DatabaseError:
        raise CannotKeep(f"{file} is no database, or a damaged one.") from None
    return _Contents(Counts(*counts), frozenset(migrations))


@contextlib.contextmanager
def _open(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(file.absolute().as_uri() + "?mode=rw", uri=True)) as it:
        yield it


@contextlib.contextmanager
def _copy(source: Path, *, beside: Path) -> Iterator[Path]:
    """A copy of a database, as one file in the folder of `beside`, on the disk; gone in the end."""
    try:
        # For its owner alone to read: it holds the keys of all seats.
        handle, name = tempfile.mkstemp(prefix=f".{beside.name}.", dir=beside.absolute().parent)
    except OSError as error:
        raise CannotKeep(f"{beside} cannot be written: {error.strerror}.") from None
    os.close(handle)
    copy = Path(name)
    try:
        with _open(source) as original, _open(copy) as target:
            original.backup(target)  # in one step: one read transaction, which hinders nobody
            target.execute("PRAGMA journal_mode=DELETE")
        _sync(copy)
        yield copy
    except sqlite3.Error as error:
        raise CannotKeep(f"{source} cannot be copied to {beside}: {error}.") from None
    finally:
        copy.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(database: Path) -> Iterator[None]:
    """While nobody else has the database open, and all of it is in its one file."""
    if not database.exists():
        yield
        return
    # A connection that has read anything holds the file until it is closed; leaving the
    # write-ahead log needs the file alone, and removes the log's two files.
    with _open(database) as opened:
        try:
            (mode,) = opened.execute("PRAGMA journal_mode=DELETE").fetchone()
            if mode != "delete":
                raise sqlite3.OperationalError(f"its journal stays {mode}")
            opened.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise CannotKeep(
                f"{database} is in use ({error}): stop the server and the workers first."
            ) from None
        yield


def _sync(path: Path) -> None:
    """Put a file, or the names in a folder, on the disk for certain."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
