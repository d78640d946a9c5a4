"""Quick pairing: who wishes for a board and a clock is seated with the next who wishes the same.

Who finds nobody waits, by a seek (seeks.py). Of all who wish the same one waits at most: a seek is
opened by one at a time, who has found then that no other stands.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import partial

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from games import mnk
from games.play import errors
from games.play.hub import current
from games.play.models import Game
from games.play.services import invitations, seeks
from games.players.identify import Visitor
from games.players.models import Player

MOST_SEEKS = 3
"""So many seeks a player may have open, each for something else."""
AGAIN_MS = 3_000
"""Who asks again so soon after they were paired has pressed twice: they are led to that game."""
ATTEMPTS = 100
"""How often somebody else may be first: each time two others have met."""
MOST_OTHERS = 5
"""How many are named who wait for something else."""
_LOCK = 0x5EE4
"""The number of PostgreSQL's lock by which one at a time opens a seek."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be played. A range of ratings would be a field here; `_like` would heed it."""

    variant: mnk.Variant
    control: mnk.TimeControl | None


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in a game, which may have to wait for the other player."""

    game: str
    side: mnk.Side


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits for an opponent."""

    game: str
    host: str
    variant: mnk.Variant
    control: mnk.TimeControl | None


async def pair(*, player: Player, visitor: Visitor, wish: Wish, side: mnk.Side, at: int) -> Place:
    """Seat a player with who has waited longest for the same; if there is nobody, to wait.

    Waiting are seeks, and open invitations whose hosts are at the board in this process. `side` is
    the player's if they have to wait. Who asks again is led to the game they have. `visitor` is the
    player, with all seats they hold. Raises `TooManySeeks`, or `Busy` in a crowd.
    """
    hub = current()
    passed: set[str] = set()
    for _ in range(ATTEMPTS):
        look = partial(_look_or_open, player, wish, side, at, seeks.hosts_here(hub), passed)
        found = await hub.read(look)
        if found.is_new:
            hub.tell_lobbies()
        if found.is_mine:
            return Place(found.game, found.side)
        try:
            taken = await invitations.take_seat(found.game, player=player, visitor=visitor, at=at)
        except errors.SeatedAlready:
            # By a press at the same moment: then it is found as their own. Or by a seat link.
            passed.add(found.game)
        except (errors.SeatIsTaken, errors.NoSuchGame, mnk.GameIsOver):
            continue  # somebody else was first
        else:
            return Place(found.game, taken)
    raise errors.Busy


def others(player_id: int | None, wish: Wish, at: int, hosts: Collection[str]) -> list[Waiting]:
    """Who waits at the board, for whatever: for what is nearest to the wish first.

    `hosts` are the open invitations whose hosts are known to be there.
    """
    rows = _of_others(player_id, at, hosts).prefetch_related("seats__player")
    near = sorted(rows, key=lambda game: _distance(game, wish))
    return [
        Waiting(game.slug, host.name, game.variant, game.control)
        for game in near[:MOST_OTHERS]
        for host in (seat.player for seat in game.seats.all())
        if host is not None
    ]


def _distance(game: Game, wish: Wish) -> int:
    """Another clock is less of a change than another board."""
    return 2 * (game.variant != wish.variant) + (game.control != wish.control)


@dataclass(frozen=True, slots=True)
class _Found:
    """The game to go to."""

    game: str
    side: mnk.Side
    """Its host's; one's own, if one sits there already."""
    is_mine: bool
    is_new: bool = False
    """Whether it has been opened just now."""


def _look_or_open(
    player: Player,
    wish: Wish,
    side: mnk.Side,
    at: int,
    hosts: Collection[str],
    passed: Collection[str],
) -> _Found:
    found = _look(player, wish, at, hosts, passed)
    if found is not None:
        return found
    # In a reader's thread, which may not wait for the disk: the taking of the seat will.
    with transaction.atomic():
        # SQLite lets one write at a time anyway, from the beginning of its transaction.
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        found = _look(player, wish, at, hosts, passed)
        if found is not None:
            return found
        mine = seeks.open_games(at).filter(seek_until_ms__isnull=False, seats__player=player)
        if mine.count() >= MOST_SEEKS:
            raise errors.TooManySeeks
        until_ms = at + seeks.LAPSE_MS
        game = invitations.make_open(
            wish.variant, wish.control, player, side, listed=True, seek_until_ms=until_ms
        )
    return _Found(game.slug, side, is_mine=True, is_new=True)


def _look(
    player: Player, wish: Wish, at: int, hosts: Collection[str], passed: Collection[str]
) -> _Found | None:
    """One's own game, if there is one; else that of who has waited longest; else none."""
    is_waiting = Q(started=False, seek_until_ms__gt=at)
    is_fresh = Q(started=True, changed_ms__gt=at - AGAIN_MS)
    mine = Game.objects.filter(
        is_waiting | is_fresh, _like(wish), seats__player=player, termination="", ply=0
    )
    theirs = _of_others(player.pk, at, hosts).filter(_like(wish)).exclude(slug__in=passed)
    for games in (mine, theirs):
        found = games.values_list("slug", "seats__side").first()
        if found is not None:
            return _Found(found[0], mnk.Side(found[1]), is_mine=games is mine)
    return None


def _like(wish: Wish) -> Q:
    variant, control = wish.variant, wish.control
    return Q(
        width=variant.width,
        height=variant.height,
        k=variant.k,
        line_rule=variant.line_rule,
        **({"initial_ms": None} if control is None else asdict(control)),
    )


def _of_others(player_id: int | None, at: int, hosts: Collection[str]) -> "QuerySet[Game]":
    """The open games of others whose hosts are there, as far as is known; the oldest first.

    Games that spectators see late are left out: nobody has wished for that.
    """
    is_there = Q(seek_until_ms__isnull=False) | Q(slug__in=hosts)
    games = seeks.open_games(at).filter(
        is_there, seats__player__isnull=False, delay_ms=0, delay_moves=0
    )
    if player_id is not None:
        games = games.exclude(seats__player=player_id)
    return games.order_by("created_at", "pk")
