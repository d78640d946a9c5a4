"""Seeks: open games that stand only while their hosts are at the board.

A seek is a listed game with an open seat and a moment until which it stands (`Game.seek_until_ms`).
While its host is at the board it is renewed (games/lobby/seeking.py). Once they leave it lapses,
for good: it is no longer shown to anybody, nobody is paired by it, and it is called off.

Functions without `async` read and write the database: call them with `Hub.read`.
"""

import logging
from collections.abc import Collection

from django.db.models import Q, QuerySet

from games.play import commit, errors, live, steps
from games.play.held import DIFFER_MS
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.play.services.play import ended
from games.prepared import Prepared

log = logging.getLogger(__name__)

LAPSE_MS = 15_000
"""A seek stands this long after its host was last noted at the board."""


def open_games(at: int) -> "QuerySet[Game]":
    """The games whose open seat anybody may take at `at` (ms since 1970 UTC)."""
    is_open = Q(seek_until_ms=None) | stands(at)
    return Game.objects.filter(is_open, termination="", listed=True, started=False)


def stands(at: int, game: str = "") -> Q:
    """The seeks that stand at `at` (ms since 1970 UTC); `game` leads to them, as in `game__`.

    One that would stand longer than any can was renewed before the server's time was set back.
    """
    until = f"{game}seek_until_ms"
    return Q((f"{until}__gt", at), (f"{until}__lte", at + LAPSE_MS + DIFFER_MS))


def hosts_here(hub: Hub) -> frozenset[str]:
    """The games with an open seat whose host is at the board, in this process."""
    here = set()
    for slug, followed in hub.games.followed.items():
        game = followed.game
        # Thousands have begun, and are passed over at once: nothing else runs meanwhile.
        if game.seats.black.holder is not None and game.seats.white.holder is not None:
            continue
        side = game.open_side
        if side is not None and followed.here.now().has(side.other):
            here.add(slug)
    return frozenset(here)


def since_ms(slug: str) -> int | None:
    """Since when a seek has been open (ms since 1970 UTC); None for a game that is not a seek."""
    row = Game.objects.filter(slug=slug, seek_until_ms__isnull=False).first()
    return None if row is None else created_ms(row)


def seat_of(player_id: int, at: int, slug: str | None = None) -> Seat | None:
    """A player's seat in their own seek that stands: the latest, or the one in this game."""
    found = _SEATS(player_id, at) if slug is None else _SEATS_IN(player_id, at, slug)
    return found[0] if found else None


def _seats(player: int, at: int) -> QuerySet[Seat]:
    # What is over is passed by in an index: somebody may have 100,000 games.
    mine = Seat.objects.filter(
        stands(at, "game__"),
        game__termination="",
        game__started=False,
        player=player,
        ended_ms=None,
    )
    return mine.select_related("game").order_by("-game__created_at")


_SEATS = Prepared(lambda player, at: _seats(player, at)[:1])
_SEATS_IN = Prepared(lambda player, at, slug: _seats(player, at).filter(game__slug=slug)[:1])


def created_ms(game: Game) -> int:
    """When a game was opened, in milliseconds since 1970 UTC."""
    return int(game.created_at.timestamp() * 1000)


def put_off(slugs: Collection[str], at: int) -> None:
    """The hosts of these games were at the board at `at`: their seeks stand longer.

    One that has lapsed does not come back: its host may have been offered another since.
    """
    still_open = Game.objects.filter(stands(at), termination="", started=False)
    still_open.filter(slug__in=slugs).update(seek_until_ms=at + LAPSE_MS)


def still_open(slugs: Collection[str]) -> list[str]:
    """Which of these games are seeks to which nobody has come."""
    seeks = Game.objects.filter(
        slug__in=slugs, seek_until_ms__isnull=False, termination="", started=False
    )
    return list(seeks.values_list("slug", flat=True))


def lapsed(at: int) -> list[str]:
    """The seeks whose hosts had left before `at`."""
    seeks = Game.objects.filter(
        ~stands(at), seek_until_ms__isnull=False, termination="", started=False
    )
    return list(seeks.values_list("slug", flat=True))


async def call_off(hub: Hub, slug: str, *, at: int) -> bool:
    """Take a seek back, unless somebody has come; whether it was taken back just now."""

    def step(game: live.LiveGame) -> steps.Change:
        if game.open_side is None:
            raise errors.SeatIsTaken
        return ended(game, game.state.abort())

    try:
        async with hub.games.following(slug) as followed:
            await commit.submit(hub, followed, step, at=at)
    except (errors.SeatIsTaken, errors.NoSuchGame):
        return False
    except (errors.NotKept, errors.DatabaseAway, errors.Busy) as refusal:
        # Without its host it lapses, and is found then.
        log.warning("seek_not_called_off game=%s code=%s", slug, refusal.code)
        return False
    return True


async def stop_looking(hub: Hub, slug: str, *, at: int) -> None:
    """Whoever has begun a game looks for no other: call off what its two players still seek."""
    for other in await hub.read(_other_seeks, slug):
        await call_off(hub, other, at=at)


def _other_seeks(slug: str) -> list[str]:
    seeks = Game.objects.filter(
        termination="",
        started=False,
        seek_until_ms__isnull=False,
        seats__player__seats__game__slug=slug,
    )
    return list(seeks.exclude(slug=slug).values_list("slug", flat=True))
