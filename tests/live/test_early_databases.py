"""Databases of commits whose migrations were edited later become what a new database is.

Each is mended and migrated as far as the last of these commits came. There it has the schema of a
new database that was taken as far: from then on the same migrations do the same to it. One of each
backend goes all the way.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import DatabaseError
from pytest_django import DjangoDbBlocker

from tests.live import parts
from tests.upgrade import stored
from tests.upgrade.stored import Stored

pytestmark = pytest.mark.timeout(300)

GAME = (
    "INSERT INTO play_game (id, slug, width, height, k, line_rule, listed, version, ply, started,"
    " termination, created_at, changed_ms, bot_due, reason, visibility, watch_key, delay_ms,"
    " delay_moves) VALUES (1, 'abc', 3, 3, 3, 'freestyle', false, 0, 0, true, 'abort',"
    " '2026-11-22 01:50:00Z', 1, false, '', 'private', 'key', 0, 0)"
)
SHELVED = (
    "INSERT INTO review_shelved (game_id, ended_ms, plies, variant, termination, opening, public)"
    " VALUES (1, 1, 0, '3x3x3', 'abort', {blob}, false)"
)
ASSESSED = (
    "INSERT INTO review_assessment (key, edition, nodes, found) VALUES ({blob}, 1, 5, '{{}}')"
)
ROWS = {
    "1cc78e5": ["INSERT INTO play_serverprocess (began_ms, seen_ms) VALUES (7, 1234)"],
    "c9b8f9c": [ASSESSED],
    "5811b28": [ASSESSED],
    "d85d934": [
        "INSERT INTO play_serverprocess (began_ms, seen_ms, kept_ms) VALUES (7, 1234, 1234)",
        *(ASSESSED, GAME, SHELVED),
    ],
}
"""What each held that must be there afterwards."""
PROCESS = {"seen_ms": 1234, "kept_ms": 1234}
ASSESSMENT = {"edition": 1, "nodes": 5, "reviewed": True}
KEPT = {
    "1cc78e5": {"play_serverprocess": PROCESS},
    "c9b8f9c": {"review_assessment": ASSESSMENT},
    "5811b28": {"review_assessment": ASSESSMENT},
    "d85d934": {
        "play_serverprocess": PROCESS,
        "review_assessment": ASSESSMENT,
        "review_shelved": {"game_id": 1, "public": False},
    },
}
LAST = "d85d934"
"""The last of these commits."""
AS_FAR = (
    *(("play", "0006_watching"), ("players", "0003_player_slug"), ("review", "0003_watching")),
    *(("admin", "0003"), ("auth", "0012"), ("sessions", "0001")),
)
"""Its migrations, by the names that they have now."""


@pytest.fixture(autouse=True)
def unblocked(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with parts.postgres(forgetful=True) as url:
        yield url


@pytest.fixture
def environment(name: str, tmp_path: Path, postgres: str) -> dict[str, str]:
    """The environment in which `manage.py` uses an empty database, of the kind this one was."""
    return _empty(name.rsplit("-", 1)[1], tmp_path, postgres)


def _empty(backend: str, folder: Path, postgres: str) -> dict[str, str]:
    if backend == "sqlite":
        return {**os.environ, "INAROW_DATA": str(folder), "DATABASE_URL": ""}
    parts.empty_database(postgres)
    return {**os.environ, "INAROW_DATA": str(folder), "DATABASE_URL": postgres}


def _restore(state: Stored, environment: dict[str, str]) -> None:
    if state.is_sqlite:
        state.into_sqlite(Path(environment["INAROW_DATA"]) / "inarow.sqlite3")
    else:
        state.into_postgres(environment["DATABASE_URL"])


def _migrate_as_far(environment: dict[str, str]) -> None:
    """Migrate app by app: what one has mended, the next leaves as it is."""
    with stored.opened(environment):
        for app, name in AS_FAR:
            call_command("migrate", app, name, database="earlier", verbosity=0)


@pytest.fixture(scope="module")
def new(
    tmp_path_factory: pytest.TempPathFactory, postgres: str, django_db_blocker: DjangoDbBlocker
) -> dict[str, list[str]]:
    """By backend, the schema of a new database that was taken as far."""
    folder = tmp_path_factory.mktemp("new")
    schemas = {}
    for backend in ("sqlite", "postgres"):
        environment = _empty(backend, folder, postgres)
        with django_db_blocker.unblock():
            _migrate_as_far(environment)
        schemas[backend] = stored.schema(environment)
    return schemas


def _newest(backend: str, folder: Path, postgres: str) -> list[str]:
    """The schema of a database that begins with this version."""
    folder.mkdir()
    environment = _empty(backend, folder, postgres)
    if backend == "sqlite":
        shutil.copy(parts.migrated(), folder / "inarow.sqlite3")
    else:
        parts.migrate(postgres, environment)
    return stored.schema(environment)


def _keeps_its_rows(commit: str, environment: dict[str, str]) -> None:
    there = stored.rows(environment)
    for table, values in KEPT[commit].items():
        (row,) = there[table]
        assert {column: row[column] for column in values} == values


@pytest.mark.parametrize("name", stored.every("early-*"))
def test_an_early_database_becomes_what_a_new_one_is(
    name: str, environment: dict[str, str], new: dict[str, list[str]], postgres: str, tmp_path: Path
) -> None:
    _, commit, backend = name.split("-")
    blob = "x'00ff'" if backend == "sqlite" else r"'\x00ff'"
    _restore(Stored(name), environment)
    for statement in ROWS[commit]:
        stored.run(environment, statement.format(blob=blob))
    _migrate_as_far(environment)
    assert stored.schema(environment) == new[backend]
    _keeps_its_rows(commit, environment)
    if commit == LAST:
        parts.manage(environment, "migrate", "-v0")
        _keeps_its_rows(commit, environment)
        made = stored.schema(environment)
        assert made == _newest(backend, tmp_path / "newest", postgres)


@pytest.mark.parametrize("name", stored.every("early-5811b28-*"))
def test_one_that_broke_half_way_is_mended_too(
    name: str, environment: dict[str, str], new: dict[str, list[str]]
) -> None:
    """`migrate` as it was before it looked first: games were upgraded, and then it stopped.

    Games were upgraded as far as that then came by itself; by now it would stop sooner.
    """
    _restore(Stored(name), environment)
    with stored.opened(environment):
        django_alone = migrate.Command()
        call_command(django_alone, "play", "0006_watching", database="earlier", verbosity=0)
        with pytest.raises(DatabaseError, match="review_shelved"):
            call_command(django_alone, database="earlier", verbosity=0)
    done = {(row["app"], row["name"]) for row in stored.rows(environment)["django_migrations"]}
    assert ("play", "0006_watching") in done
    _migrate_as_far(environment)
    after = stored.rows(environment)
    assert done < {(row["app"], row["name"]) for row in after["django_migrations"]}
    # Beside it is what Django had made of other apps before it stopped.
    assert set(new[name.rsplit("-", 1)[1]]) <= set(stored.schema(environment))


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("ALTER TABLE play_seat DROP COLUMN seed", "play_seat lacks seed"),
        (
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('play', '9999_later', '2030-01-01 00:00:00Z')",
            "of a newer version of Inarow (it has play.9999_later)",
        ),
    ],
)
def test_a_database_that_cannot_be_upgraded_is_left_as_it_is(
    statement: str, sentence: str, tmp_path: Path
) -> None:
    """As when an old server is started on a database that a newer one has migrated."""
    environment = {**os.environ, "INAROW_DATA": str(tmp_path), "DATABASE_URL": ""}
    _restore(Stored("0.1.0-sqlite"), environment)
    stored.run(environment, statement)
    before = stored.rows(environment)
    ran = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        cwd=parts.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr
    assert stored.rows(environment) == before
