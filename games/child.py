"""A process of our own beside this one: it runs one module, and one line leads to it.

It thinks (games.thinking.thinker) or draws (games.pictures.artist) while the games go on, and
ends when the line does. It is forked from a process that has loaded the module (games.forkserver).
"""

import asyncio
import itertools
import os
import socket
import subprocess
import sys
import weakref
from contextlib import suppress
from pathlib import Path
from threading import Thread

from games.forkserver import FORK, KILL, REQUEST

ROOT = Path(__file__).resolve().parents[1]

_ENVIRONMENT = ("PATH", "HOME", "LANG", "PYTHONPATH", "VIRTUAL_ENV", "TMPDIR")
"""What it learns about its environment, besides numba's settings: no secrets."""
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Nothing of ours uses more, and a process with threads is not to be forked."""


class Child:
    """A process in which `run(LINE)` of a module runs, with its end of the line."""

    def __init__(self, module: str, nice: int) -> None:
        """Start it. Raises `OSError` if no process can be started."""
        self._ours, theirs = socket.socketpair()
        self._writer: asyncio.StreamWriter | None = None
        with theirs:
            try:
                self._server, self._number = _fork(module, nice, theirs)
            except OSError:
                self._ours.close()
                raise

    async def open(self, limit: int = 1 << 16) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Our end of the line, once. `limit` is how many bytes `readline` may return."""
        reader, self._writer = await asyncio.open_unix_connection(sock=self._ours, limit=limit)
        return reader, self._writer

    def end(self) -> None:
        """Have it killed."""
        with suppress(OSError):  # it has ended with its server
            self._server.ask(KILL, self._number)
        (self._writer or self._ours).close()


class _ForkServer:
    """The process that has loaded a module, and our line to it."""

    def __init__(self, module: str) -> None:
        self._numbers = itertools.count()
        self._line, theirs = socket.socketpair()
        self._line.setblocking(False)
        environment = {
            name: value
            for name, value in os.environ.items()
            if name in _ENVIRONMENT or name.startswith("NUMBA_")
        }
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "games.forkserver", str(theirs.fileno()), module],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    cwd=ROOT,
                    env=environment | _ONE_THREAD,
                )
            except OSError:
                self._line.close()
                raise
        weakref.finalize(self, self._line.close)
        Thread(target=self._process.wait, daemon=True).start()  # no zombie stays

    def fork(self, nice: int, theirs: socket.socket) -> int:
        """Have a process started; its number. Raises `OSError` if the server has ended."""
        number = next(self._numbers)
        self.ask(FORK, number, nice, theirs.fileno())
        return number

    def ask(self, what: bytes, number: int, nice: int = 0, *fds: int) -> None:
        """Raises `OSError` if the server has ended."""
        socket.send_fds(self._line, [REQUEST.pack(what, number, nice)], fds)

    def forget(self) -> None:
        """Let go of one that has ended, or that hears nothing any more."""
        self._process.kill()


_servers: dict[str, _ForkServer] = {}
"""By module: one for all who want such processes."""


def _fork(module: str, nice: int, theirs: socket.socket) -> tuple[_ForkServer, int]:
    if (server := _servers.get(module)) is not None:
        with suppress(OSError):
            return server, server.fork(nice, theirs)
        server.forget()  # it had nothing to do, was killed, or is stuck
    server = _servers[module] = _ForkServer(module)
    return server, server.fork(nice, theirs)
