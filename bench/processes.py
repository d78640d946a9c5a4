"""The processes beside a server: who prepares and checks its games, and who loads it."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping

import msgspec

from bench.plan import Prepared
from tests.live import parts

PATIENCE_S = 120.0


def ask_games(environment: Mapping[str, str], *arguments: str, stdin: bytes = b"") -> bytes:
    """What `bench.games` answers, run with the environment of the server it is about."""
    return subprocess.run(
        [sys.executable, "-m", "bench.games", *arguments],
        input=stdin,
        stdout=subprocess.PIPE,
        check=True,
        cwd=parts.ROOT,
        env=dict(environment),
    ).stdout


def prepared(environment: Mapping[str, str], count: int) -> tuple[Prepared, ...]:
    """So many new games of a server."""
    answer = ask_games(environment, "prepare", str(count))
    return msgspec.json.decode(answer, type=tuple[Prepared, ...])


def talkers(environment: Mapping[str, str], count: int) -> tuple[str, ...]:
    """So many people with a name, by the cookies of their browsers."""
    return msgspec.json.decode(ask_games(environment, "talkers", str(count)), type=tuple[str, ...])


@contextlib.contextmanager
def at_work(module: str, task: msgspec.Struct) -> Iterator[subprocess.Popen[bytes]]:
    """A load process, at work on its task; at the end it is told to leave."""
    with subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=parts.ROOT,
    ) as load:
        try:
            tell(load, task)
            yield load
            assert load.stdin is not None
            load.stdin.close()
            load.wait(PATIENCE_S)
        finally:
            load.kill()


def tell(load: subprocess.Popen[bytes], message: msgspec.Struct) -> None:
    """Say it to a load process. Raises `BrokenPipeError` if that has ended."""
    assert load.stdin is not None
    # Past the buffer: what an ended process did not read would be in it still, and fail once more.
    os.write(load.stdin.fileno(), msgspec.json.encode(message) + b"\n")
