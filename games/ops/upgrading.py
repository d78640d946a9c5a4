"""Makes a database of an earlier version ready for `manage.py migrate`, or refuses it unchanged.

Until version 0.1.0, migrations were edited that people might already have run
(docs/decisions/0022). Such databases are recognised by what they lack, and mended: they get what
the same migrations would give them today. Any other database that differs from what its migrations
make is refused.
"""

import logging

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F

log = logging.getLogger(__name__)

_APPS = ("play", "players", "review")
_CLOCKS = ("play", "0003_clocks")
_REVIEW = ("review", "0001_initial")
_WATCHING_THEN = ("review", "0002_watching")
_WATCHING = ("review", "0003_watching")


class CannotUpgrade(Exception):
    """The database is left as it is; says why, and what to do."""


def prepare(connection: BaseDatabaseWrapper) -> None:
    """Mend what an early version left; check that nothing is missing. Raises `CannotUpgrade`."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    if not applied:
        return
    _refuse_newer(connection, applied)
    if _CLOCKS in applied and "kept_ms" not in _columns(connection, "play_serverprocess"):
        _mend_clocks(connection)
    if _REVIEW in applied and "review_puzzle" not in connection.introspection.table_names():
        _mend_review(connection)
    if _WATCHING_THEN in applied:
        _mend_watching(connection)
    _refuse_incomplete(connection)


def _mend_clocks(connection: BaseDatabaseWrapper) -> None:
    """Commit 1cc78e5: processes did not note up to when everything they heard was kept."""
    apps = MigrationLoader(connection).project_state(_CLOCKS).apps
    process = apps.get_model("play", "ServerProcess")
    downtime = apps.get_model("play", "Downtime")
    with connection.schema_editor() as editor:
        kept = process._meta.get_field("kept_ms")
        kept.default = 0
        editor.add_field(process, kept)
        process._default_manager.using(connection.alias).update(kept_ms=F("seen_ms"))
        editor.execute("DROP INDEX downtime_began")
        ended = next(index for index in downtime._meta.indexes if index.name == "downtime_ended")
        editor.add_index(downtime, ended)
    log.info("database_mended commit=%s what=%r", "1cc78e5", "clocks")


def _mend_review(connection: BaseDatabaseWrapper) -> None:
    """Commits c9b8f9c to 7640d8c: reviews, but no puzzles, studies or library yet."""
    # What it has come to depend on; Django would find it applied too early.
    _apply(connection, ("play", "0005_game_game_over"), ("players", "0002_bots"))
    apps = MigrationLoader(connection).project_state(_REVIEW).apps
    there = connection.introspection.table_names()
    with connection.schema_editor() as editor:
        for model in apps.get_app_config("review").get_models():
            if model._meta.db_table not in there:
                editor.create_model(model)
    log.info("database_mended commit=%s what=%r", "c9b8f9c", "review")


def _mend_watching(connection: BaseDatabaseWrapper) -> None:
    """Commit d85d934: what is public was noted by a migration that has another number now."""
    recorder = MigrationRecorder(connection)
    # In this order: one that is killed in between does the rest the next time.
    if _WATCHING not in recorder.applied_migrations():
        recorder.record_applied(*_WATCHING)
    _apply(connection, ("review", "0002_assessments_on_demand"))
    recorder.record_unapplied(*_WATCHING_THEN)
    log.info("database_mended commit=%s what=%r", "d85d934", "watching")


def _apply(connection: BaseDatabaseWrapper, *migrations: tuple[str, str]) -> None:
    """Run these, and what they need, but none again: Django would migrate back to it."""
    applied = MigrationRecorder(connection).applied_migrations()
    MigrationExecutor(connection).migrate([each for each in migrations if each not in applied])


def _refuse_newer(connection: BaseDatabaseWrapper, applied: set[tuple[str, str]]) -> None:
    known = set(MigrationLoader(connection).disk_migrations) | {_WATCHING_THEN}
    newer = sorted(each for each in applied - known if each[0] in _APPS)
    if newer:
        raise CannotUpgrade(
            f"This database is of a newer version of Inarow (it has {'.'.join(newer[-1])}). "
            "Nothing was changed. Start that version again, or put back a copy that was made "
            "before the upgrade."
        )


def _refuse_incomplete(connection: BaseDatabaseWrapper) -> None:
    loader = MigrationLoader(connection)
    applied = [each for each in loader.applied_migrations if each in loader.graph.nodes]
    state = loader.project_state(applied)
    for model in state.apps.get_models():
        table = model._meta.db_table
        if model._meta.app_label not in _APPS:
            continue
        expected = {field.column for field in model._meta.local_concrete_fields}
        if missing := sorted(expected - _columns(connection, table)):
            raise CannotUpgrade(
                f"This database is not what its migrations make: {table} lacks "
                f"{', '.join(missing)}. Nothing was changed. Put back a copy that was made before "
                "the last upgrade (docs/hosting.md), or ask us, with this sentence."
            )


def _columns(connection: BaseDatabaseWrapper, table: str) -> set[str]:
    """The columns of a table; none if it is not there."""
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return set()
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} WHERE 1 = 0")
        return {column[0] for column in cursor.description}
