"""oEmbed (https://oembed.com): a link to a game becomes the game, on sites that ask about it.

They ask with the link they were given, and are told about the frame that shows it. As the
specification has it: 404 for what is not here, 401 for what is private, 501 for a format that is
not spoken; besides, 400 for a malformed question. Each comes with a sentence.
"""

from functools import partial
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_safe

from games.http.answers import plainly
from games.pages import embeds, previews
from games.pages.figures import whole
from games.play import errors
from games.play.hub import current
from games.play.live import LiveGame
from games.refusals import BadRequest, Forbidden, NotFound
from games.say import say

PAGES = ("game", "review", "embed")
"""The pages that have frames, by the names of their addresses."""
KEEP_S = 60
"""The answer may be kept this long: the frame is live whatever it says."""

_CARD = (1200, 630)
_MOST = 10_000


class _NotSpoken(BadRequest):
    status = 501
    sentence = "This server answers in JSON only. Ask with format=json."


class _Private(Forbidden):
    status = 401
    sentence = "This game is private and can’t be shown elsewhere."


@require_safe
@plainly
async def oembed(request: HttpRequest) -> HttpResponse:
    """What a link to a game is, for sites that want to show it: `url`, `maxwidth`, `maxheight`."""
    if request.GET.get("format", "json") != "json":
        raise _NotSpoken
    most_wide = _pixels(request, "maxwidth")
    most_high = _pixels(request, "maxheight")
    slug = _game_of(request)
    game = await _seen(slug)
    frame = embeds.frame(
        request,
        game,
        width=min(embeds.USUAL, most_wide),
        highest=min(embeds.HIGHEST, most_high),
    )
    told = {
        "version": "1.0",
        "type": "rich",
        "title": previews.preview(game).title,
        "provider_name": "Inarow",
        "provider_url": request.build_absolute_uri("/"),
        "html": frame.html,
        "width": frame.width,
        "height": frame.height,
        "cache_age": KEEP_S,
    }
    # A thumbnail must not be larger than what may be shown; this one has one size.
    if _CARD[0] <= most_wide and _CARD[1] <= most_high:
        card = f"{reverse('game_card', args=[slug])}?ply={game.state.ply}"
        told |= {
            "thumbnail_url": request.build_absolute_uri(card),
            "thumbnail_width": _CARD[0],
            "thumbnail_height": _CARD[1],
        }
    return JsonResponse(told, headers={"Cache-Control": f"public, max-age={KEEP_S}"})


def _pixels(request: HttpRequest, name: str) -> int:
    """The most pixels asked for; no limit if not given."""
    text = request.GET.get(name)
    if text is None:
        return _MOST
    most = whole(text)
    if not most:
        raise BadRequest(say("{name} must be a whole number of pixels, at least 1.", name=name))
    return min(most, _MOST)


def _game_of(request: HttpRequest) -> str:
    """The game that `url` is a link to."""
    url = request.GET.get("url", "")
    if not url:
        raise BadRequest(say("Say which game: url= and the address of its page."))
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadRequest(say("url isn’t an address. Write that of a game’s page.")) from None
    hosts = (request.get_host(), urlsplit(settings.INAROW_URL).netloc)
    if not embeds.are_allowed() or parts.scheme not in ("http", "https"):
        raise NotFound(say("There’s nothing to show at that address."))
    if parts.netloc.lower() not in hosts:
        raise NotFound(say("That address isn’t on this server."))
    try:
        match = resolve(parts.path)
    except Resolver404:
        match = None
    if match is None or match.url_name not in PAGES:
        raise NotFound(say("That isn’t the address of a game’s page."))
    return str(match.kwargs["slug"])


async def _seen(slug: str) -> LiveGame:
    try:
        return await current().read(partial(embeds.seen_by_strangers, slug))
    except errors.PrivateGame:
        raise _Private from None
