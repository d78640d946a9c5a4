"""Pictures of games and positions.

It does not matter who asks, and no cookie is read, except for games not everybody sees alike.

A browser keeps a picture by its tag, which is made of the game's version and of what was asked for.
When it asks again, it is told that nothing has changed, with no move read and nothing drawn.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from hashlib import blake2b
from typing import Literal

import PIL
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.views.decorators.http import require_safe

from games import mnk, pictures, shares
from games.http.answers import plainly
from games.pages import picture_query
from games.pages.picture_query import BadQuery, Query
from games.pages.pictured import GameProgress, progress, progress_for
from games.pages.previews import preview
from games.pages.studio import Studio
from games.pictures import artist
from games.play import history, live
from games.play.clock import now_ms
from games.play.hub import current
from games.players.identify import visitor_of
from games.refusals import Refused
from games.say import say

Still = Literal["svg", "png"]

TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "apng": "image/apng",
    "webp": "image/webp",
}
FOREVER = "public, max-age=31536000, immutable"
"""For a position: the address says everything about it."""
FOR_LONG = "public, max-age=604800, immutable"
"""For a game that is over. Its moves stay; how they are drawn may change with a release."""
FOR_NOW = "public, no-cache"
"""For a game that goes on: kept, but asked about each time."""
FOR_NOBODY_ELSE = "private, no-cache"
"""For a game that not everybody sees, or not at once."""
FOR_AN_HOUR = "public, max-age=3600"
"""For the card of a game that is over: players may change their names."""


class NotOver(Refused):
    """An animation was asked for while the game goes on."""

    code = "notOver"
    sentence = "The game isn’t over yet. You can have its animation then."


@require_safe
@plainly
async def board(request: HttpRequest, slug: str, kind: Still) -> HttpResponse:
    """A game's board at any ply, the last if there is no `ply`. Games that go on have one, too."""
    query = picture_query.read(request.GET, picture_query.BOARD)
    now = await _progress(request, slug)
    ply = _ply(query, now)
    keep = _keep(now, FOR_LONG)
    tag = _tag(kind, slug, now.version, ply, query)

    async def draw() -> bytes:
        state = (await _load(slug, now)).state
        return await _still(request, kind, tag, query, state.variant, state.moves[:ply])

    over = now if now.is_over and now.is_for_all else None
    return await _kept(request, kind, tag, keep, draw, over)


@require_safe
@plainly
async def position(request: HttpRequest, kind: Still) -> HttpResponse:
    """Any position's board: `p` is the text that `mnk.position_line` writes."""
    query = picture_query.read(request.GET, picture_query.POSITION)
    shown = query.position
    assert shown is not None  # `p` is among the parameters, and needed
    tag = _tag(kind, mnk.position_line(shown), query)

    async def draw() -> bytes:
        return await _still(request, kind, tag, query, shown)

    return await _kept(request, kind, tag, FOREVER, draw)


@require_safe
@plainly
async def animation(request: HttpRequest, slug: str, kind: pictures.Motion) -> HttpResponse:
    """A whole game, move by move; only once it is over."""
    query = picture_query.read(
        request.GET, picture_query.ANIMATION, max_size=pictures.MAX_ANIMATION_SIZE
    )
    now = await _progress(request, slug)
    if not now.is_over:
        raise NotOver
    tag = _tag(kind, slug, now.version, query)

    async def draw() -> bytes:
        state = (await _load(slug, now)).state
        work = artist.Moving(
            state.variant,
            state.moves,
            kind,
            query.view,
            query.size or picture_query.ANIMATION_SIZE,
            may_shrink=query.size is None,
            frame_ms=query.frame_ms,
        )
        try:
            return await _drawn(request, tag, work)
        except pictures.TooMuchToDraw as refusal:
            raise BadQuery(
                say(
                    "size must be at most {most} for the animation of a game this long, "
                    "not {given}.",
                    most=refusal.fitting,
                    given=query.size,
                )
            ) from None

    return await _kept(request, kind, tag, _keep(now, FOR_LONG), draw, now)


@require_safe
@plainly
async def card(request: HttpRequest, slug: str) -> HttpResponse:
    """The card that stands for a game where its link is shared."""
    query = picture_query.read(request.GET, picture_query.CARD)
    now = await _progress(request, slug)
    ply = _ply(query, now)
    game = await _load(slug, now)
    said = preview(game, ply)
    # Names can change without the game.
    tag = _tag("card", slug, now.version, ply, query, tuple(said.names), said.status)

    async def draw() -> bytes:
        state = game.state
        shared = artist.Shared(
            state.variant, state.moves[:ply], query.view, said.names, said.status
        )
        return await _drawn(request, tag, shared)

    return await _kept(request, "png", tag, _keep(now, FOR_AN_HOUR), draw)


async def _progress(request: HttpRequest, slug: str) -> GameProgress:
    now = await current().read(progress, slug)
    if now is not None:
        return now
    visitor = await visitor_of(request.session)
    return await current().read(progress_for, slug, visitor, now_ms())


def _ply(query: Query, now: GameProgress) -> int:
    if query.ply is None:
        return now.ply
    if query.ply > now.ply:
        raise BadQuery(
            say(picture_query.MOVES_PLAYED, name="ply", least=0, most=now.ply, given=query.ply)
        )
    return query.ply


def _keep(now: GameProgress, over: str) -> str:
    """How long a game's picture may be kept: `over`, if the game is over and everybody's."""
    if not now.is_for_all:
        return FOR_NOBODY_ELSE
    return over if now.is_over else FOR_NOW


async def _load(slug: str, now: GameProgress) -> live.LiveGame:
    """The game at the version that was looked at."""
    return (await current().read(history.load, slug, now.version)).game


async def _still(
    request: HttpRequest,
    kind: Still,
    tag: str,
    query: Query,
    board: mnk.Variant | mnk.Position,
    moves: Sequence[mnk.Square] = (),
) -> bytes:
    if kind == "svg":
        # Text is written in milliseconds: a page with many of them need not queue.
        drawing = partial(artist.drawing_of, board, moves, query.view, query.last)
        return await asyncio.to_thread(lambda: pictures.svg(drawing(), query.size).encode())
    size = query.size or picture_query.SIZE
    return await _drawn(request, tag, artist.Still(board, moves, query.view, size, query.last))


async def _drawn(request: HttpRequest, tag: str, work: artist.Work) -> bytes:
    """The file, kept from before or drawn in this network's turn."""
    return await current().part(Studio).draw(tag.strip('"'), shares.of_request(request), work)


def _tag(*parts: object) -> str:
    """What names a picture; another release of what draws it may draw it differently."""
    about = repr((pictures.DRAWN, PIL.__version__, *parts)).encode()
    return f'"{blake2b(about, digest_size=16).hexdigest()}"'


async def _kept(
    request: HttpRequest,
    kind: str,
    tag: str,
    keep: str,
    draw: Callable[[], Coroutine[None, None, bytes]],
    over: GameProgress | None = None,
) -> HttpResponse:
    """The picture, or word that the browser's own is still the same.

    A game that goes on gives no time of its last change: two moves may fall within one second.
    """
    changed_s = None if over is None else over.changed_ms // 1000
    known = get_conditional_response(request, etag=tag, last_modified=changed_s)
    answer = known or HttpResponse(await draw(), content_type=TYPES[kind])
    answer["ETag"] = tag
    answer["Cache-Control"] = keep
    if changed_s is not None:
        answer["Last-Modified"] = http_date(changed_s)
    return answer
