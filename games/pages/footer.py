"""What every page says of itself and of its visitor: who runs it, its version, who they play as."""

from django.conf import settings
from django.http import HttpRequest

import inarow
from games.players import identify


def footer(request: HttpRequest) -> dict[str, object]:
    """A context processor: what `footer.html` needs, and `me`, if the view has asked who it is."""
    return {
        "version": inarow.__version__,
        "me": identify.known(request.session) if hasattr(request, "session") else None,
        "contact": settings.INAROW_CONTACT,
        "source_url": settings.INAROW_SOURCE_URL,
        "languages": settings.LANGUAGES if len(settings.LANGUAGES) > 1 else [],
    }
