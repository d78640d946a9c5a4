"""The words of a new game's form, read as they are when it is sent (`games.pages.forms`)."""

from typing import Annotated, TypeAlias

import msgspec
from django.http import HttpRequest, HttpResponse

from games import mnk
from games.http.answers import answers, camel, json_answer, query_of
from games.play import wire
from games.play.requested import MOST_NAMES, requested_clock, typed_board, typed_delay
from games.review.findings import Checked, KnownPart, SizePart, Wrong

Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
Names: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_NAMES)]


class Words(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """The query of `GET /api/check`: what is absent is not asked about."""

    width: Word | None = None
    height: Word | None = None
    k: Word | None = None
    line_rule: Word = mnk.LineRule.FREESTYLE.value
    blocked: Names | None = None
    """Names of squares."""
    clock: Word | None = None
    delay_seconds: Word | None = None
    delay_moves: Word | None = None


@answers("GET")
async def check(request: HttpRequest) -> HttpResponse:
    """What the words of a form mean, or why they are refused: nothing is made."""
    return json_answer(_checked(query_of(request, Words)))


def _checked(words: Words) -> Checked:
    wrong: dict[str, str] = {}
    size = variant = delay = None
    clock = ""
    if any(word is not None for word in (words.width, words.height, words.k)):
        board = typed_board(
            width=words.width or "",
            height=words.height or "",
            k=words.k or "",
            line_rule=words.line_rule,
            blocked=words.blocked or "",
        )
        size, variant = board.size, board.variant
        wrong |= board.wrong
    if words.clock is not None:
        try:
            control = requested_clock(words.clock)
        except mnk.TimeControlError as refusal:
            wrong["clock"] = refusal.sentence
        else:
            clock = control.title if control else ""
    if words.delay_seconds is not None or words.delay_moves is not None:
        late = typed_delay(words.delay_seconds or "", words.delay_moves or "")
        delay = late.delay
        wrong |= late.wrong
    return Checked(
        board=None if size is None else SizePart(width=size[0], height=size[1]),
        variant=None if variant is None else wire.variant_part(variant),
        title="" if variant is None else variant.title,
        known=None if variant is None else _known(variant),
        clock=clock,
        delay=None if delay is None else wire.delay_part(delay),
        wrong=tuple(
            Wrong(field=camel(field), sentence=sentence) for field, sentence in wrong.items()
        ),
    )


def _known(variant: mnk.Variant) -> KnownPart | None:
    found = mnk.best_play(variant)
    return KnownPart(source=found.source.value, short=found.short) if found.short else None
