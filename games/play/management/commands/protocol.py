"""`manage.py protocol`: write (or check) the files generated from the protocol."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.play import describe


class Command(BaseCommand):
    help = "Write frontend/src/protocol/protocol.ts and docs/asyncapi.json."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if a file is not fresh"
        )

    def handle(self, *args: object, check: bool, **options: object) -> None:
        root = Path(settings.BASE_DIR)
        for path, text in (
            (root / "frontend" / "src" / "protocol" / "protocol.ts", describe.typescript()),
            (root / "docs" / "asyncapi.json", describe.asyncapi()),
        ):
            if path.exists() and path.read_text() == text:
                continue
            if check:
                raise CommandError(f"{path.relative_to(root)} is stale: run manage.py protocol")
            path.write_text(text)
            self.stdout.write(f"wrote {path.relative_to(root)}")
