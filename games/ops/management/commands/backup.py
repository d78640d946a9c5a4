"""`manage.py backup FILE`: a copy of all games, made while the server runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.ops import backups as keeping


class Command(BaseCommand):
    help = "Copy the database of a running (or stopped) server into a new file. SQLite only."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where to; must not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "The games are in PostgreSQL, which has its own way, while the server runs too:\n  "
                + keeping.pg_dump(connection.settings_dict, options["file"])
            )
        try:
            counts = keeping.back_up(Path(connection.settings_dict["NAME"]), options["file"])
        except keeping.CannotKeep as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{options['file']}: {counts}. It holds the keys of all seats.")
