"""The server's application: HTTP to Django, websockets to the consumers.

Whatever serves `application` starts what works beside it (config.start).
"""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.core.signals import request_finished
from django.db import connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_http = get_asgi_application()  # loads the apps: the consumers can be imported only after it

from config import files, start  # noqa: E402
from config.languages import Hears  # noqa: E402
from config.origins import OwnOriginsOnly  # noqa: E402
from config.urls import websocket_urlpatterns  # noqa: E402

pages_and_sockets = ProtocolTypeRouter(
    {
        "http": files.before(_http),
        "websocket": OwnOriginsOnly(Hears(URLRouter(websocket_urlpatterns))),
    }
)
"""It only answers: by itself it moves no bot and lets no flag fall."""
application = start.Begins(pages_and_sockets)


def _close_connections(**signal: object) -> None:
    """Close the database connections a request has opened: its thread ends with it.

    Left to the garbage collector they pile up by the hundred. The threads of the hub and of the
    writer stay, and so do their connections.
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:  # a test's
            connection.close()


request_finished.connect(_close_connections)
