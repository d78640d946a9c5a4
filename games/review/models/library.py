"""The library: games that are over, as they are searched, and the positions they reached."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games import mnk
from games.play.models import Game
from games.players.models import Player

KEY_BYTES = 16

_SIDES = [(int(side), side.word) for side in mnk.Side]


class Shelved(models.Model):
    """A game that is over, with what it is searched by. Written once, soon after the end."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="shelved")
    ended_ms = models.PositiveBigIntegerField()
    """In milliseconds since 1970 UTC."""
    plies = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=mnk.MAX_VARIANT_TEXT)
    """`mnk.variant_text`."""
    winner = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    termination = models.CharField(
        max_length=12, choices=[(reason.value, reason.name.lower()) for reason in mnk.Termination]
    )
    opening = models.BinaryField(max_length=KEY_BYTES)
    """`mnk.Canonical.key` of the position after three plies, or after all if there are fewer."""
    # No indexes of their own: those below begin with them.
    black = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+", db_index=False)
    """None if nobody ever sat there."""
    white = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+", db_index=False)

    public = models.BooleanField(default=True)
    """Whether people other than its players find it."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__in=[int(side) for side in mnk.Side]),
                name="shelved_winner",
            ),
            models.CheckConstraint(condition=~Q(termination=""), name="shelved_is_over"),
        ]
        # Each ends in the order in which games are listed.
        indexes: ClassVar = [
            models.Index(fields=["ended_ms", "game"], name="shelved_ended"),
            models.Index(fields=["variant", "ended_ms", "game"], name="shelved_variant"),
            models.Index(fields=["opening", "ended_ms", "game"], name="shelved_opening"),
            models.Index(fields=["black", "ended_ms", "game"], name="shelved_black"),
            models.Index(fields=["white", "ended_ms", "game"], name="shelved_white"),
            # For how two players stand: of a player with 100,000 games only those are read.
            models.Index(fields=["black", "white"], name="shelved_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.variant}"


class Reached(models.Model):
    """A position that a game reached, and what was played there.

    By far the largest table: its rows are narrow, and what the explorer counts is in one index.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="reached", db_index=False)
    ply = models.PositiveSmallIntegerField()
    """How many moves came before it."""
    key = models.BinaryField(max_length=KEY_BYTES)
    """`mnk.Canonical.key`."""
    next = models.PositiveSmallIntegerField(null=True)
    """The move played, as `mnk.canonical_steps` gives it; None in the last position."""
    result = models.SmallIntegerField()
    """Of the game, for the side to move here: 1 won, 0 drawn, -1 lost."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply"], name="reached_once_per_ply"),
            models.CheckConstraint(condition=Q(result__in=[-1, 0, 1]), name="reached_result"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["key", "next", "result", "game"], name="reached_counted"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.ply}"
