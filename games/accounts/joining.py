"""A guest's games, ratings and studies go to the account they sign in to.

The guest stays as a row that nobody plays as any more: an old link to them leads to the account,
and each seat remembers as whom it was taken. Functions here read and write the database.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import models, transaction
from django.db.models import Max, Q

from games import library
from games.friends.models import Challenge, Friend, FriendRequest, LastSeen
from games.notices.models import Notice, NoticeChoices, PushSubscription
from games.play.models import ChatLine, ExhibitionFollow, Fact, Game, Report, Seat
from games.players import ratings
from games.players.models import (
    Block,
    Follow,
    Kind,
    Mute,
    OpenTo,
    Player,
    PlayerRating,
    RatingDay,
    Score,
    Streak,
)
from games.review.models import Attempt, Badge, PuzzleRating, Shelved, Study
from games.vacations.models import StoppedGame, Vacation

MOST_TOLD = 500
"""Of this many games, those that change last, everybody who is there is told of the new name."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A column that names a player; with other columns it may have to be unique."""

    model: type[models.Model]
    column: str
    beside: tuple[str, ...] = ()
    """An account has one row for each value of these: what it has already, it keeps."""
    unlike: str = ""
    """A column that names somebody else: what an account and the guest it was have done to each
    other is gone."""


POINTERS = (
    Pointer(ChatLine, "author", beside=("game", "command")),
    Pointer(Study, "owner"),
    Pointer(Shelved, "black"),
    Pointer(Shelved, "white"),
    Pointer(Report, "by", beside=("line",)),
    Pointer(Report, "player"),
    Pointer(Attempt, "player", beside=("puzzle",)),
    Pointer(ExhibitionFollow, "follower", beside=("exhibition",)),
    *(
        Pointer(model, column, beside=(other,), unlike=other)
        for model, columns in (
            (Follow, ("follower", "followed")),
            (Mute, ("by", "whom")),
            (Block, ("by", "whom")),
            (Friend, ("player", "friend")),
            (FriendRequest, ("by", "whom")),
        )
        for column, other in (columns, columns[::-1])
    ),
    Pointer(Challenge, "by", unlike="whom"),
    Pointer(Challenge, "whom", unlike="by"),
    Pointer(Seat, "kept_for"),
    Pointer(Badge, "player", beside=("kind", "variant")),
    Pointer(Notice, "player", beside=("kind", "about")),
    Pointer(PushSubscription, "player"),
    Pointer(Vacation, "player"),
    Pointer(StoppedGame, "player"),
)
"""What goes along as it is. Seats and ratings are seen to one by one."""


def join(guest_id: int, account_id: int, *, at: int) -> list[str]:
    """Give an account all that a guest has, at `at` (ms since 1970 UTC).

    Returns the games whose seats it holds now, of those that changed last.

    Nobody who is no guest, has joined another account, or is closed, joins. What a guest got
    meanwhile, in a page of theirs that was still open, comes along the next time.
    """
    with transaction.atomic():
        ids = (guest_id, account_id)
        # In one order, so that two that join each other's never wait for each other.
        people = {
            player.pk: player
            for player in Player.objects.select_for_update().filter(pk__in=ids).order_by("pk")
        }
        guest, account = people.get(guest_id), people[account_id]
        may_join = (
            guest is not None
            and guest.kind == Kind.GUEST
            and not guest.program
            and guest.closed_ms is None  # nobody signs in to play on
        )
        if guest is not None and may_join and guest.joined_to_id is None:
            guest.joined_to = account
            # Nobody counts a game for either while their rows are held (`services/rating.py`).
            guest.joined_after = Fact.objects.aggregate(last=Max("pk"))["last"] or 0
            last = account.guests.aggregate(last=Max("joined_ms"))["last"]
            guest.joined_ms = at if last is None else max(at, last + 1)
            guest.save(update_fields=["joined_to", "joined_ms", "joined_after"])
        return [slug for each in account.guests.all() for slug in _take_along(each, account)]


def _take_along(guest: Player, account: Player) -> list[str]:
    seats = Seat.objects.filter(player=guest)
    games = list(
        Game.objects.filter(Q(seats__in=seats) | Q(seats__kept_for=guest))
        .distinct()
        .order_by("-changed_ms")
        .values_list("slug", flat=True)[:MOST_TOLD]
    )
    seats.update(player=account, sat_as=guest)
    for pointer in POINTERS:
        _repoint(pointer, guest, account)
    _tidy_friends(guest, account)
    if games:
        library.count_anew(account)
        guest.scores.all().delete()
        guest.streaks.all().delete()
    _take_ratings(guest, account)
    _take_puzzle_rating(guest, account)
    _take_choices(guest, account)
    if guest.silenced_until is not None:  # nobody signs in to be heard again
        account.silenced_until = max(
            guest.silenced_until, account.silenced_until or guest.silenced_until
        )
        account.save(update_fields=["silenced_until"])
    if guest.warning:  # nor to leave a warning unread
        account.warning = guest.warning
        account.save(update_fields=["warning"])
        Player.objects.filter(pk=guest.pk).update(warning="")
    return games


def _repoint(pointer: Pointer, guest: Player, account: Player) -> None:
    rows = pointer.model._default_manager
    mine = rows.filter(**{pointer.column: guest})
    if pointer.beside:
        same = {column: models.OuterRef(column) for column in pointer.beside}
        theirs = rows.filter(**{pointer.column: account}, **same)
        mine.filter(models.Exists(theirs)).delete()
    if pointer.unlike:
        mine.filter(**{pointer.unlike: account}).delete()
    mine.update(**{pointer.column: account})


def _tidy_friends(guest: Player, account: Player) -> None:
    """What two histories make of it: nobody asks a friend, and nobody blocked is one."""
    # A game that the two had asked each other for is an invitation like any other.
    Seat.objects.filter(kept_for=account, game__seats__player=account).update(kept_for=None)
    blocked = Block.objects.filter(Q(by=account) | Q(whom=account)).values_list("by", "whom")
    strangers = {id for pair in blocked for id in pair} - {account.pk}
    friends = Friend.objects.filter(Q(player=account) | Q(friend=account))
    friends.filter(Q(player__in=strangers) | Q(friend__in=strangers)).delete()
    known = strangers | set(friends.filter(player=account).values_list("friend", flat=True))
    asked = FriendRequest.objects.filter(Q(by=account) | Q(whom=account))
    asked.filter(Q(by__in=known) | Q(whom__in=known)).delete()
    if guest.open_to != OpenTo.EVERYBODY and account.open_to == OpenTo.EVERYBODY:
        account.open_to = guest.open_to
        account.save(update_fields=["open_to"])
    seen = LastSeen.objects.filter(player=guest).first()
    if seen is not None:
        LastSeen.objects.get_or_create(player=account, defaults={"at_ms": seen.at_ms})
        seen.delete()


def acquaintances(player_id: int) -> set[int]:
    """Those on whose pages a player is named: friends, and whoever asked or was asked by them."""
    pairs = [
        *Friend.objects.filter(player=player_id).values_list("player", "friend"),
        *FriendRequest.objects.filter(Q(by=player_id) | Q(whom=player_id)).values_list(
            "by", "whom"
        ),
        *Challenge.objects.filter(Q(by=player_id) | Q(whom=player_id), noted=False)
        .order_by("-at_ms")
        .values_list("by", "whom")[:100],
    ]
    return {id for pair in pairs for id in pair}


def _take_ratings(guest: Player, account: Player) -> None:
    """Of two ratings on the same boards the better known stays, with the days that led to it."""
    for theirs in PlayerRating.objects.filter(player=guest):
        own = PlayerRating.objects.filter(player=account, family=theirs.family).first()
        days = RatingDay.objects.filter(family=theirs.family)
        if own is None or ratings.is_better_known(_tally(theirs), _tally(own)):
            days.filter(player=account).delete()
            days.filter(player=guest).update(player=account)
        if own is None:
            PlayerRating.objects.filter(pk=theirs.pk).update(player=account)
            continue
        joined = ratings.joined(_tally(own), _tally(theirs))
        own.strength, own.games, own.counted_ms = joined.strength, joined.games, joined.counted_ms
        own.save()
        theirs.delete()
    RatingDay.objects.filter(player=guest).delete()


def _tally(row: PlayerRating) -> ratings.Tally:
    return ratings.Tally(row.strength, row.games, row.counted_ms)


def _take_puzzle_rating(guest: Player, account: Player) -> None:
    """The rating that is surer stays."""
    theirs = PuzzleRating.objects.filter(player=guest).first()
    own = PuzzleRating.objects.filter(player=account).first()
    if theirs is None:
        return
    if own is None or theirs.deviation < own.deviation:
        row = own or PuzzleRating(player=account)
        row.strength = theirs.strength
        row.save()
    theirs.delete()


def _take_choices(guest: Player, account: Player) -> None:
    """What somebody wants to be told stays as they have set it in the account."""
    theirs = NoticeChoices.objects.filter(player=guest)
    if not NoticeChoices.objects.filter(player=account).exists():
        for row in theirs:
            row.pk = account.pk
            row.save(force_insert=True)
    theirs.delete()


def handled() -> Iterable[tuple[type[models.Model], str]]:
    """Each column that is taken along: a test holds it against all that name a player."""
    yield from ((pointer.model, pointer.column) for pointer in POINTERS)
    yield from ((Seat, "player"), (PlayerRating, "player"), (PuzzleRating, "player"))
    yield from ((RatingDay, "player"), (Score, "player"), (Streak, "player"))
    yield LastSeen, "player"
    yield (NoticeChoices, "player")
