"""Lines of chat, and reports of them and of players, as they are kept."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games import mnk
from games.play.chat.rooms import Room
from games.play.chat.text import MAX_TEXT
from games.players.models import Player

MAX_TOLD = 500
"""Characters that somebody may write about a player they report."""


class ChatLine(models.Model):
    """One line that somebody said beside a game. Its number (`id`) is its place in the talk."""

    # No index of its own: `chat_room` begins with the game.
    game = models.ForeignKey("Game", models.CASCADE, related_name="chat", db_index=False)
    room = models.CharField(max_length=10, choices=[(room.value, room.value) for room in Room])
    author = models.ForeignKey(Player, models.CASCADE, related_name="chat")
    side = models.PositiveSmallIntegerField(
        null=True, choices=[(int(side), side.word) for side in mnk.Side]
    )
    """The side the author plays in this game; None for a spectator."""
    text = models.CharField(max_length=MAX_TEXT)
    command = models.CharField(max_length=36)
    """The id its sender gave it."""
    at_ms = models.PositiveBigIntegerField()
    """When the server heard it, in milliseconds since 1970 UTC."""
    hidden_ms = models.PositiveBigIntegerField(null=True)
    """When a moderator hid it; None while it is shown."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "author", "command"], name="chat_line_once_per_command"
            ),
            models.CheckConstraint(condition=Q(room__in=list(Room)), name="chat_room_known"),
            models.CheckConstraint(condition=~Q(text=""), name="chat_line_says_something"),
            models.CheckConstraint(
                condition=~Q(room=Room.PLAYERS) | Q(side__isnull=False), name="chat_players_sit"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game", "room", "id"], name="chat_room"),
            # For what was said, or hidden, in the last few seconds.
            models.Index(fields=["at_ms"], name="chat_at"),
            models.Index(
                fields=["hidden_ms"], condition=Q(hidden_ms__isnull=False), name="chat_hidden"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Why(models.TextChoices):
    """Why somebody reports a player."""

    ENGINE = "engine"
    NAME = "name"
    CONDUCT = "conduct"
    OTHER = "other"


class Report(models.Model):
    """Somebody thinks that a moderator should look: at a line, or at a player."""

    line = models.ForeignKey(
        ChatLine, models.CASCADE, null=True, related_name="reports", db_index=False
    )
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="reported")
    """Whom it is about, unless it is about a line."""
    game = models.ForeignKey("Game", models.SET_NULL, null=True, related_name="+", db_index=False)
    """Where a player did what is reported, if that was said."""
    why = models.CharField(max_length=8, choices=Why.choices, blank=True)
    text = models.CharField(max_length=MAX_TOLD, blank=True)
    """In the words of whoever reports a player."""
    by = models.ForeignKey(Player, models.CASCADE, related_name="reports")
    at_ms = models.PositiveBigIntegerField()
    settled_ms = models.PositiveBigIntegerField(null=True)
    """When a moderator was done with it."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "by"], name="report_once_per_person"),
            models.CheckConstraint(
                condition=Q(
                    line__isnull=False, player__isnull=True, game__isnull=True, why="", text=""
                )
                | Q(line__isnull=True, player__isnull=False, why__in=Why.values),
                name="report_about_something",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["at_ms"], condition=Q(settled_ms__isnull=True), name="report_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by} reports {self.line_id or self.player}"
