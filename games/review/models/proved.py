"""What games say about players: badges for what is proved, agreement with the engine."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games import mnk
from games.play.models import Game
from games.players.models import Player

_SIDES = [(int(side), side.word) for side in mnk.Side]


class Badge(models.Model):
    """Something that a player did in a game, and that is proved: `games.reviews.badges` has all."""

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="badges", db_index=False)
    kind = models.CharField(max_length=16)
    variant = models.CharField(max_length=mnk.MAX_VARIANT_TEXT, blank=True)
    """`mnk.variant_text`, where there is one for each board."""
    number = models.PositiveSmallIntegerField(default=0)
    """How many moves it took, where that is said: the most of all games."""
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    """The game that shows it."""
    at_ms = models.PositiveBigIntegerField()
    """When that ended, in milliseconds since 1970 UTC."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "variant"], name="badge_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.variant}"


class Agreement(models.Model):
    """How often a side of a reviewed game played what the engine calls best, ten plies at a time.

    Statistics for moderators, not proof of anything.
    """

    # No index of its own: the unique constraint begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="agreements", db_index=False)
    side = models.PositiveSmallIntegerField(choices=_SIDES)
    stage = models.PositiveSmallIntegerField()
    """The plies from 10 · stage on."""
    family = models.CharField(
        max_length=8, choices=[(family.value, family.name.lower()) for family in mnk.Family]
    )
    rating = models.PositiveSmallIntegerField(null=True)
    """The player's when they sat down, if it had settled."""
    proved = models.PositiveSmallIntegerField(default=0)
    """Moves in positions whose worth is proved …"""
    proved_best = models.PositiveSmallIntegerField(default=0)
    """… and how many of them were among the best."""
    estimated = models.PositiveSmallIntegerField(default=0)
    estimated_best = models.PositiveSmallIntegerField(default=0)
    lost = models.FloatField(default=0.0)
    """How much of the chance to win (0 to 1) those moves gave away, added up."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "side", "stage"], name="agreement_once"),
            models.CheckConstraint(
                condition=Q(proved_best__lte=F("proved"), estimated_best__lte=F("estimated")),
                name="agreement_best_of_all",
            ),
        ]
        indexes: ClassVar = [
            # For how players of one strength do.
            models.Index(
                fields=["family", "-id"],
                condition=Q(rating__isnull=False),
                name="agreement_of_rated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {mnk.Side(self.side).word} {self.stage}"
