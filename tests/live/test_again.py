"""A live test that fails runs once more, alone, and the output says what came of it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.live.parts import ROOT

TESTS = """
from pathlib import Path
import pytest

HERE = Path(__file__).parent

def test_that_passes():
    pass

@pytest.mark.xdist_group("some")
@pytest.mark.parametrize("name", ["a b", "c"])
def test_that_fails_the_first_time(name):
    note = HERE / name
    if not note.exists():
        note.touch()
        raise AssertionError("somebody was slow")

BROKEN = pytest.mark.parametrize("what", ["call", "setup"])

@pytest.fixture
def part(request):
    assert request.node.callspec.params["what"] != "setup"

@BROKEN
def test_that_always_fails(part, what):
    assert what != "call"
"""


def _again(file: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.live.again", "-q", "-p", "no:cacheprovider"]
    # Only the plugin that is used: each takes its time, and pytest starts ten times here.
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_PLUGINS": "xdist.plugin",
    }
    ran = subprocess.run(
        [*command, *arguments, file.name],
        cwd=file.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout


def test_what_passes_alone_is_flaky_and_what_fails_twice_has_failed(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS)
    status, output = _again(file, "-n", "2", "--dist", "loadgroup")
    assert status == 1
    said = {line for line in output.splitlines() if ": failed, then " in line}
    assert len(said) == 4
    for name in ("a b", "c"):
        test = f"test_that_fails_the_first_time[{name}]: failed, then passed alone"
        assert any(line.startswith("FLAKY ") and line.endswith(test) for line in said)
    for what in ("call", "setup"):
        test = f"test_that_always_fails[{what}]: failed, then failed again alone"
        assert any(line.startswith("FAILED ") and line.endswith(test) for line in said)


def test_a_run_with_flaky_tests_only_is_green(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS)
    status, output = _again(file, "-k", "passes or first_time")
    assert status == 0
    assert output.count("FLAKY") == 2


def test_tests_that_cannot_be_read_are_not_taken_for_flaky(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text("import nothing_of_that_name\n")
    status, output = _again(file)
    assert status == 2
    assert "FLAKY" not in output
