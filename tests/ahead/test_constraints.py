"""The database is the last referee of what is planned: each constraint, violated once, holds."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.ahead.models import PlannedLine
from games.play.models import Game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("named", "change"),
    [
        # SQLite names the columns of what has to be unique, not the constraint.
        ("planned_line_once|ahead_plannedline.moves", {}),
        ("planned_line_side", {"side": 2}),
        ("planned_line_has_moves", {"moves": ""}),
    ],
)
def test_a_line_that_must_not_be_is_refused(named: str, change: dict[str, Any]) -> None:
    game = Game.objects.create(width=3, height=3, k=3, line_rule="freestyle")
    row = {"game": game, "side": 0, "ply": 0, "moves": "a1b2", "version": 0}
    PlannedLine.objects.create(**row)

    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        PlannedLine.objects.create(**(row | change))

    assert any(name in str(refusal.value) for name in named.split("|"))
