"""Exhibitions: bots play each other, all against all, and people watch.

All games of an exhibition are written at once; each begins when there is room for it. Workers see
to that in their sweep, so an exhibition goes on whatever process began it.
"""

import itertools
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db import transaction
from django.db.models import Count, F, Q

from games import mnk
from games.lobby.following import exhibition_called
from games.play import models
from games.play.clock import now_ms
from games.play.models import Exhibition, Game
from games.players import bots
from games.prepared import Prepared
from games.refusals import BadRequest

MAX_GAMES = 2_000
SHOWN = 100
"""How many of its games an exhibition's table names."""


class BadExhibition(BadRequest):
    """An exhibition that is not possible."""

    code = "badExhibition"


def make(
    *, title: str, levels: Sequence[bots.Bot], variant: mnk.Variant, rounds: int, at_once: int
) -> Exhibition:
    """Write an exhibition: in each round every pair of bots plays two games, with sides swapped."""
    if len(set(levels)) < 2 or len(set(levels)) < len(levels):
        raise BadExhibition("An exhibition needs at least two bots, each named once.")
    pairs = list(itertools.permutations(levels, 2))
    if rounds < 1 or rounds * len(pairs) > MAX_GAMES:
        raise BadExhibition(f"That makes {rounds * len(pairs)} games: 1 to {MAX_GAMES} can be.")
    if at_once < 1:
        raise BadExhibition("At least one game must run at a time.")
    with transaction.atomic():
        exhibition = Exhibition.objects.create(title=title, at_once=at_once)
        for black, white in pairs * rounds:
            game = Game.objects.create_of(variant, exhibition=exhibition)
            for side, bot in zip(mnk.Side, (black, white), strict=True):
                models.Seat.objects.create(
                    game=game,
                    side=side,
                    player=bots.player_of(bot),
                    aggressiveness=bots.AGGRESSIVENESS if bot.key == bots.AGGRESSIVE else None,
                    seed=secrets.randbits(32),
                )
    return exhibition


def begin_what_may() -> list[str]:
    """Begin games of exhibitions that have room for more, and return their names."""
    begun = []
    running = Count("games", Q(games__started=True, games__termination=""))
    waiting = Game.objects.filter(exhibition__isnull=False, started=False).values("exhibition")
    for exhibition in (
        Exhibition.objects.filter(pk__in=waiting)
        .annotate(running=running)
        .filter(running__lt=F("at_once"))
    ):
        room = exhibition.at_once - exhibition.running
        games = Game.objects.filter(exhibition=exhibition, started=False).order_by("pk")
        for pk, slug in games.values_list("pk", "slug")[:room]:
            planned_game = Game.objects.filter(pk=pk, started=False)
            if planned_game.update(started=True, bot_due=True, changed_ms=now_ms()):
                begun.append(slug)
    return begun


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's results."""

    name: str
    points: float
    games: int
    won: int
    drawn: int
    lost: int
    against: tuple["Result | None", ...]
    """Against each of the others, in the order of the standings; None against itself."""


@dataclass(frozen=True, slots=True)
class Result:
    """One bot against another: points out of games played."""

    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game, as the list of an exhibition shows it."""

    id: int
    slug: str
    black: str
    white: str
    ply: int
    state: str
    """`planned`, `live`, `black`, `white` (who won) or `draw`."""


@dataclass(frozen=True, slots=True)
class Table:
    """An exhibition now."""

    slug: str
    title: str
    variant: mnk.Variant
    standings: tuple[Standing, ...]
    """The best first."""
    games: tuple[Pairing, ...]
    """Running ones in the order of the plan, then those that are over, the latest first, then
    planned ones: at most `SHOWN` of them."""
    played: int
    total: int
    is_over: bool


def table(slug: str) -> Table:
    """An exhibition's table; raises `NoSuchExhibition`."""
    exhibition = exhibition_called(slug)
    players: dict[tuple[int, int], str] = {
        (game_id, side): name
        for game_id, side, name in models.Seat.objects.filter(
            game__exhibition=exhibition
        ).values_list("game_id", "side", "player__name")
    }
    pairings, results = [], []
    for pk, slug, ply, started, termination, winner, changed_ms in exhibition.games.order_by(
        "pk"
    ).values_list("pk", "slug", "ply", "started", "termination", "winner", "changed_ms"):
        black, white = players[pk, 0], players[pk, 1]
        state = _state(started, termination, winner)
        pairings.append((changed_ms, Pairing(pk, slug, black, white, ply, state)))
        if state in _POINTS:
            results.append((black, white, _POINTS[state]))
    first = exhibition.games.first()
    assert first is not None
    return Table(
        slug=exhibition.slug,
        title=exhibition.title,
        variant=first.variant,
        standings=_standings(tuple(dict.fromkeys(players.values())), results),
        games=tuple(pairing for _, pairing in sorted(pairings, key=_order)[:SHOWN]),
        played=len(results),
        total=len(pairings),
        is_over=len(results) == len(pairings),
    )


_POINTS = {"black": 1.0, "draw": 0.5, "white": 0.0}
"""What black gets."""


def _state(started: bool, termination: str, winner: int | None) -> str:
    if termination:
        return "draw" if winner is None else mnk.Side(winner).word
    return "live" if started else "planned"


def _order(pairing: tuple[int, Pairing]) -> tuple[int, int]:
    changed, game = pairing
    if game.state == "live":
        return 0, game.id  # whoever moves, boards stay where they are
    return 2 if game.state == "planned" else 1, -changed


def _standings(
    names: tuple[str, ...], results: Sequence[tuple[str, str, float]]
) -> tuple[Standing, ...]:
    scores: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    for black, white, points in results:
        scores[black].append((white, points))
        scores[white].append((black, 1.0 - points))
    total = {name: sum(points for _, points in scores[name]) for name in names}
    best = sorted(names, key=lambda name: -total[name])

    def against(name: str, other: str) -> Result | None:
        if name == other:
            return None
        points = [points for opponent, points in scores[name] if opponent == other]
        return Result(sum(points), len(points))

    return tuple(
        Standing(
            name=name,
            points=total[name],
            games=len(scores[name]),
            won=sum(points == 1.0 for _, points in scores[name]),
            drawn=sum(points == 0.5 for _, points in scores[name]),
            lost=sum(points == 0.0 for _, points in scores[name]),
            against=tuple(against(name, other) for other in best),
        )
        for name in best
    )


def latest(limit: int) -> list[Exhibition]:
    """The latest exhibitions, newest first."""
    return _latest(limit)()


@lru_cache
def _latest(limit: int) -> Prepared[Exhibition]:
    return Prepared(lambda: Exhibition.objects.order_by("-created_at")[:limit])
