"""What every test may rely on: a fresh database, a fresh hub, and no ERROR in the log."""

import contextlib
import functools
import gc
import logging
import os
import shutil
from collections.abc import AsyncIterator, Collection, Iterator

import hypothesis
import pytest
import pytest_asyncio
from asgiref.sync import SyncToAsync
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.test import TransactionTestCase

from games.accounts.hashing import InTurn
from games.play.hub import Hub, current
from games.thinking.service import Thinking
from tests.live import parts
from tests.people import Table
from tests.play import law

# Thousands of tests are loaded and stay: looking through them again and again took a twelfth of the
# processor's time. `pytest_collection_finish` lets the collector in.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    # Hashing a password takes half a second, on purpose. Not in tests.
    InTurn.iterations = 1_000
    # Nor does it matter how long an example takes, on a machine that has other things to do.
    settings = hypothesis.settings
    settings.register_profile("patient", settings(), deadline=None)
    settings.load_profile("patient")
    config.addinivalue_line(
        "markers", "foreign_errors(loggers): this test makes these log errors; let them."
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL run what asks for a database: all else is the same there, and runs without."""
    if connection.vendor == "postgresql":
        alike = [item for item in items if not _asks_for_a_database(item)]
        config.hook.pytest_deselected(items=alike)
        items[:] = [item for item in items if _asks_for_a_database(item)]


def _asks_for_a_database(item: pytest.Item) -> bool:
    assert isinstance(item, pytest.Function)
    asked = {"db", "transactional_db"}.intersection(item.fixturenames)
    return bool(asked) or item.get_closest_marker("django_db") is not None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.fixture(autouse=True)
def no_error_is_logged(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """A test that logs an ERROR fails: a visitor's mistake is not the operator's."""
    marker = request.node.get_closest_marker("foreign_errors")
    foreign = marker.args if marker else ()
    yield
    for when in ("setup", "call"):
        errors = [
            record
            for record in caplog.get_records(when)
            if record.levelno >= logging.ERROR and record.name not in foreign
        ]
        assert not errors, [record.getMessage() for record in errors]


@pytest.fixture(autouse=True)
def no_attempt_is_remembered() -> None:
    """What allauth counts in the cache begins anew."""
    cache.clear()


@pytest.fixture(autouse=True)
def new_files_are_for_others_to_read() -> Iterator[None]:
    """A server that starts in a test's own process makes what it writes private: until its end."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """An SQLite database is copied below: nothing is left to be made."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, *, django_db_keepdb: bool
) -> None:
    """By now this worker's database has its name. It begins as a copy of one that was migrated."""
    if django_db_keepdb:
        shutil.copy(parts.migrated(), connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The database; at the end nobody holds it any more, so that it can be dropped.

    It is emptied between two tests. Django's `flush` would look for the tables each time, empty all
    of them and write every model's content type and permissions anew: more than a quarter of the
    CPU time of such a test. Here these are not kept. Content types are made as they are asked for;
    a test about permissions makes its own.
    """
    TransactionTestCase._fixture_teardown = _empty_what_is_filled  # type: ignore[attr-defined]
    yield
    _emptier().close()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


def _empty_what_is_filled(_: TransactionTestCase) -> None:
    """Between two tests the tables are spared that nobody wrote to, which are nearly all.

    Then, and then alone, the log of moderators loses its rows: its trigger refuses that, and is set
    aside for the time.
    """
    with _emptier().cursor() as cursor:
        cursor.execute(_what_is_filled())
        filled = [name for (name,) in cursor.fetchall()]
        with _one_transaction(), _no_triggers(cursor, filled):
            for name in filled:
                cursor.execute(f'DELETE FROM "{name}"')
    ContentType.objects.clear_cache()


@functools.cache
def _emptier() -> BaseDatabaseWrapper:
    """The connection for that. Django closes those that tests have used, and opening one takes
    longer than to find that nothing is filled: this one stays open."""
    return connection.copy()


@contextlib.contextmanager
def _one_transaction() -> Iterator[None]:
    """As `transaction.atomic` does it, which knows the connections of tests alone."""
    emptier = _emptier()
    emptier.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        yield
        emptier.commit()
    except BaseException:
        emptier.rollback()
        raise
    finally:
        emptier.set_autocommit(True)


@functools.cache
def _what_is_filled() -> str:
    """The query for the names of the tables that have a row."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    looks = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")" for name in tables)
    return " UNION ALL ".join(looks)


@contextlib.contextmanager
def _no_triggers(cursor: CursorWrapper, tables: Collection[str]) -> Iterator[None]:
    """Rows of these tables may be deleted meanwhile, in any order."""
    if connection.vendor == "postgresql":
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = DEFAULT")
        return
    trigger, made = "moderation_entry_no_DELETE", None
    if "moderation_entry" in tables:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [trigger])
        (made,) = cursor.fetchone()
        cursor.execute(f"DROP TRIGGER {trigger}")
    yield
    if made is not None:
        cursor.execute(made)


@pytest_asyncio.fixture
async def hub(transactional_db: None) -> AsyncIterator[Hub]:
    """The hub of this test's event loop, with the database empty."""
    hub = current()
    yield hub
    await hub.close()


@pytest_asyncio.fixture
async def thinking(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Thinking:
    """Real thinkers. They do not give way: the machine may be busy with other tests."""
    monkeypatch.setattr("games.thinking.service.LATER_NICE", 0)
    return Thinking(hub)


@pytest.fixture
def nobody_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinkers made from here on refuse every visitor's question that would have to wait."""
    monkeypatch.setattr("games.thinking.service.OF_SHARE", 0)


@pytest_asyncio.fixture
async def table(hub: Hub) -> AsyncIterator[Table]:
    """Where Alice (black), Bob (white) and Eve (watching) meet.

    Whatever a test did, the laws hold afterwards: what each of them heard adds up to what the
    server says now; what was told about each game, even if nobody was there to hear it, adds up
    to what is kept of it; and the versions of every game have no gap.
    """
    table, witness = Table(), law.Witness()
    with witness.watching():  # to the end: something may still happen by itself
        yield table
        for person in table.people:
            if not person.is_gone:
                await law.holds_for(person)
        await witness.agrees()
    await law.holds_for_the_database()
    await table.leave()
