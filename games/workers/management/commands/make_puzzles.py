"""`manage.py make_puzzles`: make the puzzles that come with the server, into a file.

With `--add` the file keeps what it has, and gets puzzles of the boards of which it has none.
"""

import datetime
from argparse import ArgumentParser
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games import mnk, puzzles
from games.workers.puzzlemaking import WANTED, Made, make

ABOUT = (
    "Puzzles that come with Inarow: in each exactly one first move wins. The value of every move "
    "is proved twice, where there are certificates by an independent checker that has read them. "
    "Those of the kind byFours claim only what continuous fours do."
)


class Command(BaseCommand):
    help = "Let bots play each other and keep the puzzles of their games, proved and checked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--seed", type=int, default=1)
        today = datetime.datetime.now(datetime.UTC).date()
        parser.add_argument("--date", type=datetime.date.fromisoformat, default=today)
        parser.add_argument("--board", help="only this one, as in 15x15x5-freestyle")
        parser.add_argument(
            "--add", action="store_true", help="keep the file's, make those of other boards"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        seed, day, only = options["seed"], options["date"], options["board"]
        wanted = [each for each in WANTED if only in (None, mnk.variant_text(each.variant))]
        if not wanted:
            raise CommandError(f"No puzzles are wanted on {only}.")
        midnight = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
        made_ms = int(midnight.timestamp() * 1000)
        there: puzzles.StarterSet | None = None
        if options["add"]:
            there = msgspec.json.decode(options["file"].read_bytes(), type=puzzles.StarterSet)
            boards = {each.position.partition("/")[0] for each in there.puzzles}
            wanted = [each for each in wanted if mnk.variant_text(each.variant) not in boards]
            if not wanted:
                raise CommandError("The file has puzzles of every board.")
        made: list[Made] = []
        for each in wanted:
            here = list(make(each, seed))
            made += here
            total = sum(each.by_moves.values()) + sum(each.also.values())
            self.stdout.write(f"{each.variant.title}: {len(here)} of {total}")
        made.sort(key=lambda each: puzzles.at_first(each.position, each.solving).rating)
        command = f"manage.py make_puzzles FILE --seed {seed} --date {day}"
        new = tuple(map(_starter, made))
        if there is None:
            found = puzzles.StarterSet(
                about=ABOUT,
                command=command,
                made=day.isoformat(),
                made_ms=made_ms,
                licence="Made by Inarow's own bots and search; under the licence of Inarow.",
                puzzles=new,
            )
        else:
            later = tuple(msgspec.structs.replace(each, made_ms=made_ms) for each in new)
            found = msgspec.structs.replace(
                there,
                about=ABOUT,
                command=f"{there.command}; {command} --add",
                puzzles=(*there.puzzles, *later),
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
