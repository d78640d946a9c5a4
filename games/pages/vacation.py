"""Going on vacation and coming back: a card on the settings page. Plain forms, without scripts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games import mnk
from games.pages.figures import whole
from games.pages.replies import tell, tell_why
from games.pages.timing import day
from games.play.clock import now_ms
from games.play.hub import current
from games.play.live import LiveGame
from games.players.identify import player_of
from games.players.models import Player
from games.refusals import Forbidden, Refused
from games.say import say
from games.vacations import vacations

CHOICES = (3, 7, 14, 30)
"""Days that are offered."""


class NobodyToGo(Forbidden):
    """Somebody who has not played here yet."""

    code = "nobodyToGo"
    sentence = "Play a game first. Then you can go on vacation."


def card(player: Player | None) -> dict[str, object]:
    """What the settings page needs to draw the card. Reads the database."""
    if player is None:
        return {"vacation": None}
    at = now_ms()
    until = vacations.until(player.pk, at)
    left = vacations.days_left(player.pk, at)
    return {
        "vacation": {
            "until": "" if until is None else day(until),
            "left": left,
            "days": [days for days in CHOICES if days <= left] or ([left] if left else []),
        }
    }


def sentences(game: LiveGame) -> list[str]:
    """Which of a game's players are on vacation, and until when. Reads the database."""
    if not game.is_correspondence or game.state.control is None:
        return []
    holders = (game.seats[side].holder for side in mnk.Side)
    at = now_ms()
    away = {
        holder.name: vacations.until(holder.player_id, at)
        for holder in holders
        if holder is not None
    }
    return [
        say("{player} is on vacation until {day}.", player=name, day=day(until))
        for name, until in away.items()
        if until is not None
    ]


@require_POST
async def take(request: HttpRequest) -> HttpResponse:
    """The visitor goes on vacation for some days."""
    player = await _somebody(request)
    days = whole(request.POST.get("days", "")) or 0
    try:
        await current().read(vacations.go, player.pk, days, now_ms())
    except Refused as refusal:
        await tell_why(request, refusal)
    else:
        await tell(request, say("Your clocks stand still. Enjoy your vacation!"), messages.SUCCESS)
    return HttpResponseRedirect(f"{reverse('settings')}#vacation")


@require_POST
async def end(request: HttpRequest) -> HttpResponse:
    """The visitor is back."""
    player = await _somebody(request)
    await current().read(vacations.come_back, player.pk, now_ms())
    await tell(request, say("Welcome back. Your games go on."), messages.SUCCESS)
    return HttpResponseRedirect(f"{reverse('settings')}#vacation")


async def _somebody(request: HttpRequest) -> Player:
    player = await player_of(request.session)
    if player is None:
        raise NobodyToGo
    return player
