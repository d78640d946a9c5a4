"""Run live tests; those that fail run once more, each alone: `python -m tests.live.again …pytest…`.

These tests share a machine with servers, browsers and each other. One that fails and then passes
alone is *flaky*: the run goes on, and the last lines of the output name it. Twice failed is failed.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

_TESTS_FAILED = 1
"""pytest's exit status when it ran to its end and tests failed. Any other has another reason."""
_NOTE_IN = "INAROW_FAILED_TESTS"


def main(arguments: Sequence[str]) -> int:
    """Run pytest with these arguments, then what failed once more; the exit status of it all."""
    with tempfile.TemporaryDirectory(prefix="inarow-") as folder:
        note = Path(folder) / "failed"
        status = _pytest(*arguments, note=note)
        if status != _TESTS_FAILED or not note.exists():
            return status
        failed = note.read_text().splitlines()
    passed_alone = {test: _pytest("-q", test) == 0 for test in failed}
    sys.stdout.write("\nTests that failed, and then ran alone:\n")
    for test, passed in passed_alone.items():
        word, then = ("FLAKY", "passed") if passed else ("FAILED", "failed again")
        sys.stdout.write(f"{word} {test}: failed, then {then} alone\n")
    return 0 if all(passed_alone.values()) else _TESTS_FAILED


def _pytest(*arguments: str, note: Path | None = None) -> int:
    sys.stdout.flush()
    environment = {**os.environ, _NOTE_IN: "" if note is None else str(note)}
    command = [sys.executable, "-m", "pytest", "-p", __spec__.name, *arguments]
    return subprocess.run(command, env=environment, check=False).returncode


# --- As a plugin of pytest: notes what has failed ------------------------------------------------


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The process that shows the results notes the tests that failed, a line each."""
    note = os.environ.get(_NOTE_IN)
    if not note:
        return
    reports = [
        report
        for outcome in ("failed", "error")
        for report in terminalreporter.getreports(outcome)
        if isinstance(report, pytest.TestReport)  # a file that cannot be read is not a flaky test
    ]
    # `--dist loadgroup` adds the group to a name: alone, a test has none.
    names = (re.sub(r"@[^\]/]*$", "", report.nodeid) for report in reports)
    Path(note).write_text("\n".join(dict.fromkeys(names)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
