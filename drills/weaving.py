"""All small changes of all sources, woven into them as Python imports them (`drills.mutants`).

`prepare` makes a folder for `PYTHONPATH`: a process with it weaves what it imports of a checkout,
and so do the processes it starts. The environment names the change that is made.
"""

import builtins
import hashlib
import importlib.machinery
import marshal
import os
import sys
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import CodeType, ModuleType

from drills import changes

VARIABLE = "NUMBA_MUTANT"
"""Names the change: of our own processes some are given only what numba might ask for."""


def prepare(root: Path, files: Iterable[str]) -> Path:
    """The folder: with it these files of the checkout at `root` are woven."""
    folder = root / "build" / "weaving"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "files.txt").write_text("".join(f"{file}\n" for file in files))
    (folder / "sitecustomize.py").write_text(
        f"""import sys
sys.path.insert(0, {str(root)!r})
from drills import weaving
weaving.begin()
"""
    )
    return folder


def begin() -> None:
    """Weave what is imported from now on."""
    setattr(builtins, changes.MADE, os.environ.get(VARIABLE, ""))
    sys.meta_path.insert(0, _Finder(Path(__file__).resolve().parents[1]))


def make(mutant: str) -> None:
    """Make the change of this name here, and in the processes started from now on."""
    setattr(builtins, changes.MADE, mutant)
    os.environ[VARIABLE] = mutant


class Reached:
    """Stands in for the name of a change: none is made, and what is asked about is noted."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        """The changes that could have been made since this was last emptied."""
        setattr(builtins, changes.MADE, self)

    def __eq__(self, name: object) -> bool:
        self.names.add(str(name))
        return False

    __hash__ = object.__hash__


class _Finder:
    """Finds what the usual finder finds, and has our sources woven."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._kept = root / "build" / "weaving"
        self._files = set((self._kept / "files.txt").read_text().splitlines())

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.split(".", 1)[0] not in ("games", "config"):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec and spec.origin and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            file = os.path.relpath(spec.origin, self._root)
            if file in self._files:
                spec.loader = _Loader(name, spec.origin, file, self._kept)
        return spec


_WEAVER = Path(changes.__file__).read_bytes()
"""What weaves decides, too, what comes of it."""


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, file: str, kept: Path) -> None:
        super().__init__(name, path)
        self._file = file
        self._kept = kept

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path)
        digest = hashlib.sha256(source + _WEAVER).hexdigest()[:16]
        kept = self._kept / f"{self._file.replace('/', '.')}-{digest}.bin"
        if kept.exists():
            code: CodeType = marshal.loads(kept.read_bytes())
            return code
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `x is not 5`: some changes are no good style
            tree = changes.woven(self._file, source.decode())
            code = compile(tree, self.path, "exec", dont_inherit=True)
        made = kept.with_suffix(f".{os.getpid()}")
        made.write_bytes(marshal.dumps(code))
        made.rename(kept)
        return code
