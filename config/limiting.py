"""The middleware that asks `games.limits` before a view is run, and tells who must wait."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from weakref import WeakValueDictionary

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import limits, shares
from games.answers import Problem, asks_for_json, told
from games.play import metrics

_TURN = "inarow.turn"
"""Where a request carries whose it is, and what is given back when it is answered."""
UNLIMITED = ("/healthz", "/readyz")
"""Asked by whoever starts and watches the server. Static files never come so far."""


class Limits:
    """Counts each request for the network it comes from; answers 429 with Retry-After."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], Awaitable[HttpResponse]]) -> None:
        self._get_response = get_response
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """Of each network that is being answered; kept by those who wait for it."""
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in UNLIMITED:
            return await self._get_response(request)
        network = shares.of_request(request)
        try:
            await limits.spend("api" if _is_api(request) else "pages", network)
        except limits.TooManyRequests as refusal:
            return refused(request, refusal)
        # Given back when it is answered, if its view has waited for it.
        with limits.on_behalf_of(network), ExitStack() as turn:
            request.META[_TURN] = (network, turn)
            return await self._get_response(request)

    async def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """What this address costs, now that it is known which it is."""
        match = request.resolver_match
        kind = match and limits.kind_of(match.view_name, request.method)
        try:
            if kind:
                await limits.spend_mine(kind)
        except limits.TooManyRequests as refusal:
            return refused(request, refusal)
        if _TURN in request.META and kind in limits.IN_TURN:
            network, turn = request.META[_TURN]
            turns = self._turns.setdefault(network, asyncio.Semaphore(limits.AT_ONCE))
            await turns.acquire()
            turn.callback(turns.release)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What a view has found too much, as new guests."""
        return refused(request, error) if isinstance(error, limits.TooManyRequests) else None


def refused(request: HttpRequest, refusal: limits.TooManyRequests) -> HttpResponse:
    """The answer to who must wait: JSON for programs and scripts, a page for people."""
    metrics.waits.labels(refusal.kind).inc()
    accepted = request.headers.get("Accept", "")
    if asks_for_json(request):
        answer = told(Problem(429, refusal.code, refusal.sentence))
    elif accepted in ("", "*/*") or "text/html" in accepted:
        answer = render(request, "429.html", {"sentence": refusal.sentence}, status=429)
    else:
        answer = HttpResponse(
            refusal.sentence + "\n", status=429, content_type="text/plain; charset=utf-8"
        )
    answer["Retry-After"] = str(refusal.wait_s)
    answer["Cache-Control"] = "no-store"
    return answer


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
