"""Whom a player wants nothing to do with. Whoever is blocked is not told.

What ends with it (being friends, a challenge) is seen to by `games.friends`.
"""

from django.db.models import Q

from games.players.models import Block, Follow, Player
from games.prepared import Prepared
from games.refusals import BadRequest
from games.say import say

MAX_BLOCKS = 500
"""People one player may block."""


class CannotBlock(BadRequest):
    """Somebody who cannot be blocked."""

    code = "cannotBlock"


def blocked_by(player_id: int | None) -> list[Player]:
    """The people a player has blocked, the latest first."""
    if player_id is None:
        return []
    return [block.whom for block in _BLOCKS(player_id)]


def blocks(player_id: int, whom_id: int) -> bool:
    """Whether a player has blocked somebody."""
    return bool(_BLOCK(player_id, whom_id))


_BLOCKS = Prepared(
    lambda player: Block.objects.filter(by=player).select_related("whom").order_by("-pk")
)
_BLOCK = Prepared(lambda player, whom: Block.objects.filter(by=player, whom=whom).values_list("pk"))


def block(player_id: int, whom: Player) -> None:
    """Block somebody: neither follows the other any more. Raises `CannotBlock`."""
    if whom.pk == player_id:
        raise CannotBlock(say("You can’t block yourself."))
    if Block.objects.filter(by=player_id).count() >= MAX_BLOCKS:
        raise CannotBlock(say("You’ve blocked {most} people, the most you can.", most=MAX_BLOCKS))
    Block.objects.get_or_create(by_id=player_id, whom=whom)
    either = Q(follower=player_id, followed=whom) | Q(follower=whom, followed=player_id)
    Follow.objects.filter(either).delete()


def unblock(player_id: int | None, whom_id: int) -> None:
    """Let somebody ask again. Nothing happens if they were not blocked."""
    Block.objects.filter(by=player_id, whom=whom_id).delete()
