"""Quick pairing, as pages have it: the search, whom it has found, and who else waits."""

import random
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.http.access import game_seen
from games.http.answers import answers, asks_for_json, json_answer
from games.lobby import invitations, pairing, seeks
from games.lobby.pairing import Place, Seek
from games.pages.forms import PairForm
from games.pages.replies import tell, tell_why
from games.play import history, wire
from games.play.clock import now_ms
from games.play.hub import current
from games.play.terms import reach
from games.players.identify import Visitor, player_of, player_or_new_guest, visitor_of
from games.refusals import BadRequest, Refused


class NoSeek(Refused):
    code = "noSeek"
    sentence = "You aren’t looking for an opponent here. Press Find opponent on the home page."


class BadSeek(BadRequest):
    code = "badSeek"
    sentence = "Choose a board and a clock from the lists."


@require_POST
async def pair(request: HttpRequest) -> HttpResponse:
    """Go to a game with the next player who wants the same.

    A script is told whom its visitor plays, or what it needs to wait for somebody.
    """
    is_script = asks_for_json(request)
    try:
        place = await _paired(request)
    except Refused as refusal:
        if is_script:
            raise
        if isinstance(refusal, BadSeek):
            await tell(request, refusal.sentence)
        else:
            await tell_why(request, refusal)
        return HttpResponseRedirect(reverse("home"))
    if not is_script:
        return HttpResponseRedirect(reverse("game", args=[place.game]))
    seek = await search_part(await visitor_of(request.session), place.game)
    return json_answer({"seek": seek, "met": None if seek else await _met_part(place)})


async def _paired(request: HttpRequest) -> Place:
    form = PairForm(request.POST)
    if not form.is_valid():
        wrong = [str(sentence) for sentence in form.errors.get("opening", [])]
        raise BadSeek(" ".join(wrong) or None)
    player = await player_or_new_guest(request.session)
    return await pairing.pair(
        player=player,
        visitor=await visitor_of(request.session),
        seek=form.cleaned_data["seek"],
        side=invitations.side_chosen(invitations.RANDOM, random.SystemRandom()),
        at=now_ms(),
    )


@answers("POST")
async def look_again(request: HttpRequest, slug: str) -> HttpResponse:
    """As the host of a seek, look once more who waits for the same, and what others wait for.

    Answers with whom they play, if that is so by now. Otherwise with the players waiting now, those
    for a game most like this one first, and with how far from one's own an opponent's rating may
    be.
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
        return json_answer({"met": await _met_part(place)})
    seek = Seek(found.state.variant, found.state.control, found.terms.opening)
    ask = partial(pairing.others, visitor, seek, at, seeks.hosts_here(hub))
    return json_answer(
        {
            "met": None,
            "reach": reach(at - since),
            "others": [
                {
                    "game": waiting.game,
                    "host": waiting.host,
                    "kind": waiting.kind,
                    "rating": waiting.rating,
                    "provisional": waiting.provisional,
                    "board": f"{waiting.variant.width}×{waiting.variant.height}",
                    "control": None if waiting.control is None else waiting.control.title,
                }
                for waiting in await hub.read(ask)
            ],
        }
    )


async def search_part(visitor: Visitor, slug: str | None = None) -> dict[str, object] | None:
    """What a page needs to go on with its visitor's search: the latest, or the one in this game.

    None if they look for nobody.
    """
    return await current().read(read_search, visitor, now_ms(), slug)


def read_search(visitor: Visitor, at: int, slug: str | None = None) -> dict[str, object] | None:
    """The same at a moment, for a page that reads all it needs in one go."""
    if visitor.player_id is None:
        return None
    seat = seeks.seat_of(visitor.player_id, at, slug)
    if seat is None:
        return None
    waited_ms = max(0, at - seeks.created_ms(seat.game))
    control = seat.game.control
    return {
        "game": seat.game.slug,
        "socket": f"/ws/game/{seat.game.slug}/",
        "lookAgain": reverse("look_again", args=[seat.game.slug]),
        "variant": seat.game.title,
        "control": None if control is None else control.title,
        "waitedMs": waited_ms,
        "rating": seat.rating,
        "reach": reach(waited_ms),
    }


async def _met_part(place: Place) -> dict[str, object]:
    """Whom somebody plays from now on, and where."""
    game = (await current().read(history.load, place.game)).game
    opponent = game.seats[place.side.other]
    rating = opponent.rating
    return {
        "game": place.game,
        "opponent": "" if opponent.holder is None else opponent.holder.name,
        "kind": "" if opponent.holder is None else opponent.holder.kind,
        "rating": None if rating is None else rating.rating,
        "provisional": rating is not None and rating.provisional,
        "side": place.side.word,
        "variant": wire.to_json(wire.variant_part(game.state.variant)),
    }
