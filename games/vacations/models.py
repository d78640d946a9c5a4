"""Who is away until when, and which games stand still for them."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.play.models import Game
from games.players.models import Player


class Vacation(models.Model):
    """A time in which somebody's clocks stand still; kept, for a year has only so many days."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="vacations")
    began_ms = models.PositiveBigIntegerField()
    until_ms = models.PositiveBigIntegerField(db_index=True)
    """When it ends, or when they came back."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(until_ms__gte=F("began_ms")), name="vacation_ends_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} from {self.began_ms} to {self.until_ms}"


class StoppedGame(models.Model):
    """A game that stands still because the player whose turn it is is away."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="stopped")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.game_id} for {self.player_id}"
