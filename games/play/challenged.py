"""What becomes of a challenge: the words for it, in the rows and on the wire."""

from enum import StrEnum


class ChallengeState(StrEnum):
    """How a challenge stands."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    COUNTERED = "countered"
    """The other one has suggested another game instead."""
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"
    """Nobody has answered in time."""


class DeclineReason(StrEnum):
    """Why a challenge is declined, if they say so."""

    NOT_NOW = "notNow"
    NOT_RATED = "notRated"
    ANOTHER_BOARD = "anotherBoard"
    SLOWER = "slower"
    FASTER = "faster"
