"""Style sheets, scripts and pictures are answered before Django, which takes nine times as long.

servestatic knows the files and their headers. A server that sends a file by its path is given that
(ASGI's `http.response.pathsend`: config.web); any other is given its content in pieces.
"""

from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from servestatic.asgi import ServeStaticASGI

from config.headers import PERMISSIONS

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Permissions-Policy": PERMISSIONS,
    # A frame that another site has shut off (`sandbox`) has no origin: its styles are ours.
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def before(application: Any) -> Any:
    """The application behind the files that `manage.py collectstatic` has collected.

    With `INAROW_DEBUG` what is in the source folders comes first, as it is at that moment.
    """
    served = ServeStaticASGI(
        application,
        prefix=settings.STATIC_URL,
        autorefresh=settings.DEBUG,
        max_age=0 if settings.DEBUG else 60,
        add_headers_function=_add_headers,
    )
    sources = settings.STATICFILES_DIRS if settings.DEBUG else []
    for folder in (settings.STATIC_ROOT, *sources):
        if folder.is_dir():
            served.add_files(folder, prefix=settings.STATIC_URL)
    return served


def _add_headers(headers: Headers, path: str, url: str) -> None:
    for name, value in _HEADERS.items():
        headers[name] = value
