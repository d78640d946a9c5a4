"""When games could not go on through no fault of their players, and is it such a time now?

Several times a second, every process that serves games notes the moment up to which it has kept
everything it heard (`beat`). One that falls silent, ends, or could make no progress for a while (it
was stopped, or the database was away) leaves a *downtime*: from when it was last well until players
have had time to come back. Nobody's time runs out in a downtime, nor before the clocks that ran in
it have been given that time back (timekeeping.py).

Functions here read and write the database: call them through `Hub.read`.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Min, Q
from django.db.models.functions import Greatest

from games.play.disk import allow_lazy_flush
from games.play.models import Downtime, ServerProcess

log = logging.getLogger(__name__)

BEAT_S = 0.25
"""How often a process beats."""
QUIET_BEAT_S = 1.0
"""How often a quiet one beats (`Hub.is_quiet`)."""
SILENT_MS = 3_000
"""A process that has not been heard from for this long is taken for dead."""
STALL_MS = 1_500
"""A process that made no progress for this long was not well meanwhile, though it is alive."""
COME_BACK_MS = 4_000
"""How long players may take to return to a server that is well again: their browsers wait up to
1 s between attempts, and resend what was not answered after 4 s."""
_NOTE = f"UPDATE {ServerProcess._meta.db_table} SET seen_ms = %s, kept_ms = %s WHERE id = %s"


@dataclass(frozen=True, slots=True)
class Span:
    """A time from one moment to another, in milliseconds since 1970 UTC."""

    began_ms: int
    ended_ms: int

    @property
    def ms(self) -> int:
        """How long it is."""
        return self.ended_ms - self.began_ms


def begin(now: int, *, alone: bool) -> int:
    """A process begins to serve: return its number. One that is alone knows all others are dead."""
    number = _enter(now, now)
    declare_dead(now, but=number if alone else None)
    return number


def beat(number: int, now: int, *, kept_until: int, last: int, every_s: float = BEAT_S) -> int:
    """Note the moment up to which a process has kept all it heard; return its number from now on.

    `last` is that moment as of its last beat, and `every_s` how long after that it meant to beat.
    """
    allow_lazy_flush()
    may_take_ms = STALL_MS + int(1_000 * (every_s - BEAT_S))
    if kept_until - last <= may_take_ms and _note(number, now, kept_until):
        return number
    with transaction.atomic():
        is_mine = _note(number, now, kept_until)
        # A process taken for dead has left a downtime already. That may have ended long ago,
        # and what comes to light only now was played in it.
        Downtime.objects.create(began_ms=last, ended_ms=now + COME_BACK_MS)
        return number if is_mine else _enter(now, kept_until)


def _note(number: int, now: int, kept_until: int) -> bool:
    """Note that a process is well; whether it is known. In plain SQL: this is done all day."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, (now, kept_until, number))
        return bool(cursor.rowcount)


def end(number: int, now: int) -> None:
    """A process ends of its own accord: its players have to find another, or wait for it."""
    with transaction.atomic():
        if ServerProcess.objects.filter(pk=number).delete()[0]:
            Downtime.objects.create(began_ms=now)


def declare_dead(now: int, *, but: int | None = None) -> None:
    """Note the downtimes that silent processes have left; with `but`, those of all but that one."""
    silent = ServerProcess.objects.filter(
        Q(seen_ms__lt=now - SILENT_MS) if but is None else ~Q(pk=but)
    )
    for number, seen, kept in silent.values_list("pk", "seen_ms", "kept_ms"):
        with transaction.atomic():
            # The process that deletes it notes it: one of those that try.
            if ServerProcess.objects.filter(pk=number, seen_ms=seen).delete()[0]:
                Downtime.objects.create(began_ms=kept)
                log.warning("process_silent number=%d for_ms=%d", number, now - seen)


def is_any_left() -> bool:
    """Whether a downtime still lasts or is to be given back."""
    return Downtime.objects.filter(credited=False).exists()


def close(now: int) -> None:
    """End the downtimes that still last, if some process is well again."""
    lasting = Downtime.objects.filter(ended_ms=None)
    if lasting.exists() and ServerProcess.objects.filter(seen_ms__gte=now - SILENT_MS).exists():
        lasting.update(ended_ms=Greatest("began_ms", now) + COME_BACK_MS)


def calm_until() -> int:
    """The moment up to which everything heard has been kept, and no clock is owed anything.

    A player whose time was up before that has not moved in time.
    """
    # In this order: a process found dead in between leaves a downtime in its place.
    kept = ServerProcess.objects.aggregate(kept=Min("kept_ms"))["kept"]
    owed = Downtime.objects.filter(credited=False).aggregate(began=Min("began_ms"))["began"]
    if kept is None:
        return 0  # no process serves
    return int(kept if owed is None else min(kept, owed))


def owed(now: int) -> dict[int, Span]:
    """The downtimes that are over and have not been given back, by their numbers."""
    over = Downtime.objects.filter(credited=False, ended_ms__lte=now)
    return {
        number: Span(began, ended)
        for number, began, ended in over.values_list("pk", "began_ms", "ended_ms")
        if ended is not None
    }


def settle(numbers: Iterable[int]) -> None:
    """Note that these have been given back to all clocks that ran meanwhile."""
    Downtime.objects.filter(pk__in=list(numbers)).update(credited=True)


def between(began: int, ended: int) -> list[Span]:
    """The parts of downtimes that lie between two moments: merged, in order.

    One that still lasts is taken to last until the second moment.
    """
    rows = Downtime.objects.filter(
        Q(ended_ms__gt=began) | Q(ended_ms=None), began_ms__lt=ended
    ).order_by("began_ms")
    merged: list[Span] = []
    for first, last in rows.values_list("began_ms", "ended_ms"):
        span = Span(max(first, began), ended if last is None else min(last, ended))
        if merged and span.began_ms <= merged[-1].ended_ms:
            before = merged.pop()
            span = Span(before.began_ms, max(before.ended_ms, span.ended_ms))
        merged.append(span)
    return merged


def overlap(span: Span, spans: Sequence[Span]) -> int:
    """How many milliseconds of `span` lie in one of `spans`, which do not overlap each other."""
    return sum(
        max(0, min(span.ended_ms, each.ended_ms) - max(span.began_ms, each.began_ms))
        for each in spans
    )


def _enter(now: int, kept_until: int) -> int:
    return ServerProcess.objects.create(began_ms=now, seen_ms=now, kept_ms=kept_until).pk
