"""A database of any earlier version is mended before it is migrated, or else left as it is.

The databases are those that people played in then (tests/databases).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import DjangoDbBlocker

from games.ops import upgrading
from tests.upgrade import stored
from tests.upgrade.stored import Stored

NOW = "0.2.0-sqlite"
"""One that needs no mending."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "inarow.sqlite3"


@pytest.fixture(autouse=True)
def unblocked(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def _opened(file: Path) -> AbstractContextManager[BaseDatabaseWrapper]:
    return stored.opened({"INAROW_DATA": str(file.parent)})


def _prepared(file: Path) -> None:
    with _opened(file) as connection:
        upgrading.prepare(connection)


def _asked(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(query).fetchall()


def _changed(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute(statement)


def _migrations(file: Path, app: str) -> list[object]:
    rows = _asked(file, f"SELECT name FROM django_migrations WHERE app = '{app}' ORDER BY name")
    return [name for (name,) in rows]


def test_a_new_database_is_left_to_migrate(file: Path) -> None:
    _prepared(file)

    assert _asked(file, "SELECT name FROM sqlite_master") == []


@pytest.mark.parametrize("name", [NOW, "0.1.0-sqlite"])
def test_a_database_that_lacks_nothing_stays_as_it_is(file: Path, name: str) -> None:
    Stored(name).into_sqlite(file)
    before = stored.sqlite_statements(file)

    _prepared(file)

    assert stored.sqlite_statements(file) == before


def test_processes_of_1cc78e5_kept_what_they_heard_up_to_when_they_were_last_seen(
    file: Path,
) -> None:
    Stored("early-1cc78e5-sqlite").into_sqlite(file)
    _changed(file, "INSERT INTO play_serverprocess VALUES (1, 1000, 5000)")

    _prepared(file)

    assert _asked(file, "SELECT kept_ms FROM play_serverprocess") == [(5000,)]
    indexes = _asked(
        file, "SELECT name FROM sqlite_master WHERE name IN ('downtime_began', 'downtime_ended')"
    )
    assert indexes == [("downtime_ended",)]


@pytest.mark.parametrize("commit", ["c9b8f9c", "5811b28"])
def test_c9b8f9c_to_7640d8c_get_the_tables_that_their_reviews_came_to_have(
    file: Path, commit: str
) -> None:
    Stored(f"early-{commit}-sqlite").into_sqlite(file)

    _prepared(file)

    assert "0005_game_game_over" in _migrations(file, "play")
    assert _asked(file, "SELECT count(*) FROM review_puzzle") == [(0,)]


@pytest.mark.parametrize("was_killed", [False, True])
def test_the_migration_of_d85d934_is_known_by_its_new_number(file: Path, was_killed: bool) -> None:
    """Even if the first try was killed when it had noted the new number."""
    Stored("early-d85d934-sqlite").into_sqlite(file)
    if was_killed:
        _changed(
            file,
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('review', '0003_watching', '2026-01-01')",
        )

    _prepared(file)

    assert _migrations(file, "review") == [
        "0001_initial",
        "0002_assessments_on_demand",
        "0003_watching",
    ]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('play', '9999_hexagons', '2030-01-01')",
            r"newer version .* \(it has play\.9999_hexagons\)",
        ),
        ("ALTER TABLE players_player DROP COLUMN program", "players_player lacks program"),
        ("DROP TABLE play_downtime", "play_downtime lacks"),
    ],
)
def test_a_database_of_a_newer_version_or_an_incomplete_one_is_refused(
    file: Path, statement: str, why: str
) -> None:
    Stored(NOW).into_sqlite(file)
    _changed(file, statement)
    before = stored.sqlite_statements(file)

    with pytest.raises(upgrading.CannotUpgrade, match=why):
        _prepared(file)

    assert stored.sqlite_statements(file) == before


def test_what_another_program_has_migrated_is_its_own_affair(file: Path) -> None:
    Stored(NOW).into_sqlite(file)
    _changed(
        file,
        "INSERT INTO django_migrations (app, name, applied)"
        " VALUES ('recipes', '0001_initial', '2030-01-01')",
    )

    _prepared(file)


def test_migrate_mends_first_and_then_migrates(file: Path) -> None:
    with _opened(file):
        call_command("migrate", "contenttypes", database="earlier", verbosity=0)
    assert "0002_remove_content_type_name" in _migrations(file, "contenttypes")

    file.unlink()
    Stored(NOW).into_sqlite(file)
    _changed(file, "DROP TABLE play_downtime")
    with _opened(file), pytest.raises(CommandError, match="play_downtime lacks"):
        call_command("migrate", database="earlier", verbosity=0)
