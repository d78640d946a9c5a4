"""A real server and a real Chromium, shared by the tests of this folder."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.live import parts
from tests.live.pages import Chromium

# On an idle machine what tests wait for comes at once; the limit is for what never comes.
expect.set_options(timeout=30_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """When a test fails, say what everybody saw at that moment."""
    report = yield
    if report.when == "call" and report.failed and isinstance(item, pytest.Function):
        for people in item.funcargs.values():
            if isinstance(people, Chromium):
                report.sections += people.seen()
    return report


CLUSTER = "cluster"
LONGEST = (
    *("test_fifty_games", "test_early_databases", "test_home", "test_upgrade", "test_clocks"),
    *("test_spectators", "test_review", "test_operations", "test_watched_by_many", "test_limits"),
    *("test_pairing", "test_restarts", "test_servers", "test_two_people_and_a_spectator"),
    *("test_sound", "test_languages", "test_lobby", "test_chat", "test_full_disk", CLUSTER),
    *("test_doors", "test_ratings", "test_accounts", "test_friends", "test_seat_links"),
)
"""What takes longest begins first: otherwise all wait for it at the end."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With `--dist loadgroup` one process plays all of a file, and one all that needs the cluster.

    A cluster takes five seconds of the processor to start, and a tenth of it while nobody plays.
    """
    groups = {item: _group(item) for item in items}
    for item, group in groups.items():
        item.add_marker(pytest.mark.xdist_group(group))
    turns = {group: turn for turn, group in enumerate(LONGEST)}
    items.sort(key=lambda item: turns.get(groups[item], len(LONGEST)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: Sequence[str]) -> None:
    """With a pytest that pytest-xdist does not go with, groups come apart without a word."""
    alone = [name for name in ids if "@" not in name]
    if alone and node.config.option.dist == "loadgroup":
        pytest.exit(f"pytest-xdist has not grouped the tests: {alone[0]} is alone", returncode=4)


def _group(item: pytest.Item) -> str:
    assert isinstance(item, pytest.Function)
    chosen = item.callspec.params.values() if hasattr(item, "callspec") else ()
    needs = {*item.fixturenames, *(each for each in chosen if isinstance(each, str))}
    return CLUSTER if "cluster" in needs else item.path.stem


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = parts.chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def embedded() -> Iterator[parts.Server]:
    """One process, SQLite, as `make run` starts it."""
    with parts.server(thinkers=1) as server:
        yield server


@pytest.fixture(scope="session")
def cluster() -> Iterator[parts.Server]:
    """Two processes on one address, PostgreSQL and Redis, as `make cluster` starts them."""
    with parts.cluster(workers=1, thinkers=1) as server:
        yield server


@pytest.fixture
def people(embedded: parts.Server, browser: Browser) -> Iterator[Chromium]:
    """People in browsers of their own, at the embedded server."""
    with Chromium(browser, embedded) as people:
        yield people


@pytest.fixture
def people_of_two(cluster: parts.Server, browser: Browser) -> Iterator[Chromium]:
    """People in browsers of their own, at the two processes of the cluster."""
    with Chromium(browser, cluster) as people:
        yield people


@pytest.fixture(params=["embedded", "cluster"])
def people_anywhere(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Chromium]:
    """People in browsers of their own, at the embedded server and at the cluster.

    All that moves on their pages does.
    """
    server = request.getfixturevalue(request.param)
    with Chromium(browser, server, motion="no-preference") as people:
        yield people
