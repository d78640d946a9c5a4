"""Stored databases of released states: how they are written down, and put back.

Each is a compressed text of SQL statements, with notes in JSON about what is in it. Any installed
version of SQLite or PostgreSQL reads it.
"""

import contextlib
import gzip
import json
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dj_database_url
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.live import parts

FOLDER = Path(__file__).resolve().parents[1] / "databases"

Rows = dict[str, list[dict[str, Any]]]
"""Everything a database holds, by table: each row by its columns."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A database of an earlier version, as files."""

    name: str

    @property
    def sql(self) -> Path:
        return FOLDER / f"{self.name}.sql.gz"

    @property
    def notes(self) -> dict[str, Any]:
        """What its maker wrote down about it (tests/upgrade/make.py)."""
        return dict(json.loads((FOLDER / f"{self.name}.json").read_text()))

    @property
    def is_sqlite(self) -> bool:
        return self.name.endswith("-sqlite")

    def write(self, statements: str, notes: Mapping[str, object]) -> None:
        """Keep it."""
        FOLDER.mkdir(exist_ok=True)
        self.sql.write_bytes(gzip.compress(statements.encode(), mtime=0))
        text = json.dumps(notes, indent=1, ensure_ascii=False)
        (FOLDER / f"{self.name}.json").write_text(text + "\n")

    def into_sqlite(self, file: Path) -> None:
        """Put it back into a file that does not exist yet."""
        with contextlib.closing(sqlite3.connect(file)) as database:
            database.executescript(self._statements())

    def into_postgres(self, url: str) -> None:
        """Put it back into an empty database."""
        import psycopg

        with psycopg.connect(url) as connection:
            connection.execute(self._statements())

    def _statements(self) -> str:
        return gzip.decompress(self.sql.read_bytes()).decode()


def every(pattern: str) -> list[str]:
    """The names of the stored databases that match."""
    return sorted(file.name.removesuffix(".sql.gz") for file in FOLDER.glob(f"{pattern}.sql.gz"))


def sqlite_statements(file: Path) -> str:
    """An SQLite database as statements."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        return "\n".join(database.iterdump()) + "\n"


def postgres_statements(url: str) -> str:
    """A PostgreSQL database as statements that other versions of PostgreSQL read, too."""
    command = [parts.postgres_program("pg_dump"), "--inserts", "--no-owner", "--no-privileges", url]
    dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # Commands for psql, and settings that not every version has.
    return re.sub(r"^(\\|SET |--|$).*\n?", "", dump, flags=re.MULTILINE)


@contextlib.contextmanager
def opened(environment: Mapping[str, str]) -> Iterator[BaseDatabaseWrapper]:
    """A connection to a server's database, as `manage.py migrate --database=earlier` has one.

    To migrate in the process of the tests saves the second that `manage.py` takes to start. The
    connection is the default one, too: some of the first migrations know no other.
    """
    settings = {**connections.settings["default"], "TEST": {}}
    if url := environment.get("DATABASE_URL"):
        settings |= {"OPTIONS": {}, **dj_database_url.parse(url)}
    else:
        settings["NAME"] = str(Path(environment["INAROW_DATA"]) / "inarow.sqlite3")
    connections.settings["earlier"] = settings
    usual = connections["default"]
    connections["default"] = connection = connections["earlier"]
    try:
        yield connection
    finally:
        connections["default"] = usual
        connection.close()
        del connections["earlier"], connections.settings["earlier"]


def run(environment: Mapping[str, str], statement: str) -> None:
    """Change a server's database behind the server's back."""
    url = environment.get("DATABASE_URL")
    if url:
        import psycopg

        with psycopg.connect(url) as connection:
            connection.execute(statement)
        return
    file = Path(environment["INAROW_DATA"]) / "inarow.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


def schema(environment: Mapping[str, str]) -> list[str]:
    """What a database is made of, except its rows: columns, constraints and indexes, in words."""
    url = environment.get("DATABASE_URL")
    if not url:
        statements = sqlite_statements(Path(environment["INAROW_DATA"]) / "inarow.sqlite3")
        made = [line for line in statements.splitlines() if line.startswith("CREATE ")]
        # A column may be in another place: it was added later, or a table was rewritten.
        return sorted(str(sorted(re.split(r", |[()]", line))) for line in made)
    import psycopg

    with psycopg.connect(url) as connection:
        # Brackets and casts come and go when a constraint is read from its own text.
        return sorted(
            re.sub(r"::[a-z ]+(\[\])?|[()]", "", str(row))
            for query in (
                "SELECT table_name, column_name, data_type, is_nullable, column_default"
                " FROM information_schema.columns WHERE table_schema = 'public'",
                "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
                "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid)"
                " FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
            )
            for row in connection.execute(query).fetchall()
        )


def rows(environment: Mapping[str, str]) -> Rows:
    """All rows of a server's database."""
    url = environment.get("DATABASE_URL")
    return _postgres_rows(url) if url else _sqlite_rows(Path(environment["INAROW_DATA"]))


def _sqlite_rows(folder: Path) -> Rows:
    with contextlib.closing(sqlite3.connect(folder / "inarow.sqlite3")) as database:
        database.row_factory = sqlite3.Row
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        return {
            table: [dict(row) for row in database.execute(f'SELECT * FROM "{table}"')]
            for (table,) in tables.fetchall()
        }


def _postgres_rows(url: str) -> Rows:
    import psycopg
    from psycopg.rows import dict_row

    with psycopg.connect(url, row_factory=dict_row) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {
            table: connection.execute(f'SELECT * FROM "{table}"').fetchall()
            for table in [row["tablename"] for row in tables]
        }
