"""A server's memory stays where it is, however many threads come and go."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import memory

PROGRAM = """
import ctypes, re, sys, threading
from config import memory

if sys.argv[1] == "kept":
    assert memory.keep_together()
gate = threading.Barrier(9)
held = []

def works():
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    held.append(libc.malloc(1000))  # of an arena of this thread's own, if it may have one
    gate.wait()

threads = [threading.Thread(target=works) for _ in range(8)]
for thread in threads:
    thread.start()
gate.wait()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
stream = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, stream)
libc.fflush(stream)
"""


def arenas(how: str, **environment: str) -> int:
    """How many arenas a process has after eight threads have allocated at once."""
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, how],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": ".", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.count("<heap nr=")


def test_threads_share_two_arenas() -> None:
    assert arenas("left") > 2
    assert arenas("kept") <= 2


def test_what_the_operator_has_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "8")
    assert not memory.keep_together()


def test_a_server_without_redis_loads_nothing_it_does_not_need(tmp_path: Path) -> None:
    asks = """
import sys, django
django.setup()
import config.serve, config.asgi
print(*sorted({"numba", "numpy", "redis", "confusable_homoglyphs.confusables"} & {*sys.modules}))
"""
    environment = {name: each for name, each in os.environ.items() if name != "REDIS_URL"}

    told = subprocess.run(
        [sys.executable, "-c", asks],
        env=environment
        | {"INAROW_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.split() == []
