"""`manage.py verify_certificate FILE`: check a certificate, without the solver that wrote it."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.review import checker
from games.review.certificate import MAX_BYTES, BadCertificate


class Command(BaseCommand):
    help = "Say what a certificate proves; or what is wrong with it, and exit with 1."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="as downloaded from a proof's page")

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            with file.open("rb") as opened:
                said = checker.verify(opened.read(MAX_BYTES + 1))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except BadCertificate as refusal:
            raise CommandError(f"{file} proves nothing. {refusal}") from None
        self.stdout.write(said)
