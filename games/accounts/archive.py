"""Everything the server keeps about a player, as one JSON file of theirs.

The moves of their games have files of their own, which other programs read (`/games/mine.zip`).
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F

from games.ahead.models import PlannedLine
from games.notices.models import Notice, NoticeChoices, PushSubscription
from games.play.models import ChatLine, ExhibitionFollow, Report, Seat
from games.players.models import Follow, Mute, Player, PlayerRating, RatingDay, Score, Streak
from games.review.models import Attempt, PuzzleRating, Shelved, Study
from games.vacations.models import StoppedGame, Vacation

TABLES = frozenset(
    (PlayerRating, PuzzleRating, Attempt, Seat, ChatLine, Report, Study, Follow, ExhibitionFollow)
) | {
    Mute,
    Shelved,
    RatingDay,
    Score,
    Streak,
    Notice,
    NoticeChoices,
    PushSubscription,
    PlannedLine,
    Vacation,
    StoppedGame,
}
"""What the file tells of; `Shelved` repeats what the games say."""


def of(player: Player, user: User | None) -> dict[str, Any]:
    """What is kept about a player, and about the account they sign in to. Reads the database."""
    return {
        "player": {
            "name": player.name,
            "link": player.slug,
            "kind": player.kind,
            "since": _time(player.created_at),
            "silencedUntil": player.silenced_until and _time(player.silenced_until),
            "guestsJoined": [
                {"name": each.name, "link": each.slug} for each in player.guests.order_by("pk")
            ],
        },
        "account": None if user is None else dict(_account(user)),
        "ratings": list(
            PlayerRating.objects.filter(player=player).values(
                "family", "rating", "deviation", "volatility", "games", lastGameMs=F("counted_ms")
            )
        ),
        "ratingDays": list(
            RatingDay.objects.filter(player=player)
            .order_by("date")
            .values("family", "date", "rating", "highest")
        ),
        "scores": list(
            Score.objects.filter(player=player).values(
                "family", "side", "against_bots", "won", "drawn", "lost"
            )
        ),
        "streaks": list(
            Streak.objects.filter(player=player).values("against_bots", "now", "longest")
        ),
        "puzzleRating": PuzzleRating.objects.filter(player=player)
        .values("rating", "deviation", "volatility")
        .first(),
        "puzzles": list(
            Attempt.objects.filter(player=player)
            .order_by("at_ms")
            .values("solved", "ms", "rating", "at_ms", slug=F("puzzle__slug"))
        ),
        "games": list(
            Seat.objects.filter(player=player)
            .order_by("game__changed_ms")
            .values(
                "side",
                "rating",
                game_slug=F("game__slug"),
                winner=F("game__winner"),
                ended=F("game__termination"),
                changed_ms=F("game__changed_ms"),
            )
        ),
        "said": list(
            ChatLine.objects.filter(author=player)
            .order_by("pk")
            .values("text", "room", "at_ms", "hidden_ms", game_slug=F("game__slug"))
        ),
        "reports": list(
            Report.objects.filter(by=player).order_by("pk").values("at_ms", text=F("line__text"))
        ),
        "studies": list(
            Study.objects.filter(owner=player)
            .order_by("pk")
            .values("slug", "title", "shared", "text")
        ),
        "follows": [*_names(Follow.objects.filter(follower=player).values_list("followed__name"))],
        "followsExhibitions": [
            *_names(
                ExhibitionFollow.objects.filter(follower=player).values_list("exhibition__title")
            )
        ],
        "noticeChoices": NoticeChoices.objects.filter(player=player).values().first(),
        "toldIn": list(
            PushSubscription.objects.filter(player=player)
            .order_by("pk")
            .values("label", "endpoint", "since_ms", "sent_ms", "failed_ms")
        ),
        "told": list(
            Notice.objects.filter(player=player)
            .order_by("at_ms", "pk")
            .values("kind", "about", "who", "at_ms", "seen_ms")
        ),
        "planned": list(
            PlannedLine.objects.filter(game__seats__player=player, game__seats__side=F("side"))
            .order_by("pk")
            .values("side", "moves", game_slug=F("game__slug"))
        ),
        "vacations": list(
            Vacation.objects.filter(player=player).order_by("pk").values("began_ms", "until_ms")
        ),
        "standStill": [
            *_names(StoppedGame.objects.filter(player=player).values_list("game__slug"))
        ],
        "mutes": [*_names(Mute.objects.filter(by=player).values_list("whom__name"))],
    }


def _account(user: User) -> Iterator[tuple[str, Any]]:
    from allauth.account.models import EmailAddress  # their apps must be ready
    from allauth.mfa.models import Authenticator
    from allauth.usersessions.models import UserSession

    yield "name", user.get_username()
    yield "since", _time(user.date_joined)
    yield "lastSignIn", user.last_login and _time(user.last_login)
    yield "addresses", list(EmailAddress.objects.filter(user=user).values("email", "verified"))
    yield (
        "waysToSignIn",
        [
            {"type": each.type, "since": _time(each.created_at)}
            for each in Authenticator.objects.filter(user=user)
        ],
    )
    yield (
        "sessions",
        [
            {"address": each.ip, "browser": each.user_agent, "since": _time(each.created_at)}
            for each in UserSession.objects.filter(user=user)
        ],
    )


def _names(rows: Any) -> Iterator[str]:
    return (name for (name,) in rows)


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
