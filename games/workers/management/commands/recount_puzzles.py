"""`manage.py recount_puzzles`: rate puzzles and their solvers anew, from the attempts kept."""

from typing import Any

from django.core.management.base import BaseCommand

from games import puzzles


class Command(BaseCommand):
    help = "Rate all puzzles and their solvers anew, from the first attempts that are kept."

    def handle(self, *args: Any, **options: Any) -> None:
        attempts, changed = puzzles.recount()
        self.stdout.write(f"{attempts} attempts counted, {changed} ratings changed.")
