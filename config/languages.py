"""Which languages the server speaks, and which of them a socket's person hears.

Django's LocaleMiddleware finds a page's language; a socket has no middleware.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import translation

ENGLISH: Final[tuple[str, str]] = ("en-gb", "English")


def spoken(folders: Iterable[Path]) -> list[tuple[str, str]]:
    """English, and each language that has a compiled catalogue in one of these folders.

    Pairs of a code and the language's name for itself.
    """
    found = {
        translation.to_language(file.parts[-3])
        for folder in folders
        for file in folder.glob("*/LC_MESSAGES/django.mo")
    }
    return [ENGLISH, *((code, _name(code)) for code in sorted(found - {ENGLISH[0]}))]


def _name(code: str) -> str:
    return LANG_INFO.get(code, {}).get("name_local") or code


class Hears:
    """Around the sockets: each speaks the language that its person's browser asks for."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if settings.USE_I18N:
            # The task is this socket's own, and so is what is active in it.
            translation.activate(_asked_for(dict(scope["headers"])))
        await self._application(scope, receive, send)


def _asked_for(headers: dict[bytes, bytes]) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    return translation.get_language_from_request(request)
