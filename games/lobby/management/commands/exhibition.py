"""`manage.py exhibition novice club`: let bots play each other, for people to watch."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games import mnk
from games.lobby import exhibitions
from games.play.clocktime import servertime
from games.players import bots
from games.refusals import Refused


class Command(BaseCommand):
    help = "Let bots play each other, all against all; prints where to watch."

    def add_arguments(self, parser: ArgumentParser) -> None:
        keys = ", ".join(bot.key for bot in bots.every_bot())
        parser.add_argument("levels", nargs="+", help=f"two or more of: {keys}")
        parser.add_argument(
            "--preset",
            default="15x15",
            help=f"the board: {', '.join(mnk.PRESETS)} (default: %(default)s)",
        )
        parser.add_argument(
            "--rounds", type=int, default=1, help="each pair plays two games a round"
        )
        parser.add_argument("--at-once", type=int, default=4, help="games that run at a time")
        parser.add_argument("--title", default="", help="what it is called")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["preset"] not in mnk.PRESETS:
            presets = ", ".join(mnk.PRESETS)
            raise CommandError(
                f"There is no preset {options['preset']!r}: choose one of {presets}."
            )
        servertime.agree()
        preset = mnk.PRESETS[options["preset"]]
        try:
            levels = [bots.opponent(key, preset.variant) for key in options["levels"]]
            exhibition = exhibitions.make(
                title=options["title"][:80] or f"{preset.label}: {len(levels)} bots",
                levels=levels,
                variant=preset.variant,
                rounds=options["rounds"],
                at_once=options["at_once"],
            )
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        address = settings.INAROW_URL + reverse("exhibition", args=[exhibition.slug])
        self.stdout.write(f"{exhibition.games.count()} games: {address}")
        self.stdout.write("They are played while a server with bots, or a worker, is running.")
