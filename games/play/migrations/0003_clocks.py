import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0002_bots"),
    ]

    operations = [
        migrations.CreateModel(
            name="Attendance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(choices=[(0, "black"), (1, "white")])),
                ("at_ms", models.PositiveBigIntegerField()),
                ("came", models.BooleanField()),
            ],
        ),
        migrations.CreateModel(
            name="Downtime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_ms", models.PositiveBigIntegerField()),
                ("ended_ms", models.PositiveBigIntegerField(null=True)),
                ("credited", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Lease",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("holder", models.CharField(max_length=40)),
                ("until_ms", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="ServerProcess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_ms", models.PositiveBigIntegerField()),
                ("seen_ms", models.PositiveBigIntegerField()),
                ("kept_ms", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_no_offer_after_end",
        ),
        migrations.RemoveConstraint(
            model_name="move",
            name="move_once_per_ply",
        ),
        migrations.RemoveConstraint(
            model_name="move",
            name="move_once_per_square",
        ),
        migrations.RemoveField(
            model_name="game",
            name="draw_offer",
        ),
        migrations.RemoveField(
            model_name="game",
            name="rematch_offer",
        ),
        migrations.AddField(
            model_name="game",
            name="due_ms",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="increment_ms",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="initial_ms",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="period_ms",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="periods",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="move",
            name="taken_back",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="game",
            name="termination",
            field=models.CharField(
                blank=True,
                choices=[
                    ("line", "line"),
                    ("fullBoard", "full_board"),
                    ("deadBoard", "dead_board"),
                    ("agreement", "agreement"),
                    ("resignation", "resignation"),
                    ("time", "time"),
                    ("abandonment", "abandonment"),
                    ("abort", "abort"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("due_ms__isnull", False)),
                fields=["due_ms"],
                name="game_time_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("termination", ""), ("due_ms__isnull", True), _connector="OR"),
                name="game_no_clock_runs_after_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                fields=("game", "ply", "taken_back"), name="move_once_per_ply"
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                fields=("game", "square", "taken_back"), name="move_once_per_square"
            ),
        ),
        migrations.AddField(
            model_name="attendance",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="attendance",
                to="play.game",
            ),
        ),
        migrations.AddIndex(
            model_name="downtime",
            index=models.Index(fields=["ended_ms"], name="downtime_ended"),
        ),
        migrations.AddIndex(
            model_name="downtime",
            index=models.Index(
                condition=models.Q(("credited", False)), fields=["began_ms"], name="downtime_open"
            ),
        ),
    ]
