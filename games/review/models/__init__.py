"""What is kept of games that are over: positions by their canonical form, and what was found."""

from games.review.models.assessments import Assessment, Review

__all__ = ["Assessment", "Review"]
