"""What a visitor may see of a game, for pages. All raise what `games.play.services.seeing` does."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django.http import HttpRequest

from games.play.clock import now_ms
from games.play.hub import current
from games.play.live import LiveGame
from games.play.services import seeing
from games.players.identify import Visitor, visitor_of

T = TypeVar("T")


async def game_seen(request: HttpRequest, slug: str) -> LiveGame:
    """The game as the visitor may see it now: late, if it is shown late.

    As it is in the database: a page often follows a change made in another process.
    """
    return await _asked(request, partial(_seen, slug))


async def game_whole(request: HttpRequest, slug: str) -> LiveGame:
    """The game, up to where it is, for pages that cannot tell of a part."""
    return await _asked(request, partial(_whole, slug))


async def check_whole(request: HttpRequest, slug: str) -> None:
    """Refuse whom `game_whole` would: for pages that read for themselves what they tell."""
    await _asked(request, partial(_check_whole, slug))


async def _asked(request: HttpRequest, ask: Callable[[Visitor], T]) -> T:
    return await current().read(ask, await visitor_of(request.session))


def _seen(slug: str, visitor: Visitor) -> LiveGame:
    return seeing.seen(slug, visitor, now=now_ms())


def _whole(slug: str, visitor: Visitor) -> LiveGame:
    return seeing.whole(slug, visitor, now=now_ms())


def _check_whole(slug: str, visitor: Visitor) -> None:
    seeing.check_whole(slug, visitor, now=now_ms())
