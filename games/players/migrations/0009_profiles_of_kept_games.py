"""What was played before players had profiles is added up: scores, streaks, and ratings by day."""

import json
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games import mnk

AT_ONCE = 1000
"""Rows that are written at once."""


def add_up(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    alias = editor.connection.alias
    _scores_and_streaks(apps, alias)
    _rating_days(apps, alias)


def _scores_and_streaks(apps: Apps, alias: str) -> None:
    players: Any = apps.get_model("players", "Player").objects.using(alias)
    shelved: Any = apps.get_model("review", "Shelved").objects.using(alias)
    score_model: Any = apps.get_model("players", "Score")
    streak_model: Any = apps.get_model("players", "Streak")
    bots = set(players.filter(kind="bot").values_list("pk", flat=True))
    families: dict[str, str] = {}
    scores: dict[tuple[int, str, int, bool], dict[str, int]] = defaultdict(
        lambda: {"won": 0, "drawn": 0, "lost": 0}
    )
    streaks: dict[tuple[int, bool], list[int]] = defaultdict(lambda: [0, 0])
    games = (
        shelved.filter(public=True, black__isnull=False, white__isnull=False)
        .exclude(termination="abort")
        .order_by("ended_ms", "game_id")
        .values_list("variant", "black_id", "white_id", "winner")
    )
    for variant, black, white, winner in games.iterator(AT_ONCE):
        if black == white:
            continue
        if variant not in families:
            families[variant] = mnk.family_of(mnk.variant_from_text(variant)).value
        for side, player, other in ((0, black, white), (1, white, black)):
            result = "drawn" if winner is None else "won" if winner == side else "lost"
            scores[player, families[variant], side, other in bots][result] += 1
            streak = streaks[player, other in bots]
            streak[0] = streak[0] + 1 if result == "won" else 0
            streak[1] = max(streak)
    score_model.objects.using(alias).bulk_create(
        [
            score_model(player_id=player, family=family, side=side, against_bots=bot, **counts)
            for (player, family, side, bot), counts in scores.items()
        ],
        batch_size=AT_ONCE,
    )
    streak_model.objects.using(alias).bulk_create(
        [
            streak_model(player_id=player, against_bots=bot, now=now, longest=longest)
            for (player, bot), (now, longest) in streaks.items()
        ],
        batch_size=AT_ONCE,
    )


def _rating_days(apps: Apps, alias: str) -> None:
    facts: Any = apps.get_model("play", "Fact").objects.using(alias)
    seats: Any = apps.get_model("play", "Seat").objects.using(alias)
    day_model: Any = apps.get_model("players", "RatingDay")
    days: dict[tuple[int, str, Any], list[int]] = {}
    rated = facts.filter(game__ratings_counted=True, text__startswith='{"fact":"rated"')
    rows = rated.order_by("at_ms", "pk").values_list(
        "game_id", "text", "at_ms", "game__width", "game__height", "game__k", "game__line_rule"
    )
    for game, text, at_ms, width, height, k, line_rule in rows.iterator(AT_ONCE):
        variant = mnk.Variant(width, height, k, mnk.LineRule(line_rule))
        family = mnk.family_of(variant).value
        date = datetime.fromtimestamp(at_ms / 1000, UTC).date()
        ratings = json.loads(text)["ratings"]
        for side, player in seats.filter(game=game).values_list("side", "player_id"):
            rating = ratings[("black", "white")[side]]["rating"]
            day = days.setdefault((player, family, date), [rating, rating])
            day[:] = rating, max(day[1], rating)
    day_model.objects.using(alias).bulk_create(
        [
            day_model(player_id=player, family=family, date=date, rating=last, highest=highest)
            for (player, family, date), (last, highest) in days.items()
            if player is not None
        ],
        batch_size=AT_ONCE,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0008_profiles"),
        ("play", "0015_facts"),
        ("review", "0005_lessons"),
    ]

    operations = [
        migrations.RunPython(add_up, migrations.RunPython.noop, elidable=True),
    ]
