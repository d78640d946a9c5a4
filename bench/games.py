"""Prepares games for a benchmark and, when it is over, asks the database what became of them.

Runs as a process of its own with the server's environment: `python -m bench.games prepare 100`
prints the games as JSON, `… talkers 50` the cookies of this many people with a name,
`… friends 50 10` the same of people with this many friends each, `… prey` what `drills.attack` asks
for, `… kept 400` people with this many games that are over, `… shown` what `bench.pages` then asks
for, `… routes` every address; `… check` reads from stdin what the clients heard.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import django
import msgspec

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import connection  # noqa: E402
from django.urls import URLPattern, URLResolver, get_resolver  # noqa: E402
from django.urls.resolvers import RegexPattern  # noqa: E402

from bench.people import fill  # noqa: E402
from bench.plan import SIZE, SQUARES, Heard, K, Prepared, Truth  # noqa: E402
from games import mnk, studies  # noqa: E402
from games.friends.models import Friend  # noqa: E402
from games.mnk.clock import DAY  # noqa: E402
from games.play import models  # noqa: E402
from games.play.clock import now_ms  # noqa: E402
from games.players.models import Player  # noqa: E402
from games.review import findings  # noqa: E402

LARGE_GAMES = 8
PEOPLE = 40
GAMES_OF_EACH = 10
"""An account for so many games; `PEOPLE` at least."""
LIVE = 8
BEGUN = "h8i9g9f10i8g8g7f6i7i10h7f7j7k7"
STUDY_NODES = 4_400
SHORTEST_REST = 165
"""Empty squares at the end of the study's longest lines."""


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
    """This many people with a name, each as the cookie of their browser."""
    players = Player.objects.bulk_create([Player(name=f"Talker {n}") for n in range(count)])
    cookies = []
    for player in players:
        session = SessionStore()
        session["player"] = player.pk
        session.save()
        cookies.append(_cookie(session))
    return cookies


def friends(count: int, each: int) -> list[str]:
    """This many people, each the friend of `each` others, as the cookies of their browsers."""
    cookies = talkers(count)
    people = list(Player.objects.order_by("-pk")[:count])
    Friend.objects.bulk_create(
        Friend(player=one, friend=other, since_ms=1)
        for at, person in enumerate(people)
        for step in range(1, each // 2 + 1)
        for pair in [(person, people[(at + step) % count])]
        for one, other in (pair, pair[::-1])
    )
    return cookies


def prey() -> dict[str, object]:
    """Large games that are over, a small one, and a shared study of thousands of nodes."""
    player = Player.objects.create(name="Prey")
    return {
        "games": [_over(mnk.PRESETS["20x20"].variant, 160, player) for _ in range(LARGE_GAMES)],
        "small": _over(mnk.PRESETS["10x10"].variant, 30, player),
        "study": _study(player),
    }


def _over(variant: mnk.Variant, scattered: int, player: Player) -> str:
    """A game of this many scattered stones (an even number), and a line that black plays last."""
    rng = random.Random(f"{variant} {models.Game.objects.count()}")
    # The first and the last row are left for the end.
    free = list(range(variant.width, variant.width * (variant.height - 1)))
    rng.shuffle(free)
    position = mnk.Position.start(variant)
    moves: list[int] = []
    while len(moves) < scattered:
        after = position.play(square := free.pop())
        if not any(map(after.has_line, mnk.Side)):
            position = after
            moves.append(square)
    last_row = variant.width * (variant.height - 1)
    for number in range(variant.k):
        moves += [number, last_row + 2 * number]
    moves.pop()
    over = {"termination": mnk.Termination.LINE, "winner": mnk.Side.BLACK}
    return _played(variant, moves, (player, player), at_ms=1, **over)


def kept(count: int) -> int:
    """Accounts with this many games that are over, and ratings; returns how many accounts."""
    people = fill(max(PEOPLE, count // GAMES_OF_EACH), count, random.Random(1))
    connection.close()  # what SQLite had beside its file is in it then
    return len(people)


def shown() -> dict[str, str]:
    """Some games that are being played between those of `kept`, and what pages there are to see."""
    people = list(Player.objects.select_related("user").order_by("pk")[: LIVE + 1])
    over = models.Game.objects.exclude(termination="").latest("pk").slug
    variant = mnk.PRESETS["15x15"].variant
    moves = mnk.moves_from_text(BEGUN, variant)
    live = [
        _played(variant, moves, people[at : at + 2], at_ms=now_ms(), period_ms=3 * DAY)
        for at in range(LIVE)
    ]
    first, other, *_ = people
    return {
        "over": over,
        "live": live[0],
        "player": first.slug,
        "other": other.slug,
        "cookie": _signed_in(first),
    }


def _signed_in(player: Player) -> str:
    """The cookie of a browser in which this account has signed in."""
    assert player.user is not None
    session = SessionStore()
    session[SESSION_KEY] = str(player.user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.user.get_session_auth_hash()
    session.save()
    return _cookie(session)


def _cookie(session: SessionStore) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def _played(
    variant: mnk.Variant,
    moves: Sequence[mnk.Square],
    two: Sequence[Player],
    *,
    at_ms: int,
    **of_game: Any,
) -> str:
    """A game between these two as it is after these moves, by its name."""
    game = models.Game.objects.create_of(
        variant,
        started=True,
        version=len(moves),
        ply=len(moves),
        last_square=moves[-1],
        changed_ms=at_ms,
        **of_game,
    )
    models.Seat.objects.bulk_create(
        models.Seat(game=game, side=side, player=player)
        for side, player in zip(mnk.Side, two, strict=True)
    )
    models.Move.objects.bulk_create(
        models.Move(game=game, ply=ply, square=square, version=ply + 1, at_ms=at_ms)
        for ply, square in enumerate(moves)
    )
    return game.slug


def _study(player: Player) -> str:
    """A study of nearly as many positions as one can keep."""
    rng = random.Random(1)
    start = mnk.Position.start(mnk.PRESETS["15x15"].variant)
    nodes = [findings.NodePart(parent=-1)]
    positions = [start]
    while len(nodes) < STUDY_NODES:
        # Mostly from the last node, which makes long lines, and sometimes from anywhere.
        last = len(nodes) - 1
        goes_on = len(positions[last].empty_squares()) > SHORTEST_REST and rng.random() < 0.95
        parent = last if goes_on else rng.randrange(len(nodes))
        square = rng.choice(positions[parent].empty_squares())
        after = positions[parent].play(square)
        if not any(map(after.has_line, mnk.Side)):
            nodes.append(findings.NodePart(parent=parent, move=square))
            positions.append(after)
    study = findings.StudyPart(
        title="Prey", start=findings.PositionPart.of(start), nodes=tuple(nodes), shared=True
    )
    return studies.create(player.pk, studies.check(study), at=1).slug


def _routes(patterns: Sequence[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every address there is, as `path()` was given it."""
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, path)
        elif not isinstance(each.pattern, RegexPattern):
            yield path


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
        case ["friends", count, each]:
            answer = friends(int(count), int(each))
        case ["prey"]:
            answer = prey()
        case ["kept", count]:
            answer = kept(int(count))
        case ["shown"]:
            answer = shown()
        case ["routes"]:
            answer = sorted(_routes(get_resolver().url_patterns))
        case ["check"]:
            answer = check(msgspec.json.decode(sys.stdin.buffer.read(), type=Heard))
        case _:
            sys.exit(__doc__)
    sys.stdout.buffer.write(msgspec.json.encode(answer))


if __name__ == "__main__":
    main()
