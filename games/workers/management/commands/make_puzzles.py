"""`manage.py make_puzzles`: make the puzzles that come with the server, into a file."""

import datetime
from argparse import ArgumentParser
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games import mnk, puzzles
from games.workers.puzzlemaking import WANTED, Made, make


class Command(BaseCommand):
    help = "Let bots play each other and keep the puzzles of their games, proved and checked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--seed", type=int, default=1)
        today = datetime.datetime.now(datetime.UTC).date()
        parser.add_argument("--date", type=datetime.date.fromisoformat, default=today)
        parser.add_argument("--board", help="only this one, as in 15x15x5-freestyle")

    def handle(self, *args: Any, **options: Any) -> None:
        seed, day, only = options["seed"], options["date"], options["board"]
        wanted = [each for each in WANTED if only in (None, mnk.variant_text(each.variant))]
        if not wanted:
            raise CommandError(f"No puzzles are wanted on {only}.")
        made: list[Made] = []
        for each in wanted:
            here = list(make(each, seed))
            made += here
            total = sum(each.by_moves.values())
            self.stdout.write(f"{each.variant.title}: {len(here)} of {total}")
        made.sort(key=lambda each: puzzles.at_first(each.position, each.solving).rating)
        midnight = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
        found = puzzles.StarterSet(
            about="Puzzles that come with Inarow: in each exactly one first move wins. The value "
            "of every square is proved, and an independent checker has read the proofs.",
            command=f"manage.py make_puzzles FILE --seed {seed} --date {day}",
            made=day.isoformat(),
            made_ms=int(midnight.timestamp() * 1000),
            licence="Made by Inarow's own bots and search; under the licence of Inarow.",
            puzzles=tuple(map(_starter, made)),
        )
        options["file"].write_text(_text(found))


def _starter(made: Made) -> puzzles.Starter:
    key = mnk.canonical(made.position).key
    name = blake2b(key, digest_size=5).hexdigest()
    return puzzles.Starter(
        slug=name, position=mnk.position_line(made.position), solving=made.solving
    )


def _text(found: puzzles.StarterSet) -> str:
    """JSON with one puzzle a line: so a change of one is a change of one line."""
    head = msgspec.json.encode(msgspec.structs.replace(found, puzzles=())).decode()
    lines = ",\n".join(
        msgspec.json.encode(_without_defaults(msgspec.to_builtins(each))).decode()
        for each in found.puzzles
    )
    return f"{head.removesuffix('[]}')}[\n{lines}\n]}}\n"


def _without_defaults(value: Any) -> Any:
    """The same without what is read as nothing where it is not said."""
    if isinstance(value, dict):
        said = {key: each for key, each in value.items() if each not in (None, [], ())}
        return {key: _without_defaults(each) for key, each in said.items()}
    if isinstance(value, list | tuple):
        return [_without_defaults(each) for each in value]
    return value
