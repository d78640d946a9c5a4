"""What the evaluator said about positions, and which games are to be reviewed."""

from typing import ClassVar

from django.db import models

from games.play.models import Game


class Assessment(models.Model):
    """What was found about a position: kept once for all that turn or mirror into each other."""

    key = models.BinaryField(max_length=16, unique=True)
    """`mnk.Canonical.key`."""
    edition = models.PositiveSmallIntegerField()
    """Of the evaluator: what an older one found is searched again."""
    nodes = models.PositiveIntegerField()
    """How many positions the search was allowed to look at."""
    found = models.TextField()
    """`findings.Assessment` of the canonical form, as JSON."""
    reviewed = models.BooleanField(default=False)
    """Whether a review needs it: then it stays. Others are deleted when there are too many."""
    used_ms = models.PositiveBigIntegerField(default=0)
    """When somebody last asked for it, to about a day; only for those that no review needs."""

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["used_ms"],
                condition=models.Q(reviewed=False),
                name="assessment_not_reviewed",
            ),
        ]

    def __str__(self) -> str:
        return bytes(self.key).hex()


class Review(models.Model):
    """A game that is to be reviewed, and how far the review has come."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="review")
    asked_ms = models.PositiveBigIntegerField()
    nodes = models.PositiveIntegerField()
    """For each position."""
    done = models.PositiveSmallIntegerField(default=0)
    """Positions assessed."""
    total = models.PositiveSmallIntegerField()
    lessons = models.TextField(blank=True)
    """What each move did, as JSON: a list of lists of `findings.Lesson`."""
    finished_ms = models.PositiveBigIntegerField(null=True)
    failed = models.BooleanField(default=False)
    worker = models.CharField(max_length=40, blank=True)
    """Who works on it."""
    until_ms = models.PositiveBigIntegerField(default=0)
    """The worker renews it while it lives; afterwards another may take over."""
    attempts = models.PositiveSmallIntegerField(default=0)
    examined = models.BooleanField(default=False)
    """Whether it has been read for badges and for how the moves agree with the engine's."""
    share = models.CharField(max_length=16, blank=True, default="")
    """Whose share it counts for (`games.shares.kept`); empty if nobody's, and once it is done."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(done__lte=models.F("total")), name="review_done_of_total"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["asked_ms"],
                condition=models.Q(finished_ms__isnull=True, failed=False),
                name="review_waiting",
            ),
            models.Index(
                fields=["finished_ms"],
                condition=models.Q(examined=False, finished_ms__isnull=False),
                name="review_unexamined",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.done}/{self.total}"
