"""What people are told, kept before it is sent; claimed by updating, so that it is sent once.

Functions here read and write the database: call them through `Hub.read`. All moments are in
milliseconds since 1970 UTC.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.urls import reverse

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE
from games.notices import choices as chosen
from games.notices.models import (
    Channel,
    Delivery,
    Kind,
    Notice,
    NoticeChoices,
    PushSubscription,
    State,
)
from games.notices.wording import Told
from games.play import held
from games.play.models import Game, Move, Seat
from games.play.services.queries import result_for
from games.players.models import Player
from games.prepared import Prepared

if TYPE_CHECKING:
    from allauth.account.models import EmailAddress

CLAIM_MS = MINUTE
"""A claim holds this long: more than sending takes. What a dead worker left is sent by another."""
LETTERS_MS = HOUR
"""Somebody gets at most one letter in this time: what happens meanwhile waits for the next one."""
MOST_ATTEMPTS = 6
FIRST_PAUSE_MS = MINUTE
PAUSE_GROWS = 5
"""1, 5, 25 minutes, 2 hours, 10 hours: then it is given up."""
AT_ONCE = 100
KEPT_MS = 60 * DAY
"""What was told is forgotten after this: it cannot come up again."""


# --- What is to be told --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that a player may want to be told."""

    player_id: int
    kind: Kind
    about: str
    at_ms: int
    game_id: int | None = None
    who: str = ""
    link: str = ""


@dataclass(slots=True)
class Ways:
    """How somebody can be told, and what they want to be."""

    choices: NoticeChoices
    browsers: list[PushSubscription] = field(default_factory=list)
    address: str = ""
    """A confirmed e-mail address; empty without one."""

    def of(self, happening: Happening) -> list[Delivery]:
        """The ways in which this is to be told: not those that were chosen only afterwards."""
        kind, at = happening.kind, happening.at_ms
        found = []
        if self.choices.wants(kind, Channel.PUSH):
            found += [
                Delivery(channel=Channel.PUSH, subscription=each)
                for each in self.browsers
                if each.since_ms <= at
            ]
        wants_letter = self.choices.wants(kind, Channel.EMAIL)
        if wants_letter and self.address and self.choices.email_since_ms <= at:
            found.append(Delivery(channel=Channel.EMAIL))
        return found


def ways(player_ids: Collection[int]) -> Mapping[int, Ways]:
    """How these players can be told; nothing about those who cannot. Two queries, and one more if
    anybody can.

    Nobody is told anything whom a moderator has closed.
    """
    browsers: dict[int, list[PushSubscription]] = {}
    for each in _browsers(player__in=player_ids).order_by("pk"):
        browsers.setdefault(each.player_id, []).append(each)
    confirmed = _addresses(user__player__in=player_ids)
    # The primary one comes last.
    addresses = dict(confirmed.order_by("primary").values_list("user__player", "email"))
    found = browsers.keys() | addresses.keys()
    if not found:
        return {}
    chosen_by = {row.player_id: row for row in NoticeChoices.objects.filter(player__in=found)}
    return {
        player_id: Ways(
            chosen_by.get(player_id) or NoticeChoices(player_id=player_id),
            browsers.get(player_id, []),
            addresses.get(player_id, ""),
        )
        for player_id in found
    }


def _browsers(**whose: Any) -> "QuerySet[PushSubscription]":
    subscribed = PushSubscription.objects.filter(**whose)
    return subscribed.exclude(player__user__is_active=False).filter(player__closed_ms=None)


def _addresses(**whose: Any) -> "QuerySet[EmailAddress]":
    from allauth.account.models import EmailAddress  # its app must be ready

    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(
        **whose, user__is_active=True, verified=True
    )
    return found


_BROWSER_OF = Prepared(lambda player: _browsers(player=player).values_list("pk")[:1])
_ADDRESS_OF = Prepared(lambda player: _addresses(user__player=player).values_list("pk")[:1])


def note(happenings: Iterable[Happening], *, at: int) -> int:
    """Keep what is to be told, unless it has been kept before; return how much was new.

    Nothing is kept for people who do not want to be told of it, or cannot be.
    """
    happenings = list(happenings)
    ways_of = ways({each.player_id for each in happenings})
    if not ways_of:
        return 0
    kept = set(
        Notice.objects.filter(
            player__in=ways_of, about__in={each.about for each in happenings}
        ).values_list("player", "kind", "about")
    )
    new = 0
    for happening in happenings:
        if (happening.player_id, happening.kind, happening.about) in kept:
            continue
        way = ways_of.get(happening.player_id)
        deliveries = [] if way is None else way.of(happening)
        if deliveries:
            new += _note(happening, deliveries, at, seen_ms=None)
    return new


def note_seen(happening: Happening, *, at: int) -> None:
    """A player has seen something by themselves: they are not told of it any more."""
    if not (_BROWSER_OF(happening.player_id) or _ADDRESS_OF(happening.player_id)):
        return  # nobody can tell them
    if _note(happening, [], at, seen_ms=at):
        return
    _drop(
        Delivery.objects.filter(
            notice__player=happening.player_id,
            notice__kind=happening.kind,
            notice__about=happening.about,
        )
    )


def withdraw(kind: Kind, about: str) -> None:
    """Nobody is told of this any more, if they have not been."""
    _drop(Delivery.objects.filter(notice__kind=kind, notice__about=about))


def _note(
    happening: Happening, deliveries: Sequence[Delivery], at: int, *, seen_ms: int | None
) -> bool:
    own = {"player_id": happening.player_id, "kind": happening.kind, "about": happening.about}
    if Notice.objects.filter(**own).exists():
        return False
    try:
        with transaction.atomic():
            notice = Notice.objects.create(
                **own,
                game_id=happening.game_id,
                who=happening.who,
                link=happening.link,
                at_ms=happening.at_ms,
                seen_ms=seen_ms,
            )
            for each in deliveries:
                each.notice, each.next_ms = notice, at
            Delivery.objects.bulk_create(deliveries)
    except IntegrityError:  # another was as quick, or somebody has left meanwhile
        return False
    return True


def _drop(deliveries: "QuerySet[Delivery]") -> None:
    deliveries.filter(state=State.WAITING).update(state=State.DROPPED)


# --- What is due ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """What waits to be sent: pushes one by one, and the people who are to get a letter."""

    pushes: list[int]
    """Deliveries, by their numbers."""
    letters: list[int]
    """Players."""


@dataclass(frozen=True, slots=True)
class Part:
    """A delivery, and what it says."""

    delivery: int
    told: Told
    game: str = ""
    """The game it is about, by its slug, …"""
    side: mnk.Side = mnk.Side.BLACK
    """… and which side the player has there."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Deliveries that this worker sees to for a while: one push, or the parts of one letter."""

    parts: tuple[Part, ...]
    choices: NoticeChoices
    attempts: int
    """How often it has been tried, with this time."""
    subscription: PushSubscription | None = None
    address: str = ""
    letter: str = ""
    name: str = ""
    """The player's."""


def due(at: int) -> Due:
    """What is to be sent at `at`, the longest waiting first."""
    rows = Delivery.objects.filter(
        held.is_free(at, CLAIM_MS), state=State.WAITING, next_ms__lte=at
    ).order_by("next_ms", "pk")
    found = rows.values_list("pk", "channel", "notice__player")[:AT_ONCE]
    pushes = [pk for pk, channel, _ in found if channel == Channel.PUSH]
    letters = [player for _, channel, player in found if channel == Channel.EMAIL]
    return Due(pushes, list(dict.fromkeys(letters)))


@transaction.atomic
def claim_push(number: int, holder: str, at: int) -> Claimed | None:
    """Claim a push to send it now; None if it is another's, not wanted, not true, or not yet."""
    rows = Delivery.objects.filter(pk=number, state=State.WAITING)
    delivery = rows.select_for_update(of=("self",)).select_related("notice", "subscription").first()
    if delivery is None or not rows.filter(held.is_free(at, CLAIM_MS)).exists():
        return None
    player = delivery.notice.player_id
    choices = chosen.of(player)
    told = told_of(delivery.notice, at)
    if told is None or not choices.wants(Kind(delivery.notice.kind), Channel.PUSH):
        rows.update(state=State.DROPPED)
        return None
    if _postponed(rows, choices, at):
        return None
    if delivery.attempts >= MOST_ATTEMPTS:  # workers have died of it
        _give_up(rows, at)
        return None
    _hold([delivery], holder, at)
    parts = (_part(delivery, told),)
    return Claimed(parts, choices, delivery.attempts + 1, subscription=delivery.subscription)


@transaction.atomic
def claim_letter(player_id: int, holder: str, at: int) -> Claimed | None:
    """Claim everything that a player's next letter says; None if there is none to send now.

    A letter that was begun and not sent is the same letter again, without what has become untrue.
    """
    rows = Delivery.objects.filter(
        notice__player=player_id, channel=Channel.EMAIL, state=State.WAITING
    )
    waiting = list(
        rows.select_for_update(of=("self",))
        .select_related("notice")
        .order_by("notice__at_ms", "pk")
    )
    now = [each for each in waiting if each.next_ms <= at]
    free = set(rows.filter(held.is_free(at, CLAIM_MS)).values_list("pk", flat=True))
    if not now or any(each.pk not in free for each in waiting):
        return None
    choices = chosen.of(player_id)
    way = ways([player_id]).get(player_id)
    begun = next((each.letter for each in now if each.letter), "")
    parts = [each for each in now if each.letter == begun] if begun else now
    said: dict[str, tuple[Delivery, Told]] = {}
    for each in parts:
        told = told_of(each.notice, at)
        wants = choices.wants(Kind(each.notice.kind), Channel.EMAIL)
        if told is not None and wants:
            said[told.tag] = each, told  # of two about one game the later one says more
    mine = rows.filter(pk__in=[each.pk for each, _ in said.values()])
    if way is None or not way.address:
        mine = rows.none()
    rows.filter(pk__in=[each.pk for each in parts]).exclude(pk__in=mine.values("pk")).update(
        state=State.DROPPED
    )
    if not mine.exists() or way is None:
        return None
    if _postponed(mine, choices, at) or _rests(mine, player_id, at):
        return None
    attempts = max(each.attempts for each, _ in said.values())
    if attempts >= MOST_ATTEMPTS:
        _give_up(mine, at)
        return None
    letter = begun or secrets.token_hex(8)
    _hold([each for each, _ in said.values()], holder, at, letter=letter)
    return Claimed(
        tuple(_part(each, told) for each, told in said.values()),
        choices,
        attempts + 1,
        address=way.address,
        letter=letter,
        name=Player.objects.values_list("name", flat=True).get(pk=player_id),
    )


def _postponed(rows: "QuerySet[Delivery]", choices: NoticeChoices, at: int) -> bool:
    """Put it off until its person may be disturbed; whether they may not now."""
    quiet = chosen.quiet_hours(choices)
    end = None if quiet is None else quiet.end_after(at)
    if end is not None:
        rows.update(next_ms=end)
    return end is not None


def _rests(rows: "QuerySet[Delivery]", player_id: int, at: int) -> bool:
    """Put a letter off until an hour after the last one; whether that is not over yet."""
    sent = Delivery.objects.filter(notice__player=player_id, channel=Channel.EMAIL)
    last = sent.aggregate(at=Max("sent_ms"))["at"]
    if last is None or last + LETTERS_MS <= at:
        return False
    rows.update(next_ms=last + LETTERS_MS)
    return True


def _hold(deliveries: Sequence[Delivery], holder: str, at: int, *, letter: str = "") -> None:
    for each in deliveries:
        held.hold(
            Delivery.objects.filter(pk=each.pk),
            at,
            CLAIM_MS,
            holder=holder,
            attempts=each.attempts + 1,
            letter=letter,
        )


# --- What became of it ---------------------------------------------------------------------------


@transaction.atomic
def sent(claimed: Claimed, holder: str, at: int) -> None:
    """It was taken: nobody sends it again."""
    _mine(claimed, holder).update(state=State.SENT, sent_ms=at, until_ms=0)
    if claimed.subscription is not None:
        browser = PushSubscription.objects.filter(pk=claimed.subscription.pk)
        browser.update(sent_ms=at, failed_ms=None)


def seen(claimed: Claimed, holder: str, parts: Collection[Part]) -> Claimed:
    """The player is looking at these by themselves: return what is left to be sent."""
    numbers = [each.delivery for each in parts]
    _mine(claimed, holder).filter(pk__in=numbers).update(state=State.DROPPED, until_ms=0)
    return replace(claimed, parts=tuple(each for each in claimed.parts if each not in parts))


@transaction.atomic
def failed(
    claimed: Claimed, holder: str, at: int, *, for_good: bool = False, retry_s: int | None = None
) -> bool:
    """It was not taken: it is tried again later, or given up; return whether it was given up."""
    if for_good or claimed.attempts >= MOST_ATTEMPTS:
        _give_up(_mine(claimed, holder), at)
        return True
    pause = FIRST_PAUSE_MS * PAUSE_GROWS ** (claimed.attempts - 1)
    _mine(claimed, holder).update(next_ms=at + max(pause, 1000 * (retry_s or 0)), until_ms=0)
    return False


def gone(claimed: Claimed) -> None:
    """The browser does not want notices any more: it gets none."""
    if claimed.subscription is not None:
        # Unless it has come back meanwhile.
        PushSubscription.objects.filter(
            pk=claimed.subscription.pk, since_ms=claimed.subscription.since_ms
        ).delete()


def tidy(at: int) -> int:
    """Forget some of what was told long ago; return how much: 0 if there is nothing left."""
    old = Notice.objects.filter(at_ms__lt=at - KEPT_MS).exclude(deliveries__state=State.WAITING)
    numbers = list(old.values_list("pk", flat=True)[:AT_ONCE])
    Notice.objects.filter(pk__in=numbers).delete()
    return len(numbers)


def _mine(claimed: Claimed, holder: str) -> "QuerySet[Delivery]":
    numbers = [each.delivery for each in claimed.parts]
    return Delivery.objects.filter(pk__in=numbers, holder=holder, state=State.WAITING)


def _give_up(rows: "QuerySet[Delivery]", at: int) -> None:
    PushSubscription.objects.filter(deliveries__in=rows).update(failed_ms=at)
    rows.update(state=State.GIVEN_UP, until_ms=0)


# --- Whether it is true --------------------------------------------------------------------------


def about(slug: str, ply: int, taken_back: int) -> str:
    """What tells a turn of a game from all others, and a game's end from all other ends.

    `taken_back` is the version that last took moves back: a turn that comes again is another one.
    """
    return f"{slug}:{ply}:{taken_back}"


def taken_back(game_id: int) -> int:
    """The version of a game that last took moves back; 0 if none has."""
    latest = Move.objects.filter(game=game_id).aggregate(at=Max("taken_back"))["at"]
    return latest or 0


def told_of(notice: Notice, at: int) -> Told | None:
    """What a notice says at `at`; None if it is no longer true."""
    kind = Kind(notice.kind)
    if notice.seen_ms is not None:
        return None
    if kind is Kind.CHALLENGE:
        return Told(kind, notice.who, notice.link, f"challenge:{notice.about}")
    game, mine, other = _seats_of(notice)
    if game is None or mine is None:
        return None
    is_same = notice.about == about(game.slug, game.ply, taken_back(game.pk))
    is_over = game.termination != ""
    if not is_same or is_over is not (kind is Kind.OVER):
        return None
    if kind is not Kind.OVER and game.next_side is not mine:
        return None
    if kind is Kind.DEADLINE and (game.due_ms is None or game.due_ms <= at):
        return None
    return Told(
        kind,
        other,
        reverse("game", args=[game.slug]),
        f"game:{game.slug}",
        variant=game.variant,
        opening=game.terms.opening,
        left_ms=None if game.due_ms is None or is_over else game.due_ms - at,
        result=result_for(game.outcome, mine),
    )


def _seats_of(notice: Notice) -> tuple[Game | None, mnk.Side | None, str]:
    """The game that a notice is about, its player's side, and the other's name."""
    game, mine, other = None, None, ""
    seats = Seat.objects.filter(game=notice.game_id).select_related("game", "player")
    for seat in seats.order_by("side"):
        game = seat.game
        if seat.player_id == notice.player_id and mine is None:
            mine = mnk.Side(seat.side)
        elif seat.player is not None:
            other = seat.player.name
    return game, mine, other


def _part(delivery: Delivery, told: Told) -> Part:
    game, mine, _ = _seats_of(delivery.notice)
    if game is None or mine is None:
        return Part(delivery.pk, told)
    return Part(delivery.pk, told, game.slug, mine)
