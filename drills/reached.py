"""A plugin of pytest for `drills.mutants`: which changes each test reaches, and whether it notices.

`REACHED_INTO` names a file: what the tests of this run reach is written there. `REACHED_ONLY` names
one with the ids of tests, a line each: only these are run, in that order. `TRIED_OVER` has two file
descriptors: changes to try come from one, what came of them is written to the other.
"""

import contextlib
import importlib
import json
import os
import resource
import select
import shutil
import signal
import threading
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn, TypedDict

import pytest
from django.db import connections

from drills import changes, weaving

MOST_MEMORY = 8 << 30
"""Bytes a changed program may ask for: some would ask for all there are."""
PREPARING = "tests/players/test_bots.py"
"""Its first test that needs a database has it prepared for all that follow."""

SCRIPTS = {"games/engines/jail.py": ("games.engines.process", "_JAIL")}
"""What is run by its path, so that nothing is woven into it, and where that path is kept."""

PASSED, FAILED = b"+", b"-"

_reached = weaving.Reached() if "REACHED_INTO" in os.environ else None


def pytest_configure(config: pytest.Config) -> None:
    if _reached:
        config.pluginmanager.register(_Noted(Path(os.environ["REACHED_INTO"]), _reached))
    if over := os.environ.get("TRIED_OVER"):
        tried, told = map(int, over.split())
        config.pluginmanager.register(_Trials(tried, told))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if only := os.environ.get("REACHED_ONLY"):
        order = {name: at for at, name in enumerate(Path(only).read_text().splitlines())}
        kept = [item for item in items if item.nodeid in order]
        items[:] = sorted(kept, key=lambda item: order[item.nodeid])


class _Noted:
    """Notes the changes each test reaches in this process, and how long it takes."""

    def __init__(self, into: Path, reached: weaving.Reached) -> None:
        self._into = into
        self._reached = reached
        self._by: dict[str, set[str]] = {}
        self._at_import: set[str] = set()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._at_import |= self._reached.names
        self._by[item.nodeid] = self._reached.names = set()
        try:
            return (yield)
        finally:
            self._reached.names = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        found: dict[str, _Found] = {}
        for test, seconds in self._seconds.items():
            if test in self._failed:
                continue
            of = found.setdefault(
                test.split("::", 1)[0],
                {"tests": [], "reached": {}, "at_import": sorted(self._at_import)},
            )
            for name in self._by[test]:
                of["reached"].setdefault(name, []).append(len(of["tests"]))
            of["tests"].append((test, seconds))
        self._into.write_text(json.dumps(found))


class _Found(TypedDict):
    """What the tests of a file reach, each named by its place among them."""

    tests: list[tuple[str, float]]
    reached: dict[str, list[int]]
    at_import: list[str]


NOTHING = _Found(tests=[], reached={}, at_import=[])


class _Trials:
    """Tries one change after the other, each in a fork of this process: all is imported already."""

    def __init__(self, tried: int, told: int) -> None:
        self._tried = os.fdopen(tried)
        self._told = os.fdopen(told, "w")
        self._data = Path(os.environ["INAROW_DATA"])
        self._empty = self._data.with_name(f"{self._data.name}-empty")
        self._failed: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        tests = {item.nodeid: item for item in session.items}
        ours = [item for name, item in tests.items() if name.startswith(PREPARING)]
        self._prepare(next(item for item in ours if item.get_closest_marker("django_db")))
        for line in self._tried:
            asked = json.loads(line)
            chosen = {tests[name]: limit for name, limit in asked["tests"]}
            noticed = self._try(asked["mutant"], chosen)
            print(json.dumps(noticed), file=self._told, flush=True)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def _prepare(self, item: pytest.Item) -> None:
        """Run a test, so that there is a database, and let go of it: files can be copied now."""
        self._run(item, [item.session])
        assert not self._failed, self._failed
        assert threading.active_count() == 1, threading.enumerate()
        connections.close_all()
        shutil.rmtree(self._empty, ignore_errors=True)
        shutil.copytree(self._data, self._empty)

    def _try(self, mutant: str, limits: Mapping[pytest.Item, float]) -> tuple[str, str] | None:
        """The first of these tests that fails with this change or takes more seconds than it may,
        and how, if it did not just fail. Without a change where none is named."""
        shutil.rmtree(self._data, ignore_errors=True)
        shutil.copytree(self._empty, self._data)
        told, tells = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a process with threads is forked: it has none
            child = os.fork()
        if not child:
            os.close(told)
            self._be_changed(mutant, [*limits], tells)
        os.close(tells)
        with os.fdopen(told, "rb", 0) as hears:
            return _outcome(child, limits, hears)

    def _be_changed(self, mutant: str, items: Sequence[pytest.Item], tells: int) -> NoReturn:
        """Make the change and run the tests, as a process of its own that ends after them.

        It tells of each test that has passed, and of the end.
        """
        status = 2
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            weaving.make(mutant)
            _change_script(mutant, self._data)
            for item, following in zip(items, [*items[1:], None], strict=True):
                after = following.listchain() if following else [item.session]
                self._run(item, after)
                os.write(tells, FAILED if self._failed else PASSED)
                if self._failed:
                    break
            status = 0
        finally:
            os._exit(status)

    def _run(self, item: pytest.Item, after: Sequence[object]) -> None:
        """Run a test; what these nodes have set up stays."""
        before: Any = _Next(item.listchain())
        item.session._setupstate.teardown_exact(before)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=_Next(after))


class _Next:
    """Stands for a test that comes next: all pytest asks of it is which nodes it stands under."""

    def __init__(self, chain: Sequence[object]) -> None:
        self._chain = [*chain]

    def listchain(self) -> list[object]:
        return self._chain


def _change_script(name: str, folder: Path) -> None:
    """Have the script run with this change, if it is one of a script's."""
    file = name.split(":", 1)[0]
    if file in SCRIPTS:
        source = Path(file).read_text()
        (mutant,) = (each for each in changes.mutants(file, source) if each.name == name)
        changed = folder / Path(file).name
        changed.write_bytes(mutant.changed(source.encode()))
        module, constant = SCRIPTS[file]
        setattr(importlib.import_module(module), constant, changed)


def _outcome(
    child: int, limits: Mapping[pytest.Item, float], hears: IO[bytes]
) -> tuple[str, str] | None:
    """Which of these tests did not pass in that process, and how."""
    try:
        for item, limit in limits.items():
            ready, _, _ = select.select([hears], [], [], limit)
            if not ready:
                return item.nodeid, f" (after {limit:.0f} s)"
            heard = hears.read(1)
            if heard != PASSED:
                return item.nodeid, "" if heard == FAILED else " (the process ended)"
        return None
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
