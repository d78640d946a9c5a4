"""Quick pairing, as pages have it: the seek, the wait, and who else waits."""

import random
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games import mnk
from games.http.access import game_seen
from games.http.answers import answers, json_answer
from games.lobby import invitations, pairing, seeks
from games.lobby.pairing import Seek
from games.pages.forms import PairForm
from games.pages.replies import tell, tell_why
from games.play.clock import now_ms
from games.play.hub import current
from games.play.live import LiveGame
from games.play.terms import reach
from games.players.identify import player_of, player_or_new_guest, visitor_of
from games.refusals import Refused
from games.say import say


class NoSeek(Refused):
    code = "noSeek"
    sentence = "You aren’t looking for an opponent here. Press Find opponent on the home page."


@require_POST
async def pair(request: HttpRequest) -> HttpResponse:
    """Go to a game with the next player who wants the same."""
    form = PairForm(request.POST)
    if not form.is_valid():
        await tell(request, say("Choose a board and a clock from the lists."))
        return HttpResponseRedirect(reverse("home"))
    player = await player_or_new_guest(request.session)
    try:
        place = await pairing.pair(
            player=player,
            visitor=await visitor_of(request.session),
            seek=form.cleaned_data["seek"],
            side=invitations.side_chosen(invitations.RANDOM, random.SystemRandom()),
            at=now_ms(),
        )
    except Refused as refusal:
        await tell_why(request, refusal)
        return HttpResponseRedirect(reverse("home"))
    return HttpResponseRedirect(reverse("game", args=[place.game]))


@answers("POST")
async def look_again(request: HttpRequest, slug: str) -> HttpResponse:
    """As the host of a seek, look once more who waits for the same, and what others wait for.

    Answers with the game to go to, if there is one by now. Otherwise with the players waiting now,
    those for a game most like this one first, and with how far from one's own an opponent's rating
    may be.
    """
    player = await player_of(request.session)
    visitor = await visitor_of(request.session)
    found = await game_seen(request, slug)
    at, hub = now_ms(), current()
    since = await hub.read(seeks.since_ms, slug)
    if player is None or since is None or found.side_of(visitor) is None:
        raise NoSeek
    place = await pairing.look_again(player=player, visitor=visitor, slug=slug, at=at)
    if place is not None:
        return json_answer({"game": reverse("game", args=[place.game])})
    seek = Seek(found.state.variant, found.state.control)
    ask = partial(pairing.others, visitor, seek, at, seeks.hosts_here(hub))
    return json_answer(
        {
            "game": None,
            "reach": reach(at - since),
            "others": [
                {
                    "game": waiting.game,
                    "host": waiting.host,
                    "kind": waiting.kind,
                    "rating": waiting.rating,
                    "provisional": waiting.provisional,
                    "variant": waiting.variant.title,
                    "control": None if waiting.control is None else waiting.control.title,
                }
                for waiting in await hub.read(ask)
            ],
        }
    )


async def seek_part(game: LiveGame, side: mnk.Side | None) -> dict[str, object] | None:
    """What the page of a seek's host needs: how long they have waited, and where to ask again."""
    if side is None or game.is_started:
        return None
    since = await current().read(seeks.since_ms, game.slug)
    if since is None:
        return None
    variant, control = game.state.variant, game.state.control
    rating = game.seats[side].rating
    waited_ms = max(0, now_ms() - since)
    presets = (key for key, preset in mnk.PRESETS.items() if preset.variant == variant)
    return {
        "waitedMs": waited_ms,
        "rating": None if rating is None else rating.rating,
        "reach": reach(waited_ms),
        "preset": next(presets, ""),
        "clock": "" if control is None else control.text,
        "lookAgain": reverse("look_again", args=[game.slug]),
    }
