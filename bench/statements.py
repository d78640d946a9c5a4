"""The server exactly as `config.serve` runs it, counting the statements that it sends its database.

The count is in a file (`bench.look.statements`): whoever asks for a page reads it before and after.
"""

import mmap
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from config import serve  # isort: skip  # chooses the loop: before anything of Twisted

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from bench.look import statements_file

_LENGTH = 8


class _Counter:
    """Counts what every connection of every thread sends."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(bytes(_LENGTH))
        with file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), _LENGTH)
        self._count = 0
        self._lock = threading.Lock()

    def watch(self, connection: BaseDatabaseWrapper, **_: Any) -> None:
        """Count what this connection sends from now on; it may have been closed before."""
        if self.count not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.count)

    def count(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        with self._lock:
            self._count += 1
            self._memory[:] = self._count.to_bytes(_LENGTH, "little")
        return execute(*arguments)


def main() -> None:
    counter = _Counter(statements_file(os.environ))
    connection_created.connect(counter.watch, weak=False)
    serve.main()


if __name__ == "__main__":
    main()
