"""Studies: trees of variations that players keep."""

from typing import ClassVar

from django.db import models

from games.play.models import Game
from games.players.models import Player, new_slug

MAX_TITLE = 80


class Study(models.Model):
    """A tree of variations, private or shared by its link."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    owner = models.ForeignKey(Player, models.CASCADE, related_name="studies", db_index=False)
    title = models.CharField(max_length=MAX_TITLE)
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="studies")
    """The game it is about."""
    version = models.PositiveIntegerField(default=1)
    """Goes up with each change."""
    shared = models.BooleanField(default=False)
    """Whether anyone with the link may read it."""
    text = models.TextField()
    """`findings.StudyPart` as JSON, without default values."""
    created_ms = models.PositiveBigIntegerField()
    changed_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(version__gte=1), name="study_version"),
            models.CheckConstraint(condition=~models.Q(title=""), name="study_has_a_title"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["owner", "-changed_ms"], name="study_of_owner"),
        ]

    def __str__(self) -> str:
        return self.slug
