"""The addresses of the programs' side."""

from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

from games.api import checks, library, positions, proofs, review, views
from games.http.answers import View


def _path(route: str, view: View, *, name: str) -> URLPattern:
    # No cookie is looked at (`games.http.access`), so no page of another site can act with one.
    return path(route, csrf_exempt(view), name=name)


urlpatterns = [
    _path("presets", views.presets, name="api_presets"),
    _path("clocks", views.clocks, name="api_clocks"),
    _path("bots", views.every_bot, name="api_bots"),
    _path("check", checks.check, name="api_check"),
    _path("proofs", proofs.proof, name="api_proofs"),
    _path("games", library.games, name="api_games"),
    _path("pair", views.pair, name="api_pair"),
    _path("games/<slug:slug>", views.game, name="api_game"),
    _path("games/<slug:slug>/seat", views.take_seat, name="api_seat"),
    _path("games/<slug:slug>/seat/renew", views.renew_seat, name="api_renew_seat"),
    _path("games/<slug:slug>/timing", views.timing_log, name="api_timing"),
    _path("games/<slug:slug>/review", review.of_game, name="api_review"),
    _path("games/<slug:slug>/accuracy", review.accuracy, name="api_accuracy"),
    _path("games/<slug:slug>/review/<int:ply>", review.at_ply, name="api_review_ply"),
    _path("assessments", review.assess, name="api_assessments"),
    _path("benefits", review.benefits, name="api_benefits"),
    _path("positions", positions.read, name="api_positions"),
    _path("forbidden", positions.forbidden, name="api_forbidden"),
    _path("explorer", library.explorer, name="api_explorer"),
]
