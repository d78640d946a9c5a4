"""What is kept about games that are over: positions by their canonical form, and what was found."""

from games.review.models.assessments import Assessment, Review
from games.review.models.library import Reached, Shelved
from games.review.models.proved import Agreement, Badge
from games.review.models.puzzles import (
    Attempt,
    DailyPuzzle,
    Puzzle,
    PuzzleRating,
    PuzzleSearch,
)
from games.review.models.studies import Study

__all__ = [
    "Agreement",
    "Assessment",
    "Attempt",
    "Badge",
    "DailyPuzzle",
    "Puzzle",
    "PuzzleRating",
    "PuzzleSearch",
    "Reached",
    "Review",
    "Shelved",
    "Study",
]
