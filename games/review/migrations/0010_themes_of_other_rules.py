"""Puzzles of renju, of boards on which stones fall, of misère and wild have themes of their own."""

from django.db import migrations, models

THEMES = {
    "fork": "FORK",
    "openFour": "OPEN_FOUR",
    "fourThree": "FOUR_THREE",
    "chain": "CHAIN",
    "quiet": "QUIET",
    "counter": "COUNTER",
    "forbidden": "FORBIDDEN",
    "stacked": "STACKED",
    "zugzwang": "ZUGZWANG",
}


class Migration(migrations.Migration):
    dependencies = [("review", "0009_longer_variants")]

    operations = [
        migrations.RemoveConstraint("puzzle", "puzzle_theme"),
        migrations.AlterField(
            "puzzle",
            "theme",
            models.CharField(
                blank=True,
                choices=list(THEMES.items()),
                default="",
                max_length=9,
            ),
        ),
        migrations.AddConstraint(
            "puzzle",
            models.CheckConstraint(
                condition=models.Q(theme__in=["", *THEMES]), name="puzzle_theme"
            ),
        ),
    ]
