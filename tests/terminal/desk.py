"""A person at a real terminal: a pseudo-terminal, what its screen shows, and keys to press."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 100.0
"""Seconds after which a test gives up, on the slowest machine."""

# In a session of its own, the first terminal a process opens is the one whose Ctrl-C it hears.
_TAKE_THE_TERMINAL = (
    "import os, sys; os.close(os.open(os.ttyname(0), os.O_RDWR)); "
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)
_PIECE = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])|(.)", re.DOTALL)
_BEGUN = re.compile(r"\x1b(?:\[[0-9;]*)?\Z")
"""An escape code whose rest is still to come."""


def command(*arguments: str) -> list[str]:
    return ["-W", "error", "-m", "games.terminal", *arguments]


def environment(**more: str) -> dict[str, str]:
    """Our environment, without what would change how a terminal is understood."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "COLUMNS", "LINES", "TERM") and not name.startswith("PYTHON")
    }
    return {**ours, "TERM": "xterm-256color", "PYTHONUTF8": "1", **more}


class Glass:
    """What a person sees: just enough of a terminal to follow this program, and no more."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.lines = [""] * rows
        self.above: list[str] = []
        """What has scrolled away."""
        self.row = self.column = 0
        self.ink = ""
        """The colours text would have now."""
        self.inks: dict[tuple[int, int], str] = {}
        self._begun = ""

    def feed(self, text: str) -> None:
        text, self._begun = self._begun + text, ""
        begun = _BEGUN.search(text)
        if begun:
            text, self._begun = text[: begun.start()], begun[0]
        for piece in _PIECE.finditer(text):
            parameters, code, sign = piece.groups()
            if code is not None:
                self._obey(code, parameters)
            elif sign == "\r":
                self.column = 0
            elif sign == "\n":
                self._down()
            elif sign >= " ":
                self._put(sign)
            else:
                raise AssertionError(f"{sign!r} is nothing this program should write")

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines).rstrip()

    def _obey(self, code: str, parameters: str) -> None:
        match code, parameters:
            case "H", "":
                self.row = self.column = 0
            case "K", "":
                self.lines[self.row] = self.lines[self.row][: self.column]
            case "J", "":
                self.lines[self.row] = self.lines[self.row][: self.column]
                self.lines[self.row + 1 :] = [""] * (self.rows - self.row - 1)
            case "m", _:
                self.ink = "" if parameters in ("", "0") else parameters
            case _:
                raise AssertionError(
                    f"ESC [{parameters}{code} is nothing this program should write"
                )

    def _put(self, sign: str) -> None:
        if self.column == self.columns:
            self.column = 0
            self._down()
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + sign + line[self.column + 1 :]
        self.inks[self.row, self.column] = self.ink
        self.column += 1

    def _down(self) -> None:
        if self.row + 1 < self.rows:
            self.row += 1
        else:
            self.above.append(self.lines.pop(0))
            self.lines.append("")


class Desk:
    """The terminal and the program in it."""

    def __init__(self, master: int, process: subprocess.Popen[bytes], glass: Glass) -> None:
        self._master = master
        self._process = process
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.glass = glass
        self.raw = ""

    def sees(self, *texts: str) -> str:
        """Wait until the screen shows all of this; returns what it shows then."""
        self._until(lambda: all(text in self.glass.text() for text in texts), f"{texts} to show")
        return self.glass.text()

    def is_asked(self, *texts: str, prompt: str = "Your move:") -> str:
        """Wait until the screen shows this and ends with a prompt; returns what it shows then."""

        def asked() -> bool:
            shown = self.glass.text()
            return shown.endswith(prompt) and all(text in shown for text in texts)

        self._until(asked, f"{texts} and a prompt")
        return self.glass.text()

    def waits_until_loaded(self, library: str) -> None:
        """Wait until the program has a library in memory, as Linux reports it."""
        maps = Path(f"/proc/{self._process.pid}/maps")
        self._until(lambda: library in maps.read_text(), f"{library} to be loaded")

    def types(self, line: str) -> None:
        self.presses(line + "\n")

    def presses(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resizes(self, columns: int, rows: int) -> None:
        """Resize the window; what it showed is gone until the program draws again."""
        self.glass = Glass(columns, rows)
        _set_size(self._master, columns, rows)

    def modes(self) -> list[object]:
        """How the terminal treats keys: what a program must not leave changed."""
        return list(termios.tcgetattr(self._master))

    def ends(self) -> int:
        """Wait for the program to end; returns its exit status."""
        self._until(lambda: self._process.poll() is not None, "the program to end")
        while self._read(0):
            pass
        assert self._process.returncode is not None
        return int(self._process.returncode)

    def _until(self, happened: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not happened():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited for {what}; the screen:\n{self.glass.text()}")
            self._read(0.1)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            found = self._decoder.decode(os.read(self._master, 65536))
        except OSError:  # the program has gone, and with it the other end
            return False
        self.raw += found
        self.glass.feed(found)
        return True


@contextmanager
def sits_down(
    *arguments: str, columns: int = 80, rows: int = 24, more: Mapping[str, str] | None = None
) -> Iterator[Desk]:
    """Somebody starts the program in a terminal of this size."""
    master, slave = pty.openpty()
    _set_size(master, columns, rows)
    process = subprocess.Popen(
        [sys.executable, "-c", _TAKE_THE_TERMINAL, *command(*arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        cwd=ROOT,
        env=environment(**(more or {})),
    )
    os.close(slave)
    try:
        yield Desk(master, process, Glass(columns, rows))
    finally:
        process.kill()
        process.wait()
        os.close(master)


def _set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
