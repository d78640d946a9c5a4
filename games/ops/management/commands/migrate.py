"""`manage.py migrate`: Django's own, once it is certain that the database is what it should be."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from games.ops import upgrading


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            upgrading.prepare(connections[options["database"]])
        except upgrading.CannotUpgrade as refusal:
            raise CommandError(str(refusal)) from None
        super().handle(*args, **options)
