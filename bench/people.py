"""How quick the leaderboard, players' pages and the list of friends are on a server with a history.

`python -m bench.people` fills a SQLite file of its own with 10,000 accounts and 100,000 made-up
games between them (a few play very much, most a little), shelves them, and asks for each page 200
times, one request after another, through the whole of Django.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from itertools import accumulate
from typing import TYPE_CHECKING

from bench.spread import tell

if TYPE_CHECKING:
    from games.players.models import Player

LINES = ("a1a2b1b2c1c2d1", "a1b2c3d4b1a2c1a3d1", "d4d3c4c3b4b3a4")
"""Won by Black with four in a row on 5×5."""
DAYS = 60
"""Days with a rated game that an account has in each family, at most."""
ASKED = 200
SHELVED_AT_ONCE = 500
FRIENDS = 200
"""Friends of whoever plays most."""


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="inarow-people-") as folder:
        os.environ |= {"INAROW_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ |= {"INAROW_LIMITS": "off", "INAROW_HOSTS": "testserver"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        rng = random.Random(options.seed)
        people = _fill(options.accounts, options.games, rng)
        asyncio.run(_measure(people, rng))


def _fill(count: int, games: int, rng: random.Random) -> "list[Player]":
    """Write accounts, their games and ratings; the accounts, whoever plays most first."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    people = fill(count, games, rng)
    _friends(people)
    print(f"{count} accounts, {games} games, written in {time.perf_counter() - began:.0f} s")
    return people


def fill(count: int, games: int, rng: random.Random) -> "list[Player]":
    """Write accounts, this many games between them, shelved, and ratings: into an empty database.

    The accounts, whoever plays most first. 100,000 games take about two minutes.
    """
    from games.play.disk import allow_lazy_flush

    allow_lazy_flush()
    people = accounts(count)
    for first in range(0, games, 1000):
        write_games(people, first, min(1000, games - first), rng)
    _shelve()
    _ratings(people, rng)
    return people


def _shelve() -> None:
    """Shelve every game as a server does, but many at once: nobody plays meanwhile."""
    from games import library
    from games.library import shelves

    shelves.POSITIONS_AT_ONCE = 100 * SHELVED_AT_ONCE
    mark, is_last = library.BEGINNING, False
    while not is_last:
        batch = library.shelve(mark, most=SHELVED_AT_ONCE)
        mark, is_last = batch.until, batch.is_last


def accounts(count: int) -> "list[Player]":
    """This many people who have signed up."""
    from django.contrib.auth.models import User

    from games.players.models import Kind, Player

    users = User.objects.bulk_create(
        [User(username=f"Player {at}", password="!") for at in range(count)], batch_size=500
    )
    return Player.objects.bulk_create(
        [
            Player(name=user.username, kind=Kind.ACCOUNT, user=user, looks_like=f"player{at}")
            for at, user in enumerate(users)
        ],
        batch_size=500,
    )


def write_games(people: "list[Player]", first: int, count: int, rng: random.Random) -> None:
    """Games between these that are over, `first` among all; the first people play most."""
    from django.db import connection

    from games import mnk
    from games.play import models
    from games.play.clock import now_ms

    variant = mnk.Variant(5, 5, 4)
    lines = [mnk.moves_from_text(rng.choice(LINES), variant) for _ in range(count)]
    weights = list(accumulate(1 / (rank + 1) for rank in range(len(people))))
    rows = models.Game.objects.bulk_create(
        [
            models.Game(
                width=5,
                height=5,
                k=4,
                line_rule="freestyle",
                started=True,
                ply=len(line),
                version=len(line),
                winner=0,
                termination="line",
                changed_ms=now_ms() - 60_000_000_000 + (first + at) * 500_000,
            )
            for at, line in enumerate(lines)
        ],
        batch_size=500,
    )
    seats = []
    for row in rows:
        one, other = rng.choices(people, cum_weights=weights, k=2)
        while other is one:
            other = rng.choice(people)
        seats += [
            models.Seat(game=row, side=side, player=player, ended_ms=row.changed_ms)
            for side, player in enumerate((one, other))
        ]
    models.Seat.objects.bulk_create(seats, batch_size=500)
    with connection.cursor() as cursor:
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


def _ratings(people: "list[Player]", rng: random.Random) -> None:
    from games import mnk
    from games.play.clock import now_ms
    from games.players import ratings
    from games.players.models import PlayerRating, RatingDay

    families = (mnk.Family.SMALL, mnk.Family.TEN, mnk.Family.GOMOKU)
    at = now_ms()
    today = ratings.date_of(at)
    rows, days = [], []
    for player in people:
        for family in families:
            rating = rng.gauss(1500, 200)
            rows.append(
                PlayerRating(
                    player=player,
                    family=family,
                    rating=rating,
                    deviation=rng.uniform(45, 200),
                    games=rng.randint(1, 300),
                    counted_ms=at - rng.randrange(60 * 86_400_000),
                )
            )
            for ago in rng.sample(range(365), rng.randint(1, DAYS)):
                shown = round(rating + rng.gauss(0, 30))
                days.append(
                    RatingDay(
                        player=player,
                        family=family,
                        date=today - timedelta(days=ago),
                        rating=shown,
                        highest=shown + 5,
                    )
                )
        if len(days) > 20_000:
            RatingDay.objects.bulk_create(days, batch_size=150)
            days.clear()
    PlayerRating.objects.bulk_create(rows, batch_size=100)
    RatingDay.objects.bulk_create(days, batch_size=150)


def _friends(people: "list[Player]") -> None:
    from games.friends.models import Friend

    first, *others = people[: FRIENDS + 1]
    Friend.objects.bulk_create(
        Friend(player=one, friend=other, since_ms=1)
        for each in others
        for one, other in ((first, each), (each, first))
    )


async def _measure(people: "list[Player]", rng: random.Random) -> None:
    from django.test import AsyncClient

    from games.play.hub import current
    from games.players.models import Player

    stranger, visitor = AsyncClient(), AsyncClient()
    first = await Player.objects.select_related("user").aget(pk=people[0].pk)
    assert first.user is not None
    await visitor.aforce_login(first.user)

    def profile() -> str:
        return f"/player/{rng.choice(people).slug}/"

    pages: dict[str, tuple[AsyncClient, Callable[[], str]]] = {
        "leaderboard": (stranger, lambda: "/leaderboard/?family=gomoku"),
        "leaderboard, signed in": (visitor, lambda: "/leaderboard/?family=small"),
        "profile": (stranger, profile),
        "profile, signed in, with the two's results": (visitor, profile),
        "profile of whoever plays most": (stranger, lambda: f"/player/{first.slug}/"),
        f"friends of whoever plays most, {FRIENDS} of them": (visitor, lambda: "/friends"),
        "home of whoever plays most": (visitor, lambda: "/"),
        "turns of whoever plays most": (visitor, lambda: "/turns/"),
    }
    for name, (client, path) in pages.items():
        spent = []
        for _ in range(ASKED):
            address = path()
            began = time.perf_counter()
            answer = await client.get(address)
            spent.append(time.perf_counter() - began)
            assert answer.status_code == 200, (address, answer.status_code)
        tell(name, spent)
    await current().close()


if __name__ == "__main__":
    main()
