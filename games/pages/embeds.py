"""A game on other people's pages: the board in a frame of theirs, live, as everybody sees it.

Its viewer counts as a stranger: no cookie is read, so it shows what anyone may see, late where the
game is shown late, and nothing of a private game. Only these pages may be framed.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial, wraps
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk
from games.http.refusing import stamped
from games.pages import boards, previews
from games.pages.figures import whole
from games.play import errors, live, wire
from games.play.clock import now_ms
from games.play.hub import current
from games.play.services import seeing
from games.players.identify import STRANGER
from games.refusals import BadRequest, Forbidden, NotFound
from games.say import later, say

AS_SPECTATOR = "?as=spectator"
"""Added to a socket's address: a visitor who opens it only watches (games.sockets.socket)."""

USUAL = 400
SIZES = {later("Small"): 240, later("Medium"): USUAL, later("Large"): 640}
"""The widths of frames that are offered, in pixels."""
BARS = 92
"""What stands above and below the board, in pixels."""
HIGHEST = 800
"""For frames of boards that are higher than wide, in pixels."""

THEMES = ("light", "dark")

_View = Callable[..., Coroutine[None, None, HttpResponse]]


def are_allowed() -> bool:
    """Whether this server lets other sites frame its games."""
    return settings.INAROW_EMBED_ANCESTORS != ["'none'"]


def framable(view: _View) -> _View:
    """Let the sites of INAROW_EMBED_ANCESTORS frame what a view answers."""

    @wraps(view)
    async def answering(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = await view(request, *args, **kwargs)
        ancestors = {"frame-ancestors": settings.INAROW_EMBED_ANCESTORS}
        # What the decorators of django-csp and Django set; django-csp's do not know async views.
        response._csp_replace = ancestors  # type: ignore[attr-defined]  # django-csp's own mark
        response.xframe_options_exempt = True
        return response

    return answering


def seen_by_strangers(slug: str) -> live.LiveGame:
    """A game as anyone may see it now. Raises `errors.NoSuchGame` or `errors.PrivateGame`."""
    return seeing.seen(slug, STRANGER, now=now_ms())


@never_cache
@require_safe
@framable
async def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """A game in a frame; `?theme=light|dark`, `?ply=12` for where it begins."""
    try:
        theme = _theme(request.GET.get("theme", ""))
        return await _embedded(request, slug, theme)
    except (BadRequest, Forbidden, NotFound) as refusal:
        context = {"sentence": refusal.sentence, "home": request.build_absolute_uri("/")}
        return stamped(render(request, "embed_refused.html", context), refusal)


async def _embedded(request: HttpRequest, slug: str, theme: str) -> HttpResponse:
    try:
        game = await current().read(partial(seen_by_strangers, slug))
    except errors.PrivateGame:
        raise Forbidden(say("This game is private and can’t be shown here.")) from None
    variant, moves = game.state.variant, game.state.moves
    ply = _ply(request.GET.get("ply"), len(moves))
    snapshot = wire.snapshot(game, game.now_for(None, now_ms()))
    preview = previews.preview(game, ply)
    chosen = {"theme": theme} if theme else {}

    def step(to: int) -> str | None:
        can = 0 <= to <= len(moves)
        return "?" + urlencode({**chosen, "ply": to}) if can else None

    page = request.build_absolute_uri(reverse("game", args=[slug]))
    context = {
        "game": {"slug": slug, "variant": variant, "title": game.title},
        "theme": theme,
        "title": preview.title,
        "status": preview.status,
        "seats": [
            {"badge": boards.badge(side, variant), "name": preview.names[side]} for side in mnk.Side
        ],
        "board": boards.draw(
            mnk.GameState.replay(variant, moves[:ply]).position,
            last=moves[ply - 1] if ply else None,
        ),
        "back": step(ply - 1),
        "forward": step(ply + 1),
        # A viewer who is behind wants to stay there.
        "follows": not game.state.is_over and ply == len(moves),
        "page": page,
        "is_over": game.state.is_over,
        "data": {
            "socket": f"/ws/game/{slug}/{AS_SPECTATOR}",
            "snapshot": wire.to_json(snapshot),
            "ply": ply,
            "page": page,
        },
    }
    return render(request, "embed.html", context)


def _theme(text: str) -> str:
    if text and text not in THEMES:
        raise BadRequest(say("theme must be light or dark. Leave it out for either."))
    return text


def _ply(text: str | None, last: int) -> int:
    """The ply a frame begins with; the last one if there is no such ply yet."""
    if text is None:
        return last
    ply = whole(text)
    if ply is None:
        raise BadRequest(say("ply must be a whole number, like ?ply=12."))
    return min(ply, last)


# --- What others write into their pages ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame for a game, in pixels, and the element that makes it."""

    width: int
    height: int
    html: str


def frame(request: HttpRequest, game: live.LiveGame, *, width: int, highest: int) -> Frame:
    """A frame of this width, high enough for its board but no higher than allowed."""
    variant = game.state.variant
    names = previews.preview(game).names
    height = min(highest, BARS + round(width * variant.height / variant.width))
    html = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" frameborder="0" loading="lazy">'
        "</iframe>",
        request.build_absolute_uri(reverse("embed", args=[game.slug])),
        width,
        height,
        say(
            "{black} – {white}, {variant} on Inarow",
            black=names.black,
            white=names.white,
            variant=game.title,
        ),
    )
    return Frame(width, height, html)


def offered(request: HttpRequest, game: live.LiveGame) -> list[dict[str, str]]:
    """The frames a game's page offers to copy; none for a private game."""
    if not are_allowed() or game.watching.is_private:
        return []
    return [
        {"size": say(size), "html": frame(request, game, width=width, highest=HIGHEST).html}
        for size, width in SIZES.items()
    ]


def discovery(request: HttpRequest, game: live.LiveGame) -> str:
    """Where programs that unfold links ask about a game (oEmbed); empty if they may not."""
    if not are_allowed() or game.watching.is_private:
        return ""
    page = request.build_absolute_uri(reverse("game", args=[game.slug]))
    query = urlencode({"url": page, "format": "json"})
    return request.build_absolute_uri(f"{reverse('oembed')}?{query}")
