"""Messages that were kept in the language inarow.v1 are told in inarow.v2: one word for offers."""

import json
from typing import Any

from django.db import migrations

_NOW = {
    "drawOffered": ("offered", "draw"),
    "drawDeclined": ("declined", "draw"),
    "rematchOffered": ("offered", "rematch"),
    "rematchDeclined": ("declined", "rematch"),
}


def tell_anew(apps: Any, editor: Any) -> None:
    messages = apps.get_model("play", "Message").objects
    for old, (kind, what) in _NOW.items():
        for row in messages.filter(text__contains=f'"type":"{old}"').iterator():
            told = json.loads(row.text)
            if told["type"] == old:
                row.text = json.dumps({**told, "type": kind, "what": what})
                row.save(update_fields=["text"])


class Migration(migrations.Migration):
    dependencies = [("play", "0003_clocks")]

    operations = [migrations.RunPython(tell_anew, migrations.RunPython.noop)]
