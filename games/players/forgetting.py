"""Forgetting those who left nothing behind: guests without a trace, and sessions that are over.

A guest is a row, and so is a browser's session; whoever looks around for a minute may leave both.
Call these where the database may be written: `Hub.read`.
"""

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Kind, Player

BATCH = 200
"""Rows that are looked at, or let go, at a time: a few milliseconds of the database's time."""
UNNAMED = r"^Guest [0-9]{4}$"
"""Somebody who never said what they want to be called (`guest_name`)."""


def forget_guests(now: datetime, *, days: int, after: int = 0) -> tuple[int | None, int]:
    """Forget those of the next guests, by number, who have left no trace for `days`.

    A guest with a chosen name stays as long as a browser may come back with it. Returns the number
    to go on after, None if there are no more, and how many were forgotten.
    """
    guests = Player.objects.filter(kind=Kind.GUEST, pk__gt=after).order_by("pk")
    looked_at = list(guests.values_list("pk", flat=True)[:BATCH])
    without = _without_a_trace(now, days).filter(pk__in=looked_at)
    count = 0
    if without.exists():
        with transaction.atomic():
            # Whoever does something at this moment waits for this, or this for them; then this
            # looks again, and leaves them alone.
            locked = list(without.select_for_update().values_list("pk", flat=True))
            _, gone = without.filter(pk__in=locked).delete()
            count = gone.get(Player._meta.label, 0)
    return looked_at[-1] if len(looked_at) == BATCH else None, count


def forget_sessions(now: datetime) -> int:
    """Forget some sessions that are over, and return how many: 0 if there are none."""
    over = list(
        Session.objects.filter(expire_date__lt=now).values_list("session_key", flat=True)[:BATCH]
    )
    UserSession.objects.filter(session_key__in=over).delete()
    return Session.objects.filter(session_key__in=over).delete()[0] if over else 0


def _without_a_trace(now: datetime, days: int) -> QuerySet[Player]:
    """Guests about whom nothing is kept: no table has a row that belongs to them."""
    cookie = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    guests = Player.objects.filter(
        Q(name__regex=UNNAMED, created_at__lt=now - timedelta(days=days))
        | Q(created_at__lt=now - cookie - timedelta(days=days)),
        kind=Kind.GUEST,
        silenced_until=None,
        joined_to=None,  # an old link to them leads to their account
    )
    # Every table that refers to players, including those of later versions.
    for relation in Player._meta.related_objects:
        rows = relation.field.model._default_manager
        guests = guests.exclude(Exists(rows.filter(**{relation.field.name: OuterRef("pk")})))
    return guests
