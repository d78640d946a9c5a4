"""What the foot of every page says: the version."""

from django.http import HttpRequest

import inarow


def footer(request: HttpRequest) -> dict[str, object]:
    """A context processor: `version`."""
    return {"version": inarow.__version__}
