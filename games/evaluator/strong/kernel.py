"""Kernels: functions that numba compiles, or that run as plain Python with NUMBA_DISABLE_JIT=1.

Compiled code is kept on disk. numba notices a change of the file a kernel stands in, but not of
the files it calls into; so the folder it is kept in carries a digest of all their sources, and a
change anywhere compiles everything anew.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from games.evaluator.strong.record import DTYPE, Board

Shapes: TypeAlias = npt.NDArray[np.int8]
Table: TypeAlias = npt.NDArray[np.int64]
Flag: TypeAlias = npt.NDArray[np.int32]
"""One cell: zero, or something else to ask a search to stop. Any thread may set it."""

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SOURCES = ("board", "forcing", "kernel", "patterns", "record", "search")
"""The modules that have kernels, or constants of theirs."""

_KEPT = 3
"""How many digests' folders stay, so that two checkouts in turn do not compile each time."""


def kernel(function: _Function) -> _Function:
    """Compile a function for the types it is annotated with; keep it on disk.

    Being compiled for just these, it is compiled once: numba would otherwise do so again for each
    width of its numbers. It lets other threads run. It is compiled here and now, or fetched from
    the disk, so the kernels it calls stand above it in its file.
    """
    types = dict(function.__annotations__)
    signature = _NUMBA_TYPES[types.pop("return")](*(_NUMBA_TYPES[each] for each in types.values()))
    everybodys = _config.CACHE_DIR
    _config.CACHE_DIR = _FOLDER
    try:
        return cast(_Function, numba.njit(signature, cache=True, nogil=True)(function))
    finally:
        _config.CACHE_DIR = everybodys


_config = cast(Any, numba.config)  # its fields come from the environment: no types tell of them

_NUMBA_TYPES: dict[Any, Any] = {
    None: numba.void,
    int: numba.int64,
    bool: numba.boolean,
    Board: numba.from_dtype(DTYPE),
    Shapes: numba.int8[::1],
    Table: numba.int64[::1],
    Flag: numba.int32[::1],
}


def _folder() -> str:
    """Where compiled code is kept: in `NUMBA_CACHE_DIR`, or else beside the source if allowed."""
    here = Path(__file__).parent
    digest = hashlib.sha256(repr(DTYPE).encode())
    for source in _SOURCES:
        digest.update((here / f"{source}.py").read_bytes())
    name = f"kernels-{digest.hexdigest()[:16]}"
    own = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    homes = [here / "__pycache__", own / "inarow"]
    if _config.CACHE_DIR:
        homes.insert(0, Path(_config.CACHE_DIR))
    for home in homes:
        try:
            (home / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(home / name, os.W_OK):
            _forget_old(home)
            return str(home / name)
    return tempfile.mkdtemp(prefix="inarow-")  # nowhere to keep it: compiled at every start


def _forget_old(home: Path) -> None:
    folders = sorted(home.glob("kernels-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in folders[:-_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


_FOLDER = _folder()
