"""The log of what moderators did: rows are added, and never changed or removed."""

from typing import Any, ClassVar, NoReturn

from django.db import models

MAX_REASON = 500
"""Characters a reason may have."""


class LogIsKept(Exception):
    """Somebody tried to change the log or delete from it. The database refuses that, too."""


class Action(models.TextChoices):
    """What a moderator can do."""

    SETTLE = "settle"
    WARN = "warn"
    MUTE = "mute"
    LET_SPEAK = "let_speak"
    RENAME = "rename"
    CLOSE = "close"
    REOPEN = "reopen"
    REMOVE = "remove"
    PUT_BACK = "put_back"
    HIDE = "hide"
    SHOW = "show"


class Entries(models.QuerySet["Entry"]):
    """Entries can be read and added."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise LogIsKept

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LogIsKept

    def delete(self) -> NoReturn:
        raise LogIsKept


class Entry(models.Model):
    """Something that a moderator did.

    It refers to nothing, so that nothing that is deleted or renamed later changes it.
    """

    at_ms = models.PositiveBigIntegerField()
    """In milliseconds since 1970 UTC."""
    moderator_id = models.PositiveBigIntegerField()
    """The number of their account's row."""
    moderator = models.CharField(max_length=150)
    """What they were called then."""
    action = models.CharField(max_length=12, choices=Action.choices)
    player = models.CharField(max_length=16)
    """The name in links of whom it is about; empty for a game."""
    game = models.CharField(max_length=16)
    line = models.PositiveBigIntegerField(null=True)
    """The number of a line of chat."""
    detail = models.CharField(max_length=200)
    """The particulars: until when, from which name to which. In English."""
    reason = models.CharField(max_length=MAX_REASON)
    """In the moderator's words; for a warning, what the player reads."""

    objects = Entries.as_manager()

    class Meta:
        verbose_name = "log entry"
        verbose_name_plural = "log entries"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(action__in=Action.values), name="entry_action"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="entry_of_player"),
            models.Index(
                fields=["game", "-id"], condition=~models.Q(game=""), name="entry_of_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.moderator} {self.action} {self.player or self.game}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry. Raises `LogIsKept` if it was added before."""
        if not self._state.adding:
            raise LogIsKept
        super().save(force_insert=True)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LogIsKept
