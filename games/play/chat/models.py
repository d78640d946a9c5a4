"""Lines of chat and reports of them, as they are kept."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games import mnk
from games.play.chat.rooms import Room
from games.play.chat.text import MAX_TEXT
from games.players.models import Player


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


class Report(models.Model):
    """Somebody thinks a moderator should see a line."""

    line = models.ForeignKey(ChatLine, models.CASCADE, related_name="reports", db_index=False)
    by = models.ForeignKey(Player, models.CASCADE, related_name="reports")
    at_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "by"], name="report_once_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.by} reports {self.line_id}"
