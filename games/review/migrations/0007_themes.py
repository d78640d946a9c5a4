"""Puzzles have themes and sizes, some come with the server, and a hint makes an attempt not rated.

Sizes are read from the positions here; themes are found later, a few at a time, by the librarian.
"""

import re

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

THEMES = ["fork", "openFour", "fourThree", "chain", "quiet", "counter"]


def measure(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """A position begins with the edges of its board: 15x15x5-freestyle/…"""
    puzzles = apps.get_model("review", "Puzzle").objects.using(editor.connection.alias)
    sizes: dict[int, list[int]] = {}
    for pk, position in puzzles.values_list("pk", "position").iterator():
        edges = re.match(r"(\d+)x(\d+)x", position)
        if edges:
            sizes.setdefault(max(map(int, edges.groups())), []).append(pk)
    for edge, several in sizes.items():
        for at in range(0, len(several), 500):
            puzzles.filter(pk__in=several[at : at + 500]).update(edge=edge)


class Migration(migrations.Migration):
    dependencies = [("review", "0006_shelved_pair")]

    operations = [
        migrations.AddField("attempt", "rated", models.BooleanField(default=True)),
        migrations.AddField("puzzle", "edge", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("puzzle", "starter", models.BooleanField(default=False)),
        migrations.AddField(
            "puzzle",
            "theme",
            models.CharField(
                blank=True,
                choices=[
                    ("fork", "FORK"),
                    ("openFour", "OPEN_FOUR"),
                    ("fourThree", "FOUR_THREE"),
                    ("chain", "CHAIN"),
                    ("quiet", "QUIET"),
                    ("counter", "COUNTER"),
                ],
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
        migrations.RunPython(measure, migrations.RunPython.noop, elidable=True),
    ]
