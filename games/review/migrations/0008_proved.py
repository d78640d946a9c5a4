"""Badges for what is proved, and how players' moves agree with the engine's."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0016_accounts"),
        ("players", "0011_fair_play"),
        ("review", "0007_themes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Agreement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(choices=[(0, "black"), (1, "white")])),
                ("stage", models.PositiveSmallIntegerField()),
                (
                    "family",
                    models.CharField(
                        choices=[
                            ("3x3", "three"),
                            ("small", "small"),
                            ("10x10", "ten"),
                            ("gomoku", "gomoku"),
                            ("large", "large"),
                            ("other", "other"),
                        ],
                        max_length=8,
                    ),
                ),
                ("rating", models.PositiveSmallIntegerField(null=True)),
                ("proved", models.PositiveSmallIntegerField(default=0)),
                ("proved_best", models.PositiveSmallIntegerField(default=0)),
                ("estimated", models.PositiveSmallIntegerField(default=0)),
                ("estimated_best", models.PositiveSmallIntegerField(default=0)),
                ("lost", models.FloatField(default=0.0)),
            ],
        ),
        migrations.CreateModel(
            name="Badge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("variant", models.CharField(blank=True, max_length=24)),
                ("number", models.PositiveSmallIntegerField(default=0)),
                ("at_ms", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name="review",
            name="examined",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                condition=models.Q(("examined", False), ("finished_ms__isnull", False)),
                fields=["finished_ms"],
                name="review_unexamined",
            ),
        ),
        migrations.AddField(
            model_name="agreement",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="agreements",
                to="play.game",
            ),
        ),
        migrations.AddField(
            model_name="badge",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="play.game"
            ),
        ),
        migrations.AddField(
            model_name="badge",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="badges",
                to="players.player",
            ),
        ),
        migrations.AddIndex(
            model_name="agreement",
            index=models.Index(
                condition=models.Q(("rating__isnull", False)),
                fields=["family", "-id"],
                name="agreement_of_rated",
            ),
        ),
        migrations.AddConstraint(
            model_name="agreement",
            constraint=models.UniqueConstraint(
                fields=("game", "side", "stage"), name="agreement_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="agreement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("estimated_best__lte", models.F("estimated")),
                    ("proved_best__lte", models.F("proved")),
                ),
                name="agreement_best_of_all",
            ),
        ),
        migrations.AddConstraint(
            model_name="badge",
            constraint=models.UniqueConstraint(
                fields=("player", "kind", "variant"), name="badge_once"
            ),
        ),
    ]
