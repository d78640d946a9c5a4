"""The addresses of the programs' side."""

from django.urls import path

from games.api import library, proofs, review, views

urlpatterns = [
    path("presets", views.presets, name="api_presets"),
    path("clocks", views.clocks, name="api_clocks"),
    path("bots", views.every_bot, name="api_bots"),
    path("proofs", proofs.proof, name="api_proofs"),
    path("games", library.games, name="api_games"),
    path("pair", views.pair, name="api_pair"),
    path("games/<slug:slug>", views.game, name="api_game"),
    path("games/<slug:slug>/seat", views.take_seat, name="api_seat"),
    path("games/<slug:slug>/seat/renew", views.renew_seat, name="api_renew_seat"),
    path("games/<slug:slug>/timing", views.timing_log, name="api_timing"),
    path("games/<slug:slug>/review", review.of_game, name="api_review"),
    path("games/<slug:slug>/review/<int:ply>", review.at_ply, name="api_review_ply"),
    path("assessments", review.assess, name="api_assessments"),
    path("benefits", review.benefits, name="api_benefits"),
    path("explorer", library.explorer, name="api_explorer"),
]
