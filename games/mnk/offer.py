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
    Offer.DRAW: later("Your draw offer still stands: wait for the answer."),
    Offer.TAKEBACK: later("Your takeback offer still stands: wait for the answer."),
    Offer.PAUSE: later("Your pause offer still stands: wait for the answer."),
    Offer.HINTS: later("Your hints offer still stands: wait for the answer."),
    Offer.REMATCH: later("Your rematch offer still stands: wait for the answer."),
}
"""Said to a player who offers it once more."""
STANDS_NOT: Final = {
    Offer.DRAW: later("Your draw offer does not stand any more."),
    Offer.TAKEBACK: later("Your takeback offer does not stand any more."),
    Offer.PAUSE: later("Your pause offer does not stand any more."),
    Offer.HINTS: later("Your hints offer does not stand any more."),
    Offer.REMATCH: later("Your rematch offer does not stand any more."),
}
"""Said to a player who would cancel it."""
TO_ANSWER_NOT: Final = {
    Offer.DRAW: later("There is no draw offer to answer: it may have lapsed."),
    Offer.TAKEBACK: later("There is no takeback offer to answer: it may have lapsed."),
    Offer.PAUSE: later("There is no pause offer to answer: it may have lapsed."),
    Offer.HINTS: later("There is no hints offer to answer: it may have lapsed."),
    Offer.REMATCH: later("There is no rematch offer to answer: it may have lapsed."),
}
"""Said to a player who would accept or decline it."""
