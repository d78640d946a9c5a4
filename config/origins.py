"""Which web pages may open a websocket here: our own, and those on the allow-list.

Browsers send a page's origin and the user's cookies with every websocket, whatever site the page
is from; the origin is the only thing that tells ours from a stranger's. A program sends no origin:
it may connect, and no cookie speaks for it (games.sockets.socket).
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnOriginsOnly:
    """Refuses the handshake (403) of a page from elsewhere."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        if is_allowed(
            headers.get(b"origin", b"").decode("latin-1"),
            headers.get(b"host", b"").decode("latin-1"),
        ):
            await self._application(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403})


def is_allowed(origin: str, host: str) -> bool:
    """Whether a handshake with these headers may go on.

    >>> is_allowed("http://127.0.0.1:8000", "127.0.0.1:8000")
    True
    >>> is_allowed("http://evil.example", "127.0.0.1:8000")
    False
    """
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if not origin or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        # The whole of host and port: cookies know no ports, so another server on this machine
        # could otherwise borrow them.
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
