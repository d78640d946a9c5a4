"""One process in the jail: lines in, lines out, and never more of them than we can bear."""

import asyncio
import contextlib
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from games.engines.sight import PATH, seen

LINE_BYTES: Final = 4096
"""The longest line an engine may write."""
LINES: Final = 10_000
"""The most lines it may write for one move."""
_KEPT_BYTES: Final = 200
"""What we keep of a line: more than any answer has, enough to quote."""
_JAIL: Final = Path(__file__).with_name("jail.py")
_REASON_S: Final = 1.0
"""How long we wait to hear why an engine that closed its output has ended."""
_POLL_S: Final = 0.01
_KILL_S: Final = 15.0
"""After this long a keeper that has not ended is killed itself."""
_LINE_END: Final = re.compile(rb"[\r\n]")
_CHATTER: Final = (b"MESSAGE", b"DEBUG")

_log = logging.getLogger(__name__)
JAILS: Final = ("bubblewrap", "namespaces", "landlock")
"""The best first: the last does not keep even the names of other files from an engine."""
NO_JAIL: Final = "none"
_PROBE_S: Final = 20.0
_jail_found: list[str] = []
"""The one that works here, when that is known."""


class Fault(Exception):
    """The engine failed. Its text says how, to follow the engine's name: `ended (signal 9)`."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a process may use."""

    memory_mb: int
    """Memory of all its processes together, in MiB."""
    cpu_s: int
    """Processor time of one process, in seconds."""
    network: bool = False
    see: tuple[Path, ...] = ()
    """All files and folders it may read, the outer ones first."""
    hide: tuple[Path, ...] = ()
    """What among these it must not see all the same."""
    jail: str = NO_JAIL
    """One of `JAILS`."""
    is_trusted: bool = False
    """Whether it may run even if the jail cannot keep everything from it."""


class Process:
    """A program running in the jail. Whoever starts one calls `stop` in the end."""

    def __init__(self, started: "_Started", bounds: Bounds, loop: asyncio.AbstractEventLoop):
        self.folder = started.folder
        """Its own working folder, gone when it is."""
        self._popen = started.popen
        self._socket = started.status
        self._bounds = bounds
        self._loop = loop
        self._input: asyncio.WriteTransport | None = None
        self._output: asyncio.ReadTransport | None = None
        self._status: asyncio.Transport | None = None
        self._lines: deque[str] = deque()
        self._unfinished = b""
        self._count = 0
        self._fault: str | None = None
        self._reason: str | None = None
        self._is_closed = False
        self._changed = asyncio.Event()
        self._ended = asyncio.Event()
        self._reaping: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, command: Sequence[str], bounds: Bounds) -> "Process":
        """Start a command; its first line, or `Fault`, tells whether the program could be run.

        Raises `Fault` when the system has no room for another process.
        """
        loop = asyncio.get_running_loop()
        # In a thread: it takes some milliseconds. If we are cancelled meanwhile, it must not stay.
        launching = asyncio.ensure_future(asyncio.to_thread(_launch, command, bounds))
        try:
            started = await asyncio.shield(launching)
        except asyncio.CancelledError:
            launching.add_done_callback(_abandon)
            raise
        except OSError as error:
            raise Fault(f"could not be started: {error.strerror}") from error
        process = cls(started, bounds, loop)
        try:
            await process._connect()
        except BaseException:
            process.kill()
            raise
        return process

    def send(self, *lines: str) -> None:
        """Write lines. What an engine does not read is lost with it."""
        if self._input is not None and not self._input.is_closing():
            self._input.write("".join(f"{line}\r\n" for line in lines).encode())

    def begin_move(self) -> None:
        """From here on lines count for the next move; what was left unread is forgotten."""
        self._lines.clear()
        self._count = 0

    async def line(self, *, until: float) -> str:
        """The next line that is neither MESSAGE nor DEBUG nor empty, without blanks around it.

        `until` is a time of the event loop, in seconds: then `TimeoutError`. Raises `Fault` when
        the engine has ended or was ended, but not before all it had written has been read.
        """
        while not self._lines:
            if self._fault is not None:
                raise Fault(self._fault)
            self._changed.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._changed.wait()
            except TimeoutError:
                if not self._lines:  # it was there in time if the event loop was late
                    raise
        return self._lines.popleft()

    async def has_ended(self, *, within_s: float) -> bool:
        """Whether the engine has ended by itself, waiting for it at most this long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._ended.wait()
        return self._ended.is_set()

    def kill(self) -> None:
        """End it, and all it has started, soon: `stop` waits for that."""
        if self._reaping is not None:
            return
        # If we were not connected yet, the pipe itself is closed.
        for end in (self._input or self._popen.stdin, self._output or self._popen.stdout):
            assert end is not None
            end.close()
        if self._status is not None and not self._status.is_closing():
            # A word, not only the end of the connection: a fork of the server might hold it open.
            self._status.write(b"end\n")
        (self._status or self._socket).close()
        self._reaping = self._loop.create_task(self._reap())

    async def stop(self) -> None:
        """End it at once, and return when nothing of it is left: no process, no file."""
        self.kill()
        assert self._reaping is not None
        await asyncio.shield(self._reaping)

    async def _connect(self) -> None:
        loop, popen = self._loop, self._popen
        self._status, _ = await loop.create_connection(lambda: _Status(self), sock=self._socket)
        self._input, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, popen.stdin)
        self._output, _ = await loop.connect_read_pipe(lambda: _Output(self), popen.stdout)

    def _heard(self, data: bytes) -> None:
        *lines, self._unfinished = _LINE_END.split(self._unfinished + data)
        self._count += sum(1 for line in lines if line)
        if self._count > LINES:
            self._fail(f"wrote more than {LINES:,} lines for one move")
        elif max(map(len, (*lines, self._unfinished))) > LINE_BYTES:
            self._fail(f"wrote a line of more than {LINE_BYTES:,} characters")
        else:
            for line in lines:
                text = line.strip()
                if text and not text.upper().startswith(_CHATTER):
                    self._lines.append(text[:_KEPT_BYTES].decode("utf-8", "replace"))
            if self._lines:
                self._changed.set()

    def _closed(self) -> None:
        self._is_closed = True
        if self._reaping is not None:
            return  # we closed it
        if self._reason is not None:
            self._fail(self._reason)
        else:
            self._loop.call_later(_REASON_S, self._fail, "closed its output")

    def _heard_status(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "held":
                return
            case "open":
                reason = f"is not run: it could not be kept from {_listed(rest.split())}"
            case "failed":
                reason = f"could not be run: {rest}"
            case "memory":
                reason = f"used more than {self._bounds.memory_mb} MB of memory"
            case "processes":
                reason = "started too many processes"
            case "signal":
                reason = f"ended ({_signal_name(int(rest))})"
            case _:
                reason = f"ended (exit status {rest})" if rest else "ended"
        if self._reason is None:
            self._reason = reason
        self._ended.set()
        if self._is_closed:
            self._fail(self._reason)

    def _fail(self, reason: str) -> None:
        if self._fault is None:
            self._fault = reason
            self._unfinished = b""
            self.kill()
        self._changed.set()

    async def _reap(self) -> None:
        until = self._loop.time() + _KILL_S
        while self._popen.poll() is None:
            if self._loop.time() > until:
                self._popen.kill()
            await asyncio.sleep(_POLL_S)
        self._ended.set()
        if self.folder.exists():  # the keeper removes it, unless it was killed
            await asyncio.to_thread(shutil.rmtree, self.folder, True)


class _Output(asyncio.Protocol):
    """What the engine writes."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def data_received(self, data: bytes) -> None:
        self._process._heard(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._process._closed()


class _Status(asyncio.Protocol):
    """What the keeper tells us."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._unfinished = b""

    def data_received(self, data: bytes) -> None:
        *lines, self._unfinished = (self._unfinished + data).split(b"\n")
        for line in lines:
            self._process._heard_status(line.decode("ascii"))


@dataclass(frozen=True, slots=True)
class _Started:
    popen: subprocess.Popen[bytes]
    status: socket.socket
    folder: Path


def _launch(command: Sequence[str], bounds: Bounds) -> _Started:
    folder = Path(tempfile.mkdtemp(prefix="inarow-engine-"))
    ours, theirs = socket.socketpair()
    try:
        popen = subprocess.Popen(
            [
                *(sys.executable, "-I", "-S", str(_JAIL)),
                *("--status", str(theirs.fileno()), "--parent", str(os.getpid())),
                *("--folder", str(folder)),
                *("--memory-mb", str(bounds.memory_mb), "--cpu-s", str(bounds.cpu_s)),
                *([] if bounds.network else ["--no-network"]),
                *("--jail", bounds.jail, *(["--trusted"] if bounds.is_trusted else [])),
                *(word for path in bounds.see for word in ("--see", str(path))),
                *(word for path in bounds.hide for word in ("--hide", str(path))),
                *("--", *command),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=folder,
            env=_environment(folder),
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
        )
    except BaseException:
        ours.close()
        folder.rmdir()
        raise
    finally:
        theirs.close()
    ours.setblocking(False)
    return _Started(popen, ours, folder)


def jail_here() -> str:
    """The best jail that works on this machine, tried once; `NO_JAIL` if none does.

    It takes up to a second: call it in a thread.
    """
    if not _jail_found:
        failed = []
        for jail in JAILS:
            if works(jail):
                _jail_found.append(jail)
                break
            failed.append(jail)
        else:
            _jail_found.append(NO_JAIL)
        _log.info("engines_jail jail=%s refused=%s", _jail_found[0], ",".join(failed) or "-")
    return _jail_found[0]


def works(jail: str) -> bool:
    """Whether a jail keeps from a program what it should, as found by running one."""
    program = shutil.which("true", path=PATH)
    if program is None:
        return False
    bounds = Bounds(memory_mb=64, cpu_s=10, see=seen([program], (), network=False), jail=jail)
    try:
        started = _launch([program], bounds)
    except OSError:
        return False
    with started.popen, started.status:
        started.status.settimeout(_PROBE_S)
        said = b""
        with contextlib.suppress(OSError):
            while heard := started.status.recv(4096):
                said += heard
    shutil.rmtree(started.folder, ignore_errors=True)  # its keeper has done so, if it could
    return said.splitlines()[:2] == [b"held files network processes", b"exit 0"]


def _listed(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _environment(folder: Path) -> dict[str, str]:
    """What an engine learns about the server's environment: nothing."""
    return {
        "PATH": PATH,
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "TMPDIR": str(folder),
    }


def _abandon(launching: "asyncio.Future[_Started]") -> None:
    """Nobody waits for it any more: without its connection the keeper ends everything."""
    if not launching.cancelled() and launching.exception() is None:
        started = launching.result()
        started.status.close()
        assert started.popen.stdin is not None
        assert started.popen.stdout is not None
        started.popen.stdin.close()
        started.popen.stdout.close()
        asyncio.get_running_loop().run_in_executor(None, started.popen.wait)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
