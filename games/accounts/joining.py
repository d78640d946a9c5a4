"""A guest's games, ratings and studies go to the account they sign in to.

The guest stays as a row that nobody plays as any more: an old link to them leads to the account,
and each seat remembers as whom it was taken. Functions here read and write the database.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import models, transaction
from django.db.models import F, Q

from games import library
from games.notices.models import Notice, NoticeChoices, PushSubscription
from games.play.models import ChatLine, ExhibitionFollow, Game, Report, Seat
from games.players import ratings
from games.players.models import (
    Follow,
    Kind,
    Mute,
    Player,
    PlayerRating,
    RatingDay,
    Score,
    Streak,
)
from games.review.models import Attempt, PuzzleRating, Shelved, Study
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


POINTERS = (
    Pointer(ChatLine, "author", beside=("game", "command")),
    Pointer(Study, "owner"),
    Pointer(Shelved, "black"),
    Pointer(Shelved, "white"),
    Pointer(Report, "by", beside=("line",)),
    Pointer(Attempt, "player", beside=("puzzle",)),
    Pointer(ExhibitionFollow, "follower", beside=("exhibition",)),
    Pointer(Follow, "follower", beside=("followed",)),
    Pointer(Follow, "followed", beside=("follower",)),
    Pointer(Mute, "by", beside=("whom",)),
    Pointer(Mute, "whom", beside=("by",)),
    Pointer(Notice, "player", beside=("kind", "about")),
    Pointer(PushSubscription, "player"),
    Pointer(Vacation, "player"),
    Pointer(StoppedGame, "player"),
)
"""What goes along as it is. Seats and ratings are seen to one by one."""
_HIMSELF = {Follow: Q(follower=F("followed")), Mute: Q(by=F("whom"))}
"""What nobody does to themselves: an account and the guest it was may have."""


def join(guest_id: int, account_id: int, *, at: int) -> list[str]:
    """Give an account all that a guest has, at `at` (ms since 1970 UTC).

    Returns the games whose seats it holds now, of those that changed last.

    Nobody who is no guest, or has joined another account, joins. What a guest got meanwhile, in a
    page of theirs that was still open, comes along the next time.
    """
    with transaction.atomic():
        ids = (guest_id, account_id)
        # In one order, so that two that join each other's never wait for each other.
        people = {
            player.pk: player
            for player in Player.objects.select_for_update().filter(pk__in=ids).order_by("pk")
        }
        guest, account = people.get(guest_id), people[account_id]
        may_join = guest is not None and guest.kind == Kind.GUEST and not guest.program
        if guest is not None and may_join and guest.joined_to_id is None:
            guest.joined_to, guest.joined_ms = account, at
            guest.save(update_fields=["joined_to", "joined_ms"])
        return [slug for each in account.guests.all() for slug in _take_along(each, account)]


def _take_along(guest: Player, account: Player) -> list[str]:
    seats = Seat.objects.filter(player=guest)
    games = list(
        Game.objects.filter(seats__in=seats)
        .order_by("-changed_ms")
        .values_list("slug", flat=True)[:MOST_TOLD]
    )
    seats.update(player=account, sat_as=guest)
    for pointer in POINTERS:
        _repoint(pointer, guest, account)
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
    return games


def _repoint(pointer: Pointer, guest: Player, account: Player) -> None:
    rows = pointer.model._default_manager
    mine = rows.filter(**{pointer.column: guest})
    if pointer.beside:
        same = {column: models.OuterRef(column) for column in pointer.beside}
        theirs = rows.filter(**{pointer.column: account}, **same)
        mine.filter(models.Exists(theirs)).delete()
    if pointer.model in _HIMSELF:
        other = next(iter(pointer.beside))
        mine.filter(**{other: account}).delete()
    mine.update(**{pointer.column: account})


def _take_ratings(guest: Player, account: Player) -> None:
    """Of two ratings on the same boards the better known stays, with the days that led to it."""
    for theirs in PlayerRating.objects.filter(player=guest):
        own = PlayerRating.objects.filter(player=account, family=theirs.family).first()
        days = RatingDay.objects.filter(family=theirs.family)
        if own is None or theirs.games > own.games:
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
    yield (NoticeChoices, "player")
