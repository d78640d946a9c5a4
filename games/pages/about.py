"""What this server is, what it promises, and what it keeps about whom."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.mnk.clock import DAY
from games.players.identify import player_of


@never_cache
@require_safe
async def about(request: HttpRequest) -> HttpResponse:
    """What this is, and what one may rely on."""
    return await _page(request, "about.html", {"has_bots": settings.INAROW_HAS_BOTS})


@never_cache
@require_safe
async def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, where, and for how long: as this server is set."""
    kept: dict[str, object] = {
        "session_days": settings.SESSION_COOKIE_AGE * 1000 // DAY,
        "guest_days": settings.INAROW_KEPT_GUESTS_DAYS,
    }
    return await _page(request, "privacy.html", kept)


@require_safe
async def security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a weakness of this server (RFC 9116). 404 if the host can't be reached."""
    if not settings.INAROW_CONTACT:
        raise Http404
    # By then somebody has to have asked again: an address that is out of date misleads.
    expires = (datetime.now(UTC) + timedelta(days=90)).replace(hour=0, minute=0, second=0)
    lines = (
        f"Contact: {settings.INAROW_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
        f"Canonical: {settings.INAROW_URL}/.well-known/security.txt",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


async def _page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    await player_of(request.session)
    return render(request, template, {**context})
