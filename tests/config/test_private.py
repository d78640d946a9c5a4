"""What the server keeps is for its owner alone, whatever it was before."""

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from games import private
from tests.live import parts

BASE = parts.ROOT / "data"


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _file(path: Path, mode: int = 0o644) -> Path:
    path.write_text("secret")
    path.chmod(mode)
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder as an older version left it, open to everybody."""
    data = tmp_path / "data"
    (data / "pictures" / "ab").mkdir(parents=True)
    (data / "kernels").mkdir()
    for name in (
        "inarow.sqlite3",
        "inarow.sqlite3-wal",
        "inarow.sqlite3-shm",
        "inarow.sqlite3.before-20261121T000000Z",
        "pictures/ab/1.png",
        "kernels/index.nbi",
    ):
        _file(data / name)
    _file(data / "secret_key", 0o600)
    for folder in (data, *(each for each in data.rglob("*") if each.is_dir())):
        folder.chmod(0o755)
    return data


def _narrow(data: Path) -> None:
    private.narrow(data, BASE, data / "inarow.sqlite3")


def test_what_is_open_to_others_is_narrowed_and_the_log_says_so_once(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        _narrow(data)
        _narrow(data)

    assert _mode(data) == 0o700
    for path in data.rglob("*"):
        assert _mode(path) == (0o700 if path.is_dir() else 0o600), path
    (line,) = (each.getMessage() for each in caplog.records)
    assert line.startswith("made_private count=10 paths=")


def test_a_folder_in_which_others_have_files_is_left_as_it_is(data: Path) -> None:
    theirs = _file(data / "holiday.jpg")

    _narrow(data)

    assert (_mode(data), _mode(theirs)) == (0o755, 0o644)
    assert _mode(data / "inarow.sqlite3") == 0o600


def test_a_folder_like_tmp_is_left_as_it_is(data: Path) -> None:
    data.chmod(0o1777)
    _narrow(data)
    assert _mode(data) == 0o1777


def test_a_database_elsewhere_is_narrowed_and_its_folder_is_not(data: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    database = _file(elsewhere / "games.db")

    private.narrow(data, BASE, database)

    assert (_mode(database), _mode(elsewhere)) == (0o600, 0o755)


def test_links_are_not_followed_out_of_the_folder(data: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    page = _file(outside / "page.html")
    (data / "pictures" / "link").symlink_to(page)
    (data / "pictures" / "folder").symlink_to(outside)
    (data / "kernels-elsewhere").symlink_to(outside)

    _narrow(data)

    assert (_mode(page), _mode(outside)) == (0o644, 0o755)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_belongs_to_somebody_else_is_a_warning(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    os.chown(data / "inarow.sqlite3-wal", 12345, 12345)

    _narrow(data)

    assert _mode(data / "inarow.sqlite3-wal") == 0o644
    (warning,) = (each.getMessage() for each in caplog.records if each.levelname == "WARNING")
    assert "inarow.sqlite3-wal" in warning
    assert "owner=12345" in warning


@pytest.mark.parametrize(
    ("error", "warnings"), [(FileNotFoundError(), 0), (OSError(30, "Read-only file system"), 1)]
)
def test_what_cannot_be_narrowed_is_not_said_to_be(
    data: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: OSError,
    warnings: int,
) -> None:
    """A journal that has gone meanwhile is nothing to worry about."""

    def fails(self: Path, mode: int) -> None:
        raise error

    file = data / "inarow.sqlite3-wal"
    for path in (data, *data.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o077)
    file.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", fails)
    with caplog.at_level(logging.INFO):
        _narrow(data)

    said = [each.getMessage().split()[:2] for each in caplog.records]
    assert said == [["not_private", f"path={str(file)!r}"]] * warnings


def test_a_folder_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    private.narrow(tmp_path / "none", BASE, tmp_path / "none" / "inarow.sqlite3")
    private.narrow(tmp_path / "none", BASE, None)


def test_a_server_keeps_all_it_makes_to_itself() -> None:
    """Everything that `migrate`, the server and `backup` make from an empty folder."""
    with parts.server() as server:
        data = Path(server.environment["INAROW_DATA"])
        server.post("/api/games", {"preset": "3x3"})
        parts.manage(server.environment, "backup", str(data / "inarow.sqlite3.copy"))
        ours = [*data.glob("inarow.sqlite3*"), data / "secret_key"]
        assert len(ours) >= 4
        assert {path.name: _mode(path) for path in ours} == {path.name: 0o600 for path in ours}


def test_a_migrated_database_is_private_from_its_first_moment(tmp_path: Path) -> None:
    data = tmp_path / "new"
    environment = {**os.environ, "INAROW_DATA": str(data)}
    environment.pop("DATABASE_URL", None)
    os.umask(0)
    # The first tables will do: the files are made before them.
    parts.manage(environment, "migrate", "contenttypes", "-v0")

    assert _mode(data) == 0o700
    assert {_mode(path) for path in data.iterdir()} == {0o600}


def test_what_is_made_for_others_is_for_everybody() -> None:
    commands = ("collectstatic", "makemigrations", "migrate", "backup")
    done = subprocess.run(
        [sys.executable, "-c", MASKS, *commands],
        check=True,
        capture_output=True,
        text=True,
        cwd=parts.ROOT,
    )
    said = [line for line in done.stdout.splitlines() if line.startswith("mask ")]
    assert said == ["mask 0o22", "mask 0o22", "mask 0o77", "mask 0o77"]


MASKS = """
import os, runpy, sys

for command in sys.argv[1:]:
    os.umask(0o22)
    sys.argv = ["manage.py", command, "--help"]
    try:
        runpy.run_path("manage.py", run_name="__main__")
    except SystemExit:
        pass
    print("mask", oct(os.umask(0)))
"""
"""What each command, as it begins, makes of the mask that new files get."""
