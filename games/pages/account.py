"""An account's own page: how one signs in, where one is signed in, one's data, leaving for good.

Signing in and the pages of each way to do it are django-allauth's, in our templates.
"""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import archive, leaving
from games.moderation import actions
from games.play.hub import current
from games.players.identify import player_of
from games.players.models import Player
from games.refusals import NotFound
from games.say import say


@never_cache
@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The account of whoever is signed in."""
    user = _user(request)
    ways = Authenticator.objects.filter(user=user)
    context = {
        "player": Player.objects.filter(user=user).first(),
        "addresses": EmailAddress.objects.filter(user=user).order_by("-primary"),
        "passkeys": ways.filter(type=Authenticator.Type.WEBAUTHN).count(),
        "has_codes": ways.filter(type=Authenticator.Type.TOTP).exists(),
        "has_recovery": ways.filter(type=Authenticator.Type.RECOVERY_CODES).exists(),
        "sessions": UserSession.objects.filter(user=user).count(),
        "other_sites": bool(settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]),
        "may_moderate": actions.is_moderator(user),
        "username": user.get_username(),
    }
    return render(request, "account/account.html", context)


@never_cache
@require_safe
async def data(request: HttpRequest) -> HttpResponse:
    """Everything that is kept about the visitor, guest or account, as a file."""
    player = await player_of(request.session)
    if player is None:
        raise NotFound(say("Nothing is kept about you: you haven’t played here yet."))
    user: User | None = await User.objects.filter(player=player).afirst()
    kept = await current().read(archive.of, player, user)
    return JsonResponse(
        kept,
        json_dumps_params={"indent": 1, "ensure_ascii": False},
        headers={"Content-Disposition": 'attachment; filename="inarow-my-data.json"'},
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(allow_get=True)
def leave(request: HttpRequest) -> HttpResponse:
    """Delete the account, once its name has been typed."""
    user = _user(request)
    is_sure = request.POST.get("name", "").strip().casefold() == user.get_username().casefold()
    if request.method == "POST" and is_sure:
        logout(request)
        async_to_sync(_leave)(user)
        messages.success(request, say("Your account is deleted. Thanks for playing."))
        return HttpResponseRedirect(reverse("home"))
    context: dict[str, Any] = {
        "is_wrong": request.method == "POST",
        "username": user.get_username(),
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "account/leave.html", context, status=status)


async def _leave(user: User) -> None:
    await leaving.leave(current(), user)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User), "they have signed in"
    return request.user
