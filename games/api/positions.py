"""Positions that programs send."""

from django.http import HttpRequest

from games import mnk
from games.http.answers import body_of
from games.review.findings import PositionPart

MAX_BODY = 16 * 1024
"""Bytes: the largest board, full, has a thousand squares to name."""


def position_in(request: HttpRequest) -> mnk.Position:
    """The position in the body, set up or played. Raises `BadRequest` or `mnk.RuleError`."""
    return body_of(request, PositionPart, MAX_BODY).position
