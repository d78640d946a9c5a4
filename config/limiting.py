"""The middleware that asks `games.limits` before a view runs."""

import asyncio
from contextlib import ExitStack
from weakref import WeakValueDictionary

from django.http import HttpRequest, HttpResponse

from games import limits, shares
from games.http.answers import is_api
from games.http.middleware import GetResponse, Middleware
from games.http.refusing import answer

_TURN = "inarow.turn"
"""Where a request carries whose it is, and what is given back when it is answered."""
UNLIMITED = "/readyz"
"""Asked by whoever starts and watches the server. /healthz and files never get this far."""


class Limits(Middleware):
    """Counts each request for the network it comes from; answers 429 with Retry-After."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """One for each network being answered; kept by those who wait for it."""

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == UNLIMITED:
            return await self._get_response(request)
        network = shares.of_request(request)
        try:
            await limits.spend("api" if is_api(request) else "pages", network)
        except limits.TooManyRequests as refusal:
            return answer(request, refusal)
        # Given back when it is answered, if its view has waited for it.
        with limits.on_behalf_of(network), ExitStack() as turn:
            request.META[_TURN] = (network, turn)
            return await self._get_response(request)

    async def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Count what this address costs, now that it is known which it is."""
        match = request.resolver_match
        kind = match and limits.kind_of(match.view_name, request.method)
        try:
            if kind:
                await limits.spend_mine(kind)
        except limits.TooManyRequests as refusal:
            return answer(request, refusal)
        if _TURN in request.META and kind in limits.IN_TURN:
            network, turn = request.META[_TURN]
            turns = self._turns.setdefault(network, asyncio.Semaphore(limits.AT_ONCE))
            await turns.acquire()
            turn.callback(turns.release)
        return None
