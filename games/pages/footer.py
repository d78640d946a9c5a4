"""What every page says of itself and of its visitor: the version, and who they play as."""

from django.http import HttpRequest

import inarow
from games.players import identify


def footer(request: HttpRequest) -> dict[str, object]:
    """A context processor: `version`, and `me`, if the view has asked who its visitor is."""
    return {
        "version": inarow.__version__,
        "me": identify.known(request.session) if hasattr(request, "session") else None,
    }
