"""An exhibition's page: bots play each other, and people watch."""

from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.lobby import exhibitions, following
from games.pages import boards
from games.pages.following import button
from games.play.hub import current
from games.play.services import queries
from games.players.identify import player_of

LIVE_BOARDS = 8
"""How many of the games that are being played are shown as boards."""


class _Shown(TypedDict):
    table: exhibitions.Table
    live: list[tuple[exhibitions.Pairing, boards.BoardPicture]]
    """The first games that are being played, and their boards."""


@never_cache
@require_safe
async def exhibition(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings and the games."""
    shown = await _shown(slug)
    player = await player_of(request.session)
    follows = await current().read(
        following.follows_exhibition, player.pk if player else None, slug
    )
    context = {
        **shown,
        "button": button("exhibition", slug, follows=follows, name=shown["table"].title),
    }
    return render(request, "exhibition.html", context)


@never_cache
@require_safe
async def exhibition_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of an exhibition's page that changes."""
    return render(request, "exhibition_table.html", {**await _shown(slug)})


async def _shown(slug: str) -> _Shown:
    """What `exhibition_table.html` needs. Raises `NoSuchExhibition`."""
    table = await current().read(exhibitions.table, slug)
    live = [game for game in table.games if game.state == "live"][:LIVE_BOARDS]
    ids = [game.id for game in live]
    squares = await current().read(queries.squares_played, ids) if ids else {}
    return {
        "table": table,
        "live": [(game, boards.small(table.variant, squares[game.id])) for game in live],
    }
