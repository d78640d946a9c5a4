"""What one side may offer the other: it stands until it is answered, cancelled or played over."""

from enum import StrEnum
from typing import Final

from games.say import later


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


STANDS: Final = {
    Offer.DRAW: later("You’ve already offered a draw. Wait for the answer."),
    Offer.TAKEBACK: later("You’ve already asked to take back a move. Wait for the answer."),
    Offer.PAUSE: later("You’ve already asked for a pause. Wait for the answer."),
    Offer.HINTS: later("You’ve already asked for hints. Wait for the answer."),
    Offer.REMATCH: later("You’ve already offered a rematch. Wait for the answer."),
}
"""Said to a player who offers it once more."""
STANDS_NOT: Final = {
    Offer.DRAW: later("Your draw offer has lapsed."),
    Offer.TAKEBACK: later("Your request to take back has lapsed."),
    Offer.PAUSE: later("Your pause offer has lapsed."),
    Offer.HINTS: later("Your hints offer has lapsed."),
    Offer.REMATCH: later("Your rematch offer has lapsed."),
}
"""Said to a player who would cancel it."""
TO_ANSWER_NOT: Final = {
    Offer.DRAW: later("There’s no draw offer to answer. It may have lapsed."),
    Offer.TAKEBACK: later("There’s no request to take back. It may have lapsed."),
    Offer.PAUSE: later("There’s no pause offer to answer. It may have lapsed."),
    Offer.HINTS: later("There’s no hints offer to answer. It may have lapsed."),
    Offer.REMATCH: later("There’s no rematch offer to answer. It may have lapsed."),
}
"""Said to a player who would accept or decline it."""
