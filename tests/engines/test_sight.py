"""What an engine sees is worked out from its command: its own folder, and the loader's."""

import sys
from pathlib import Path

import pytest

from games.engines import sight


def _seen(*command: str, reads: tuple[Path, ...] = (), network: bool = False) -> set[Path]:
    """What is seen besides the system's own paths."""
    found = sight.seen(command, reads, network=network)
    assert all(path.exists() for path in found)
    system = (Path("/usr"), Path("/etc"), Path("/nix"))
    return {path for path in found if not any(path.is_relative_to(each) for each in system)}


@pytest.fixture
def opt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for /opt: many people keep programs there."""
    opt = tmp_path / "opt"
    opt.mkdir()
    monkeypatch.setattr(sight, "_SHARED", sight._SHARED | {opt})
    return opt


def _program(path: Path, text: str = "\x7fELF") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_program_of_the_system_has_nothing_of_its_own() -> None:
    assert _seen("/usr/bin/env") == set()


def test_it_sees_its_own_folder(opt: Path) -> None:
    engine = _program(opt / "pela" / "pbrain")
    assert _seen(str(engine)) == {opt / "pela"}


def test_of_a_folder_that_others_use_it_sees_its_own_file(opt: Path) -> None:
    engine = _program(opt / "pbrain")
    _program(opt / "other")
    assert _seen(str(engine)) == {engine}


def test_of_a_program_in_a_bin_it_sees_the_libraries_beside(opt: Path) -> None:
    engine = _program(opt / "pela" / "bin" / "pbrain")
    assert _seen(str(engine)) == {opt / "pela"}
    assert _seen(str(_program(opt / "bin" / "pbrain"))) == {opt / "bin"}


def test_it_sees_where_a_link_leads(opt: Path) -> None:
    _program(opt / "pela-7.9" / "pbrain")
    link = opt / "current" / "pbrain"
    link.parent.mkdir()
    link.symlink_to("../pela-7.9/pbrain")
    assert _seen(str(link)) == {opt / "current", opt / "pela-7.9"}


def test_it_sees_the_files_its_command_names(opt: Path) -> None:
    book = _program(opt / "books" / "swap2")
    assert _seen("/usr/bin/env", str(book), "relative", "--level") == {opt / "books"}


def test_a_folder_that_is_not_its_own_is_not_seen_for_being_named(opt: Path) -> None:
    (opt / "books").mkdir()
    command = ("/usr/bin/env", "/", "/tmp", "/home", str(opt), str(opt / "books"))
    assert _seen(*command) == {opt / "books"}


def test_a_script_sees_what_runs_it(opt: Path) -> None:
    interpreter = _program(opt / "lua" / "bin" / "lua")
    interpreter.chmod(0o755)
    engine = _program(opt / "brain" / "main.lua", f"#!{interpreter} -q\n")
    assert _seen(str(engine)) == {opt / "brain", opt / "lua"}


def test_a_virtual_environment_is_seen_with_the_python_behind_it(opt: Path) -> None:
    engine = _program(opt / "brain" / "main.py")
    found = _seen(sys.executable, str(engine))
    assert {Path(sys.prefix).resolve(), opt / "brain"} <= found
    home = Path(sys.base_prefix).resolve()
    assert home in found or home.is_relative_to("/usr")


def test_what_lies_within_is_named_once_and_the_outer_comes_first(opt: Path) -> None:
    book = _program(opt / "brain" / "books" / "deep" / "swap2")
    engine = _program(opt / "brain" / "pbrain")
    assert _seen(str(engine), str(book), reads=(opt / "brain" / "books",)) == {opt / "brain"}
    found = sight.seen([str(engine)], (opt / "else",), network=False)
    assert list(found) == sorted(found, key=lambda path: len(path.parts))


def test_names_of_hosts_are_found_only_with_the_network() -> None:
    hosts = Path("/etc/hosts")
    assert hosts not in sight.seen(["/usr/bin/env"], (), network=False)
    assert hosts in sight.seen(["/usr/bin/env"], (), network=True)
