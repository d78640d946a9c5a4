"""Backups are whole, are put back only where nobody plays, and overwrite nothing."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from games.ops import backups as keeping
from games.players.models import new_slug
from tests.live import parts


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables, in the mode the server leaves it in."""
    template = tmp_path_factory.mktemp("template") / "inarow.sqlite3"
    shutil.copy(parts.migrated(), template)
    return template


@pytest.fixture
def database(template: Path, tmp_path: Path) -> Path:
    """The database of a server that is not running; two guests have been there."""
    file = tmp_path / "data" / "inarow.sqlite3"
    file.parent.mkdir()
    keeping.back_up(template, file)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        _add_players(opened, 2)
    return file


def _environment(folder: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "INAROW_DATA": str(folder),
        "REDIS_URL": "",
    }


def _add_players(opened: sqlite3.Connection, count: int) -> None:
    opened.executemany(
        "INSERT INTO players_player"
        " (slug, kind, name, level, program, warning, open_to, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (new_slug(), "guest", "Alice", "", False, "", "everybody", "2026-01-01 00:00:00")
            for _ in range(count)
        ],
    )
    opened.commit()


def _players(file: Path) -> int:
    with closing(sqlite3.connect(file)) as opened:
        count: int = opened.execute("SELECT count(*) FROM players_player").fetchone()[0]
    return count


def _manage(environment: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=parts.ROOT,
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_backup_holds_what_the_database_held(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    counts = keeping.back_up(database, file)
    assert str(counts) == "0 games, 0 moves, 2 players"
    assert _players(file) == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600  # it holds the keys of all seats
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.sqlite3", "data"]


def test_a_backup_leaves_no_file_open(database: Path, tmp_path: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    for number in range(3):
        keeping.back_up(database, tmp_path / f"{number}.sqlite3")
    assert len(os.listdir("/dev/fd")) == before


def test_a_backup_overwrites_nothing(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    file.write_text("precious")
    with pytest.raises(keeping.CannotKeep, match="exists"):
        keeping.back_up(database, file)
    assert file.read_text() == "precious"


def test_a_backup_made_while_somebody_writes_is_of_one_moment(
    database: Path, tmp_path: Path
) -> None:
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(database, timeout=20)) as opened:
            while not stop.is_set():
                _add_players(opened, 10)  # ten in one transaction: never five of them

    writer = threading.Thread(target=write)
    writer.start()
    try:
        counts = [
            keeping.back_up(database, tmp_path / f"copy-{at}.sqlite3").players for at in range(5)
        ]
    finally:
        stop.set()
        writer.join()
    assert all(count % 10 == 2 for count in counts), counts
    assert counts == sorted(counts)


def test_a_restored_database_is_the_backup_and_the_old_one_is_kept(
    database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite3"
    keeping.back_up(database, file)
    with closing(sqlite3.connect(database)) as opened:
        _add_players(opened, 5)
    done = _manage(_environment(database.parent), "restore", str(file))
    assert done.returncode == 0, done.stderr
    assert "Restored: 0 games, 0 moves, 2 players." in done.stdout
    assert _players(database) == 2
    (aside,) = database.parent.glob("*.before-*")
    assert str(aside) in done.stdout
    assert _players(aside) == 7
    assert file.exists()
    assert not list(database.parent.glob("*-wal"))


def test_nothing_is_restored_while_somebody_has_the_database_open(
    database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite3"
    keeping.back_up(database, file)
    with closing(sqlite3.connect(database)) as server:
        server.execute("SELECT count(*) FROM players_player").fetchone()  # and then does nothing
        done = _manage(_environment(database.parent), "restore", str(file))
        assert done.returncode == 1
        assert "CommandError" in done.stderr
        assert "stop the server" in done.stderr
        _add_players(server, 1)
    assert _players(database) == 3
    assert not list(database.parent.glob("*.before-*"))


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("text", "is no database, or a damaged one"),
        ("other", "is no database of Inarow"),
        ("torn", "damaged"),
        ("missing", "There is no file"),
    ],
)
def test_only_a_whole_database_of_inarow_is_restored(
    database: Path, tmp_path: Path, damage: str, told: str
) -> None:
    file = tmp_path / "copy.sqlite3"
    match damage:
        case "text":
            file.write_text("no database at all" * 100)
        case "other":
            with closing(sqlite3.connect(file)) as opened:
                opened.execute("CREATE TABLE recipe (id)")
        case "torn":
            keeping.back_up(database, file)
            content = file.read_bytes()
            file.write_bytes(content[: len(content) // 2])
    with pytest.raises(keeping.CannotKeep, match=told):
        keeping.restore(file, database, known=_known(database))
    assert _players(database) == 2
    assert not list(database.parent.glob("*.before-*"))


def test_a_database_of_a_newer_version_is_not_restored(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    keeping.back_up(database, file)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('play', '9999_hexagons', '2030-01-01')"
        )
        opened.commit()
    done = _manage(_environment(database.parent), "restore", str(file))
    assert done.returncode == 1
    assert "CommandError" in done.stderr
    assert "of a newer version of Inarow" in done.stderr
    assert _players(database) == 2
    assert not list(database.parent.glob("*.before-*"))


def test_for_postgresql_both_say_how(tmp_path: Path) -> None:
    environment = _environment(tmp_path)
    environment["DATABASE_URL"] = "postgres://inarow:secret@db.example.org:5433/games"
    done = subprocess.run(
        [sys.executable, "-c", REFUSED],
        cwd=parts.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    backup, restore = done.stdout.split("---")
    where = "--host=db.example.org --port=5433 --username=inarow"
    assert f"pg_dump --format=custom --file=games.dump {where} games" in backup
    assert f"{where} --dbname=games games.dump" in restore
    assert "secret" not in done.stdout + done.stderr


REFUSED = """
import django
from django.core.management import CommandError, call_command

django.setup()
for command in ("backup", "restore"):
    try:
        call_command(command, "games.dump")
    except CommandError as error:
        print(error)
    if command == "backup":
        print("---")
"""
"""What each command says that is not carried out."""


def test_a_file_that_somebody_made_meanwhile_is_not_overwritten(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, examine = tmp_path / "copy.sqlite3", keeping._examine

    def takes_long(copy: Path) -> object:
        file.write_text("precious")
        return examine(copy)

    monkeypatch.setattr(keeping, "_examine", takes_long)

    with pytest.raises(keeping.CannotKeep, match="cannot be written"):
        keeping.back_up(database, file)

    assert file.read_text() == "precious"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.sqlite3", "data"]


def test_a_backup_is_one_file_in_the_mode_that_needs_no_others(
    database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite3"
    keeping.back_up(database, file)

    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as opened:
        assert opened.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def _known(file: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as opened:
        return set(opened.execute("SELECT app, name FROM django_migrations").fetchall())


def test_nothing_is_restored_while_somebody_writes_in_whatever_mode(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0.1))
    file = tmp_path / "copy.sqlite3"
    keeping.back_up(database, file)
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode=DELETE")
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(keeping.CannotKeep, match="stop the server"):
            keeping.restore(file, database, known=_known(file))

    assert keeping.restore(file, database, known=_known(file)).aside is not None


def test_where_no_file_has_two_names_the_old_database_is_kept_all_the_same(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "copy.sqlite3"
    keeping.back_up(database, file)
    with closing(sqlite3.connect(database)) as opened:
        _add_players(opened, 5)

    def no_links(*args: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", no_links)

    aside = keeping.restore(file, database, known=_known(file)).aside

    assert aside is not None
    assert (_players(database), _players(aside)) == (2, 7)


@pytest.mark.parametrize(("more", "lacks"), [(set(), False), ({("play", "9999_later")}, True)])
def test_an_older_backup_needs_its_migrations(
    database: Path, tmp_path: Path, more: set[tuple[str, str]], *, lacks: bool
) -> None:
    file = tmp_path / "copy.sqlite3"
    keeping.back_up(database, file)

    assert keeping.restore(file, database, known=_known(file) | more).unapplied is lacks
