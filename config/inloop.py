"""Django's middlewares, run in the loop that answers the request.

Left to itself Django starts a thread for each request and switches to it and back for each step of
its middlewares, fifteen times. No step waits for anything but where these classes say so.
"""

from typing import Any, cast

from asgiref.sync import sync_to_async
from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponseForbidden
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.deprecation import MiddlewareMixin

_SENDING_NOTHING = ("GET", "HEAD", "OPTIONS", "TRACE")


class InLoop(MiddlewareMixin):
    """To be inherited from before one of Django's."""

    def waits(self, request: HttpRequest, response: HttpResponseBase) -> bool:
        """Whether what it does to this answer may wait for a database."""
        return False

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        mine = cast(Any, self)
        response = mine.process_request(request) if hasattr(self, "process_request") else None
        response = response or await mine.get_response(request)
        if not hasattr(self, "process_response"):
            return cast(HttpResponseBase, response)
        if self.waits(request, response):
            response = await sync_to_async(mine.process_response)(request, response)
        else:
            response = mine.process_response(request, response)
        return cast(HttpResponseBase, response)


class Security(InLoop, SecurityMiddleware):
    """Answers plain http where only https is meant."""


class Policy(InLoop, CSPMiddleware):
    """Says what pages may load."""


class Frames(InLoop, XFrameOptionsMiddleware):
    """Says who may frame a page."""


class Language(InLoop, LocaleMiddleware):
    """Finds the language to answer in."""


class Sessions(InLoop, SessionMiddleware):
    """Knows a browser again."""

    def waits(self, request: HttpRequest, response: HttpResponseBase) -> bool:
        """A changed session is saved."""
        return request.session.modified


class Common(InLoop, CommonMiddleware):
    """Completes addresses, and says how long an answer is."""


class Tokens(InLoop, CsrfViewMiddleware):
    """Refuses forms that other sites send."""

    async def process_view(  # type: ignore[override]  # Django takes either kind
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponseForbidden | None:
        """What is sent is read in a thread: it may be long."""
        step = super().process_view
        if request.method in _SENDING_NOTHING:
            return step(request, view, args, kwargs)
        return await sync_to_async(step)(request, view, args, kwargs)


class Users(InLoop, AuthenticationMiddleware):
    """Knows who has signed in, once somebody asks."""


class Messages(InLoop, MessageMiddleware):
    """Keeps what is to be said on the next page."""

    def waits(self, request: HttpRequest, response: HttpResponseBase) -> bool:
        """What was said or read may be in the session."""
        said = getattr(request, "_messages", None)
        return said is not None and (said.used or said.added_new)
