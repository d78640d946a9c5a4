"""Browsers that have signed in before: guessing by others takes nothing from them.

Attempts to sign in are counted by name. A browser that has signed in by a name shows a cookie that
only the server can make, and its attempts are counted apart (OWASP: "device cookies").
"""

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "inarow_device"
MOST_NAMES = 5
"""A family's computer is known to this many; the oldest go first."""
_SIGNER = signing.TimestampSigner(salt="device")


def share_of(request: HttpRequest, typed: str) -> str:
    """Whose attempts one by this name or e-mail address counts among."""
    name = typed.casefold()
    for id, known in _read(request):
        if known == name:
            return f"device:{id}"
    return name


def remember(request: HttpRequest, response: HttpResponse, typed: str) -> None:
    """Note that this browser has signed in by a name or e-mail address."""
    name = typed.casefold()
    others = [[id, known] for id, known in _read(request) if known != name]
    kept = [*others, [secrets.token_hex(8), name]][-MOST_NAMES:]
    response.set_cookie(
        COOKIE,
        _SIGNER.sign_object(kept),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> list[Any]:
    try:
        found = _SIGNER.unsign_object(
            request.COOKIES.get(COOKIE, ""), max_age=settings.SESSION_COOKIE_AGE
        )
    except signing.BadSignature:
        return []
    return list(found)
