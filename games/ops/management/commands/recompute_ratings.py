"""`manage.py recompute_ratings`: are the ratings what the games make of them? If not, mend them."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.play.services import recomputing
from games.players.models import Player

SHOWN = 100
"""Of this many differences each is told."""


class Command(BaseCommand):
    help = (
        "Compute all ratings anew from the games that were counted, and say which are not what is "
        "kept. The server may run meanwhile. Exits with 1 if any differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--check", action="store_true", help="only say so: the default")
        what.add_argument("--write", action="store_true", help="keep what the games say")

    def handle(self, *args: Any, **options: Any) -> None:
        different, count = recomputing.differences()
        players = Player.objects.in_bulk([each.player_id for each in different[:SHOWN]])
        for each in different[:SHOWN]:
            player = players[each.player_id]
            self.stdout.write(
                f"{player.name} ({player.slug}), {each.family}: kept {recomputing.words(each.kept)}"
                f", from the games {recomputing.words(each.found)}"
            )
        self.stdout.write(f"{len(different)} of {count} ratings differ.")
        if not options["write"]:
            sys.exit(1 if different else 0)
        written = sum(map(recomputing.write, different))
        self.stdout.write(f"{written} written.")
        if written < len(different):
            self.stdout.write("The others have changed meanwhile. Run this again.")
            sys.exit(1)
