"""Who is whose friend: asking, answering, ending it, and blocking.

Functions here read and write the database. Those that change something return whom it concerns, so
that they can be told.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction
from django.db.models import Case, Q, QuerySet, When

from games.friends import errors
from games.friends.models import Friend, FriendRequest
from games.mnk.clock import DAY
from games.play.models import Seat
from games.players import blocks
from games.players.models import Kind, OpenTo, Player
from games.prepared import Prepared

MOST_FRIENDS = 200
MOST_ASKED = 50
"""Requests of one player that wait for an answer."""
MOST_ASKING = 100
"""Requests to one player that wait for an answer."""
AGAIN_MS = 30 * DAY
"""Whoever was declined cannot ask again before this has passed."""

LATELY = 40
"""Opponents are looked for in this many games."""

Concerned = tuple[int, ...]
"""The players whose pages show something new."""


class Relation(StrEnum):
    """What somebody is to a player."""

    NOBODY = "nobody"
    FRIEND = "friend"
    ASKED = "asked"
    """The player has asked them to be friends."""
    ASKS = "asks"
    """They have asked the player."""
    BLOCKED = "blocked"
    """The player has blocked them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What two people are to each other, as one of them may know."""

    relation: Relation
    may_challenge: bool
    """Whether the other one can be asked for a game."""


def standing(player: Player | None, other: Player) -> Standing:
    """What somebody is to a player: at most five queries."""
    is_person = other.kind != Kind.BOT and not other.program and not other.is_closed
    if player is None:
        return Standing(Relation.NOBODY, is_person and other.open_to == OpenTo.EVERYBODY)
    if blocks.blocks(player.pk, other.pk):
        return Standing(Relation.BLOCKED, False)
    if are_friends(player.pk, other.pk):
        return Standing(Relation.FRIEND, is_person)
    relation = Relation.NOBODY
    for by in _ASKER(player.pk, other.pk):
        relation = Relation.ASKED if by == player.pk else Relation.ASKS
    return Standing(relation, is_person and _is_open(player, other))


def _asker(player: int, other: int) -> QuerySet[FriendRequest, int]:
    """Which of two has asked the other, if one has."""
    either = Q(by=player, whom=other, declined_ms=None) | Q(by=other, whom=player, declined_ms=None)
    return FriendRequest.objects.filter(either).order_by("pk").values_list("by_id", flat=True)[:1]


_ASKER = Prepared(_asker)
_FRIENDSHIP = Prepared(
    lambda player, other: Friend.objects.filter(player=player, friend=other).values_list("pk")
)


def are_friends(player_id: int, other_id: int) -> bool:
    """Whether two are friends."""
    return bool(_FRIENDSHIP(player_id, other_id))


def refuse_unless_open(by: Player | None, whom: Player) -> None:
    """Raise what is wrong with asking somebody for anything, unless they are friends.

    `AsksOneself`, `NotAPerson`, `YouBlock` or `NotOpen`. None is a visitor who is nobody yet.
    """
    if by is not None and by.pk == whom.pk:
        raise errors.AsksOneself
    if by is not None and blocks.blocks(by.pk, whom.pk):
        raise errors.YouBlock(whom.name)
    if whom.kind == Kind.BOT or whom.program:
        raise errors.NotAPerson(whom.name)
    if whom.is_closed:
        raise errors.NotOpen(whom)
    if by is None:
        if whom.open_to != OpenTo.EVERYBODY:
            raise errors.NotOpen(whom)
    elif not are_friends(by.pk, whom.pk) and not _is_open(by, whom):
        raise errors.NotOpen(whom)


def _is_open(by: Player, whom: Player) -> bool:
    if whom.open_to == OpenTo.NOBODY:
        return False
    if whom.open_to == OpenTo.ACCOUNTS and by.kind != Kind.ACCOUNT:
        return False
    return not blocks.blocks(whom.pk, by.pk)


# --- Asking and answering ------------------------------------------------------------------------


@transaction.atomic
def ask(by: Player, whom: Player, *, at: int) -> Concerned:
    """Ask somebody to be friends at `at` (ms since 1970 UTC); if they have asked, that is a yes.

    Raises a refusal of `games.friends.errors`.
    """
    lock(by, whom)
    refuse_unless_open(by, whom)
    if are_friends(by.pk, whom.pk):
        raise errors.FriendsAlready(whom.name)
    if FriendRequest.objects.filter(by=whom, whom=by, declined_ms=None).exists():
        return _befriend(by, whom, at)
    asked = FriendRequest.objects.filter(by=by, whom=whom).first()
    if asked is not None and asked.declined_ms is None:
        raise errors.AskedAlready(whom.name)
    if asked is not None and asked.declined_ms is not None and at < asked.declined_ms + AGAIN_MS:
        raise errors.AskedLately(whom.name)
    waiting = FriendRequest.objects.filter(declined_ms=None)
    if waiting.filter(by=by).count() >= MOST_ASKED:
        raise errors.AskedTooMany(MOST_ASKED)
    if waiting.filter(whom=whom).count() >= MOST_ASKING:
        raise errors.TheyHaveTooMany(whom.name)
    FriendRequest.objects.update_or_create(
        by=by, whom=whom, defaults={"at_ms": at, "declined_ms": None}
    )
    return by.pk, whom.pk


@transaction.atomic
def accept(player: Player, asker: Player, *, at: int) -> Concerned:
    """Say yes to somebody. Raises `NobodyAsks`, `TooManyFriends` or `TheyHaveTooMany`."""
    lock(player, asker)
    if not FriendRequest.objects.filter(by=asker, whom=player, declined_ms=None).exists():
        raise errors.NobodyAsks
    return _befriend(player, asker, at)


def decline(player: Player, asker: Player, *, at: int) -> Concerned:
    """Say no to somebody, who is not told. Raises `NobodyAsks`."""
    asked = FriendRequest.objects.filter(by=asker, whom=player, declined_ms=None)
    if not asked.update(declined_ms=at):
        raise errors.NobodyAsks
    return player.pk, asker.pk


def withdraw(player: Player, asked: Player) -> Concerned:
    """Take a request back. Nothing happens if there is none."""
    FriendRequest.objects.filter(by=player, whom=asked, declined_ms=None).delete()
    return player.pk, asked.pk


@transaction.atomic
def remove(player: Player, friend: Player) -> Concerned:
    """Be friends no longer. Nothing happens if they are not."""
    _part(player, friend)
    return player.pk, friend.pk


@transaction.atomic
def block(player: Player, whom: Player) -> Concerned:
    """Have nothing to do with somebody any more. Raises `blocks.CannotBlock`."""
    lock(player, whom)
    blocks.block(player.pk, whom)
    _part(player, whom)
    FriendRequest.objects.filter(Q(by=player, whom=whom) | Q(by=whom, whom=player)).delete()
    return player.pk, whom.pk


def unblock(player: Player, whom: Player) -> Concerned:
    """Let somebody ask again. Nothing happens if they were not blocked."""
    blocks.unblock(player.pk, whom.pk)
    return (player.pk,)


def _befriend(player: Player, other: Player, at: int) -> Concerned:
    if Friend.objects.filter(player=player).count() >= MOST_FRIENDS:
        raise errors.TooManyFriends(MOST_FRIENDS)
    if Friend.objects.filter(player=other).count() >= MOST_FRIENDS:
        raise errors.TheyHaveTooMany(other.name)
    FriendRequest.objects.filter(Q(by=player, whom=other) | Q(by=other, whom=player)).delete()
    for one, two in ((player, other), (other, player)):
        Friend.objects.get_or_create(player=one, friend=two, defaults={"since_ms": at})
    return player.pk, other.pk


def _part(player: Player, other: Player) -> None:
    either = Q(player=player, friend=other) | Q(player=other, friend=player)
    Friend.objects.filter(either).delete()


def lock(*players: Player) -> None:
    """Let nobody change what is between these players meanwhile. Two never wait for each other."""
    ids = [player.pk for player in players]
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


# --- Finding people ------------------------------------------------------------------------------

MOST_FOUND = 10


def called(name: str) -> list[Player]:
    """The people of this name, in capitals or not: accounts first, then the latest to come."""
    people = Player.objects.filter(name__iexact=name, joined_to=None, program=False)
    people = people.exclude(kind=Kind.BOT)
    return list(
        people.order_by(Case(When(kind=Kind.ACCOUNT, then=0), default=1), "-pk")[:MOST_FOUND]
    )


def _games_lately(player: int) -> QuerySet[Seat, int]:
    mine = Seat.objects.filter(player=player).order_by("-pk")  # as they took their seats
    # First which seats, for an index says that of all that somebody ever had.
    latest = Seat.objects.filter(pk__in=mine.values("pk")[:LATELY])
    return latest.order_by("-pk").values_list("game_id", flat=True)


_LATELY = Prepared(_games_lately)


def played_lately(player_id: int) -> list[Player]:
    """The people somebody has met at a board last, the latest first: neither friends nor asked."""
    games = _LATELY(player_id)
    met = dict(_OPPONENTS(games, player_id))
    latest = dict.fromkeys(met[game] for game in games if game in met)
    others = {player.pk: player for player in _STRANGERS(latest, player_id)}
    return [others[id] for id in latest if id in others][:MOST_FOUND]


_OPPONENTS = Prepared(
    lambda games, player: (
        Seat.objects.filter(game__pk__in=games)
        .exclude(player=None)
        .exclude(player=player)
        .values_list("game_id", "player_id")
    )
)
_STRANGERS = Prepared(
    lambda ids, player: (
        Player.objects.filter(pk__in=ids, program=False, joined_to=None)
        .exclude(kind=Kind.BOT)
        .exclude(friend_of__player=player)
        .exclude(asks__whom=player)
        .exclude(asked_by__by=player)
        .exclude(blocked_by__by=player)
    )
)
"""Those among some people who have nothing to do with a player but at the board."""


# --- Lists ---------------------------------------------------------------------------------------


def asking(player_id: int) -> list[Player]:
    """Who would like to be a player's friend, the latest first."""
    asked = FriendRequest.objects.filter(whom=player_id, declined_ms=None)
    return [each.by for each in asked.select_related("by").order_by("-at_ms", "-pk")]


def asked_by(player_id: int) -> list[Player]:
    """Whom a player has asked and who has not answered, the latest first."""
    return [each.whom for each in _ASKED(player_id)]


_ASKED = Prepared(
    lambda player: (
        FriendRequest.objects.filter(by=player, declined_ms=None)
        .select_related("whom")
        .order_by("-at_ms", "-pk")
    )
)
