"""A plugin of pytest for `drills.mutants`: which line each test reaches, and only some tests.

`REACHED_INTO` names a file: what the tests of this run reach is written there. `REACHED_ONLY` names
one with the ids of tests, a line each: only these are run, in that order.
"""

import json
import os
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import coverage
import pytest

SOURCES = ("games", "config")


def pytest_configure(config: pytest.Config) -> None:
    if into := os.environ.get("REACHED_INTO"):
        config.pluginmanager.register(_Reached(Path(into)))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if only := os.environ.get("REACHED_ONLY"):
        order = {name: at for at, name in enumerate(Path(only).read_text().splitlines())}
        kept = [item for item in items if item.nodeid in order]
        items[:] = sorted(kept, key=lambda item: order[item.nodeid])


class _Reached:
    """Notes the lines each test runs in this process and its threads, and how long it takes."""

    def __init__(self, into: Path) -> None:
        self._into = into
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._failed: set[str] = set()
        self._coverage = coverage.Coverage(data_file=None, source=SOURCES, concurrency=["thread"])
        self._coverage.set_option("run:branch", False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # that nothing was reached here: a server of its own was
            data = self._coverage.get_data()
        tests = [test for test in self._seconds if test not in self._failed]
        found: dict[str, _Found] = {}
        for test in tests:
            found.setdefault(_file(test), {"tests": [], "reached": {}})["tests"].append(
                (test, self._seconds[test])
            )
        place = {test: at for of in found.values() for at, (test, _) in enumerate(of["tests"])}
        for source in data.measured_files():
            for line, by in data.contexts_by_lineno(source).items():
                for test in by:
                    if test in place:
                        lines = found[_file(test)]["reached"].setdefault(
                            os.path.relpath(source), {}
                        )
                        lines.setdefault(line, []).append(place[test])
        self._into.write_text(json.dumps(found))


class _Found(TypedDict):
    """What the tests of a file reach."""

    tests: list[tuple[str, float]]
    reached: dict[str, dict[int, list[int]]]


def _file(test: str) -> str:
    return test.split("::", 1)[0]
