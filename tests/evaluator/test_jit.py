"""Kernels on disk: a folder for each version of the sources, the first that can be written."""

import os
from pathlib import Path

import pytest

from games.evaluator import jit


@pytest.fixture(autouse=True)
def nobody_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's cache is empty, and numba has been told nothing."""
    monkeypatch.setattr(jit._settings, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_change_of_any_source_is_another_version(tmp_path: Path) -> None:
    sources = [tmp_path / "a.py", tmp_path / "b.py"]
    for source in sources:
        source.write_text("x = 1")
    first = jit.digest(sources)
    sources[1].write_text("x = 2")

    assert jit.digest(sources) != first
    assert jit.digest(sources, "other") != jit.digest(sources) == jit.digest(sources)


def test_kernels_are_kept_beside_the_source(tmp_path: Path) -> None:
    folder = jit.cache_folder("exact", tmp_path, "1")

    assert folder == tmp_path / "__pycache__" / "exact-1"
    assert folder.is_dir()


def test_where_that_cannot_be_written_they_are_in_the_users_cache(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").write_text("not a folder")

    assert jit.cache_folder("exact", tmp_path, "1") == tmp_path / "cache" / "inarow" / "exact-1"


def test_where_nothing_can_be_written_they_are_not_kept(tmp_path: Path) -> None:
    for name in ("__pycache__", "cache"):
        (tmp_path / name).write_text("not a folder")
    folder = jit.cache_folder("exact", tmp_path, "1")

    assert folder.is_dir()
    assert tmp_path not in folder.parents
    folder.rmdir()


def test_numbas_own_setting_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit._settings, "CACHE_DIR", str(tmp_path / "told"))

    assert jit.cache_folder("exact", tmp_path, "1") == tmp_path / "told" / "exact-1"


def test_without_machine_code_a_kernel_is_the_function_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "COMPILED", False)

    assert jit.family("exact", tmp_path, ())(len) is len
    assert list(tmp_path.iterdir()) == []


def test_old_versions_of_the_family_are_forgotten(tmp_path: Path) -> None:
    for age, version in enumerate("12345"):
        for name in ("exact", "strong"):
            folder = jit.cache_folder(name, tmp_path, version)
            os.utime(folder, (age, age))
    jit.cache_folder("exact", tmp_path, "6")
    left = {folder.name for folder in (tmp_path / "__pycache__").iterdir()}

    assert {name for name in left if name.startswith("exact")} == {"exact-4", "exact-5", "exact-6"}
    assert "strong-5" in left


def test_a_kernel_of_a_family_runs_and_is_found_again(tmp_path: Path) -> None:
    source = tmp_path / "twice.py"
    source.write_text(
        "from pathlib import Path\n"
        "import numba\n"
        "from games.evaluator import jit\n"
        "kernel = jit.family('twice', Path(__file__).parent, ('twice',),\n"
        "    types={int: numba.int64})\n"
        "@kernel\n"
        "def twice(number: int) -> int:\n"
        "    return 2 * number\n"
    )
    namespace: dict[str, object] = {"__file__": str(source), "__name__": "twice"}
    exec(compile(source.read_text(), str(source), "exec"), namespace)
    twice = namespace["twice"]
    assert callable(twice)

    assert twice(21) == 42
    kept = {path.suffix for path in (tmp_path / "__pycache__").rglob("*") if path.is_file()}
    assert kept == {".nbi", ".nbc"}
    assert jit._settings.CACHE_DIR == ""
