"""Live games, and TV: a channel for each family of boards."""

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk
from games.lobby.feed import LobbyFeed
from games.mnk import Family
from games.pages import boards
from games.pages.livecards import LiveCard, card, cards
from games.pages.views import game_context
from games.play import protocol, wire
from games.play.hub import current
from games.players.identify import player_of
from games.say import later, say

UNKNOWN = later("There are no boards of that name. Choose from these.")


@never_cache
@require_safe
async def live_games(request: HttpRequest) -> HttpResponse:
    """Every game that is listed as live; of one family, if one is asked for."""
    word = request.GET.get("family", "")
    family = _family(word)
    is_unknown = bool(word) and family is None
    lobby = await _lobby()
    games = [game for game in lobby.live if family in (None, game.family)]
    await player_of(request.session)
    context = {
        "family": family,
        "sentence": say(UNKNOWN) if is_unknown else "",
        "cards": cards(games),
        "board": _picture(),
        "families": [each for each in Family if any(game.family is each for game in lobby.live)],
        "data": _data(lobby, family),
    }
    return render(request, "watch.html", context, status=404 if is_unknown else 200)


@never_cache
@require_safe
async def channels(request: HttpRequest) -> HttpResponse:
    """TV: the best of all channels, and the others beside it."""
    lobby = await _lobby()
    games = {game.game: game for game in lobby.live}
    if not lobby.tv:
        return await _nothing(request, lobby, None, "")
    best = max(lobby.tv, key=lambda channel: _worth(games[channel.game]))
    return await _watched(request, lobby, best, reverse("tv"))


@never_cache
@require_safe
async def channel(request: HttpRequest, word: str) -> HttpResponse:
    """A family's channel: the page of the game that is on, which goes on to the next."""
    family = _family(word)
    lobby = await _lobby()
    if family is None:
        return await _nothing(request, lobby, None, say(UNKNOWN), status=404)
    on = next((each for each in lobby.tv if each.family is family), None)
    if on is None:
        nothing = say("No game right now. The next one starts by itself.")
        return await _nothing(request, lobby, family, nothing)
    return await _watched(request, lobby, on, reverse("tv_channel", args=[family.value]))


@dataclass(frozen=True, slots=True)
class ChannelCard:
    """A channel and what is on; `channels.html` draws it."""

    family: Family
    card: LiveCard


def _channels(lobby: protocol.Lobby) -> list[ChannelCard]:
    games = {game.game: game for game in lobby.live}
    return [ChannelCard(each.family, card(games[each.game])) for each in lobby.tv]


def _worth(game: protocol.LobbyGame) -> tuple[int, int]:
    """Two people come before one and a bot, and that before two bots; then the higher ratings."""
    people = [seat for seat in (game.seats.black, game.seats.white) if seat and not seat.level]
    return len(people), sum(seat.rating or 0 for seat in people)


async def _watched(
    request: HttpRequest, lobby: protocol.Lobby, on: protocol.Channel, path: str
) -> HttpResponse:
    """The page of the game on a channel, with the others beside it."""
    context = await game_context(request, on.game)
    assert isinstance(context["data"], dict)
    context["data"]["channels"] = True
    context |= {
        "family": on.family,
        "channels": _channels(lobby),
        "tv": {**_data(lobby, on.family), "game": on.game, "path": path},
    }
    return render(request, "tv_game.html", context)


async def _nothing(
    request: HttpRequest,
    lobby: protocol.Lobby,
    family: Family | None,
    sentence: str,
    status: int = 200,
) -> HttpResponse:
    """The page of a channel without a game: it goes on by itself once there is one."""
    path = reverse("tv") if family is None else reverse("tv_channel", args=[family.value])
    await player_of(request.session)
    context = {
        "family": family,
        "sentence": sentence,
        "channels": _channels(lobby),
        "board": _picture(),
        "tv": {**_data(lobby, family), "game": None, "path": path},
    }
    return render(request, "tv.html", context, status=status)


@cache
def _picture() -> boards.BoardPicture:
    variant = mnk.Variant(7, 7, 5)
    return boards.small(variant, mnk.moves_from_text("c4 e4", variant))


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


def _family(word: str) -> Family | None:
    return next((family for family in Family if family == word), None)
