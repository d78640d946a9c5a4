"""`manage.py verify_puzzles`: prove every kept puzzle again; exit 1 if one is wrong."""

from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games import mnk, puzzles
from games.evaluator import EvaluatorError
from games.review import solving
from games.review.models import Puzzle
from games.thinking import puzzling


class Command(BaseCommand):
    help = "Prove every puzzle in the database again by search; names those that are wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        counts = {"exact": 0, "byFours": 0}
        turns = wrong = 0
        for row in Puzzle.objects.order_by("pk").iterator():
            try:
                found = puzzles.solving_of(row)
                faults = _faults(row, found)
            except (mnk.RuleError, EvaluatorError, msgspec.MsgspecError) as error:
                faults = [f"It cannot be read: {error}"]
            if faults:
                wrong += 1
                self.stderr.write(f"{row.slug} is wrong: {' '.join(faults)}")
                continue
            counts[found.kind] += 1
            turns += len(found.turns)
            Puzzle.objects.filter(pk=row.pk).update(verified_edition=solving.EDITION)
        proved = sum(counts.values())
        self.stdout.write(
            f"{proved + wrong} puzzles: {proved} proved again "
            f"({counts['exact']} with every square, {counts['byFours']} by fours; {turns} turns), "
            f"{wrong} wrong."
        )
        if wrong:
            raise CommandError(f"{wrong} of {proved + wrong} puzzles are wrong.")


def _faults(row: Puzzle, found: solving.Solving) -> list[str]:
    """What is wrong with the row, and with the puzzle in it."""
    position = mnk.position_from_line(row.position)
    faults = []
    if bytes(row.key) != mnk.canonical(position).key:
        faults.append("Its key is another position's.")
    if (row.kind, row.plies, row.solution) != (found.kind, found.plies, found.solution):
        faults.append("The row and its turns do not agree.")
    return faults or puzzling.faults(position, found)
