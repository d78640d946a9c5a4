"""`manage.py shelve`: make every game that is over ready to be searched and explored, now."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games import library
from games.play.clocktime import servertime
from games.play.disk import allow_lazy_flush
from games.play.models import Game

SAY_EVERY_S = 2.0


class Command(BaseCommand):
    help = (
        "Make every game that is over ready to be searched and explored. A running server does it "
        "by itself; this does it at once, and may be done beside one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rest-ms", type=int, default=10, help="between two batches")

    def handle(self, *args: Any, **options: Any) -> None:
        servertime.agree()
        allow_lazy_flush()
        left = Game.objects.exclude(termination="").filter(shelved__isnull=True).count()
        self.stdout.write(f"{left:,} games to shelve.")
        count, mark, is_last, said = 0, library.BEGINNING, False, time.monotonic()
        while not is_last:
            batch = library.shelve(mark)
            count += batch.count
            mark, is_last = batch.until, batch.is_last
            if time.monotonic() - said >= SAY_EVERY_S:
                said = time.monotonic()
                self.stdout.write(f"{count:,} of {left:,}")
                self.stdout.flush()
            time.sleep(max(0, options["rest_ms"]) / 1000)
        self.stdout.write(f"{count:,} games shelved.")
