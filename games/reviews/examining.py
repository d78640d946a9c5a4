"""Reviews that are done are read once more: for badges, and for how moves agree with the engine's.

Functions here use the database: call them with `Hub.read`.
"""

from django.db import transaction

from games.review.models import Review, Shelved
from games.reviews import agreement, badges, reviews


def next_review() -> int | None:
    """The game whose review is done, and waits longest to be read; None if there is none.

    Games that are not shelved yet wait: for spectators they may still go on.
    """
    waiting = Review.objects.filter(
        examined=False, finished_ms__isnull=False, game__shelved__isnull=False
    )
    return waiting.order_by("finished_ms").values_list("game", flat=True).first()


def examine(game_id: int) -> int:
    """Keep what a game's review proves and counts; how many badges it brought."""
    shelved = Shelved.objects.select_related("game", "black", "white").get(pk=game_id)
    moves = reviews.moves_of(shelved.game)
    found = list(badges.of_review(shelved, moves))
    with transaction.atomic():
        agreement.keep(shelved.game, moves)
        for shown in found:
            badges.keep(shelved, shown)
        Review.objects.filter(pk=game_id).update(examined=True)
    return len(found)
