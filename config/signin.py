"""Signing in to the admin: limited attempts for each network and name, and few hashed at a time.

Hashing a password takes a good part of a second, on purpose. Without limits somebody guessing takes
the processors from everybody who plays.
"""

import threading
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from games import limits
from games.http.refusing import stamped

_HASHING = threading.Semaphore(1)
"""Held while a password is hashed: guesses from many networks wait for each other, no game does."""
_WAITING = threading.Semaphore(8)
"""Held while one waits for that; each takes a thread, so there are no more."""
PATIENCE_S = 5.0
"""Somebody who waits longer for their turn is asked to come back."""
COME_BACK_S = 5


class SignIn(AdminAuthenticationForm):
    """The admin's form; refuses what is too much before anything is hashed."""

    def clean(self) -> dict[str, Any]:
        try:
            async_to_sync(_count)(self.cleaned_data.get("username") or "")
            if not _has_turn():
                raise limits.TooManyRequests("signins", COME_BACK_S)
        except limits.TooManyRequests as refusal:
            assert self.request is not None
            self.request.META[_REFUSAL] = refusal
            raise ValidationError(refusal.sentence, code=refusal.code) from None
        try:
            return super().clean()
        finally:
            _HASHING.release()


_REFUSAL = "inarow.signin_refused"
"""Where the form leaves the reason why it refused, for the page."""


def _has_turn() -> bool:
    """Wait to hash; whether it may be done now. Then `_HASHING` must be released."""
    if not _WAITING.acquire(blocking=False):
        return False
    try:
        return _HASHING.acquire(timeout=PATIENCE_S)
    finally:
        _WAITING.release()


async def _count(name: str) -> None:
    await limits.spend_mine("signins")
    await limits.spend("accounts", name.casefold())


class Site(admin.AdminSite):
    """The admin; its sign-in answers 429 with Retry-After to those who must wait."""

    login_form = SignIn

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        answer = super().login(request, extra_context)
        refusal = request.META.get(_REFUSAL)
        if refusal is not None:
            stamped(answer, refusal)
        return answer
