"""Players get a name in links; those who are there already, each their own."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import games.players.models


def give_slugs(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    players = apps.get_model("players", "Player").objects
    for player in players.only("pk").iterator(chunk_size=2000):
        players.filter(pk=player.pk).update(slug=games.players.models.new_slug())


class Migration(migrations.Migration):
    dependencies = [("players", "0002_bots")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="slug",
            field=models.CharField(max_length=16, default="", editable=False),
            preserve_default=False,
        ),
        migrations.RunPython(give_slugs, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="player",
            name="slug",
            field=models.CharField(
                default=games.players.models.new_slug,
                editable=False,
                max_length=16,
                unique=True,
            ),
        ),
    ]
