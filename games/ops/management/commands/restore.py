"""`manage.py restore FILE`: put a backup in the place of the database; the old one is kept."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.ops import backups as keeping


class Command(BaseCommand):
    help = "Put a backup in the place of the database. Stop the server first. SQLite only."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` has written")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "The games are in PostgreSQL, which has its own way. Stop the server, then:\n  "
                + keeping.pg_restore(connection.settings_dict, options["file"])
            )
        connection.close()
        known = frozenset(MigrationLoader(None).disk_migrations)
        try:
            restored = keeping.restore(
                options["file"], Path(connection.settings_dict["NAME"]), known=known
            )
        except keeping.CannotKeep as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Restored: {restored.counts}.")
        if restored.aside is not None:
            self.stdout.write(f"What was there before is kept as {restored.aside}.")
        if restored.unapplied:
            self.stdout.write("It is of an older version: run manage.py migrate now.")
