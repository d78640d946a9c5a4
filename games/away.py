"""A database that is away, full or read-only: whoever asks is told so (503), here for all views.

Django comes here with what no view has caught (`handler500`), whether the view, the session or the
sign-in failed. A fault of ours stays one: 500, and an ERROR in the log.
"""

import logging
import sys
import threading
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import server_error

from games.answers import Problem, asks_for_json, told
from games.play import errors
from games.play.failing import refusal_of

log = logging.getLogger(__name__)

QUIET_S = 60.0
"""Nobody was refused for so long: the next refusal is news."""


def error(request: HttpRequest) -> HttpResponse:
    """What is answered to a request whose view failed: Django's handler of errors."""
    failure = sys.exc_info()[1]
    refusal = None if failure is None else refusal_of(failure, reads=_only_reads(request))
    if refusal is None:
        return server_error(request)
    _spell.note(failure)
    answer = _answer(request, refusal)
    answer["Retry-After"] = str(refusal.retry_s)
    answer["Cache-Control"] = "no-store"
    # Said above, once a spell; Django would log an ERROR for each who asks.
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark
    return answer


def _only_reads(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD")


def _answer(request: HttpRequest, refusal: errors.Unavailable) -> HttpResponse:
    if _is_script(request):
        return told(Problem(503, refusal.code, refusal.sentence))
    page = loader.render_to_string("503.html", {"sentence": refusal.sentence})
    return HttpResponse(page, status=503)


def _is_script(request: HttpRequest) -> bool:
    return (
        hasattr(request, "answers_json")
        or asks_for_json(request)
        or request.content_type == "application/json"
    )


class _Spell:
    """A time in which people are refused: one line in the log, however many come."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last = -QUIET_S

    def note(self, failure: BaseException | None) -> None:
        with self._lock:
            is_news = self._clock() - self._last >= QUIET_S
            self._last = self._clock()
        if is_news:
            log.warning("database_away error=%r", failure)


_spell = _Spell()
