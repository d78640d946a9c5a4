"""What happened to a game is kept as facts, no longer as the messages that told of it."""

import json
from collections.abc import Callable
from typing import Any

from django.db import migrations, models

_SIDES = {"black": 0, "white": 1}
AT_ONCE = 1000
"""Rows that are written at once."""


def _rated(told: dict[str, Any]) -> dict[str, Any]:
    def part(side: str) -> dict[str, Any]:
        keys = ("rating", "change", "provisional")
        return {key: told["ratings"][side][key] for key in keys}

    return {"fact": "rated", "ratings": {side: part(side) for side in _SIDES}}


def _ended(told: dict[str, Any]) -> dict[str, Any]:
    outcome = told["outcome"]
    winner = outcome["winner"]
    fact = {
        "fact": "ended",
        "outcome": {
            "winner": None if winner is None else _SIDES[winner],
            "termination": outcome["termination"],
        },
    }
    return {**fact, "reason": told["reason"]} if told.get("reason") else fact


def _same(*names: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """What has the same name and these same fields."""
    return lambda told: {"fact": told["type"], **{name: told[name] for name in names}}


_FACTS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "seatTaken": lambda told: {"fact": "seatTaken", "side": _SIDES[told["side"]]},
    "gameEnded": _ended,
    "offered": _same("what"),
    "declined": _same("what"),
    "cancelled": _same("what"),
    "takenBack": lambda told: {"fact": "takenBack", "asker": _SIDES[told["by"]]},
    "paused": _same(),
    "resumed": _same(),
    "timeAdded": _same("ms"),
    "timeCredited": lambda told: {
        "fact": "timeCredited",
        "ms": {"black": told["blackMs"], "white": told["whiteMs"]},
    },
    "hintsAgreed": _same(),
    "rematchAgreed": _same("game"),
    "rated": _rated,
    "aggressivenessSet": _same("value"),
    "hintAsked": _same("kind", "ply"),
}


def keep_facts(apps: Any, editor: Any) -> None:
    facts = apps.get_model("play", "Fact").objects.using(editor.connection.alias)
    last = 0
    while rows := list(facts.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        for row in rows:
            told = json.loads(row.text)
            row.text = json.dumps(_FACTS[told["type"]](told), separators=(",", ":"))
            # Whose doing it was stood in some messages only; of a takeback, who had asked for it.
            if row.side is None and "by" in told and told["type"] != "takenBack":
                row.side = _SIDES[told["by"]]
        facts.bulk_update(rows, ["text", "side"])
        last = rows[-1].pk


class Migration(migrations.Migration):
    dependencies = [("play", "0014_seat_opening")]

    operations = [
        migrations.RenameModel("Message", "Fact"),
        migrations.RemoveConstraint("fact", "message_once_per_version"),
        migrations.AlterField(
            "fact",
            "game",
            models.ForeignKey(
                db_index=False,
                on_delete=models.deletion.CASCADE,
                related_name="facts",
                to="play.game",
            ),
        ),
        migrations.AddField("fact", "digest", models.CharField(blank=True, max_length=16)),
        migrations.AddConstraint(
            "fact",
            models.UniqueConstraint(fields=["game", "version"], name="fact_once_per_version"),
        ),
        # Last: PostgreSQL alters no table that has changed rows in the same transaction.
        migrations.RunPython(keep_facts),
    ]
