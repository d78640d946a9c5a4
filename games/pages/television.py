"""The games being played, and TV: a channel for each family of boards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk
from games.lobby.feed import LobbyFeed
from games.mnk import Family
from games.pages.views import game_context
from games.play import protocol, wire
from games.play.hub import current
from games.players.identify import player_of
from games.say import later, say

UNKNOWN = later("There are no boards of that name. Choose from these.")


@never_cache
@require_safe
async def live_games(request: HttpRequest) -> HttpResponse:
    """Every game that is listed as being played; of one family, if one is asked for."""
    word = request.GET.get("family", "")
    family = _family(word)
    is_unknown = bool(word) and family is None
    lobby = await _lobby()
    context = {
        "family": family,
        "sentence": say(UNKNOWN) if is_unknown else "",
        "games": [(game, _title(game)) for game in lobby.live if family in (None, game.family)],
        "families": list(Family),
        "data": _data(lobby, family),
        **await _visitor(request),
    }
    return render(request, "watch.html", context, status=404 if is_unknown else 200)


@never_cache
@require_safe
async def channels(request: HttpRequest) -> HttpResponse:
    """All channels, and what is on."""
    about = say("Each channel shows the best live game, then moves on to the next.")
    return await _channels(request, await _lobby(), None, about)


@never_cache
@require_safe
async def channel(request: HttpRequest, word: str) -> HttpResponse:
    """A family's channel: the page of the game that is on, which goes on to the next."""
    family = _family(word)
    lobby = await _lobby()
    if family is None:
        return await _channels(request, lobby, None, say(UNKNOWN), status=404)
    slug = next((each.game for each in lobby.tv if each.family is family), None)
    if slug is None:
        nothing = say("No game right now. The next one starts by itself.")
        return await _channels(request, lobby, family, nothing)
    context = {
        **await game_context(request, slug),
        "family": family,
        "families": list(Family),
        "tv": {**_data(lobby, family), "game": slug},
    }
    return render(request, "tv_game.html", context)


async def _channels(
    request: HttpRequest,
    lobby: protocol.Lobby,
    family: Family | None,
    sentence: str,
    status: int = 200,
) -> HttpResponse:
    games = {game.game: game for game in lobby.live}
    on = {each.family: games[each.game] for each in lobby.tv}
    titles = {each: _title(game) for each, game in on.items()}
    context = {
        "family": family,
        "sentence": sentence,
        "channels": [(each, on.get(each), titles.get(each)) for each in Family],
        "tv": {**_data(lobby, family), "game": None},
        **await _visitor(request),
    }
    return render(request, "tv.html", context, status=status)


async def _lobby() -> protocol.Lobby:
    return await current().part(LobbyFeed).now()


def _data(lobby: protocol.Lobby, family: Family | None) -> dict[str, object]:
    """What the scripts of these pages begin with."""
    return {
        "lobby": wire.to_json(lobby),
        "socket": "/ws/lobby/",
        "family": family,
        "families": [{"key": each, "label": each.label} for each in Family],
    }


def _title(game: protocol.LobbyGame) -> str:
    """A game's variant in its reader's language: the lobby is told to everybody in English."""
    told = game.variant
    return mnk.Variant(told.width, told.height, told.k, told.line_rule).title


async def _visitor(request: HttpRequest) -> dict[str, object]:
    player = await player_of(request.session)
    return {"player_name": player.name if player else ""}


def _family(word: str) -> Family | None:
    return next((family for family in Family if family == word), None)
