"""The page that chooses a board to analyse: from the list, or of any size, row and rule."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk
from games.pages.forms import START, BoardForm, shown_fields
from games.pages.home import form_context
from games.play.requested import CUSTOM
from games.players.identify import player_of


@never_cache
@require_safe
async def new_board(request: HttpRequest) -> HttpResponse:
    """The boards to choose from; the one that is chosen is shown on the page of the analysis."""
    form = BoardForm(request.GET if "preset" in request.GET else None)
    if form.is_valid():
        preset, variant = form.cleaned_data["preset"], form.cleaned_data["variant"]
        word = mnk.variant_text(variant) if preset == CUSTOM else preset
        return HttpResponseRedirect(f"{reverse('analysis')}?{urlencode({'variant': word})}")
    await player_of(request.session)
    context = {
        **form_context(form, shown_fields(form) if form.is_bound else START),
    }
    return render(request, "new_board.html", context, status=400 if form.is_bound else 200)
