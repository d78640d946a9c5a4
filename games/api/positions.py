"""Positions that programs send, and those that people write."""

import asyncio

import msgspec
from django.http import HttpRequest, HttpResponse

from games import mnk
from games.http.answers import answers, body_of, json_answer
from games.play import wire
from games.review.findings import Forbidden, PositionPart, Setup

MAX_BODY = 16 * 1024
"""Bytes: the largest board, full, has a thousand squares to name."""


class Written(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The body of `POST /api/positions`: a text, and the board that it is for."""

    text: str
    width: int
    height: int
    k: int
    line_rule: mnk.LineRule = mnk.LineRule.FREESTYLE
    blocked: tuple[int, ...] = ()


def position_in(request: HttpRequest) -> mnk.Position:
    """The position in the body, set up or played. Raises `BadRequest` or `mnk.RuleError`."""
    return body_of(request, PositionPart, MAX_BODY).position


@answers("POST")
async def read(request: HttpRequest) -> HttpResponse:
    """What a text means: a position as one word, a board, or moves."""
    sent = body_of(request, Written, MAX_BODY)
    variant = mnk.Variant(sent.width, sent.height, sent.k, sent.line_rule, sent.blocked)
    start, moves = mnk.setup_from_text(sent.text, variant)
    return json_answer(Setup(start=PositionPart.of(start), moves=moves))


@answers("POST")
async def forbidden(request: HttpRequest) -> HttpResponse:
    """Where the side to move may not play."""
    position = position_in(request)
    # Of a large board set up for that, this takes long: the games go on meanwhile.
    squares = await asyncio.to_thread(lambda: position.forbidden)
    return json_answer(Forbidden(squares=wire.forbidden_parts(squares)))
