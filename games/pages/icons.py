"""The icon that browsers ask for by themselves, where a page or a file names none."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
async def favicon(request: HttpRequest) -> HttpResponse:
    """To the drawn one; for a day, since its address changes with it."""
    answer = HttpResponseRedirect(static("favicon.svg"))
    answer["Cache-Control"] = "public, max-age=86400"
    return answer
