"""What a visitor may see of a game, for pages and for programs; raises as `seeing` does."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django.http import HttpRequest

from games.http.answers import is_api
from games.play.clock import now_ms
from games.play.hub import current
from games.play.live import LiveGame
from games.play.services import seeing
from games.players import identify
from games.players.identify import Visitor

T = TypeVar("T")


async def visitor_of(request: HttpRequest) -> Visitor:
    """Who asks: for a page, the session's visitor; for a program, whoever holds the key it shows.

    Under /api/ no cookie is looked at, so that no page of another site can act for a visitor.
    """
    if not is_api(request):
        return await identify.visitor_of(request.session)
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    has_key = scheme.lower() == "bearer" and key.strip()
    return Visitor(keys=frozenset([key.strip()])) if has_key else Visitor()


async def game_seen(request: HttpRequest, slug: str) -> LiveGame:
    """The game as the visitor may see it now: late, if it is shown late.

    As it is in the database: a page often follows a change made in another process.
    """
    return await asked(seeing.seen, request, slug)


async def game_whole(request: HttpRequest, slug: str) -> LiveGame:
    """The game up to where it is now, for pages that cannot show a part."""
    return await asked(seeing.whole, request, slug)


async def check_whole(request: HttpRequest, slug: str) -> None:
    """Refuse what `game_whole` would: for views that read for themselves what they show."""
    await asked(seeing.check_whole, request, slug)


async def asked(ask: Callable[..., T], request: HttpRequest, slug: str) -> T:
    """What `ask`, a function of `seeing`, answers the visitor now."""
    return await current().read(partial(ask, slug, await visitor_of(request), now=now_ms()))
