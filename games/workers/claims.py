"""Whose turn it is to see to a bot's game: claimed by updating a row, so only one worker does.

The database is the queue: a game waits while `Game.bot_due` says so and no claim on its version
holds. Notices make it quick; the sweep finds what they missed and what a dead worker left.
"""

from collections.abc import Collection

from django.db.models import F

from games.play import held
from games.play.disk import allow_lazy_flush
from games.play.models import CLAIM_MS, Claim, Game
from games.play.notices import BotDue


def claim(game_id: int, version: int, worker: str, at: int) -> int:
    """Claim a game at a version; return how many workers have now tried it, 0 if it is another's.

    `at` is now, in milliseconds since 1970 UTC.
    """
    allow_lazy_flush()
    rows = Claim.objects.filter(game_id=game_id)
    before, this = rows.filter(version__lt=version), rows.filter(version=version)
    if held.hold(before, at, CLAIM_MS, version=version, worker=worker, attempts=1):
        return 1
    if held.take(this, at, CLAIM_MS, worker=worker, attempts=F("attempts") + 1):
        return rows.get().attempts
    return int(held.make(rows, at, CLAIM_MS, game_id=game_id, version=version, worker=worker))


def renew(game_ids: Collection[int], worker: str, at: int) -> None:
    """Renew these claims."""
    allow_lazy_flush()
    held.hold(Claim.objects.filter(game_id__in=game_ids, worker=worker), at, CLAIM_MS)


def let_go(game_id: int, version: int, worker: str) -> None:
    """Give a claim back, as if it had never been taken: another worker may try, or this one."""
    mine = Claim.objects.filter(game_id=game_id, version=version, worker=worker)
    mine.update(until_ms=0, attempts=F("attempts") - 1)


def is_any_due() -> bool:
    """Whether a bot has something to do in any game, seen to or not."""
    return Game.objects.filter(bot_due=True).exists()


def due(at: int, limit: int) -> list[BotDue]:
    """Games whose bot has something to do and that nobody sees to, the longest waiting first."""
    games = Game.objects.waiting_for_bots(at).order_by("changed_ms")
    rows = games.values_list("slug", "pk", "version", "changed_ms")[:limit]
    return [BotDue(*row) for row in rows]
