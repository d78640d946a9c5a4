"""`manage.py findings`: write (or check) the browser's types for what is told about kept games."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.play import describe
from games.review.findings import ROOTS


class Command(BaseCommand):
    help = "Write frontend/src/protocol/findings.ts from games/review/findings.py."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if the file is not fresh"
        )

    def handle(self, *args: object, check: bool, **options: object) -> None:
        path = Path(settings.BASE_DIR) / "frontend" / "src" / "protocol" / "findings.ts"
        text = describe.interfaces(
            "What is told about kept games. Generated from games/review/findings.py by\n"
            "`manage.py findings`: do not edit.",
            *ROOTS,
        )
        if path.exists() and path.read_text() == text:
            return
        if check:
            raise CommandError("frontend/src/protocol/findings.ts is stale: run manage.py findings")
        path.write_text(text)
        self.stdout.write("wrote frontend/src/protocol/findings.ts")
