"""The processes beside a server: who prepares and checks its games, and who loads it."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from bench.plan import Prepared
from tests.live import parts

PATIENCE_S = 120.0

T = TypeVar("T")


def ask_games(environment: Mapping[str, str], *arguments: str, stdin: bytes = b"") -> bytes:
    """What `bench.games` answers when run with the environment of the server it is about."""
    return subprocess.run(
        [sys.executable, "-m", "bench.games", *arguments],
        input=stdin,
        stdout=subprocess.PIPE,
        check=True,
        cwd=parts.ROOT,
        env=dict(environment),
    ).stdout


def prepared(environment: Mapping[str, str], count: int) -> tuple[Prepared, ...]:
    """This many new games of a server."""
    answer = ask_games(environment, "prepare", str(count))
    return msgspec.json.decode(answer, type=tuple[Prepared, ...])


def talkers(environment: Mapping[str, str], count: int) -> tuple[str, ...]:
    """This many people with a name, as the cookies of their browsers."""
    return msgspec.json.decode(ask_games(environment, "talkers", str(count)), type=tuple[str, ...])


class BenchFailed(RuntimeError):
    """A run came to nothing."""


class Load:
    """A process that loads a server: told what to do and asked for its figures, a line each."""

    def __init__(self, process: "subprocess.Popen[bytes]", log: Path) -> None:
        self.process = process
        self._log = log

    def tell(self, message: msgspec.Struct) -> None:
        """Raises `BenchFailed` if it has ended."""
        assert self.process.stdin is not None
        try:
            # Past the buffer: what a dead process did not read would stay in it, and fail again.
            os.write(self.process.stdin.fileno(), msgspec.json.encode(message) + b"\n")
        except BrokenPipeError:
            raise self._failed() from None

    def answer(self, kind: type[T]) -> T:
        """Its next line, decoded. Raises `BenchFailed` if there is none."""
        line = self.line()
        if not line:
            raise self._failed()
        return msgspec.json.decode(line, type=kind)

    def line(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def _failed(self) -> BenchFailed:
        log = self._log.read_text()[-3000:]
        return BenchFailed(f"no figures; the server's log ends:\n{log}")


@contextlib.contextmanager
def at_work(module: str, task: msgspec.Struct, log: Path) -> Iterator[Load]:
    """A load process, at work on its task; at the end it is told to leave.

    `log` is its server's: what is shown when it fails.
    """
    with subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=parts.ROOT,
    ) as process:
        try:
            load = Load(process, log)
            load.tell(task)
            yield load
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PATIENCE_S)
        finally:
            process.kill()
