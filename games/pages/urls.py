"""The addresses of the pages."""

from django.urls import path

from games.pages import (
    chat,
    downloads,
    embeds,
    following,
    library,
    oembed,
    pairing,
    pictures,
    players,
    practice,
    proofs,
    puzzles,
    review,
    studies,
    television,
    views,
)

_STILLS = ("svg", "png")
_ANIMATIONS = ("gif", "apng", "webp")

urlpatterns = [
    path("", views.home, name="home"),
    path("watch", television.live_games, name="live_games"),
    path("tv", television.channels, name="tv"),
    path("tv/<str:word>", television.channel, name="tv_channel"),
    path("games", library.games, name="games"),
    path("explorer", library.explorer, name="explorer"),
    path("games/new", views.new_game, name="new_game"),
    path("pair", pairing.pair, name="pair"),
    path("name", views.rename, name="rename"),
    path("game/<slug:slug>/", views.game, name="game"),
    path("chat/name", chat.choose_name, name="chat_name"),
    path("chat/<int:line>/report", chat.report, name="report"),
    path("mute/<slug:slug>", chat.mute, name="mute"),
    path("unmute/<slug:slug>", chat.unmute, name="unmute"),
    path("muted", chat.muted, name="muted"),
    path("games/mine.zip", downloads.my_games, name="my_games_zip"),
    path("game/<slug:slug>/record.<slug:ending>", downloads.game_record, name="game_record"),
    path("studies", studies.every, name="studies"),
    path("studies/import", studies.import_file, name="import_study"),
    path("study/<slug:slug>/", studies.study, name="study"),
    path("study/<slug:slug>/data", studies.data, name="study_data"),
    path("study/<slug:slug>/delete", studies.delete, name="delete_study"),
    path("study/<slug:slug>/record.<slug:ending>", downloads.study_record, name="study_record"),
    path("puzzles", puzzles.puzzles, name="puzzles"),
    path("puzzle/daily", puzzles.daily, name="daily_puzzle"),
    path("puzzle/next", puzzles.next_puzzle, name="next_puzzle"),
    path("puzzle/<slug:slug>/", puzzles.puzzle, name="puzzle"),
    path("puzzle/<slug:slug>/try", puzzles.try_puzzle, name="puzzle_try"),
    path("puzzle/<slug:slug>/hint", puzzles.hint, name="puzzle_hint"),
    path("puzzle/<slug:slug>/solution", puzzles.show_solution, name="puzzle_solution"),
    path("game/<slug:slug>/practice", practice.practise, name="practice"),
    path("game/<slug:slug>/practice/review", practice.ask, name="practice_review"),
    path("game/<slug:slug>/practice/progress", practice.progress, name="practice_progress"),
    path("game/<slug:slug>/practice/<int:ply>/try", practice.try_move, name="practice_try"),
    path("game/<slug:slug>/practice/<int:ply>/solution", practice.show, name="practice_solution"),
    path("game/<slug:slug>/timing", views.timing_log, name="timing"),
    path("game/<slug:slug>/review", review.review, name="review"),
    path("analysis", review.analysis, name="analysis"),
    path("exhibition/<slug:slug>/", views.exhibition, name="exhibition"),
    path("exhibition/<slug:slug>/table", views.exhibition_table, name="exhibition_table"),
    path("proof", proofs.proof, name="proof"),
    path("certificate", proofs.certificate, name="certificate"),
    path("game/<slug:slug>/watch/<str:key>/", views.watch, name="watch"),
    path("embed/<slug:slug>", embeds.embed, name="embed"),
    path("oembed", oembed.oembed, name="oembed"),
    path("player/<slug:slug>/", players.player, name="player"),
    path("follow/<slug:slug>", following.follow, name="follow"),
    path("unfollow/<slug:slug>", following.unfollow, name="unfollow"),
    path("following", following.everybody, name="following"),
    path("following/now", following.now, name="following_now"),
    path("exhibition/<slug:slug>/follow", following.follow_exhibition, name="follow_exhibition"),
    path(
        "exhibition/<slug:slug>/unfollow",
        following.unfollow_exhibition,
        name="unfollow_exhibition",
    ),
    path("game/<slug:slug>/join", views.join, name="join"),
    path("game/<slug:slug>/look-again", pairing.look_again, name="look_again"),
    path("game/<slug:slug>/qr.svg", views.invitation_qr, name="invitation_qr"),
    path("game/<slug:slug>/seat-qr.svg", views.seat_qr, name="seat_qr"),
    path("game/<slug:slug>/seat/<str:key>/", views.seat, name="seat"),
    path("game/<slug:slug>/renew-seat", views.renew_seat, name="renew_seat"),
    path("game/<slug:slug>/preview.png", pictures.card, name="game_card"),
    *(
        path(f"game/<slug:slug>/board.{kind}", pictures.board, {"kind": kind}, name=f"board_{kind}")
        for kind in _STILLS
    ),
    *(
        path(
            f"game/<slug:slug>/game.{kind}",
            pictures.animation,
            {"kind": kind},
            name=f"game_{kind}",
        )
        for kind in _ANIMATIONS
    ),
    *(
        path(f"position.{kind}", pictures.position, {"kind": kind}, name=f"position_{kind}")
        for kind in _STILLS
    ),
]
