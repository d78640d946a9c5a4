"""`manage.py verify_certificate`: check certificates, without the solver that wrote them.

`manage.py verify_certificate FILE` checks a file; `--shipped` those that come with the server.
"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.review import checker, shipped
from games.review.certificate import MAX_BYTES, BadCertificate


class Command(BaseCommand):
    help = "Say what a certificate proves; or what is wrong with it, and exit with 1."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("file", type=Path, nargs="?", help="as downloaded from a proof's page")
        which.add_argument(
            "--shipped", action="store_true", help="check every one that comes with the server"
        )

    def handle(self, *args: object, file: Path | None, **options: object) -> None:
        if file is None:
            self._check_shipped()
            return
        try:
            with file.open("rb") as opened:
                data = opened.read(MAX_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        self.stdout.write(_said(file, data))

    def _check_shipped(self) -> None:
        names = shipped.names()
        for name in names:
            self.stdout.write(f"{name}: {_said(name, shipped.read(name))}")
        self.stdout.write(f"All {len(names)} certificates hold.")


def _said(name: Path | str, data: bytes) -> str:
    try:
        return checker.verify(data)
    except BadCertificate as refusal:
        raise CommandError(f"{name} proves nothing. {refusal}") from None
