"""What a move did is kept as remarks instead of sentences: reviews are told anew.

Their positions stay assessed, so each takes a moment; until then its page says that it is under way.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tell_anew(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Finished reviews wait again, and what was under way begins anew."""
    reviews = apps.get_model("review", "Review").objects.using(editor.connection.alias)
    reviews.filter(failed=False).update(
        words="", finished_ms=None, until_ms=0, worker="", attempts=0
    )
    reviews.filter(failed=True).update(words="")


class Migration(migrations.Migration):
    dependencies = [("review", "0004_share_of_a_review")]

    operations = [
        migrations.RunPython(tell_anew, migrations.RunPython.noop, elidable=True),
        migrations.RenameField("review", "words", "lessons"),
    ]
