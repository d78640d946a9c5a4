"""A process of our own beside this one: it runs one module, and one line leads to it.

It thinks (games.thinking.thinker) or draws (games.pictures.artist) while the games go on, and
ends when the line does.
"""

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

_ENVIRONMENT = ("PATH", "HOME", "LANG", "PYTHONPATH", "VIRTUAL_ENV", "TMPDIR")
"""What it learns about its environment, besides numba's settings: no secrets."""


class Child:
    """`python -m MODULE FD ARGUMENTS`, where FD is the number of its end of the line."""

    def __init__(self, module: str, *arguments: int) -> None:
        """Start it. Raises `OSError` if no process can be started."""
        self._ours, theirs = socket.socketpair()
        self._writer: asyncio.StreamWriter | None = None
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", module, *map(str, (theirs.fileno(), *arguments))],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    cwd=ROOT,
                    env={
                        name: value
                        for name, value in os.environ.items()
                        if name in _ENVIRONMENT or name.startswith("NUMBA_")
                    },
                )
            except OSError:
                self._ours.close()
                raise

    @property
    def pid(self) -> int:
        return self._process.pid

    async def open(self, limit: int = 1 << 16) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Our end of the line, once. `limit` is how many bytes `readline` may return."""
        reader, self._writer = await asyncio.open_unix_connection(sock=self._ours, limit=limit)
        return reader, self._writer

    async def end(self) -> None:
        """Kill it, and wait until it is gone."""
        self._process.kill()
        if self._writer is not None:
            self._writer.close()
        else:
            self._ours.close()
        await asyncio.to_thread(self._process.wait)
