"""The secret key: made once, seen by nobody else."""

import os
import stat
import subprocess
import sys
from pathlib import Path

from config.secret import is_vapid_key, secret_key, vapid_key
from tests.live.parts import ROOT


def test_a_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret_key"

    key = secret_key(path)

    assert len(key) >= 64
    assert secret_key(path) == key
    assert path.read_text().strip() == key
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    os.umask(0)
    secret_key(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_every_folder_has_a_key_of_its_own(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "a") != secret_key(tmp_path / "b")


def test_processes_that_start_at_once_agree(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from config.secret import secret_key; sys.stdin.read(); "
        "print(secret_key(pathlib.Path(sys.argv[1])))"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "secret_key")],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in processes:  # all of them wait for this
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    keys = {process.communicate(timeout=30)[0] for process in processes}

    assert len(keys) == 1
    assert keys.pop().strip() == secret_key(tmp_path / "secret_key")


def test_a_draft_left_by_a_crash_or_by_a_namesake_is_in_nobodys_way(tmp_path: Path) -> None:
    """In containers every server is process 1."""
    path = tmp_path / "secret_key"
    path.with_name(f"{path.name}.{os.getpid()}").write_text("half a k")

    key = secret_key(path)

    assert len(key) >= 64
    assert secret_key(path) == key


def test_push_services_know_the_server_by_a_key_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "push_key"
    key = vapid_key(path)

    assert is_vapid_key(key)
    assert vapid_key(path) == key
    assert vapid_key(tmp_path / "other") != key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_no_key_of_the_curve_is_known() -> None:
    zero, order = "A" * 43, "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE"
    for text in ("", "abc", zero, order, "A" * 42 + "!", "ä" * 43, "A" * 86):
        assert not is_vapid_key(text), text
