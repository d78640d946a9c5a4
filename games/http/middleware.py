"""What every middleware of ours is built on."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse

GetResponse: TypeAlias = Callable[[HttpRequest], Awaitable[HttpResponse]]


class Middleware:
    """Runs in the loop; without more it passes each request on."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        return await self._get_response(request)
