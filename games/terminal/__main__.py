"""`python -m games.terminal`: the process around the game, from its first import to its exit."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

from games.terminal.thinking import wait_for

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 128 plus the number of the signal."""

BROKEN_PIPE = 141
"""The exit status when nobody reads any more, likewise."""


def run() -> NoReturn:
    """Play, and leave without a traceback, whenever and however somebody leaves."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whatever started us: `<&-`
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(nowhere, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    try:
        status = _status()
        sys.stdout.flush()
    except BrokenPipeError:
        # what is left to write goes nowhere, without a word
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = BROKEN_PIPE
    if threading.active_count() > 1:
        # a search is still on: nothing stops it, and Python's own way out could trip over it
        os._exit(status)
    sys.exit(status)


def _status() -> int:
    try:
        return wait_for(_main)()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        sys.stdout.write("\nBye.\n")
        return INTERRUPTED


def _main() -> Callable[[], int]:
    from games.terminal.command import main  # in the middle of an import, Ctrl-C leaves debris

    return main


if __name__ == "__main__":
    run()
