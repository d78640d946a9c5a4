"""What the pages of puzzles and of practice share: a try is read, answered, or refused."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from games import mnk
from games.http.answers import body_of
from games.http.refusing import as_json
from games.pages.replies import tell
from games.play import wire
from games.refusals import BadRequest, Refusal
from games.review import findings
from games.say import say


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """A try as a script sends it: all moves so far, the tried one last."""

    moves: list[int]
    began: str = ""


MAX_TRY = 16 * 1024
"""Bytes of a try, of more moves than any board has squares."""


class BadTry(BadRequest):
    """What was sent is not a try."""

    code = "badTry"


class Shown(findings.Part, frozen=True, kw_only=True):
    """A solution, for a player who gave up."""

    moves: tuple[int, ...]
    """From the position of the puzzle or exercise."""
    sentence: str
    forbidden: findings.Banned = msgspec.field(default_factory=dict)
    """Where black may not play after each of them."""


def data(
    position: mnk.Position,
    moves: Sequence[int],
    *,
    task: Callable[[mnk.BySide[str]], str],
    **more: Any,
) -> dict[str, Any]:
    """What the page's script needs: `frontend/src/puzzle/state.ts`."""
    return {
        "position": msgspec.to_builtins(findings.PositionPart.of(position)),
        "moves": list(moves),
        # The viewer chooses how the board is shown.
        "task": {look: task(mnk.side_names(position.variant, look)) for look in get_args(mnk.Look)},
        "goal": position.variant.goal,
        "forbidden": msgspec.to_builtins(forbidden_along(position, moves)),
        **more,
    }


def forbidden_along(
    position: mnk.Position, moves: Sequence[int], *, after: int = 0
) -> findings.Banned:
    """Where black may not play after each of these moves, from some of them on; only where that is
    anywhere. The game is over before that where it has been won."""
    if not position.variant.line_rule.says.forbids:
        return {}
    there = (position.play_all(moves[:played]) for played in range(after, len(moves) + 1))
    return {
        ".".join(map(str, moves[:played])): wire.forbidden_parts(here.forbidden)
        for played, here in enumerate(there, after)
        if here.forbidden and not any(map(here.has_line, mnk.Side))
    }


def read_try(request: HttpRequest, variant: mnk.Variant) -> Tried:
    """What was sent, by a script as JSON or by a form as names. Raises `BadTry` or `RuleError`."""
    if is_script(request):
        tried = read_json(request)
    else:
        before = mnk.moves_from_text(moves_before(request), variant)
        square = mnk.move_named(request.POST.get("square", ""), variant)
        tried = Tried([*before, square], request.POST.get("began", ""))
    if len(tried.moves) > variant.squares:
        raise BadTry(say("The board doesn’t have that many squares. Open the puzzle again."))
    return tried


def read_json(request: HttpRequest) -> Tried:
    """What a script sent. Raises `BadTry`."""
    try:
        return body_of(request, Tried, MAX_TRY)
    except BadRequest:
        raise BadTry(say("Send the moves as numbers of squares.")) from None


def moves_before(request: HttpRequest) -> str:
    """The moves before the one tried, as a form has them."""
    return "" if is_script(request) else request.POST.get("moves", "")[:2000]


def is_script(request: HttpRequest) -> bool:
    return request.content_type == "application/json"


async def refuse(request: HttpRequest, refusal: Refusal, address: str) -> HttpResponse:
    """Why nothing was judged: a script is answered, a form is sent back."""
    if is_script(request):
        return as_json(refusal)
    await tell(request, refusal.sentence)
    return HttpResponseRedirect(address)


def names(moves: Sequence[int], variant: mnk.Variant) -> list[str]:
    return [mnk.move_name(square, variant) for square in moves]
