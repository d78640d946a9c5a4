"""How quick the explorer and the search are, and how much disk space they take.

`python -m bench.explorer --games 20000` fills a SQLite file of its own with made-up games (each
opens like one of a few, as games do), shelves them and asks 200 questions of each kind.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.spread import tell

SIZE, K = 15, 5
PLIES = (20, 60)
OPENINGS = 40
PEOPLE = 2_000
QUESTIONS = 200


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="inarow-explorer-") as folder:
        os.environ |= {"INAROW_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        _measure(options.games, random.Random(options.seed), Path(folder) / "inarow.sqlite3")


def _measure(games: int, rng: random.Random, database: Path) -> None:
    from django.core.management import call_command

    from games import library, mnk
    from games.library import shelves
    from games.library.query import read_query
    from games.players.identify import Visitor

    call_command("migrate", verbosity=0)
    variant = mnk.Variant(SIZE, SIZE, K)
    openings = [rng.sample(range(variant.squares), 6) for _ in range(OPENINGS)]
    plies = _fill(games, openings, variant, rng)
    before = _size(database)
    times, mark, is_last = [], library.BEGINNING, False
    while not is_last:
        began = time.perf_counter()
        batch = library.shelve(mark)
        times.append(time.perf_counter() - began)
        mark, is_last = batch.until, batch.is_last
    after = _size(database)
    print(f"{games} games, {plies / games:.1f} plies each, SQLite")
    tell(f"shelve a batch of {shelves.GAMES_AT_ONCE}", times)
    print(f"shelved {games / sum(times):.0f} games a second")
    print(
        f"on disk: {before / games:.0f} bytes a game before, {(after - before) / games:.0f} more "
        f"for the library ({(after - before) / plies:.0f} a ply)"
    )
    start = mnk.Position.start(variant)

    def played(count: int) -> mnk.Position:
        position = start
        for square in rng.choice(openings)[:count]:
            position = position.play(square)
        return position

    def found(**fields: str) -> Callable[[], object]:
        return lambda: library.search(read_query(fields), Visitor())

    keys = [key for key, _ in mnk.canonical_steps(variant, openings[0] + [*range(100, 154)])]
    line = mnk.moves_text(openings[0], variant)
    questions: dict[str, Callable[[], object]] = {
        "explore the empty board": lambda: library.explore(start),
        "explore after 1 ply": lambda: library.explore(played(1)),
        "explore after 6 plies": lambda: library.explore(played(6)),
        "times_reached, 61 positions": lambda: library.times_reached(keys),
        "search: all": found(),
        "search: a rare player": found(player="Guest 1234"),
        "search: a common part of a name": found(player="est 12"),
        "search: board, result, length": found(variant="15x15", result="white", shortest="55"),
        "search: a day": found(since="2023-11-15", until="2023-11-15"),
        "search: a rare player, from a day on": found(player="Guest 1234", since="2023-11-15"),
        "search: an opening of 3": found(variant="15x15", position=line[: len(line) // 2]),
        "search: a position of 6": found(variant="15x15", position=line),
        "search: the empty board": found(variant="15x15", position="15x15/" + "15/" * 15 + "X"),
        "search: a page in the middle": found(cursor=f"{1_700_000_000_000 + games * 500}-1"),
        "search: nothing found": found(how="agreement", shortest="59", variant="15x15"),
    }
    for name, ask in questions.items():
        spent = []
        for _ in range(QUESTIONS):
            began = time.perf_counter()
            answer = ask()
            spent.append(time.perf_counter() - began)
        if isinstance(answer, library.Page):
            found_all = "" if answer.next is None else " and more"
            tell(f"{name} ({len(answer.games)} games{found_all})", spent)
        else:
            tell(name, spent)


def _fill(games: int, openings: list[list[int]], variant: object, rng: random.Random) -> int:
    """Write games that are over; returns how many plies they have together."""
    from django.db import connection

    from games.play import models
    from games.players.models import Player

    people = Player.objects.bulk_create(
        [Player(name=f"Guest {at}") for at in range(PEOPLE)], batch_size=500
    )
    plies = 0
    for first in range(0, games, 500):
        lines = []
        for _ in range(first, min(games, first + 500)):
            opening = rng.choice(openings)
            rest = [square for square in range(SIZE * SIZE) if square not in opening]
            lines.append(opening + rng.sample(rest, rng.randint(*PLIES) - len(opening)))
        rows = models.Game.objects.bulk_create(
            [
                models.Game(
                    width=SIZE,
                    height=SIZE,
                    k=K,
                    line_rule="freestyle",
                    started=True,
                    ply=len(line),
                    version=len(line),
                    winner=(len(line) + 1) % 2,
                    termination="line",
                    changed_ms=1_700_000_000_000 + (first + at) * 1000,
                )
                for at, line in enumerate(lines)
            ]
        )
        models.Seat.objects.bulk_create(
            [
                models.Seat(game=row, side=side, player=player, ended_ms=row.changed_ms)
                for row in rows
                for side, player in enumerate(rng.sample(people, 2))
            ]
        )
        with connection.cursor() as cursor:  # four million rows in tens of seconds
            cursor.executemany(
                f"INSERT INTO {models.Move._meta.db_table} "
                "(game_id, ply, square, at_ms, version, command, taken_back) "
                "VALUES (%s, %s, %s, %s, %s, %s, 0)",
                [
                    (row.pk, ply, square, row.changed_ms, ply + 1, f"{row.slug}-{ply}")
                    for row, line in zip(rows, lines, strict=True)
                    for ply, square in enumerate(line)
                ],
            )
        plies += sum(map(len, lines))
    return plies


def _size(database: Path) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return database.stat().st_size


if __name__ == "__main__":
    main()
