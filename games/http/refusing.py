"""What HTTP answers when something was refused, here for all views.

A view lets a refusal pass; `Refusals` brings it here. A database that is away, full or read-only is
a refusal too, whether the view, the session or the sign-in failed: for failures outside views there
is Django's `handler500`. A fault of ours stays one: 500, and an ERROR in the log.

Programs and scripts get JSON, people a page, and whoever wants a file or a picture a sentence.
"""

import inspect
import logging
import sys
import threading
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import server_error

from games import limits, metrics, mnk
from games.http.answers import Kind, asks_for_json, camel, json_answer, kind_of
from games.http.middleware import Middleware
from games.library.query import BadQuery
from games.play import errors
from games.play.failing import refusal_of
from games.refusals import Refusal, Refused, field_of, status_of
from games.review.errors import GameGoesOn, ProofUnavailable

log = logging.getLogger(__name__)

_fault = inspect.unwrap(server_error)
"""The page for a fault of ours. Django's own reads the body first, which may be what failed."""

QUIET_S = 60.0
"""After this long without a refusal, the next one is news."""

_FOR_PEOPLE: dict[type[Refusal], int] = {
    BadQuery: 404,  # elsewhere the form says it: this is an address that leads nowhere
    GameGoesOn: 404,
    errors.NoLongerYours: 404,
    errors.ShownLater: 403,
    ProofUnavailable: 503,
    mnk.GameIsOver: 400,
}
"""Statuses that pages and files have always had where programs get another."""


class Refusals(Middleware):
    """The middleware that answers what a view has refused."""

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        return refused(request, failure)


def error(request: HttpRequest) -> HttpResponse:
    """The answer when something other than a view failed: Django's error handler."""
    failure = sys.exc_info()[1]
    return (failure and refused(request, failure)) or _fault(request)


def refused(request: HttpRequest, failure: BaseException) -> HttpResponse | None:
    """The answer to a refusal, and to a database that is away; None for a fault of ours."""
    refusal = _refusal_of(request, failure)
    if isinstance(refusal, errors.Unavailable):
        _spell.note(failure)
    return None if refusal is None else answer(request, refusal)


def answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A refusal in the form the asker reads."""
    if isinstance(refusal, limits.TooManyRequests):
        metrics.waits.labels(refusal.kind).inc()
    match kind_of(request):
        case Kind.JSON:
            return as_json(refusal)
        case Kind.TEXT:
            return as_text(refusal)
        case None:
            if asks_for_json(request):
                return as_json(refusal)
            accepted = request.headers.get("Accept", "")
            reads_pages = accepted in ("", "*/*") or "text/html" in accepted
            return _page(request, refusal) if reads_pages else as_text(refusal)


def _refusal_of(request: HttpRequest, failure: BaseException) -> Refusal | None:
    match failure:
        case Refused():
            return failure
        case mnk.RuleError() if kind_of(request) is not None:
            # What was sent cannot be. A page's view says so itself: there it is a fault of ours.
            return failure
    return refusal_of(failure, reads=request.method in ("GET", "HEAD"))


def as_json(refusal: Refusal) -> HttpResponse:
    """A refusal for programs and scripts."""
    field = field_of(refusal)
    body = {
        "code": refusal.code,
        "sentence": refusal.sentence,
        "field": None if field is None else camel(field),
    }
    details = refusal.details if isinstance(refusal, Refused) else {}
    return _stamped(json_answer({**body, **details}), refusal, status_of(refusal))


def as_text(refusal: Refusal) -> HttpResponse:
    """A refusal in place of a file or a picture."""
    answer = HttpResponse(refusal.sentence, content_type="text/plain; charset=utf-8")
    return stamped(answer, refusal)


def _page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    status = _status_for_people(refusal)
    template = loader.select_template([f"{status}.html", "refused.html"])
    # With the request the page would read the session, and so the database.
    known = None if status == 503 else request
    return stamped(
        HttpResponse(
            template.render(
                {"sentence": refusal.sentence, "status": status, "code": refusal.code}, known
            )
        ),
        refusal,
    )


def stamped(answer: HttpResponse, refusal: Refusal) -> HttpResponse:
    """An answer for people with the status of what was refused, and when to ask again."""
    return _stamped(answer, refusal, _status_for_people(refusal))


def _status_for_people(refusal: Refusal) -> int:
    return _FOR_PEOPLE.get(type(refusal)) or status_of(refusal)


def _stamped(answer: HttpResponse, refusal: Refusal, status: int) -> HttpResponse:
    answer.status_code = status
    if isinstance(refusal, Refused) and refusal.retry_s is not None:
        answer["Retry-After"] = str(refusal.retry_s)
        answer["Cache-Control"] = "no-store"
    if status // 100 == 5:
        # What is away has a log line of its own. Django would log an ERROR for each request.
        answer._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark
    return answer


class _Spell:
    """A time in which people are refused: one line in the log, however many come."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last = -QUIET_S

    def note(self, failure: BaseException) -> None:
        with self._lock:
            is_news = self._clock() - self._last >= QUIET_S
            self._last = self._clock()
        if is_news:
            log.warning("database_away error=%r", failure)


_spell = _Spell()
