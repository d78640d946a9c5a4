"""Following: players and exhibitions somebody wants to hear about, and which of them play now.

Only public games count: whoever plays where not everybody may watch is not seen here.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from games import mnk
from games.lobby import alive
from games.lobby.alive import AtBoard
from games.mnk.clock import DAY
from games.play.errors import NoSuchExhibition, NoSuchPlayer
from games.play.models import Exhibition, ExhibitionFollow, Game, with_seats
from games.players import blocks
from games.players.models import Follow, Kind, Player
from games.prepared import Prepared
from games.refusals import Refused
from games.say import say

MAX_FOLLOWED = 500
"""Players one player may follow, and as many exhibitions."""
MOST_NOW = 10
"""How many of a player's games that are alive are named."""


class FollowsOneself(Refused):
    code = "followsOneself"
    sentence = "This is you. You can follow others."


class FollowsTooMany(Refused):
    code = "followsTooMany"

    def __init__(self) -> None:
        super().__init__(say("You already follow {most}. Unfollow one first.", most=MAX_FOLLOWED))


class CannotFollow(Refused):
    """Somebody who has blocked the one who asks, which they are not told."""

    code = "cannotFollow"
    sentence = "You can’t follow this player."


# --- Beginning and ending -------------------------------------------------------------------------


def follow(follower_id: int, slug: str) -> None:
    """Let one player follow another; nothing changes if they do already.

    Raises `NoSuchPlayer`, `FollowsOneself`, `CannotFollow` or `FollowsTooMany`.
    """
    followed = player_called(slug)
    if followed.pk == follower_id:
        raise FollowsOneself
    if blocks.blocks(followed.pk, follower_id):
        raise CannotFollow
    with transaction.atomic():
        _room_for(Follow.objects.exclude(followed=followed), follower_id)
        Follow.objects.get_or_create(follower_id=follower_id, followed=followed)


def unfollow(follower_id: int, slug: str) -> None:
    """Stop following a player; raises `NoSuchPlayer`."""
    Follow.objects.filter(follower_id=follower_id, followed=player_called(slug)).delete()


def follow_exhibition(follower_id: int, slug: str) -> None:
    """Let a player follow an exhibition. Raises `NoSuchExhibition` or `FollowsTooMany`."""
    exhibition = exhibition_called(slug)
    with transaction.atomic():
        _room_for(ExhibitionFollow.objects.exclude(exhibition=exhibition), follower_id)
        ExhibitionFollow.objects.get_or_create(follower_id=follower_id, exhibition=exhibition)


def unfollow_exhibition(follower_id: int, slug: str) -> None:
    """Stop following an exhibition; raises `NoSuchExhibition`."""
    exhibition = exhibition_called(slug)
    ExhibitionFollow.objects.filter(follower_id=follower_id, exhibition=exhibition).delete()


def _room_for(others: "QuerySet[Follow] | QuerySet[ExhibitionFollow]", follower_id: int) -> None:
    """Raise `FollowsTooMany` unless one more fits; nobody adds any meanwhile."""
    Player.objects.select_for_update().get(pk=follower_id)
    if others.filter(follower_id=follower_id).count() >= MAX_FOLLOWED:
        raise FollowsTooMany


_CALLED = Prepared(
    lambda slug: Player.objects.filter(slug=slug).select_related("user", "joined_to__user")
)


def player_called(slug: str) -> Player:
    """The player of this name in links, or the account they joined, with the user that they are.

    Raises `NoSuchPlayer`.
    """
    for player in _CALLED(slug):
        return player.joined_to or player
    raise NoSuchPlayer


def exhibition_called(slug: str) -> Exhibition:
    """The exhibition of this name in links; raises `NoSuchExhibition`."""
    exhibition = Exhibition.objects.filter(slug=slug).first()
    if exhibition is None:
        raise NoSuchExhibition
    return exhibition


# --- Who is followed ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Playing:
    """A player and the game they play now."""

    player: str
    """Their name in links."""
    name: str
    game: str
    opponent: str
    variant: str
    """Its title."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is followed."""

    id: int
    player: str
    name: str
    is_bot: bool
    playing: Playing | None


@dataclass(frozen=True, slots=True)
class Show:
    """An exhibition that is followed."""

    slug: str
    title: str
    played: int
    total: int
    live: int
    """How many of its games are being played."""

    @property
    def is_over(self) -> bool:
        return self.played == self.total


def slugs_followed(follower_id: int | None, among: Sequence[str]) -> list[str]:
    """Which of these players somebody follows, all by their names in links."""
    if follower_id is None:
        return []
    return sorted(_SLUGS_FOLLOWED(follower_id, among))


_SLUGS_FOLLOWED = Prepared(
    lambda follower, among: Follow.objects.filter(
        follower_id=follower, followed__slug__in=among
    ).values_list("followed__slug", flat=True)
)


def slugs_among(follower_id: int | None, players: Collection[int]) -> list[str]:
    """Which of these players somebody follows, by their names in links."""
    if follower_id is None:
        return []
    follows = Follow.objects.filter(follower_id=follower_id)
    rows = follows.values_list("followed_id", "followed__slug")
    return sorted(slug for player_id, slug in rows if player_id in players)


def follows_exhibition(follower_id: int | None, slug: str) -> bool:
    """Whether somebody follows an exhibition."""
    return (
        follower_id is not None
        and ExhibitionFollow.objects.filter(follower_id=follower_id, exhibition__slug=slug).exists()
    )


_PLAYERS_FOLLOWED = Prepared(
    lambda follower: Player.objects.filter(followers__follower_id=follower)
)


def people_followed(follower_id: int | None, *, now: int, at_board: AtBoard) -> list[Person]:
    """Those a player follows: first those who are playing, then by name. At most five queries."""
    if follower_id is None:
        return []
    players = _PLAYERS_FOLLOWED(follower_id)
    if not players:
        return []
    playing = {each.player: each for each in playing_now(follower_id, now=now, at_board=at_board)}
    people = [
        Person(
            id=player.pk,
            player=player.slug,
            name=player.name,
            is_bot=player.kind == Kind.BOT,
            playing=playing.get(player.slug),
        )
        for player in players
    ]
    return sorted(people, key=lambda person: (person.playing is None, person.name, person.id))


def _live(which: Q, now: int, attended: Collection[str]) -> QuerySet[Game]:
    games = Game.objects.live().filter(alive.moved_lately(now) | Q(slug__in=attended))
    return games.filter(which).distinct()


def _unseen(which: Q, now: int) -> QuerySet[Game]:
    return Game.objects.ended_unseen(now).filter(which).distinct()


def _going_on(**whose: int) -> Q:
    """The games in which somebody sits that go on: what they played before is not looked at."""
    return Q(**whose, seats__ended_ms=None)


def _ended_lately(now: int, **whose: int) -> Q:
    """Those that ended within a day, for `Game.objects.ended_unseen`: a bound that an index knows.

    More than is needed, for a game changes after its end: a rematch is offered.
    """
    return Q(**whose, seats__ended_ms__gte=now - DAY)


_FOLLOWED = Prepared(
    lambda follower: Follow.objects.filter(follower_id=follower).values_list(
        "followed_id", flat=True
    )
)
_LIVE_FOLLOWED = Prepared(
    lambda follower, *at: _live(_going_on(seats__player__followers__follower_id=follower), *at)
)
_UNSEEN_FOLLOWED = Prepared(
    lambda follower, now: _unseen(
        _ended_lately(now, seats__player__followers__follower_id=follower), now
    )
)
_LIVE_OF = Prepared(lambda player, *at: _live(_going_on(seats__player=player), *at)[:MOST_NOW])
_UNSEEN_OF = Prepared(
    lambda player, now: _unseen(_ended_lately(now, seats__player=player), now)[:MOST_NOW]
)


def playing_now(follower_id: int | None, *, now: int, at_board: AtBoard) -> list[Playing]:
    """Which of those a player follows play now, each with their liveliest game.

    Not games in which the follower sits: they know.
    """
    if follower_id is None:
        return []
    wanted = set(_FOLLOWED(follower_id))
    if not wanted:
        return []
    live = _LIVE_FOLLOWED(follower_id, now, alive.attended(at_board))
    games = _liveliest([*live, *_UNSEEN_FOLLOWED(follower_id, now)])
    found: dict[int, Playing] = {}
    for game in games:
        players = game.players
        if any(player is not None and player.pk == follower_id for player in players.values()):
            continue
        for side, player in players.items():
            if player is None or player.pk not in wanted or player.pk in found:
                continue
            if not _is_there(game, side, at_board):
                continue
            opponent = players[side.other]
            found[player.pk] = Playing(
                player=player.slug,
                name=player.name,
                game=game.slug,
                opponent=opponent.name if opponent else "",
                variant=game.title,
            )
    return list(found.values())


def games_now(player: Player, *, now: int, at_board: AtBoard) -> list[Game]:
    """The public games of a player that are alive, the liveliest first, with their seats read.

    At most `MOST_NOW`. A late game goes on for those who watch it until they have been shown its
    end.
    """
    live = _LIVE_OF(player.pk, now, alive.attended(at_board))
    return _liveliest([*live, *_UNSEEN_OF(player.pk, now)])[:MOST_NOW]


def _is_there(game: Game, side: mnk.Side, at_board: AtBoard) -> bool:
    """Whether a side's player plays: at the board of a game that somebody is at."""
    here = at_board.get(game.slug)
    player = game.players[side]
    return here is None or here[side] or (player is not None and player.level != "")


def _liveliest(games: Iterable[Game]) -> list[Game]:
    """Games with their seats, the liveliest first."""
    return sorted(with_seats(games), key=lambda game: game.changed_ms, reverse=True)


def exhibitions_followed(follower_id: int | None) -> list[Show]:
    """The exhibitions a player follows, those still going on first, then the newest."""
    if follower_id is None:
        return []
    shows = [Show(*row) for row in _EXHIBITIONS_FOLLOWED(follower_id)]
    return sorted(shows, key=lambda show: show.is_over)


def _exhibitions_followed(
    follower: int,
) -> QuerySet[Exhibition, tuple[str, str, int, int, int]]:
    over = Count("games", ~Q(games__termination=""))
    live = Count("games", Q(games__started=True, games__termination=""))
    return (
        Exhibition.objects.filter(follows__follower_id=follower)
        .annotate(played=over, total=Count("games"), live=live)
        .order_by("-created_at")
        .values_list("slug", "title", "played", "total", "live")
    )


_EXHIBITIONS_FOLLOWED = Prepared(_exhibitions_followed)
