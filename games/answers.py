"""Views that take and answer JSON, for pages' scripts and for programs; refusals end here."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TypeAlias, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from games import mnk
from games.play import errors
from games.play.stakes import StakesError
from games.play.watching import DelayError
from games.review.errors import NoSuchStudy, StaleStudy, StudyTooLarge, TooManyReviews

T = TypeVar("T")

View: TypeAlias = Callable[..., Coroutine[None, None, HttpResponse]]

_STATUSES: dict[type[errors.Refused], int] = {
    errors.PrivateGame: 403,
    errors.NotSeated: 403,
    errors.NotTheHolder: 403,
    errors.NoSuchGame: 404,
    NoSuchStudy: 404,
    StaleStudy: 409,
    StudyTooLarge: 413,
    errors.TooManyQuestions: 429,
    TooManyReviews: 429,
}
"""Of refusals that have one of their own."""


class Problem(Exception):
    """A request that is refused: status, code, sentence and the field at fault, if one is.

    `retry_s` is after how many seconds it may be tried again, if that is all that is wrong.
    """

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        field: str | None = None,
        *,
        retry_s: int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.retry_s = retry_s
        self.body: dict[str, object] = {"code": code, "sentence": sentence, "field": field}


class TooBig(Problem):
    """A body that is larger than it may be."""

    def __init__(self, most: int) -> None:
        super().__init__(413, "tooBig", f"The body may have at most {most} bytes.")


def answers(*methods: str, otherwise: int = 409) -> Callable[[View], View]:
    """A view for some methods whose refusals become JSON, caught here once; with GET goes HEAD.

    `otherwise` is the status of a refusal that has none of its own.
    """

    allowed = (*methods, "HEAD") if "GET" in methods else methods

    def decorate(view: View) -> View:
        @wraps(view)
        async def answering(request: HttpRequest, **kwargs: str) -> HttpResponse:
            if request.method not in allowed:
                return HttpResponseNotAllowed(allowed)
            request.answers_json = True  # type: ignore[attr-defined]  # for games.away
            try:
                return await view(request, **kwargs)
            except Problem as problem:
                return told(problem)
            except (errors.Refused, mnk.RuleError, DelayError, StakesError) as refusal:
                return told(_problem_of(refusal, otherwise))

        return answering

    return decorate


def told(problem: Problem) -> HttpResponse:
    """The answer that a problem comes to, as JSON."""
    response = json_answer(problem.body, problem.status)
    if problem.retry_s is not None:
        response["Retry-After"] = str(problem.retry_s)
    return response


def _problem_of(
    refusal: errors.Refused | mnk.RuleError | DelayError | StakesError, otherwise: int
) -> Problem:
    status, field = otherwise, None
    match refusal:
        case mnk.VariantError() | DelayError() | StakesError():
            status, field = 400, camel(refusal.field)
        case mnk.TimeControlError():
            status, field = 400, "clock"
        case errors.Unavailable():
            status = 503
        case errors.Refused():
            status = _STATUSES.get(type(refusal), otherwise)
    retry_s = getattr(refusal, "retry_s", None)
    problem = Problem(status, refusal.code, refusal.sentence, field, retry_s=retry_s)
    if isinstance(refusal, StaleStudy):
        problem.body["version"] = refusal.version
    return problem


def body_of(request: HttpRequest, kind: type[T], most: int) -> T:
    """The body, of so many bytes at most, as this kind of thing. Raises `Problem`."""
    if request.content_type != "application/json":
        raise Problem(415, "notJson", "Send the body as application/json.")
    # Not `request.body`: Django's limit is for forms, and this one is the view's own.
    body = request.read(most + 1)
    if len(body) > most:
        raise TooBig(most)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        sentence, _, path = str(error).partition(" - at `$.")
        raise Problem(400, "badBody", f"{sentence}.", path.rstrip("`") or None) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Problem(400, "notJson", f"{error}.") from None
    except RecursionError:
        raise Problem(400, "notJson", "Too many brackets are open at once.") from None


def json_answer(value: object, status: int = 200) -> HttpResponse:
    """Something as JSON."""
    response = HttpResponse(
        msgspec.json.encode(value), content_type="application/json", status=status
    )
    response["Cache-Control"] = "no-store"
    if status == 503:
        # What is away has a line of its own. Django would log an ERROR for each who asks.
        response._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark
    return response


def asks_for_json(request: HttpRequest) -> bool:
    """Whether a program or a page's script asks, who read JSON; people are shown a page."""
    return request.path.startswith("/api/") or "application/json" in request.headers.get(
        "accept", ""
    )


def camel(name: str) -> str:
    """A name of ours, as it goes by in JSON: `lineRule` for `line_rule`."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)
