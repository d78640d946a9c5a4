"""The baseline of pages: Django with no middleware, whose only view answers “ok”, on daphne.

`python -m bench.bare PORT` serves it, as `config.serve` serves the product: with uvloop.
"""

from config import serve  # isort: skip  # noqa: F401  # chooses the loop: before anything of Twisted

import sys

from daphne.server import Server
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path


async def ok(request: HttpRequest) -> HttpResponse:
    """What everybody gets."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [path("", ok), path("api/presets", ok)]
"""The second is what is asked for until it answers."""

if __name__ == "__main__":
    settings.configure(ROOT_URLCONF="bench.bare", ALLOWED_HOSTS=["*"], SECRET_KEY="bench")
    endpoint = f"tcp:port={sys.argv[1]}:interface=127.0.0.1"
    Server(get_asgi_application(), endpoints=[endpoint]).run()
