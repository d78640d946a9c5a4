"""Reports of players, settled by moderators; games that they have taken off public lists."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0017_game_game_by_correspondence"),
        ("players", "0011_fair_play"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="removed_ms",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="report",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="play.game",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reported",
                to="players.player",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="settled_ms",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="report",
            name="text",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="report",
            name="why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("engine", "Engine"),
                    ("name", "Name"),
                    ("conduct", "Conduct"),
                    ("other", "Other"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="line",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to="play.chatline",
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                condition=models.Q(("settled_ms__isnull", True)),
                fields=["at_ms"],
                name="report_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("game__isnull", True),
                        ("line__isnull", False),
                        ("player__isnull", True),
                        ("text", ""),
                        ("why", ""),
                    ),
                    models.Q(
                        ("line__isnull", True),
                        ("player__isnull", False),
                        ("why__in", ["engine", "name", "conduct", "other"]),
                    ),
                    _connector="OR",
                ),
                name="report_about_something",
            ),
        ),
    ]
