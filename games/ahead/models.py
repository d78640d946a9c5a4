"""Lines of conditional moves as they are kept: until they are played, or come to nothing."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games import mnk
from games.play.models import Game

MOST_MOVES = 20
"""A line has at most this many."""


class PlannedLine(models.Model):
    """What a side plays if its opponent plays as it says. Whoever plays the side may see it."""

    # No index of its own: the unique constraint begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="planned", db_index=False)
    side = models.PositiveSmallIntegerField(choices=[(int(side), side.word) for side in mnk.Side])
    ply = models.PositiveSmallIntegerField()
    """How many moves came before its first one, which is the opponent's."""
    moves = models.CharField(max_length=4 * MOST_MOVES)
    """As text: h8i9j7k6."""
    version = models.PositiveIntegerField()
    """The version of the game for which it was last looked at."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "side", "moves"], name="planned_line_once"),
            models.CheckConstraint(
                condition=Q(side__in=[int(side) for side in mnk.Side]), name="planned_line_side"
            ),
            models.CheckConstraint(condition=~Q(moves=""), name="planned_line_has_moves"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {mnk.Side(self.side).word} from {self.ply}"
