"""Puzzles from kept games and those that come with the server, who tried them, and how strong both
are."""

from typing import ClassVar

from django.db import models

from games.play.models import Game
from games.players.models import HasStrength, Player, new_slug
from games.review.themes import Theme


class Puzzle(HasStrength):
    """A position with exactly one first move that wins; its kind says what exactly is proved."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    key = models.BinaryField(max_length=16, unique=True)
    """`mnk.Canonical.key`: turned, mirrored or with the sides swapped it is the same puzzle."""
    position = models.CharField(max_length=1200)
    """`mnk.position_line`. The side to move wins."""
    kind = models.CharField(max_length=8, choices=[("exact", "exact"), ("byFours", "by fours")])
    solution = models.PositiveSmallIntegerField()
    """The first move."""
    plies = models.PositiveSmallIntegerField()
    """To the end of the game, this move included."""
    solving = models.TextField()
    """`solving.Solving`, as JSON."""
    theme = models.CharField(
        max_length=9, blank=True, default="", choices=[(each.value, each.name) for each in Theme]
    )
    """How it is won. Empty until somebody has looked: puzzles of earlier versions."""
    edge = models.PositiveSmallIntegerField(default=0)
    """The longer edge of its board."""
    starter = models.BooleanField(default=False)
    """Whether it came with the server (`games.puzzles.starters`)."""
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="puzzles")
    """The game it comes from; none for a starter."""
    ply = models.PositiveSmallIntegerField()
    """After how many moves of that game."""
    plays = models.PositiveIntegerField(default=0)
    """First attempts."""
    created_ms = models.PositiveBigIntegerField()
    verified_edition = models.PositiveSmallIntegerField()
    """Of the search that proved it last."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind__in=("exact", "byFours")), name="puzzle_kind"
            ),
            models.CheckConstraint(condition=models.Q(plies__gte=3), name="puzzle_not_at_once"),
            models.CheckConstraint(
                condition=models.Q(theme__in=["", *(each.value for each in Theme)]),
                name="puzzle_theme",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["rating"], name="puzzle_rating")]

    def __str__(self) -> str:
        return f"{self.slug} {self.position}"


class Attempt(models.Model):
    """How a player's first attempt at a puzzle ended; later ones do not count and are not kept."""

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="puzzle_attempts")
    solved = models.BooleanField()
    rated = models.BooleanField(default=True)
    """False after a hint: then it moves nobody's rating, and may still be solved later."""
    ms = models.PositiveIntegerField(null=True)
    """From the page to the answer, if it is known."""
    rating = models.FloatField()
    """The player's, after it."""
    at_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["puzzle", "player"], name="attempt_first_counts"),
        ]

    def __str__(self) -> str:
        return f"{self.puzzle_id} by {self.player_id}: {'solved' if self.solved else 'failed'}"


class PuzzleRating(HasStrength):
    """How strong a player is at puzzles."""

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="puzzle_rating"
    )

    def __str__(self) -> str:
        return f"{self.player_id} {self.rating:.0f}"


class DailyPuzzle(models.Model):
    """The puzzle of a day, the same for everybody; chosen once."""

    date = models.DateField(primary_key=True)
    """By UTC."""
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="days")

    def __str__(self) -> str:
        return f"{self.date} {self.puzzle_id}"


class PuzzleSearch(models.Model):
    """A game that was searched for puzzles and need not be searched again."""

    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="puzzle_search"
    )
    found = models.PositiveSmallIntegerField()
    """New puzzles."""
    at_ms = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.game_id}: {self.found}"
