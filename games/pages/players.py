"""A player's page: who they are, what they play now, and how their games ended."""

from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import library, mnk
from games.library import profiles
from games.library.query import read_query
from games.lobby import following
from games.pages import boards
from games.pages.following import button
from games.pages.library import row
from games.play.clock import now_ms
from games.play.hub import current
from games.play.models import Game
from games.players import bots, ratings
from games.players.identify import STRANGER, player_of
from games.players.models import Kind, Player

LIVE = 10
"""How many of their live games are named."""


@never_cache
@require_safe
async def player(request: HttpRequest, slug: str) -> HttpResponse:
    """A player as everybody may know them: private and unlisted games are shown to nobody."""
    hub = current()
    shown = await hub.read(following.player_called, slug)
    cursor = request.GET.get("cursor", "")
    query = replace(read_query({"cursor": cursor}), who=shown.pk)
    visitor = await player_of(request.session)
    visitor_id = visitor.pk if visitor else None
    page = await hub.read(library.search, query, STRANGER)
    at_board = hub.presence.at_board()
    live = await hub.read(
        partial(following.games_now, shown, now=now_ms(), at_board=at_board, most=LIVE)
    )
    follows = await hub.read(following.slugs_followed, visitor_id, [slug])
    is_me = visitor_id == shown.pk
    context = {
        "shown": shown,
        "since": shown.created_at,
        "bot": _bot(shown),
        "is_me": is_me,
        "button": None if is_me else button("player", slug, follows=bool(follows), name=shown.name),
        "live": [_live(game) for game in live],
        "ratings": await hub.read(ratings.every_rating, shown.pk, now_ms()),
        "scores": await hub.read(profiles.scores, shown),
        "rows": list(map(row, page.games)),
        "first": reverse("player", args=[slug]) if cursor else "",
        "following_page": "" if page.next is None else str(page.next),
        "player_name": visitor.name if visitor else "",
    }
    return render(request, "player.html", context)


def _bot(shown: Player) -> bots.Bot | None:
    """Which bot it is, if this server still has it."""
    if shown.kind != Kind.BOT:
        return None
    return next((bot for bot in bots.every_bot() if bot.key == shown.level), None)


def _live(game: Game) -> dict[str, object]:
    players = game.players
    return {
        "slug": game.slug,
        "title": game.variant.title,
        "control": game.control.title if game.control else "",
        "players": [(boards.badge(side, game.variant), players[side]) for side in mnk.Side],
        # Nobody is told how far a game that is shown late has come.
        "ply": None if game.watching.delay else game.ply,
    }
