"""Quick pairing, as pages have it: the wish, the wait, and who else waits."""

import random
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games import mnk
from games.pages.access import game_seen
from games.pages.forms import PairForm
from games.pages.replies import say
from games.play import errors
from games.play.clock import now_ms
from games.play.hub import current
from games.play.live import LiveGame
from games.play.services import invitations, pairing, seeks
from games.play.services.pairing import Wish
from games.players.identify import player_or_new_guest, visitor_of


@require_POST
async def pair(request: HttpRequest) -> HttpResponse:
    """Go to a game with the next who wishes the same."""
    form = PairForm(request.POST)
    if not form.is_valid():
        await say(request, "Choose a board and a clock of the lists.")
        return HttpResponseRedirect(reverse("home"))
    player = await player_or_new_guest(request.session)
    try:
        place = await pairing.pair(
            player=player,
            visitor=await visitor_of(request.session),
            wish=form.cleaned_data["wish"],
            side=invitations.side_chosen(invitations.RANDOM, random.SystemRandom()),
            at=now_ms(),
        )
    except errors.Refused as refusal:
        await say(request, refusal.sentence)
        return HttpResponseRedirect(reverse("home"))
    return HttpResponseRedirect(reverse("game", args=[place.game]))


@never_cache
@require_GET
async def others(request: HttpRequest, slug: str) -> HttpResponse:
    """Who waits at this moment besides the visitor: what is nearest to this game first."""
    found = await game_seen(request, slug)
    visitor = await visitor_of(request.session)
    wish = Wish(found.state.variant, found.state.control)
    hub = current()
    hosts = seeks.hosts_here(hub)
    ask = partial(pairing.others, visitor.player_id, wish, now_ms(), hosts)
    return JsonResponse(
        {
            "others": [
                {
                    "game": waiting.game,
                    "host": waiting.host,
                    "variant": waiting.variant.title,
                    "control": None if waiting.control is None else waiting.control.title,
                }
                for waiting in await hub.read(ask)
            ]
        }
    )


async def seek_part(game: LiveGame, side: mnk.Side | None) -> dict[str, object] | None:
    """What the page of a seek's host needs: how long they have waited, and to ask again."""
    if side is None or game.is_started:
        return None
    since = await current().read(seeks.since_ms, game.slug)
    if since is None:
        return None
    variant, control = game.state.variant, game.state.control
    presets = (key for key, preset in mnk.PRESETS.items() if preset.variant == variant)
    return {
        "waitedMs": max(0, now_ms() - since),
        "preset": next(presets, ""),
        "clock": "" if control is None else control.text,
        "others": reverse("others", args=[game.slug]),
    }
