"""What the foot of every page says: who runs this server, in which languages, which version."""

from django.conf import settings
from django.http import HttpRequest

import inarow


def footer(request: HttpRequest) -> dict[str, object]:
    """A context processor: what `footer.html` needs."""
    return {
        "version": inarow.__version__,
        "contact": settings.INAROW_CONTACT,
        "source_url": settings.INAROW_SOURCE_URL,
        "languages": settings.LANGUAGES if len(settings.LANGUAGES) > 1 else [],
    }
