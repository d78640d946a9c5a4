"""The server's application: HTTP to Django, websockets to the consumers."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_http = get_asgi_application()  # loads the apps: the consumers can be imported only after it

from config.origins import OwnOriginsOnly  # noqa: E402
from config.urls import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {"http": _http, "websocket": OwnOriginsOnly(URLRouter(websocket_urlpatterns))}
)
