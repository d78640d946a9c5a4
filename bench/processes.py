"""The processes beside a server: who prepares and checks its games, and who loads it."""

import contextlib
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
            assert load.stdin is not None
            load.stdin.write(msgspec.json.encode(task) + b"\n")
            load.stdin.flush()
            yield load
            load.stdin.close()
            load.wait(PATIENCE_S)
        finally:
            load.kill()
