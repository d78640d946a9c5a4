"""Going away and coming back. Functions here read and write the database: call them through
`Hub.read`. All moments are in milliseconds since 1970 UTC."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from games import mnk
from games.mnk.clock import DAY
from games.play.models import CORRESPONDENCE, NEXT_SIDE, Game
from games.players.models import Player
from games.refusals import BadRequest, Refused
from games.say import say
from games.vacations.models import StoppedGame, Vacation

MOST_DAYS = 30
"""One vacation is at most this long, …"""
DAYS_A_YEAR = 45
"""… and all of them within a year."""
_YEAR = 365 * DAY
AT_ONCE = 100


class BadDays(BadRequest):
    code = "badDays"
    field = "days"

    def __init__(self) -> None:
        super().__init__(say("Choose 1 to {most} days.", most=MOST_DAYS))


class AwayAlready(Refused):
    code = "awayAlready"
    sentence = "You’re on vacation already."


class NoDaysLeft(Refused):
    code = "noDaysLeft"

    def __init__(self, left: int) -> None:
        super().__init__(
            say("You have {left} of {all} days left this year.", left=left, all=DAYS_A_YEAR)
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """A game to stop or to let go on, and the side that is away."""

    slug: str
    side: mnk.Side
    player_id: int


def until(player_id: int, at: int) -> int | None:
    """When somebody comes back who is away at `at`; None if they are not."""
    rows = Vacation.objects.filter(player=player_id, began_ms__lte=at, until_ms__gt=at)
    return rows.order_by("-until_ms").values_list("until_ms", flat=True).first()


def days_left(player_id: int, at: int) -> int:
    """How many whole days of vacation somebody has left in the year that ends at `at`."""
    rows = Vacation.objects.filter(player=player_id, until_ms__gt=at - _YEAR)
    used = sum(
        ends - max(began, at - _YEAR) for began, ends in rows.values_list("began_ms", "until_ms")
    )
    return max(0, (DAYS_A_YEAR * DAY - used) // DAY)


def go(player_id: int, days: int, at: int) -> None:
    """Somebody goes away for some days. Raises `BadDays`, `AwayAlready` or `NoDaysLeft`."""
    if not 1 <= days <= MOST_DAYS:
        raise BadDays
    with transaction.atomic():
        # Whoever asks twice at once waits.
        Player.objects.select_for_update().filter(pk=player_id).first()
        if until(player_id, at) is not None:
            raise AwayAlready
        left = days_left(player_id, at)
        if days > left:
            raise NoDaysLeft(left)
        Vacation.objects.create(player_id=player_id, began_ms=at, until_ms=at + days * DAY)


def come_back(player_id: int, at: int) -> None:
    """Somebody is back: their games go on within seconds."""
    rows = Vacation.objects.filter(player=player_id, began_ms__lte=at, until_ms__gt=at)
    rows.update(until_ms=at)


# --- For the worker ------------------------------------------------------------------------------


def to_stop(at: int) -> list[Standing]:
    """The games whose clock runs for somebody who is away."""
    rows = Game.objects.filter(
        CORRESPONDENCE,
        due_ms__isnull=False,
        seats__side=NEXT_SIDE,
        seats__player__vacations__began_ms__lte=at,
        seats__player__vacations__until_ms__gt=at,
    )
    found = rows.values_list("slug", "seats__side", "seats__player").distinct()[:AT_ONCE]
    return [Standing(slug, mnk.Side(side), player) for slug, side, player in found]


def to_go_on(at: int) -> list[Standing]:
    """The games that stand still for somebody who is back, or in which nothing is to wait for."""
    away = Vacation.objects.filter(began_ms__lte=at, until_ms__gt=at).values("player")
    rows = StoppedGame.objects.filter(~Q(player__in=away) | ~Q(game__termination=""))
    found = rows.select_related("game").order_by("pk")[:AT_ONCE]
    return [Standing(row.game.slug, row.game.next_side, row.player_id) for row in found]


def note_stopped(slug: str, player_id: int) -> None:
    """A game is about to be stopped for somebody."""
    game = Game.objects.get(slug=slug)
    StoppedGame.objects.update_or_create(game=game, defaults={"player_id": player_id})


def note_going_on(slug: str) -> None:
    """A game goes on."""
    StoppedGame.objects.filter(game__slug=slug).delete()
