"""Compiled where numba is switched on, plain Python where it is not: the same source either way.

`NUMBA_DISABLE_JIT=1` runs every kernel as plain Python, for a debugger. Compiled kernels are kept
on disk, so only the first start compiles: in `NUMBA_CACHE_DIR`, or else in `__pycache__` beside the
source, or else in the user's cache folder, the first that can be written. numba notices a change in
the file a kernel stands in, not in those it calls into; so the folder's name has a digest of all
the sources of its family, and a change anywhere recompiles the family.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


class Kernel(Protocol):
    """Makes a function a kernel."""

    def __call__(self, function: F, /) -> F: ...


_KEPT = 3
"""How many digests of a family are kept, so that two checkouts in turn do not compile each time."""

# numba's settings are made when it starts; its type stubs do not know them
_settings = cast(Any, numba.config)

COMPILED = not _settings.DISABLE_JIT
"""Whether kernels are machine code."""


def family(
    name: str,
    folder: Path,
    modules: tuple[str, ...],
    *,
    types: Mapping[Any, Any] | None = None,
    salt: str = "",
) -> Kernel:
    """A decorator for kernels that call each other; they run without the GIL and stay on disk.

    `modules` of `folder` hold the kernels, or constants of theirs; `salt` is whatever else the
    machine code depends on. Without `types` a kernel is compiled when it is first called, for the
    arguments it gets. With them (numba's type of each annotation) it is compiled, or fetched from
    disk, here and now, once for the types it is annotated with; so the kernels it calls must stand
    above it.
    """
    if not COMPILED:
        return _as_it_is
    sources = [Path(__file__), *(folder / f"{module}.py" for module in modules)]
    home = cache_folder(name, folder, digest(sources, salt))

    def kernel(function: F, /) -> F:
        signature = None if types is None else _signature(function, types)
        everybodys = _settings.CACHE_DIR
        _settings.CACHE_DIR = str(home)
        try:
            return cast(F, numba.njit(signature, cache=True, nogil=True)(function))
        finally:
            _settings.CACHE_DIR = everybodys

    return kernel


def digest(sources: list[Path], salt: str = "") -> str:
    """What stands for these sources and nothing else: 16 characters."""
    found = hashlib.sha256(salt.encode())
    for source in sources:
        found.update(source.read_bytes())
    return found.hexdigest()[:16]


def cache_folder(name: str, beside: Path, version: str) -> Path:
    """A folder that can be written for this version of a family; old versions are removed.

    If none can be kept it is a temporary one: then every start compiles.
    """
    own = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    homes = [beside / "__pycache__", own / "inarow"]
    if _settings.CACHE_DIR:
        homes.insert(0, Path(_settings.CACHE_DIR))
    for home in homes:
        folder = home / f"{name}-{version}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _forget_old(home, name)
            return folder
    return Path(tempfile.mkdtemp(prefix="inarow-"))


def _as_it_is(function: F, /) -> F:
    return function


def _signature(function: Callable[..., Any], types: Mapping[Any, Any]) -> Any:
    annotated = dict(function.__annotations__)
    result = types[annotated.pop("return")]
    return result(*(types[each] for each in annotated.values()))


def _forget_old(home: Path, name: str) -> None:
    folders = sorted(home.glob(f"{name}-*"), key=_age)
    for folder in folders[:-_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0
