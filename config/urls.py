"""Every address of the server, for pages, programs and sockets."""

import inspect
from collections.abc import Callable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, re_path
from django.views import defaults

from games.ops import health
from games.sockets.game import GameSocket
from games.sockets.lobby import LobbySocket
from games.sockets.me import MeSocket
from games.sockets.socket import UnknownSocket
from games.words import browser

# One way to sign in, with all that makes it safe, for those who look after the server as well.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.pages.urls")),
    path("api/", include("games.api.urls")),
    path("account/", include("games.accounts.urls")),
    path("admin/", admin.site.urls),
    path("readyz", health.readyz),
    path("words/<slug:language>.<slug:digest>.js", browser.words, name="words"),
]

# Django's error pages read the body, for a form's token. Here they leave it alone: a body that
# cannot be read, sent to an address that does not exist, is not an error of ours.
handler400 = inspect.unwrap(defaults.bad_request)
handler403 = inspect.unwrap(defaults.permission_denied)
handler404 = inspect.unwrap(defaults.page_not_found)
handler500 = "games.http.refusing.error"

# Channels routes sockets by Django's path(), whose types know only HTTP views.
_socket: Callable[..., Any] = path
_any_socket: Callable[..., Any] = re_path
websocket_urlpatterns = [
    _socket("ws/lobby/", LobbySocket.as_asgi()),
    _socket("ws/me/", MeSocket.as_asgi()),
    _socket("ws/game/<slug:slug>/", GameSocket.as_asgi()),
    _any_socket("", UnknownSocket.as_asgi()),
]
