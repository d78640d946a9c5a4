"""Views that take and answer JSON, for pages' scripts and for programs."""

from collections.abc import Callable, Coroutine
from enum import Enum, auto
from functools import wraps
from typing import TypeAlias, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from games.refusals import BadRequest, Refused
from games.say import say

T = TypeVar("T")

View: TypeAlias = Callable[..., Coroutine[None, None, HttpResponse]]


class NotJson(BadRequest):
    code = "notJson"


class NotSentAsJson(NotJson):
    status = 415
    sentence = "Send the body as application/json."


class BadBody(BadRequest):
    """JSON or a query, but not what is expected."""

    code = "badBody"


class TooBig(BadRequest):
    """A body that is larger than allowed."""

    code = "tooBig"
    status = 413

    def __init__(self, most: int) -> None:
        super().__init__(say("The body may have at most {most} bytes.", most=most))


class Kind(Enum):
    """What a view answers with, so that it is refused with the same (`games.http.refusing`)."""

    JSON = auto()
    TEXT = auto()


def kind_of(request: HttpRequest) -> Kind | None:
    """What the view of this request answers with, if it has said so; otherwise it is a page."""
    kind: Kind | None = getattr(request, "inarow_kind", None)
    return kind


def _marked(request: HttpRequest, kind: Kind) -> None:
    request.inarow_kind = kind  # type: ignore[attr-defined]  # ours


def answers(*methods: str) -> Callable[[View], View]:
    """A view for some methods that answers with JSON; GET includes HEAD."""

    allowed = (*methods, "HEAD") if "GET" in methods else methods

    def decorate(view: View) -> View:
        @wraps(view)
        async def answering(request: HttpRequest, **kwargs: object) -> HttpResponse:
            if request.method not in allowed:
                return HttpResponseNotAllowed(allowed)
            _marked(request, Kind.JSON)
            return await view(request, **kwargs)

        return answering

    return decorate


def plainly(view: View) -> View:
    """A view that answers with a file or a picture, and with a plain sentence where it cannot."""

    @wraps(view)
    async def answering(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        _marked(request, Kind.TEXT)
        return await view(request, *args, **kwargs)

    return answering


def body_of(
    request: HttpRequest, kind: type[T], most: int, *, too_big: type[Refused] | None = None
) -> T:
    """The body, of at most `most` bytes, as this kind of thing. Raises `BadRequest`."""
    if request.content_type != "application/json":
        raise NotSentAsJson
    # Not `request.body`: Django's limit is for forms, and this one is the view's own.
    body = request.read(most + 1)
    if len(body) > most:
        raise TooBig(most) if too_big is None else too_big
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise _not_expected(error) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotJson(f"{error}.") from None
    except RecursionError:
        raise NotJson(say("Too many brackets are open at once.")) from None


def query_of(request: HttpRequest, kind: type[T]) -> T:
    """What stands after the question mark, as this kind of thing. Raises `BadRequest`."""
    try:
        return msgspec.convert(request.GET.dict(), kind)
    except msgspec.ValidationError as error:
        raise _not_expected(error) from None


def _not_expected(error: msgspec.ValidationError) -> BadBody:
    sentence, _, path = str(error).partition(" - at `$.")
    return BadBody(f"{sentence}.", field=path.rstrip("`") or None)


def json_answer(value: object, status: int = 200) -> HttpResponse:
    """Something as JSON."""
    response = HttpResponse(
        msgspec.json.encode(value), content_type="application/json", status=status
    )
    response["Cache-Control"] = "no-store"
    return response


def is_api(request: HttpRequest) -> bool:
    """Whether a program asks, at an API address, whatever prefix the server's addresses have."""
    return request.path_info.startswith("/api/")


def asks_for_json(request: HttpRequest) -> bool:
    """Whether a program or a page's script asks: those read JSON; people are shown a page."""
    return (
        is_api(request)
        or "application/json" in request.headers.get("accept", "")
        or request.content_type == "application/json"
    )


def camel(name: str) -> str:
    """A name of ours as it is in JSON: `lineRule` for `line_rule`."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)
