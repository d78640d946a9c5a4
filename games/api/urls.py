"""The addresses of the programs' side."""

from django.urls import path

from games.api import library, proofs, review, views

urlpatterns = [
    path("presets", views.presets),
    path("clocks", views.clocks),
    path("bots", views.every_bot),
    path("proofs", proofs.proof),
    path("games", library.games),
    path("pair", views.pair),
    path("games/<slug:slug>", views.game),
    path("games/<slug:slug>/seat", views.take_seat),
    path("games/<slug:slug>/timing", views.timing_log),
    path("games/<slug:slug>/review", review.of_game),
    path("games/<slug:slug>/review/<int:ply>", review.at_ply),
    path("assessments", review.assess),
    path("benefits", review.benefits),
    path("explorer", library.explorer),
]
