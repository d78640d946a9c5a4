"""Reviews of games that are over, and assessments of any position, for programs and pages."""

from django.http import HttpRequest, HttpResponse

from games import shares
from games.api.positions import position_in
from games.http.access import check_whole
from games.http.answers import answers, json_answer
from games.play.clock import now_ms
from games.play.hub import current
from games.review.errors import NotAssessed
from games.reviews import reviews
from games.reviews.evaluations import Evaluations


@answers("GET", "POST")
async def of_game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's review as far as it has come; with POST it is asked for."""
    await check_whole(request, slug)
    hub = current()
    if request.method == "POST":
        await hub.read(_ask_for, slug, shares.of_request(request))
        hub.part(Evaluations).on_review_asked()
        return json_answer(await hub.read(reviews.of_game, slug), 202)
    return json_answer(await hub.read(reviews.of_game, slug))


@answers("GET")
async def accuracy(request: HttpRequest, slug: str) -> HttpResponse:
    """How each side of a game did, once its review is done."""
    await check_whole(request, slug)
    return json_answer(await current().read(reviews.accuracy_of, slug))


@answers("GET")
async def at_ply(request: HttpRequest, slug: str, ply: int) -> HttpResponse:
    """What was found about one position of a game."""
    await check_whole(request, slug)
    found = await current().read(reviews.at_ply, slug, ply)
    if found is None:
        raise NotAssessed
    return json_answer(found)


@answers("POST")
async def assess(request: HttpRequest) -> HttpResponse:
    """What is found about any position, set up or played."""
    position = position_in(request)
    return json_answer(
        await current().part(Evaluations).assess(position, of=shares.of_request(request))
    )


@answers("POST")
async def benefits(request: HttpRequest) -> HttpResponse:
    """What the squares of any position bring, by the heuristic of the aggressive bot."""
    position = position_in(request)
    return json_answer(
        await current().part(Evaluations).benefits(position, of=shares.of_request(request))
    )


def _ask_for(slug: str, share: str) -> None:
    reviews.ask_for(slug, of=share, at=now_ms())
