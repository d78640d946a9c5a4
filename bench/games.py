"""Prepares games for a benchmark and, when it is over, asks the database what became of them.

Runs as a process of its own with the server's environment: `python -m bench.games prepare 100`
prints the games as JSON, `python -m bench.games talkers 50` the cookies of so many people with a
name, `python -m bench.games check` reads what the clients heard from stdin.
"""

import sys
from collections import defaultdict

import django
import msgspec

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from bench.plan import SIZE, SQUARES, Heard, K, Prepared, Truth  # noqa: E402
from games import mnk  # noqa: E402
from games.play import models  # noqa: E402
from games.players.models import Player  # noqa: E402


def prepare(count: int) -> list[Prepared]:
    """New games with both seats taken; the players are the same two in all of them.

    The games of an earlier run, which nobody plays any more, are called off: no lobby lists them.
    """
    models.Game.objects.filter(termination="").update(termination=mnk.Termination.ABORT.value)
    players = Player.objects.bulk_create([Player(name="Black"), Player(name="White")])
    games = models.Game.objects.bulk_create(
        [
            models.Game(width=SIZE, height=SIZE, k=K, line_rule="freestyle", started=True)
            for _ in range(count)
        ],
        batch_size=1000,
    )
    seats = models.Seat.objects.bulk_create(
        [
            models.Seat(game=game, side=side, player=player)
            for game in games
            for side, player in enumerate(players)
        ],
        batch_size=1000,
    )
    return [
        Prepared(game.slug, (black.key, white.key))
        for game, black, white in zip(games, seats[::2], seats[1::2], strict=True)
    ]


def talkers(count: int) -> list[str]:
    """So many people with a name, each by the cookie of their browser."""
    players = Player.objects.bulk_create([Player(name=f"Talker {n}") for n in range(count)])
    cookies = []
    for player in players:
        session = SessionStore()
        session["player"] = player.pk
        session.save()
        cookies.append(f"{settings.SESSION_COOKIE_NAME}={session.session_key}")
    return cookies


def check(heard: Heard) -> Truth:
    """Compare the rows with what was heard: every ply there, each once, each the right square."""
    kept: dict[str, list[tuple[int, int]]] = defaultdict(list)
    games = models.Game.objects.filter(slug__in=heard.plies)
    counted = dict(games.values_list("slug", "ply"))
    for slug, ply, square in (
        models.Move.objects.filter(game__in=games)
        .order_by("game_id", "ply")
        .values_list("game__slug", "ply", "square")
    ):
        kept[slug].append((ply, square))
    problems = []
    for slug, plies in heard.plies.items():
        rows = kept[slug]
        if rows != list(enumerate(SQUARES[: len(rows)])):
            problems.append(f"{slug}: a (game, ply) is missing or is another square")
        if len(rows) < plies:
            problems.append(f"{slug}: {plies} moves heard, {len(rows)} kept")
        if counted.get(slug) != len(rows):
            problems.append(f"{slug}: the game says {counted.get(slug)} moves, {len(rows)} kept")
    return Truth(sum(map(len, kept.values())), sum(heard.plies.values()), tuple(problems))


def main() -> None:
    match sys.argv[1:]:
        case ["prepare", count]:
            answer: object = prepare(int(count))
        case ["talkers", count]:
            answer = talkers(int(count))
        case ["check"]:
            answer = check(msgspec.json.decode(sys.stdin.buffer.read(), type=Heard))
        case _:
            sys.exit(__doc__)
    sys.stdout.buffer.write(msgspec.json.encode(answer))


if __name__ == "__main__":
    main()
