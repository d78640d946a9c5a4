"""The settings: what a browser keeps for itself, and the few things the server keeps."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.conf import settings as configured
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import mnk
from games.notices import subscriptions
from games.pages import boards, notices, vacation
from games.play.hub import current
from games.players.identify import browser_of, player_of
from games.players.models import OpenTo
from games.say import later, say

_LARGE: Final = mnk.Variant(7, 7, 5)
_SMALL: Final = mnk.Variant(3, 3, 3)
_LARGE_MOVES: Final = "d4e5e4f4d3d5"
_SMALL_MOVES: Final = "b2c3a1a3"
_OPEN_TO: Final = {
    OpenTo.EVERYBODY: later("Everyone"),
    OpenTo.ACCOUNTS: later("People with an account"),
    OpenTo.NOBODY: later("Only my friends"),
}
_LOOKS: Final[tuple[mnk.Look, ...]] = ("stones", "marks")


@never_cache
@require_safe
async def settings(request: HttpRequest) -> HttpResponse:
    """How boards, sounds and pages are for this browser; the visitor's name and language."""
    player = await player_of(request.session)
    context = {
        **_samples(),
        # Each by its own name for itself.
        "languages": configured.LANGUAGES,
        "privacy": _page("privacy"),
        "open_to": [(choice.value, say(words)) for choice, words in _OPEN_TO.items()],
        **await current().read(notices.card, player),
        **await current().read(vacation.card, player),
    }
    return render(request, "settings.html", context)


@require_POST
async def forget(request: HttpRequest) -> HttpResponse:
    """Let this browser be nobody again: its name, seats and followed players are no longer its."""
    browser = await browser_of(request.session)
    await current().read(subscriptions.forget_browsers, [browser])
    await request.session.aflush()
    answer = HttpResponseRedirect(reverse("home"))
    # Nor may whoever comes next see what was chosen here. Browsers do it on https and at home.
    answer["Clear-Site-Data"] = '"storage"'
    return answer


@cache
def _samples() -> Mapping[str, object]:
    """A large and a small board, each drawn both ways, for what is chosen to be seen on."""
    return {
        "sample": _drawn(_LARGE, _LARGE_MOVES, "stones", names=False),
        "small_sample": _drawn(_SMALL, _SMALL_MOVES, "marks", names=False),
        "samples": [
            (size, look, _drawn(variant, moves, look, names=True))
            for size, variant, moves in (
                ("small", _SMALL, _SMALL_MOVES),
                ("large", _LARGE, _LARGE_MOVES),
            )
            for look in _LOOKS
        ],
    }


def _drawn(variant: mnk.Variant, text: str, look: mnk.Look, *, names: bool) -> boards.BoardPicture:
    moves = mnk.moves_from_text(text, variant)
    position = mnk.GameState.replay(variant, moves).position
    return boards.draw(position, last=moves[-1], names=names, light=False, stones=look)


def _page(name: str) -> str:
    """The address of a page that a server may have; empty where it has none."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
