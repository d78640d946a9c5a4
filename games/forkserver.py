"""A fork server: a process that has loaded a module once, and forks the processes that run it.

`python -m games.forkserver FD MODULE` imports the module and calls its `load()`; each process it
forks calls `run(LINE)` with a line of its own, to read from and write to. So a process is there in
milliseconds, and what is loaded is in memory once. games.child asks for them. All of them end with
the fork server, and the fork server with the process that started it.
"""

import ctypes
import gc
import importlib
import os
import select
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BufferedIOBase
from pathlib import Path

REQUEST = struct.Struct("!cQb")
"""What to do, the number of the process, and how nice it is to be (`NICE` at least)."""
FORK, KILL = b"f", b"k"
"""The first comes with the process's end of its line."""
PR_SET_PDEATHSIG = 1
"""As Linux calls it (prctl.h)."""
MADV_DONTNEED = 4
"""The same (mman.h)."""
NICE = 5
"""The games' own process goes first: loading, too, which compiles the engines the first time."""
IDLE_S = 5.0
"""It ends after this long without a process: whoever wants one next starts another server."""


def main() -> None:
    """Serve until the other end closes the socket, or there is nothing to do."""
    fd, name = int(sys.argv[1]), sys.argv[2]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the asker
    os.nice(NICE)
    gc.disable()  # what is loaded stays
    module = importlib.import_module(name)
    module.load()
    gc.freeze()  # a collection would write to pages that are shared
    _let_go_of_code()
    gc.enable()
    with socket.socket(fileno=fd) as line:
        _Server(line, module.run).serve()


class _Server:
    def __init__(self, line: socket.socket, run: Callable[[BufferedIOBase], None]) -> None:
        self._line = line
        self._run = run
        self._running: dict[int, int] = {}
        """The processes, by their numbers."""
        self._woken, self._wakes = socket.socketpair()
        for end in (self._woken, self._wakes):
            end.setblocking(False)

    def serve(self) -> None:
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wakes.fileno())
        try:
            while self._turn():
                pass
        finally:
            for number in self._running:
                self._kill(number)

    def _turn(self) -> bool:
        """See to what has happened; false if there is nothing to do any more."""
        patience = None if self._running else IDLE_S
        ready, _, _ = select.select([self._line, self._woken], [], [], patience)
        if self._woken in ready:
            self._woken.recv(1024)
            self._reap()
        if self._line in ready:
            request, fds, _, _ = socket.recv_fds(self._line, REQUEST.size, 1)
            if len(request) < REQUEST.size:
                return False
            what, number, nice = REQUEST.unpack(request)
            if what == KILL:
                self._kill(number)
            else:
                self._fork(number, nice, *fds)
        return bool(ready)

    def _fork(self, number: int, nice: int, fd: int) -> None:
        try:
            pid = os.fork()
            if pid == 0:
                self._become(fd, nice)
            self._running[number] = pid
        except OSError:  # too many processes just now: the asker finds the line closed
            traceback.print_exc()
        finally:
            os.close(fd)

    def _become(self, fd: int, nice: int) -> None:
        """In the new process: do its work, and end."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for end in (self._line, self._woken, self._wakes):
                end.close()
            _end_with_parent()
            os.nice(max(0, nice - NICE))
            attend(fd, self._run)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)

    def _kill(self, number: int) -> None:
        if number in self._running:  # else it has ended by itself
            os.kill(self._running[number], signal.SIGKILL)

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                self._running = {
                    number: pid for number, pid in self._running.items() if pid != ended
                }


def attend(fd: int, run: Callable[[BufferedIOBase], None]) -> None:
    """Run it with the socket as its line. If the other end has gone, it ends quietly.

    Closing the line writes what is still in it, and so may find out once more that nobody reads.
    """
    with (
        suppress(BrokenPipeError, ConnectionResetError),
        socket.socket(fileno=fd) as end,
        end.makefile("rwb") as line,
    ):
        run(line)


def _let_go_of_code() -> None:
    """Have Linux take back the pages of machine code that were touched while loading.

    A third of this process's memory is code of the compiler, which is not needed again until
    something else is compiled. Whatever is needed is there again at a touch, from the page cache.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    for start, end in _code():
        libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_DONTNEED)


def _code() -> Iterator[tuple[int, int]]:
    """Where the machine code of files is mapped, as it stands in them: no page was written to."""
    place, is_code = (0, 0), False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        what, *rest = line.split()
        if not what.endswith(":"):
            start, end = what.split("-")
            place = int(start, 16), int(end, 16)
            is_code = rest[0] == "r-xp" and rest[-1].startswith("/")
        elif what == "Anonymous:" and is_code and rest[0] == "0":
            yield place


def _end_with_parent() -> None:
    """Nobody else could end a search."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    main()
