"""Refusals about kept games: one class each, with a code."""

from games.play.errors import Refused
from games.review.heat import LONGEST_LINE


class GameGoesOn(Refused):
    code = "gameGoesOn"
    sentence = "The game goes on: it can be reviewed when it is over."


class NotAssessed(Refused):
    code = "notAssessed"
    sentence = "This position has not been assessed yet: ask for the game's review, then try again."


class NoSuchPly(Refused):
    code = "noSuchPly"
    sentence = "The game has no such ply: they go from 0 to the number of its moves."


class TwoWinners(Refused):
    code = "twoWinners"
    sentence = "Both sides have a line: take a stone off one of them."


class LinesTooLong(Refused):
    code = "linesTooLong"
    sentence = (
        f"There is no heat map of this board: it weighs lines of up to {LONGEST_LINE} squares, "
        "and these are longer."
    )


class NobodyToAsk(Refused):
    code = "nobodyToAsk"
    sentence = "The server cannot look at this position now: try again in a moment."


class TooManyReviews(Refused):
    """Of one visitor; those of others are worked on."""

    code = "tooManyReviews"
    sentence = (
        "20 games that you asked to have reviewed are not done yet: "
        "ask again when one of them is, in a minute or so."
    )
    retry_s = 60


class ProofUnavailable(Refused):
    code = "proofUnavailable"
    sentence = "No proof can be looked for at the moment: try again in a minute."


class NoSuchStudy(Refused):
    code = "noSuchStudy"
    sentence = "There is no such study, or it is private: check the link."


class TooManyStudies(Refused):
    code = "tooManyStudies"
    sentence = "You have 200 studies, the most there can be: delete one first."


class StudyTooLarge(Refused):
    code = "studyTooLarge"
    sentence = "The study is larger than 256 KiB: shorten comments, or cut variations off."


class NoTitle(Refused):
    code = "noTitle"
    sentence = "Write a title with at least one letter."


class StaleStudy(Refused):
    """Somebody has changed it since: in another window, or on another device."""

    code = "stale"
    sentence = "The study was changed in another window since: reload it and make the change again."

    def __init__(self, version: int) -> None:
        super().__init__()
        self.version = version
        """The current one."""
