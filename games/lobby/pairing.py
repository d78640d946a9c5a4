"""Quick pairing: two players who want the same board, opening and clock are seated with each other.

A player who finds nobody waits, with a seek (seeks.py). Of all who want the same and whose ratings
are near enough at most one waits: seeks are opened one at a time, once it is certain that no
other stands. How near is near enough widens while they wait (terms.py), until anybody will do; it
must have widened far enough for both. So a waiting player looks again from time to time for one who
has waited longer: of two, one goes to the other, and never both.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import partial

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from games import mnk
from games.lobby import invitations, seeks
from games.play import errors, notices, terms
from games.play.hub import current
from games.play.models import Game, Seat, variant_columns
from games.play.terms import Terms
from games.players import ratings
from games.players.identify import Visitor
from games.players.models import Player

MOST_SEEKS = 3
"""How many seeks a player may have open, each for something else."""
AGAIN_MS = 20_000
"""A player who asks again this soon after being paired, before anybody has moved, is led to that
game: they pressed twice, or their page did not hear of it."""
ATTEMPTS = 100
"""How often somebody else may be first: each time two others have met."""
MOST_OTHERS = 5
"""How many of those who wait for something else are named."""
_LOCK = 0x5EE4
"""The number of PostgreSQL's lock that lets one at a time open a seek."""


@dataclass(frozen=True, slots=True)
class Seek:
    """What is to be played."""

    variant: mnk.Variant
    control: mnk.TimeControl | None
    opening: mnk.OpeningRule = mnk.OpeningRule.NONE


@dataclass(frozen=True, slots=True)
class _Seeker:
    """Somebody who looks for an opponent."""

    player: Player
    visitor: Visitor
    """The player, with all seats they hold."""
    seek: Seek
    side: mnk.Side
    """Theirs, if they have to wait."""
    since: int
    """When they began to look, in milliseconds since 1970 UTC."""


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
    kind: str
    """The host's: a guest's rating is shown as such."""
    variant: mnk.Variant
    control: mnk.TimeControl | None
    rating: int | None
    """The host's; None without one."""
    provisional: bool


async def pair(*, player: Player, visitor: Visitor, seek: Seek, side: mnk.Side, at: int) -> Place:
    """Seat a player with whoever has waited longest for the same; if nobody has, to wait.

    Both are near enough to each other by their ratings, if both have one. Seeks wait, and open
    invitations whose hosts are at the board in this process. `side` is the player's if they have
    to wait. A player who asks again is led to the game they have. `visitor` is the player, with all
    seats they hold. Raises `TooManySeeks`, or `Busy` in a crowd.
    """
    return await _pair(_Seeker(player, visitor, seek, side, since=at), at)


async def _pair(seeker: _Seeker, at: int) -> Place:
    hub = current()
    for _ in range(ATTEMPTS):
        look = partial(_look_or_open, seeker, at, seeks.hosts_here(hub))
        found = await hub.read(look)
        if found.is_new:
            hub.others.tell_all(notices.LobbyChanged())
        if found.is_mine:
            return Place(found.game, found.side)
        try:
            taken = await invitations.take_seat(
                found.game, player=seeker.player, visitor=seeker.visitor, at=at
            )
        except errors.SeatedAlready:
            continue  # by a press at the same moment: it is found as their own
        except (errors.SeatIsTaken, errors.NoSuchGame, mnk.GameIsOver, errors.OutsideRange):
            continue  # somebody else was first, or a rating has just changed
        else:
            return Place(found.game, taken)
    raise errors.Busy


async def look_again(*, player: Player, visitor: Visitor, slug: str, at: int) -> Place | None:
    """Pair the host of a seek with somebody who has waited longer, if there is one by now.

    None if nobody has, or if the seek no longer stands. Raises what `pair` raises.
    """
    hub = current()
    seat = await hub.read(seeks.seat_of, player.pk, at, slug)
    if seat is None:
        return None
    own = seat.game
    seek = Seek(own.variant, own.control, own.terms.opening)
    seeker = _Seeker(player, visitor, seek, mnk.Side(seat.side), seeks.created_ms(own))
    if await hub.read(_longer, own, seeker, at, seeks.hosts_here(hub)) is None:
        return None
    # First, so that nobody comes meanwhile: a player seated there is seated nowhere else.
    if not await seeks.call_off(hub, slug, at=at):
        return None
    # Somebody else may be first after all. Then they wait on, and keep the time they have waited.
    return await _pair(seeker, at)


def others(visitor: Visitor, seek: Seek, at: int, hosts: Collection[str]) -> list[Waiting]:
    """Who waits at the board, for any game without an opening: those nearest to the seek first.

    `hosts` are the open invitations whose hosts are known to be there.
    """
    rows = (
        _of_others(visitor, at, hosts)
        .filter(opening=mnk.OpeningRule.NONE.value)
        .prefetch_related("seats__player")
    )
    near = sorted(rows, key=lambda game: _distance(game, seek))
    return [
        Waiting(
            game.slug,
            seat.player.name,
            seat.player.kind,
            game.variant,
            game.control,
            seat.rating,
            seat.provisional,
        )
        for game in near[:MOST_OTHERS]
        for seat in game.seats.all()
        if seat.player is not None
    ]


def _distance(game: Game, seek: Seek) -> int:
    """Another clock is less of a change than another board."""
    return 2 * (game.variant != seek.variant) + (game.control != seek.control)


@dataclass(frozen=True, slots=True)
class _Match:
    """The game to go to."""

    game: str
    side: mnk.Side
    """Its host's; the seeker's own, if they sit there already."""
    is_mine: bool
    is_new: bool = False
    """Whether it was opened just now."""


def _look_or_open(seeker: _Seeker, at: int, hosts: Collection[str]) -> _Match:
    found = _look(seeker, at, hosts)
    if found is not None:
        return found
    # In a reader's thread, which might not wait for the disk: taking the seat will.
    with transaction.atomic():
        # SQLite lets one write at a time anyway, from the beginning of its transaction.
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        found = _look(seeker, at, hosts)
        if found is not None:
            return found
        mine = seeks.open_games(at).filter(seek_until_ms__isnull=False, seats__player=seeker.player)
        if mine.count() >= MOST_SEEKS:
            raise errors.TooManySeeks
        until_ms = at + seeks.LAPSE_MS
        game = invitations.make_open(
            seeker.seek.variant,
            seeker.seek.control,
            seeker.player,
            seeker.side,
            listed=True,
            terms=Terms(rated=True, opening=seeker.seek.opening),
            seek_until_ms=until_ms,
            since_ms=seeker.since,
        )
    return _Match(game.slug, seeker.side, is_mine=True, is_new=True)


def _look(seeker: _Seeker, at: int, hosts: Collection[str]) -> _Match | None:
    """The seeker's own game, if there is one; else the one that has waited longest; else None."""
    is_waiting = Q(seeks.stands(at), started=False)
    is_fresh = Q(started=True, changed_ms__gt=at - AGAIN_MS)
    mine = Game.objects.filter(
        is_waiting | is_fresh,
        _like(seeker.seek),
        seats__player=seeker.player,
        termination="",
        ply=seeker.seek.opening.says.given,  # nobody has played yet
    )
    found = mine.values_list("slug", "seats__side").first()
    if found is not None:
        return _Match(found[0], mnk.Side(found[1]), is_mine=True)
    theirs = _of_others(seeker.visitor, at, hosts).filter(_like(seeker.seek))
    return _nearest(theirs, seeker, at)


def _longer(own: Game, seeker: _Seeker, at: int, hosts: Collection[str]) -> _Match | None:
    """The game of one who has waited longer than a seek's host for the same; None if nobody has."""
    is_older = Q(created_at__lt=own.created_at) | Q(created_at=own.created_at, pk__lt=own.pk)
    theirs = _of_others(seeker.visitor, at, hosts).filter(is_older, _like(seeker.seek))
    return _nearest(theirs, seeker, at)


def _nearest(games: "QuerySet[Game]", seeker: _Seeker, at: int) -> _Match | None:
    """The one who has waited longest of those who are near enough.

    A seek's host must have come that far as well; any other invitation says whom it is for.
    """
    family = mnk.family_of(seeker.seek.variant)
    rating = ratings.shown_rating(seeker.player.pk, family, at)
    mine = None if rating is None else rating.rating
    for game in games.prefetch_related("seats"):
        host = next(seat for seat in game.seats.all() if seat.player_id is not None)
        of = game.terms.range
        if of is not None and not of.admits(mine):
            continue
        reaches = [terms.reach(at - seeker.since)]
        if game.seek_until_ms is not None:
            reaches.append(terms.reach(at - seeks.created_ms(game)))
        if all(terms.is_within(reach, mine, host.rating) for reach in reaches):
            return _Match(game.slug, mnk.Side(host.side), is_mine=False)
    return None


def _like(seek: Seek) -> Q:
    variant, control = seek.variant, seek.control
    return Q(
        **variant_columns(variant),
        opening=seek.opening.value,
        **({"initial_ms": None} if control is None else asdict(control)),
    )


def _of_others(visitor: Visitor, at: int, hosts: Collection[str]) -> "QuerySet[Game]":
    """The open games of others whose hosts are there, as far as we know; the oldest first.

    Series, and games that spectators see late, are left out: nobody has asked for that. So are the
    games of people of whom one has blocked the other.
    """
    is_there = Q(seek_until_ms__isnull=False) | Q(slug__in=hosts)
    games = seeks.open_games(at).filter(
        is_there,
        seats__player__isnull=False,
        delay_ms=0,
        delay_moves=0,
        series_of=None,
    )
    is_held = Q(key__in=visitor.keys)
    if visitor.player_id is not None:
        is_held |= Q(player=visitor.player_id)
        is_held |= Q(player__blocks__whom=visitor.player_id)
        is_held |= Q(player__blocked_by__by=visitor.player_id)
    games = games.exclude(pk__in=Seat.objects.filter(is_held).values("game"))
    return games.order_by("created_at", "pk")
