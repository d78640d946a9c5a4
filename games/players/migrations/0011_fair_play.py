"""Ratings can be computed anew, leaderboards, bots' ratings, warnings."""

from bisect import bisect_right
from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games import mnk


def place_joins(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Guests who have joined an account by now: their games are told apart by when they joined."""
    alias = editor.connection.alias
    guests = list(apps.get_model("players", "Player").objects.using(alias).exclude(joined_to=None))
    if not guests:
        return
    facts: Any = apps.get_model("play", "Fact").objects.using(alias)
    rated = facts.filter(text__startswith='{"fact":"rated"').order_by("pk")
    numbers, moments = [0], [0]
    for number, at_ms in rated.values_list("pk", "at_ms").iterator():
        numbers.append(number)
        moments.append(max(at_ms, moments[-1]))
    for guest in guests:
        guest.joined_after = numbers[bisect_right(moments, guest.joined_ms) - 1]
        guest.save(update_fields=["joined_after"])


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0010_accounts"),
        ("play", "0016_accounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="joined_after",
            field=models.PositiveBigIntegerField(editable=False, null=True),
        ),
        migrations.RunPython(place_joins, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint(model_name="player", name="player_only_guests_join"),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    joined_to__isnull=True, joined_ms__isnull=True, joined_after__isnull=True
                )
                | models.Q(
                    kind="guest",
                    joined_to__isnull=False,
                    joined_ms__isnull=False,
                    joined_after__isnull=False,
                ),
                name="player_only_guests_join",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="warning",
            field=models.CharField(blank=True, editable=False, max_length=500),
        ),
        migrations.AddIndex(
            model_name="playerrating",
            index=models.Index(
                fields=["family", "-rating"],
                condition=models.Q(games__gte=30, deviation__lte=100.0),
                name="player_rating_ranked",
            ),
        ),
        migrations.CreateModel(
            name="BotRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.CASCADE,
                        related_name="+",
                        to="players.player",
                    ),
                ),
                (
                    "family",
                    models.CharField(
                        choices=[(family.value, family.name.lower()) for family in mnk.Family],
                        max_length=8,
                    ),
                ),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("people", models.PositiveIntegerField()),
                ("at_ms", models.PositiveBigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "family"), name="bot_rating_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(family__in=list(mnk.Family)), name="bot_rating_family"
                    ),
                ],
            },
        ),
    ]
