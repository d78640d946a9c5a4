"""What one side may offer the other: it stands until it is answered, cancelled or played over."""

from enum import StrEnum


class Offer(StrEnum):
    """What is offered."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    """To return to the asker's own last turn."""
    PAUSE = "pause"
    """To stop the clock."""
    HINTS = "hints"
    """To have hints for both sides from now on."""
    REMATCH = "rematch"
    """Another game with sides swapped, when this one is over."""
