"""Whom a player does not want to hear: in every game, until they change their mind."""

from games.players.models import Mute, Player
from games.prepared import Prepared
from games.refusals import BadRequest, NotFound
from games.say import say

MAX_MUTES = 500
"""People one player may mute."""


class CannotMute(BadRequest):
    """Somebody who cannot be muted."""

    code = "cannotMute"


class NobodyThere(NotFound):
    """No player has this name in links."""

    code = "noSuchPlayer"
    sentence = "We can’t find this player. Check the link."


def muted_by(player_id: int | None) -> list[Player]:
    """The people a player has muted, the latest first."""
    if player_id is None:
        return []
    return [mute.whom for mute in _MUTES(player_id)]


_MUTES = Prepared(
    lambda player: Mute.objects.filter(by=player).select_related("whom").order_by("-pk")
)


def mute(player_id: int, slug: str) -> None:
    """Mute the player of this name in links. Raises `NobodyThere` or `CannotMute`."""
    whom = Player.objects.filter(slug=slug).first()
    if whom is None:
        raise NobodyThere
    if whom.pk == player_id:
        raise CannotMute(say("You can’t mute yourself."))
    if Mute.objects.filter(by=player_id).count() >= MAX_MUTES:
        raise CannotMute(say("You’ve muted {most} people, the most you can.", most=MAX_MUTES))
    Mute.objects.get_or_create(by_id=player_id, whom=whom)


def unmute(player_id: int | None, slug: str) -> None:
    """Hear somebody again. Nothing happens if they were not muted."""
    Mute.objects.filter(by=player_id, whom__slug=slug).delete()
