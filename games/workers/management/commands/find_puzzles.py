"""`manage.py find_puzzles`: look through finished games for puzzles now, in this process."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import puzzles
from games.evaluator import EvaluatorError
from games.play.clock import now_ms
from games.play.clocktime import servertime
from games.review import solving
from games.thinking import puzzling
from games.workers.puzzles import NODES, walk


class Command(BaseCommand):
    help = "Look through finished games for puzzles, at once; each game once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, help="at most this many games")

    def handle(self, *args: Any, **options: Any) -> None:
        most = options["games"]
        if most is not None and most < 1:
            raise CommandError(f"--games must be at least 1, not {most}.")
        servertime.agree()
        games = kept = 0
        while most is None or games < most:
            game = puzzles.next_unsearched(now_ms())
            if game is None:
                break
            new = _look_through(game)
            puzzles.note_searched(game.id, new, at=now_ms())
            games, kept = games + 1, kept + new
        self.stdout.write(f"{games} games looked through, {kept} new puzzles.")


def _look_through(game: puzzles.Unsearched) -> int:
    """How many new puzzles there are in a game."""
    kept = 0
    steps = walk(game.variant, game.moves)
    found: solving.Solving | None = None
    while True:
        try:
            ply, position = steps.send(found)
        except StopIteration:
            return kept
        try:
            found = puzzling.find(position, NODES)
        except EvaluatorError:  # stones that no game by these rules leads to
            found = None
        if found is not None:
            kept += puzzles.keep(position, found, game_id=game.id, ply=ply, at=now_ms())
