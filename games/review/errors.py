"""Refusals about kept games: one class each, with a code."""

from games.refusals import BadRequest, NotFound, Refused, TooMuch
from games.review.heat import LONGEST_LINE
from games.say import say


class GameGoesOn(Refused):
    code = "gameGoesOn"
    sentence = "The game goes on: it can be reviewed when it is over."


class NotAssessed(NotFound):
    code = "notAssessed"
    sentence = "This position has not been assessed yet: ask for the game's review, then try again."


class NoSuchPly(NotFound):
    code = "noSuchPly"
    sentence = "The game has no such ply: they go from 0 to the number of its moves."


class TwoWinners(BadRequest):
    code = "twoWinners"
    sentence = "Both sides have a line: take a stone off one of them."


class LinesTooLong(BadRequest):
    code = "linesTooLong"

    def __init__(self) -> None:
        super().__init__(
            say(
                "There is no heat map of this board: it weighs lines of up to {longest} squares, "
                "and these are longer.",
                longest=LONGEST_LINE,
            )
        )


class NobodyToAsk(Refused):
    code = "nobodyToAsk"
    sentence = "The server cannot look at this position now: try again in a moment."


class TooManyReviews(TooMuch):
    """For one visitor; reviews for others go on."""

    code = "tooManyReviews"
    sentence = (
        "20 games that you asked to have reviewed are not done yet: "
        "ask again when one of them is, in a minute or so."
    )
    retry_s = 60


class ProofUnavailable(Refused):
    code = "proofUnavailable"
    sentence = "No proof can be looked for at the moment: try again in a minute."


class NoSuchPuzzle(NotFound):
    code = "noSuchPuzzle"
    sentence = "There is no such puzzle: check the link."


class NoSuchExercise(NotFound):
    """No mistake in this game is known at this ply."""

    code = "noSuchExercise"
    sentence = "There is nothing to practise at this move: open the practice page again."


class NoSuchStudy(NotFound):
    code = "noSuchStudy"
    sentence = "There is no such study, or it is private: check the link."


class TooManyStudies(BadRequest):
    code = "tooManyStudies"
    sentence = "You have 200 studies, the most there can be: delete one first."


class StudyTooLarge(BadRequest):
    status = 413
    code = "studyTooLarge"
    sentence = "The study is larger than 256 KiB: shorten comments, or cut variations off."


class NoTitle(BadRequest):
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
        self.details = {"version": version}
