"""The loops that run beside `make test-busy` end with it, whatever ends it."""

import signal
import subprocess
import sys

import pytest

from tests.busy import LOOPS
from tests.live import parts


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_loops_end_however_the_run_ends(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "tests.busy", "sleep", "60"]
    # Where the tests run in the background, their shell has them ignore Ctrl-C, and all they start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    # In a group of its own, since a terminal's Ctrl-C reaches a whole group.
    run = subprocess.Popen(command, cwd=parts.ROOT, start_new_session=True)
    signal.signal(signal.SIGINT, before)
    try:
        parts.until(lambda: len(parts.children(run.pid)) == LOOPS + 1)
        started = parts.children(run.pid)
        run.send_signal(number)
        run.wait(60)
        parts.until(lambda: not any(_is_a_loop(pid) for pid in started))
    finally:
        run.kill()
        run.wait()


def test_the_status_of_the_command_is_that_of_the_run() -> None:
    for status in (0, 3):
        command = [sys.executable, "-m", "tests.busy", "sh", "-c", f"exit {status}"]
        assert subprocess.run(command, cwd=parts.ROOT, check=False).returncode == status


def _is_a_loop(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as line:
            return b"getppid" in line.read()
    except FileNotFoundError:
        return False
