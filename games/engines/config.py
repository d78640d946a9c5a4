"""The engines an operator brought along as bots: a TOML file, read once when the server starts.

The environment's INAROW_ENGINES names the file; without it there are no engines. It holds one
table for each engine, of which only `command` and `boards` are required::

    [engines.pela]
    name = "Pela 7.9"                    # what people read; default: the table's name
    command = ["/opt/pela/pbrain-pela"]  # or a string, split as a shell does
    boards = ["15x15", "10x10-20x20"]    # width x height, or from a smallest to a largest
    k = [5]                              # default [5]; others only if it knows INFO mnk_k
    rules = ["freestyle", "exact"]       # default ["freestyle"]
    turn_ms = 1000                       # thinks at most this long over a move; default 1000
    memory_mb = 350                      # all its processes may hold this much; default 350
    network = false                      # may use the network; default false
    reads = ["/srv/books"]               # what it may read besides its own folder; default []
    trusted = false                      # runs even where no jail can keep it; default false
    as_root = false                      # runs even where the server is root; default false

The engine runs in an empty folder of its own, so files among its arguments are written with their
whole path. It may read the folders where they and its program lie, and the system's libraries.
"""

import difflib
import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from games import mnk

VARIABLE: Final = "INAROW_ENGINES"
"""The environment variable that names the file."""

_KEY: Final = re.compile(r"[a-z0-9-]{1,20}", re.ASCII)
_SIZE: Final = re.compile(r"(\d{1,3})\s*[x×]\s*(\d{1,3})", re.ASCII | re.IGNORECASE)
_NAME_LENGTH: Final = 24
_TURN_MS: Final = range(10, 600_001)
_MEMORY_MB: Final = range(16, 65_537)
_RULES: Final = {rule.value: rule for rule in mnk.GOMOCUP.values()}
_SETTINGS: Final = (
    "name",
    "command",
    "boards",
    "k",
    "rules",
    "turn_ms",
    "memory_mb",
    "network",
    "reads",
    "trusted",
    "as_root",
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BoardSizes:
    """All boards from a smallest to a largest, in width and in height alike."""

    smallest: tuple[int, int]
    """Width and height."""
    largest: tuple[int, int]

    def __contains__(self, size: tuple[int, int]) -> bool:
        return all(
            least <= edge <= most
            for least, edge, most in zip(self.smallest, size, self.largest, strict=True)
        )


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """One engine as configured: what is run, what it plays, and what it may use."""

    key: str
    """Names the engine in links and records: at most 20 of a-z, 0-9 and hyphens."""
    name: str
    """What people call it."""
    command: tuple[str, ...]
    """The program, with its whole path, and its arguments."""
    boards: tuple[BoardSizes, ...]
    k: tuple[int, ...] = (5,)
    rules: tuple[mnk.LineRule, ...] = (mnk.LineRule.FREESTYLE,)
    turn_ms: int = 1000
    """What it is told it may think over a move, at most."""
    memory_mb: int = 350
    """What it may hold, all its processes together, in MiB."""
    network: bool = False
    reads: tuple[Path, ...] = ()
    """Files and folders it may read besides its own."""
    trusted: bool = False
    """Whether it runs where nothing keeps it from files, network and processes."""
    as_root: bool = False
    """Whether it runs where the server runs as root."""

    def plays(self, variant: mnk.Variant) -> bool:
        """Whether the engine takes part in games of this variant.

        >>> spec = EngineSpec("pela", "Pela", ("/opt/pela",), (BoardSizes((10, 10), (20, 20)),))
        >>> spec.plays(mnk.Variant(15, 12, 5)), spec.plays(mnk.Variant(15, 12, 4))
        (True, False)
        """
        return (
            variant.line_rule in self.rules
            and variant.k in self.k
            and not variant.blocked
            and any((variant.width, variant.height) in boards for boards in self.boards)
        )


class BadConfiguration(Exception):
    """The file of engines cannot be used as it stands. No engine was started, none is known."""

    def __init__(self, path: Path, faults: tuple[tuple[int | None, str], ...]) -> None:
        self.path = path
        self.faults = faults
        """Every fault by line: the line's number, from 1, and what is wrong and what to do."""
        super().__init__(
            "\n".join(
                f"{path}: {sentence}" if line is None else f"{path}, line {line}: {sentence}"
                for line, sentence in faults
            )
        )


def configured(environ: Mapping[str, str] = os.environ) -> tuple[EngineSpec, ...]:
    """The engines of the file that INAROW_ENGINES names, in its order; none without it.

    Raises `BadConfiguration`.
    """
    path = environ.get(VARIABLE, "")
    return read(Path(path)) if path else ()


def read(path: Path) -> tuple[EngineSpec, ...]:
    """The engines of a file, in its order. Raises `BadConfiguration` with every fault."""
    path = path.absolute()
    text = _text(path)
    try:
        document = tomllib.loads(text)
    except ValueError as error:
        raise BadConfiguration(path, (_syntax_fault(str(error), text),)) from None
    faults = _Faults(path, _lines(text))
    for key in document:
        if key != "engines":
            faults.at((key,), f"“{key}” is unknown here: engines are tables [engines.NAME].")
    specs: list[EngineSpec] = []
    engines = document.get("engines", {})
    if not isinstance(engines, dict):
        faults.at(("engines",), "“engines” must hold one table an engine: [engines.NAME].")
        engines = {}
    for key, table in engines.items():
        if not isinstance(table, dict):
            faults.at(
                ("engines", key),
                f"“{key}” is unknown here: an engine is a table [engines.NAME] of its own.",
            )
            continue
        specs.append(_Table(key, table, faults).spec())
        if [spec.name for spec in specs].count(specs[-1].name) > 1:
            faults.at(
                ("engines", key, "name"),
                f"Another engine is called {specs[-1].name} too: people could not tell them apart.",
            )
    faults.refuse()
    return tuple(specs)


class _Wrong(Exception):
    """A value that cannot be taken; its text says what to write instead."""


class _Faults:
    """The faults found so far, and where the keys of the file stand."""

    def __init__(self, path: Path, lines: Mapping[tuple[str, ...], int]) -> None:
        self.path = path
        self._lines = lines
        self._found: list[tuple[int, str]] = []

    def at(self, where: tuple[str, ...], sentence: str) -> None:
        """Note a fault of a key, or of its table if the key is not there."""
        while where and where not in self._lines:
            where = where[:-1]
        self._found.append((self._lines.get(where, 1), sentence))

    def refuse(self) -> None:
        """Raise `BadConfiguration` if there are faults."""
        if self._found:
            raise BadConfiguration(self.path, tuple(sorted(self._found)))


class _Table:
    """The table of one engine, being read."""

    def __init__(self, key: str, table: Mapping[str, object], faults: _Faults) -> None:
        self._key = key
        self._table = table
        self._faults = faults

    def spec(self) -> EngineSpec:
        """The engine; where something is at fault, the fault is noted and a default taken."""
        if not _KEY.fullmatch(self._key):
            self._fault(
                None,
                f"“{self._key}” cannot name an engine: "
                "write at most 20 of the letters a to z, digits and hyphens.",
            )
        for setting in self._table:
            if setting not in _SETTINGS:
                near = difflib.get_close_matches(setting.lower(), _SETTINGS, 1)
                hint = f"did you mean “{near[0]}”?" if near else f"it has {', '.join(_SETTINGS)}."
                self._fault(setting, f"“{setting}” is no setting of an engine: {hint}")
        for setting, example in (
            ("command", '["/path/to/engine"]'),
            ("boards", '["15x15", "20x20"]'),
        ):
            if setting not in self._table:
                self._fault(setting, f"The engine lacks “{setting}”: write {setting} = {example}.")
        spec = EngineSpec(
            key=self._key,
            name=self._take("name", _name, self._key),
            command=self._take("command", self._command, ()),
            boards=self._take("boards", _boards, ()),
            k=self._take("k", _k, (5,)),
            rules=self._take("rules", _rules, (mnk.LineRule.FREESTYLE,)),
            turn_ms=self._take("turn_ms", lambda value: _number(value, _TURN_MS), 1000),
            memory_mb=self._take("memory_mb", lambda value: _number(value, _MEMORY_MB), 350),
            network=self._take("network", _yes_or_no, False),
            reads=self._take("reads", _reads, ()),
            trusted=self._take("trusted", _yes_or_no, False),
            as_root=self._take("as_root", _yes_or_no, False),
        )
        longest = max((max(boards.largest) for boards in spec.boards), default=mnk.MAX_SIZE)
        if max(spec.k) > longest:
            self._fault("k", f"{max(spec.k)} in a row do not fit on its boards: write a smaller k.")
        return spec

    def _take(self, setting: str, read: Callable[[object], T], default: T) -> T:
        if setting not in self._table:
            return default
        try:
            return read(self._table[setting])
        except _Wrong as wrong:
            self._fault(setting, f"“{setting}” {wrong}")
            return default

    def _fault(self, setting: str | None, sentence: str) -> None:
        self._faults.at(("engines", self._key, *([setting] if setting else [])), sentence)

    def _command(self, value: object) -> tuple[str, ...]:
        folder = self._faults.path.parent
        if isinstance(value, str):
            try:
                words = shlex.split(value)
            except ValueError:
                raise _Wrong("has a quotation mark that is not closed.") from None
        else:
            words = _list(value, str, '["/path/to/engine"]')
        if not words or not words[0]:
            raise _Wrong('is empty: write ["/path/to/engine"].')
        if any("\0" in word for word in words):
            raise _Wrong("holds a zero byte.")
        for word in words[1:]:
            if word and not os.path.isabs(word) and (folder / word).is_file():
                raise _Wrong(
                    f"names {word}, but the engine runs in a folder of its own: "
                    f"write {folder / word}."
                )
        return (_program(words[0], folder), *words[1:])


def _program(word: str, folder: Path) -> str:
    if "/" not in word:
        found = shutil.which(word)
        if found is None:
            raise _Wrong(f"names {word}, which is not installed: write its whole path.")
        return os.path.abspath(found)
    program = folder / word
    if not program.exists():
        raise _Wrong(f"names {program}, which does not exist.")
    if not program.is_file():
        raise _Wrong(f"names {program}, which is no file.")
    if not os.access(program, os.X_OK):
        raise _Wrong(f"names {program}, which may not be run: chmod +x {program}.")
    return str(program)


def _name(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise _Wrong('must be a name people can read, like "Pela 7.9".')
    if len(value.strip()) > _NAME_LENGTH:
        raise _Wrong(f"must have at most {_NAME_LENGTH} characters, not {len(value.strip())}.")
    return value.strip()


def _boards(value: object) -> tuple[BoardSizes, ...]:
    found = []
    for text in _list(value, str, '["15x15", "10x10-20x20"]'):
        sizes = [_SIZE.fullmatch(part.strip()) for part in text.split("-")]
        edges = [(int(size[1]), int(size[2])) for size in sizes if size]
        if len(edges) != len(sizes) or len(edges) > 2:
            raise _Wrong(f"holds “{text}”, which is no size: write 15x15, or 10x10-20x20.")
        if not all(1 <= edge <= mnk.MAX_SIZE for size in edges for edge in size):
            raise _Wrong(f"holds “{text}”, but boards have 1 to {mnk.MAX_SIZE} squares an edge.")
        smallest, largest = edges[0], edges[-1]
        if smallest[0] > largest[0] or smallest[1] > largest[1]:
            raise _Wrong(f"holds “{text}”: write the smaller size first.")
        found.append(BoardSizes(smallest, largest))
    return tuple(found)


def _k(value: object) -> tuple[int, ...]:
    numbers = _list(value, int, "[5]")
    for number in numbers:
        if not 1 <= number <= mnk.MAX_SIZE:
            raise _Wrong(f"holds {number}, but k is from 1 to {mnk.MAX_SIZE}.")
    return tuple(dict.fromkeys(numbers))


def _rules(value: object) -> tuple[mnk.LineRule, ...]:
    names = _list(value, str, '["freestyle", "exact"]')
    for name in names:
        if name not in _RULES:
            *most, last = _RULES
            raise _Wrong(f"holds “{name}”, but an engine plays {', '.join(most)} or {last}.")
    return tuple(_RULES[name] for name in dict.fromkeys(names))


def _number(value: object, allowed: range) -> int:
    if not _is(value, int) or value not in allowed:
        raise _Wrong(f"must be a whole number from {allowed[0]} to {allowed[-1]}, not {value!r}.")
    assert isinstance(value, int)
    return value


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(f"must be true or false, not {value!r}.")
    return value


def _reads(value: object) -> tuple[Path, ...]:
    if value == []:
        return ()
    paths = tuple(map(Path, _list(value, str, '["/srv/books"]')))
    for path in paths:
        if not path.is_absolute():
            raise _Wrong(f"holds {path}: write its whole path.")
        if not path.exists():
            raise _Wrong(f"names {path}, which does not exist.")
        if path == Path("/"):
            raise _Wrong("names /, which is everything: name the folders that it needs.")
    return paths


def _list(value: object, kind: type[T], example: str) -> list[T]:
    if not isinstance(value, list) or not value or not all(_is(item, kind) for item in value):
        raise _Wrong(f"must be a list like {example}.")
    return value


def _is(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not (isinstance(value, bool) and kind is int)


# --- The file and its lines ----------------------------------------------------------------------


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadConfiguration(
            path, ((None, f"{VARIABLE} names this file, but it cannot be read: {error.strerror}."),)
        ) from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadConfiguration(path, ((line, "This is no UTF-8 text."),)) from None


def _syntax_fault(message: str, text: str) -> tuple[int, str]:
    """The line at which TOML cannot be read, and the parser's own words."""
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", message)
    line = int(place[1]) if place and place[1] else len(text.rstrip().split("\n"))
    words = message.replace(place[0], "") if place else message
    return line, f"This is no TOML: {words.rstrip('.')}."


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The line, from 1, on which each key and table of a readable file begins.

    The parser gives no line numbers, but it shows where a statement ends: where the lines since
    the last one can be read by themselves.
    """
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    statement: list[str] = []
    begin = 1
    for number, line in enumerate(text.split("\n"), 1):
        if not statement:
            begin = number
        statement.append(line)
        try:
            parsed = tomllib.loads("\n".join(statement))
        except ValueError:
            continue  # it goes on
        is_heading = statement[0].lstrip().startswith("[")
        statement = []
        if is_heading:
            table = ()
        for path in _paths(parsed):
            found.setdefault((*table, *path), begin)
        if is_heading:
            *_, table = _paths(parsed)
    return found


def _paths(tree: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    """The way to every key, a table before its keys."""
    for key, value in tree.items():
        yield (key,)
        if isinstance(value, dict):
            for path in _paths(value):
                yield (key, *path)
