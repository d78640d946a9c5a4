"""What a player may ask to be told about their game."""

from enum import StrEnum


class HintKind(StrEnum):
    """What a player may be told about a game against a bot, or where both agreed to have hints."""

    OUTCOMES = "outcomes"
    """How the game ends, for every empty square."""
    BEST = "best"
    """The best squares."""
    THREATS = "threats"
    """Fours, open threes and the like, of both sides."""
    BENEFITS = "benefits"
    """What each square is worth to the aggressive bot: M and N of G = M + A times N.

    Between people: for the player who asks, as that bot would see it in their place.
    """
    WORDS = "words"
    """Why the bot played its last move; between people, what the opponent's last move does."""
