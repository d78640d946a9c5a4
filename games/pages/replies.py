"""What forms are answered with: a sentence on the next page, and the way back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from games.play import errors
from games.refusals import Refusal


async def tell(request: HttpRequest, sentence: str, level: int = messages.ERROR) -> None:
    """Show a sentence on the page that comes next."""
    await request.session.aget("player")  # loads the session where waiting is allowed
    messages.add_message(request, level, sentence)


async def tell_why(request: HttpRequest, refusal: Refusal) -> None:
    """Show on the page that comes next why something was refused.

    Raises it again if the database is away: no page comes next.
    """
    if isinstance(refusal, errors.Unavailable):
        raise refusal
    await tell(request, refusal.sentence)


def back(request: HttpRequest, otherwise: str) -> HttpResponseRedirect:
    """To the page a form names as `next`, if that is one of ours; else to `otherwise`."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = otherwise
    return HttpResponseRedirect(target)
