"""What goes with the chat besides its lines: names, muted people, reports.

Scripts ask with `Accept: application/json` and the CSRF token and get JSON; forms get a page.
"""

import functools
from collections.abc import Callable
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.chat import talk
from games.http.answers import answers, asks_for_json, body_of
from games.pages.replies import back
from games.play.clock import now_ms
from games.play.hub import current
from games.players import blocks, mutes
from games.players.identify import player_of, player_or_new_guest, visitor_of
from games.players.models import Player
from games.players.names import call, requested_name

MAX_BODY = 4096
"""Bytes of a name as JSON, with room for one that is too long."""


class _Name(msgspec.Struct):
    name: str


async def chat_data(player: Player | None) -> dict[str, Any]:
    """What a game's page knows about its visitor for the chat."""
    muted = [] if player is None else await current().read(_unheard_by, player.pk)
    return {
        "me": None if player is None else player.slug,
        "muted": [each.slug for each in muted],
        "name": reverse("chat_name"),
        "mutedPage": reverse("muted"),
    }


def _unheard_by(player_id: int) -> list[Player]:
    return [*mutes.muted_by(player_id), *blocks.blocked_by(player_id)]


@answers("POST")
async def choose_name(request: HttpRequest) -> HttpResponse:
    """Become somebody, or change one's name, with `{"name"}`; answers `{"player", "name"}`."""
    player = await rename_visitor(request, body_of(request, _Name, MAX_BODY).name)
    return JsonResponse({"player": player.slug, "name": player.name})


async def rename_visitor(request: HttpRequest, text: str) -> Player:
    """Change what the visitor is called; nobody becomes a guest by a bad name: raises `BadName`."""
    name = await requested_name(text, of=await player_of(request.session))
    player = await player_or_new_guest(request.session)
    await call(player, name)
    return player


@answers("POST")
async def report(request: HttpRequest, line: int) -> HttpResponse:
    """Tell the moderators about a line: 204."""
    visitor = await visitor_of(request.session)
    player = await player_or_new_guest(request.session)
    ask = functools.partial(talk.report, line, visitor, by_id=player.pk, at=now_ms())
    await sync_to_async(ask)()
    return HttpResponse(status=204)


@require_POST
async def mute(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop hearing somebody, in any game."""
    return await _change_mutes(request, slug, mutes.mute)


@require_POST
async def unmute(request: HttpRequest, slug: str) -> HttpResponse:
    """Hear somebody again."""
    return await _change_mutes(request, slug, mutes.unmute)


_Change = Callable[[int, str], None]


async def _change_mutes(request: HttpRequest, slug: str, change: _Change) -> HttpResponse:
    player = await player_or_new_guest(request.session)
    try:
        await sync_to_async(change)(player.pk, slug)
    except mutes.CannotMute as refusal:
        if asks_for_json(request):
            raise
        messages.error(request, refusal.sentence)
    if asks_for_json(request):
        return HttpResponse(status=204)
    return back(request, reverse("muted"))


@never_cache
@require_safe
async def muted(request: HttpRequest) -> HttpResponse:
    """The people the visitor does not hear."""
    player = await player_of(request.session)
    people = await current().read(mutes.muted_by, None if player is None else player.pk)
    context = {"people": people}
    return render(request, "muted.html", context)
