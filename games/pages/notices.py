"""Notices: what people choose to be told, where they are told, and the way out of letters.

What a page's script sends goes with the session and its CSRF token (`X-CSRFToken`).
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, partial

import msgspec
from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.http.answers import answers, asks_for_json, body_of
from games.notices import choices, letters, subscriptions, vapid
from games.notices.models import Channel, Kind, NoticeChoices, PushSubscription
from games.notices.push import Keys
from games.notices.quiet import QuietHours
from games.pages.replies import tell, tell_why
from games.pages.timing import day
from games.play.clock import now_ms
from games.play.hub import current
from games.players.identify import name_browser, player_of
from games.players.models import Player
from games.refusals import Forbidden, NotFound
from games.say import later, say

MAX_BODY = 4_096
"""Bytes."""
DEFAULT_QUIET = ("22:00", "07:00")

_WORDS: Mapping[Kind, tuple[str, str]] = {
    Kind.TURN: (later("Your turn"), later("When your opponent has moved and you’re not there")),
    Kind.DEADLINE: (later("Deadline near"), later("Once, before your time runs out")),
    Kind.OVER: (later("Game over"), later("When a game ends while you’re away")),
    Kind.CHALLENGE: (later("Challenges"), later("When somebody challenges you")),
}
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


class NobodyToTell(Forbidden):
    """Somebody who has not played here yet."""

    code = "nobodyToTell"
    sentence = "Play a game first. Then you can choose what you’re told."


class Subscribing(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `POST /notices/subscribe`: what a browser's `PushSubscription` says of itself."""

    endpoint: str
    p256dh: str
    auth: str


class Unsubscribing(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `POST /notices/unsubscribe`."""

    endpoint: str


# --- The card on the settings page ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KindRow:
    """A row of switches."""

    key: str
    title: str
    about: str
    push: bool
    email: bool


@dataclass(frozen=True, slots=True)
class BrowserRow:
    """A browser that somebody is told in."""

    number: int
    digest: str
    """By it a browser knows that it is this one."""
    label: str
    since: str
    failed: str
    """The day on which a notice could not be sent there, if none could be since."""


def card(player: Player | None) -> dict[str, object]:
    """What the settings page needs to draw the card. Reads the database."""
    if player is None:
        return {"notices": None}
    own = choices.of(player.pk)
    quiet = choices.quiet_hours(own)
    has_address = settings.INAROW_SENDS_LETTERS and _has_confirmed_address(player)
    return {
        "notices": {
            "kinds": [_row(kind, own) for kind in Kind],
            "browsers": [_browser(each) for each in subscriptions.of(player.pk)],
            "letters": settings.INAROW_SENDS_LETTERS,
            "has_address": has_address,
            "is_quiet": quiet is not None,
            "quiet_from": _time(quiet.begins) if quiet else DEFAULT_QUIET[0],
            "quiet_until": _time(quiet.ends) if quiet else DEFAULT_QUIET[1],
            "zone": own.zone,
            "has_zone": not own._state.adding,
            "zones": choices.zones(),
            "key": vapid.public_key(),
        }
    }


def _row(kind: Kind, own: NoticeChoices) -> KindRow:
    title, about = _WORDS[kind]
    return KindRow(
        kind.value,
        say(title),
        say(about),
        own.wants(kind, Channel.PUSH),
        own.wants(kind, Channel.EMAIL),
    )


def _browser(row: PushSubscription) -> BrowserRow:
    label = row.label if row.label != subscriptions.UNKNOWN else say(subscriptions.UNKNOWN)
    failed = "" if row.failed_ms is None else day(row.failed_ms)
    return BrowserRow(row.pk, row.digest, label, day(row.since_ms), failed)


def _has_confirmed_address(player: Player) -> bool:
    from allauth.account.models import EmailAddress  # its app must be ready

    confirmed = EmailAddress.objects.filter(user__player=player, verified=True)
    return bool(confirmed.exists())


@require_POST
async def choose(request: HttpRequest) -> HttpResponse:
    """Keep what the visitor chose. A script is answered with 204, a form with the page."""
    player = await _somebody(request)
    is_script = asks_for_json(request)
    try:
        wanted, quiet = _wanted(request), _quiet(request)
        save = partial(
            choices.save,
            zone=request.POST.get("zone", "UTC"),
            language=get_language() or settings.LANGUAGE_CODE,
            at=now_ms(),
        )
        await current().read(save, player.pk, wanted, quiet)
    except choices.BadChoice as refusal:
        if is_script:
            raise
        await tell_why(request, refusal)
    else:
        if not is_script:
            await tell(request, say("Your notices are saved."), messages.SUCCESS)
    return HttpResponse(status=204) if is_script else _to_card()


def _wanted(request: HttpRequest) -> dict[Channel, Collection[Kind]]:
    """What is switched on, for the channels whose switches were on the form."""
    shown = request.POST.getlist("channel")
    return {
        channel: [kind for kind in Kind if f"{channel.value}_{kind.value}" in request.POST]
        for channel in Channel
        if channel.value in shown
    }


def _quiet(request: HttpRequest) -> QuietHours | None:
    if "quiet" not in request.POST:
        return None
    times = [_TIME.fullmatch(request.POST.get(name, "")) for name in ("quiet_from", "quiet_until")]
    begins, ends = (None if each is None else int(each[1]) * 60 + int(each[2]) for each in times)
    if begins is None or ends is None:
        raise choices.BadQuietHours
    return QuietHours(begins, ends, request.POST.get("zone", "UTC"))


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


# --- Browsers ------------------------------------------------------------------------------------


@answers("POST")
async def subscribe(request: HttpRequest) -> HttpResponse:
    """Tell the visitor in this browser from now on."""
    body = body_of(request, Subscribing, MAX_BODY)
    player = await _somebody(request)
    await subscriptions.check(body.endpoint)
    subscribing = partial(
        subscriptions.subscribe,
        browser=await name_browser(request.session),
        agent=request.headers.get("User-Agent", ""),
        at=now_ms(),
    )
    keys = Keys(body.p256dh, body.auth)
    await current().read(subscribing, player.pk, body.endpoint, keys)
    language = get_language() or settings.LANGUAGE_CODE
    await current().read(choices.speak, player.pk, language)
    return HttpResponse(status=204)


@answers("POST")
async def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Tell the visitor nothing more in this browser."""
    body = body_of(request, Unsubscribing, MAX_BODY)
    player = await _somebody(request)
    await current().read(subscriptions.unsubscribe, player.pk, body.endpoint)
    return HttpResponse(status=204)


@require_POST
async def remove_browser(request: HttpRequest, number: int) -> HttpResponse:
    """Tell the visitor nothing more in one of their browsers."""
    player = await _somebody(request)
    await current().read(subscriptions.remove, player.pk, number)
    return _to_card()


async def _somebody(request: HttpRequest) -> Player:
    player = await player_of(request.session)
    if player is None:
        raise NobodyToTell
    return player


def _to_card() -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('settings')}#notices")


# --- Letters -------------------------------------------------------------------------------------


@csrf_exempt  # a mail program has no session; the link says whose letters end, and is signed
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
async def stop_letters(request: HttpRequest, token: str) -> HttpResponse:
    """The link in a letter: asks first (programs open links, too), then sends no more letters."""
    player_id = letters.player_of(token)
    if player_id is None:
        raise NotFound(say("This link doesn’t work. Check that you copied all of it."))
    is_done = False
    if request.method == "POST":
        is_done = await current().read(choices.stop_letters, player_id)
        if not is_done:
            raise NotFound(say("This link is for somebody who has left. They get no letters."))
    await player_of(request.session)
    context = {"is_done": is_done}
    return render(request, "stop_letters.html", context)


# --- What a browser needs ------------------------------------------------------------------------


@require_safe
async def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notices while no page is open; at the root, so for all pages."""
    answer = HttpResponse(_worker_script(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@cache
def _worker_script() -> bytes:
    for place in (_collected, finders.find):
        found = place("sw.js")
        if isinstance(found, str):
            with open(found, "rb") as file:
                return file.read()
    raise NotFound


def _collected(name: str) -> str | None:
    return staticfiles_storage.path(name) if staticfiles_storage.exists(name) else None


@require_safe
async def manifest(request: HttpRequest) -> HttpResponse:
    """What the site is called and looks like on a home screen."""
    parts = {
        "name": "Inarow",
        "short_name": "Inarow",
        "description": say("Tic-tac-toe, gomoku and everything in between."),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": "#f3efe6",
        "theme_color": "#f3efe6",
        "icons": [
            {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ],
    }
    answer = JsonResponse(parts, content_type="application/manifest+json")
    answer["Cache-Control"] = "public, max-age=3600"
    return answer
