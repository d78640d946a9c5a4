"""The link of a seat: on how many devices it is open, and renewing it.

The seat has the same key in a game and in all rematches before and after it. Functions without
`async` read and write the database.
"""

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils.crypto import constant_time_compare

from games import mnk
from games.play import errors
from games.play.hub import Hub
from games.play.models import Game, Seat, SeatOpening, new_seat_key

MOST_OPENINGS = 100
"""At most this many browsers are counted for a link."""


@transaction.atomic
def note_opening(slug: str, side: mnk.Side, key: str, browser: str, *, at: int) -> None:
    """A browser has opened the link of a seat, with this key; however often, it counts once.

    Raises `NoLongerYours` if the link was renewed a moment ago.
    """
    # Locked: the link is not renewed in between, which would leave it counted for the new one.
    seats = Seat.objects.select_for_update(no_key=True)
    seat = seats.filter(game__slug=slug, side=side, key=key).first()
    if seat is None:
        raise errors.NoLongerYours
    openings = SeatOpening.objects.filter(seat__key=key)
    if not openings.filter(browser=browser).exists() and openings.count() < MOST_OPENINGS:
        SeatOpening.objects.create(seat=seat, browser=browser, at_ms=at)


def openings_beside(key: str, browser: str | None) -> int:
    """How many browsers have opened the link with this key, not counting the one that asks."""
    openings = SeatOpening.objects.filter(seat__key=key)
    return openings.exclude(browser=browser or "").values("browser").distinct().count()


async def renew(hub: Hub, slug: str, side: mnk.Side, *, shown: str | None = None) -> str:
    """Give a seat a new key, in this game and all rematches; returns it. The old one is dead.

    Whoever plays with the old key loses the seat at once, in every process. `shown` is the asker's
    key, if that is all they have: `NoLongerYours` is raised if it was renewed a moment ago.
    """
    key, slugs = await sync_to_async(_renew)(slug, side, shown)
    await hub.keys.tell_changed(slugs)
    return key


@transaction.atomic
def _renew(slug: str, side: mnk.Side, shown: str | None) -> tuple[str, list[str]]:
    this = Seat.objects.filter(game__slug=slug, side=side)
    locked: list[Seat] = []
    while not locked:
        old = this.values_list("key", flat=True).get()
        if shown is not None and not constant_time_compare(old, shown):
            raise errors.NoLongerYours
        # None if another request was first. In one order, so that two never wait for each other;
        # a rematch that is being made holds one of them until it is there, and is found below.
        seats = Seat.objects.select_for_update(no_key=True).filter(key=old).order_by("pk")
        locked = list(seats)
    new = new_seat_key()
    SeatOpening.objects.filter(seat__key=old).delete()
    Seat.objects.filter(key=old).update(key=new)
    return new, list(Game.objects.filter(seats__key=new).values_list("slug", flat=True))
