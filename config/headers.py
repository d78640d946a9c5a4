"""Headers that Django does not set: what pages may use, and who may show and keep our answers."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_and_async_middleware

PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"),
        *("magnetometer", "microphone", "midi", "payment", "usb"),
    )
)
"""What no page of ours uses, and nothing in its frames may."""

FOR_OTHER_SITES = frozenset(
    {
        *("embed", "oembed", "game_card", "board_svg", "board_png", "position_svg", "position_png"),
        *("game_gif", "game_apng", "game_webp"),
    }
)
"""The names of the addresses that other sites show: frames and pictures."""

OF_ONE_PERSON = ("/account/", "/admin/")
"""How the addresses begin whose pages no browser keeps: the next to sit there is somebody else."""

_Get: TypeAlias = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def security_headers(get_response: _Get) -> _Get:
    """Sets them on every answer of Django's; files have them by themselves (config.files)."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        response["Permissions-Policy"] = PERMISSIONS
        response["Cross-Origin-Resource-Policy"] = (
            "cross-origin" if _is_for_other_sites(request) else "same-origin"
        )
        is_kept = "no-store" not in response.get("Cache-Control", "")
        if is_kept and request.path.startswith(OF_ONE_PERSON):
            add_never_cache_headers(response)
        return response

    return answer


def _is_for_other_sites(request: HttpRequest) -> bool:
    return request.resolver_match is not None and request.resolver_match.url_name in FOR_OTHER_SITES
