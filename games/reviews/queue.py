"""The reviews that wait, and who works on them: claimed by updating a row, so by one worker only.

The database is the queue. Next comes a review of the share with the fewest being worked on; within
a share small ones go before large ones that were asked for at about the same time. A claim holds
for a while, and its worker renews it while it lives. What a dead worker left is taken over; what it
kept is not searched again.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from django.db.models import BigIntegerField, Count, F, Min, QuerySet
from django.db.models.functions import Cast

from games import mnk
from games.play import held
from games.play.disk import allow_lazy_flush
from games.review import findings, models
from games.reviews import reviews

LEASE_MS: Final = 10_000
"""A claim holds this long."""
MOST_ATTEMPTS: Final = 4
"""A review that this many workers have begun and none has ended is given up: it may be at fault."""
PLY_MS: Final = 1_000
"""A review waits behind shorter ones asked for up to this much later for each ply they are shorter:
a small game overtakes a large one, but not for ever."""
_LOOKED_AT: Final = 5


@dataclass(frozen=True, slots=True)
class Task:
    """A review that was claimed."""

    game_id: int
    slug: str
    variant: mnk.Variant
    moves: tuple[mnk.Square, ...]
    nodes: int
    share: str
    """Whose share it counts for; empty if nobody's."""

    @property
    def positions(self) -> list[mnk.Position]:
        """The positions of the game, including the first and the last."""
        return reviews.positions_of(self.variant, self.moves)


def claim(worker: str, at: int, *, full: Collection[str] = ()) -> Task | None:
    """Claim the review whose turn it is; None if none is waiting.

    `at` is now, in milliseconds since 1970 UTC. Reviews of the shares in `full` are left waiting.
    """
    under_way = models.Review.objects.filter(finished_ms__isnull=True, failed=False)
    is_free = held.is_free(at, LEASE_MS)
    plies = Cast("total", BigIntegerField())
    waiting = under_way.filter(is_free).annotate(turn=F("asked_ms") + plies * PLY_MS)
    first = list(waiting.exclude(share__in=full).values_list("share").annotate(first=Min("turn")))
    if not first:
        return None
    seen_to = dict(under_way.exclude(is_free).values_list("share").annotate(Count("pk")))
    shares = sorted(first, key=lambda row: (seen_to.get(row[0], 0), row[1]))
    for share, _ in shares[:_LOOKED_AT]:
        found = waiting.filter(share=share).order_by("turn").select_related("game")
        for review in found[:_LOOKED_AT]:
            row = under_way.filter(pk=review.pk)
            if review.attempts >= MOST_ATTEMPTS:
                row.filter(is_free).update(failed=True)
            elif held.take(row, at, LEASE_MS, worker=worker, attempts=F("attempts") + 1):
                game = review.game
                moves = reviews.squares_of(game)
                return Task(game.pk, game.slug, game.variant, moves, review.nodes, share)
    return None


def renew(game_id: int, worker: str, at: int, done: int) -> bool:
    """Renew a claim and say how many positions are assessed. Returns whether it still held.

    It did not if the worker was taken for dead and another has taken over.
    """
    allow_lazy_flush()
    return held.hold(_held(game_id, worker), at, LEASE_MS, done=done)


def keep_lessons(game_id: int, worker: str, lessons: Sequence[tuple[findings.Lesson, ...]]) -> None:
    """Keep the lessons of each move of the game, if the claim still holds."""
    text = msgspec.json.encode(lessons).decode()
    _held(game_id, worker).update(lessons=text)


def finish(game_id: int, worker: str, at: int) -> None:
    """All positions are assessed, and kept."""
    _held(game_id, worker).update(finished_ms=at, until_ms=0, done=F("total"), share="")


def fail(game_id: int, worker: str) -> None:
    """It cannot be done; it may be asked for again."""
    _held(game_id, worker).update(failed=True, until_ms=0, share="")


def let_go(game_id: int, worker: str) -> None:
    """Give a claim back, as if it had never been taken: another worker may take it at once."""
    # Without a worker: a renewal that was on its way must not take it back.
    _held(game_id, worker).update(worker="", until_ms=0, attempts=F("attempts") - 1)


def _held(game_id: int, worker: str) -> QuerySet[models.Review]:
    waiting = models.Review.objects.filter(finished_ms__isnull=True, failed=False)
    return waiting.filter(pk=game_id, worker=worker)
