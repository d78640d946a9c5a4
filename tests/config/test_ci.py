"""`.ci/run` notes which commits have passed, and stands in nobody's way where it cannot."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with one commit, whose `make test` does nothing."""
    tree = tmp_path / "tree"
    (tree / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", tree / ".ci" / "run")
    (tree / "Makefile").write_text("test:\n\t@true\n")
    for command in ("init -q", "add .", "-c user.name=A -c user.email=a@b commit -qm All"):
        subprocess.run(["git", *command.split()], cwd=tree, check=True)
    return tree


def _runs(tree: Path, **environment: str) -> int:
    inherited = {"PATH": os.environ["PATH"]}
    return subprocess.run(
        [tree / ".ci" / "run"], env=inherited | environment, check=False, capture_output=True
    ).returncode


def _commit(tree: Path) -> str:
    return subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=tree, text=True)


def test_a_commit_that_passes_is_noted_and_one_that_fails_is_not(
    tree: Path, tmp_path: Path
) -> None:
    assert _runs(tree, HOME=str(tmp_path)) == 0
    note = tmp_path / ".local" / "state" / "inarow" / "ci-passed"
    assert note.read_text() == _commit(tree)
    (tree / "Makefile").write_text("test:\n\t@false\n")
    as_alice = ["git", "-c", "user.name=A", "-c", "user.email=a@b"]
    subprocess.run([*as_alice, "commit", "-qam", "Broken"], cwd=tree, check=True)
    assert _runs(tree, HOME=str(tmp_path)) != 0
    assert _commit(tree) not in note.read_text()


def test_a_tree_with_changes_is_no_commit(tree: Path, tmp_path: Path) -> None:
    (tree / "new").touch()
    assert _runs(tree, XDG_STATE_HOME=str(tmp_path)) == 0
    assert not (tmp_path / "inarow").exists()


def test_without_a_home_or_git_it_passes_all_the_same(tree: Path, tmp_path: Path) -> None:
    assert _runs(tree) == 0
    (tmp_path / "file").touch()
    assert _runs(tree, XDG_STATE_HOME=str(tmp_path / "file")) == 0
    shutil.rmtree(tree / ".git")
    assert _runs(tree, HOME=str(tmp_path)) == 0
    assert not (tmp_path / ".local").exists()
