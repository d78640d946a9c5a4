"""Keep the catalogues: `manage.py words` after sentences have changed."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.words import catalogue, found, pseudo


class Command(BaseCommand):
    help = "Write the template of all sentences, or make catalogues of what was translated."

    def add_arguments(self, parser: ArgumentParser) -> None:
        does = parser.add_mutually_exclusive_group()
        does.add_argument(
            "--check", action="store_true", help="write nothing; fail if the template is old"
        )
        does.add_argument(
            "--compile", type=Path, metavar="FOLDER", help="make what the server reads of a folder"
        )
        does.add_argument(
            "--pseudo", type=Path, metavar="FOLDER", help="write a language for tests into a folder"
        )

    def handle(self, *args: object, **options: object) -> None:
        match options:
            case {"compile": Path() as folder}:
                self._compile(folder)
            case {"pseudo": Path() as folder}:
                catalogue.write(folder, pseudo.LOCALE, pseudo.pseudo())
                self._compile(folder)
            case _:
                self._template(only_check=bool(options["check"]))

    def _compile(self, folder: Path) -> None:
        made = catalogue.compile_all(folder)
        if not made:
            raise CommandError(f"{folder} has no <language>/LC_MESSAGES/django.po.")
        for path in made:
            self.stdout.write(f"Written: {path}")

    def _template(self, *, only_check: bool) -> None:
        now = catalogue.template_of(found.everywhere())
        if not only_check:
            catalogue.TEMPLATE.parent.mkdir(exist_ok=True)
            catalogue.TEMPLATE.write_bytes(now)
        elif not catalogue.TEMPLATE.exists() or catalogue.TEMPLATE.read_bytes() != now:
            raise CommandError("The sentences have changed: run `manage.py words`.")
