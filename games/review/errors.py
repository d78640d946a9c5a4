"""Refusals about kept games: one class each, with a code."""

from games.refusals import BadRequest, NotFound, Refused, TooMuch
from games.review.heat import LONGEST_LINE
from games.say import say


class GameGoesOn(Refused):
    code = "gameGoesOn"
    sentence = "This game isn’t over yet. You can review it then."


class NotAssessed(NotFound):
    code = "notAssessed"
    sentence = "This position isn’t reviewed yet. Start the game’s review, then try again."


class NoSuchPly(NotFound):
    code = "noSuchPly"
    sentence = "The game has no such move."


class TwoWinners(BadRequest):
    code = "twoWinners"
    sentence = "Both sides have a winning row. Take a stone off one of them."


class NoHeatMap(BadRequest):
    code = "noHeatMap"
    sentence = "The heat map weighs rows that win for one side. Here there are none."


class LinesTooLong(BadRequest):
    code = "linesTooLong"

    def __init__(self) -> None:
        super().__init__(
            say(
                "The heat map works for rows of up to {longest} squares. This board’s rows are "
                "longer.",
                longest=LONGEST_LINE,
            )
        )


class NobodyToAsk(Refused):
    code = "nobodyToAsk"
    sentence = "We can’t look at this position right now. Try again in a moment."


class TooManyReviews(TooMuch):
    """For one visitor; reviews for others go on."""

    code = "tooManyReviews"
    sentence = "20 of your reviews aren’t done yet. Try again when one is, in a minute or so."
    retry_s = 60


class ProofUnavailable(Refused):
    code = "proofUnavailable"
    sentence = "We can’t look for a proof right now. Try again in a minute."


class NoCertificates(BadRequest):
    code = "noCertificates"
    sentence = (
        "We can’t write proofs for this rule: one stone can block two rows at once. The analysis "
        "board still shows what is known."
    )


class NoSuchPuzzle(NotFound):
    code = "noSuchPuzzle"
    sentence = "We can’t find this puzzle. Check the link."


class NoSuchExercise(NotFound):
    """No mistake in this game is known at this ply."""

    code = "noSuchExercise"
    sentence = "There’s nothing to practise at this move. Open the practice page again."


class NoSuchStudy(NotFound):
    code = "noSuchStudy"
    sentence = "We can’t find this study, or it’s private. Check the link."


class TooManyStudies(BadRequest):
    code = "tooManyStudies"

    def __init__(self, kept: int, more: int, most: int) -> None:
        super().__init__(
            say("You have {most} studies, the most you can. Delete one first.", most=most)
            if more == 1
            else say(
                "{more} games don’t fit: you have {kept} studies and can have {most}. "
                "Delete some first, or split the file.",
                more=more,
                kept=kept,
                most=most,
            )
        )


class StudyTooLarge(BadRequest):
    status = 413
    code = "studyTooLarge"
    sentence = "The study is larger than 256 KiB. Shorten comments or remove variations."


class NoTitle(BadRequest):
    code = "noTitle"
    sentence = "Type a title with at least 1 letter."


class StaleStudy(Refused):
    """Somebody has changed it since: in another window, or on another device."""

    code = "stale"
    sentence = "The study was changed in another window. Reload it and make the change again."

    def __init__(self, version: int) -> None:
        super().__init__()
        self.version = version
        """The current one."""
        self.details = {"version": version}
