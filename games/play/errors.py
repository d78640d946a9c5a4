"""Refusals of a live game that are not rules of the board: one class each, with a code."""

from datetime import datetime

from games.refusals import Forbidden, NotFound, Refused, TooMuch
from games.say import say


class NoSuchGame(NotFound):
    code = "noSuchGame"
    sentence = "There is no such game: check the link."


class PrivateGame(Forbidden):
    code = "privateGame"
    sentence = "This game is private: ask one of its players for the watch link."


class ShownLater(Refused):
    code = "shownLater"
    sentence = (
        "This game is shown late, and not yet to its end: this can be had when it is, "
        "or now by its players."
    )


class NotSeated(Forbidden):
    code = "notSeated"
    sentence = "You are watching: only the two players can do that."


class NoLongerYours(Refused):
    code = "noLongerYours"
    sentence = "The link of this seat has been renewed: ask its holder for the new one."


class NotTheHolder(Forbidden):
    code = "notTheHolder"
    sentence = "Only the browser that this seat belongs to can renew its link."


class SeatIsTaken(Refused):
    code = "seatIsTaken"
    sentence = "Somebody else has taken the seat: you can watch the game."


class SeatedAlready(Refused):
    code = "seatedAlready"
    sentence = "You hold the other seat: send the link to a friend."


class OutsideRange(Refused):
    code = "outsideRange"

    def __init__(self, low: int, high: int, rating: int | None) -> None:
        super().__init__(
            say(
                "This game is for players rated {low} to {high}, and you have no rating on such "
                "boards yet, but will after one rated game.",
                low=low,
                high=high,
            )
            if rating is None
            else say(
                "This game is for players rated {low} to {high}, and yours is {rating}.",
                low=low,
                high=high,
                rating=rating,
            )
        )


class NoHintsInRated(Refused):
    code = "noHintsInRated"
    sentence = "This game counts for the ratings, so there are no hints in it."


class TooManySeeks(Refused):
    code = "tooManySeeks"
    sentence = "You look for an opponent in three games already: cancel one of them, or wait there."


class WaitingForOpponent(Refused):
    code = "waitingForOpponent"
    sentence = "The game begins when your opponent has come."


class StalePly(Refused):
    code = "stalePly"
    sentence = "The board has changed since: look at it again."


class RematchExists(Refused):
    code = "rematchExists"
    sentence = "The rematch has been agreed: go to the next game."


class TimeIsUp(Refused):
    code = "timeIsUp"
    sentence = "Your time was up when this was heard."


class OpponentNotGone(Refused):
    code = "opponentNotGone"
    sentence = "Your opponent is here, or has left only just now: wait a moment."


class NothingToClaim(Refused):
    code = "nothingToClaim"
    sentence = (
        "A game can be claimed from a person who has left, once both have moved: not in a pause, "
        "and not where a turn may take days."
    )


class NoTimeForBots(Refused):
    code = "noTimeForBots"
    sentence = "A bot needs no more time: its clock has no flag."


class NoAggressiveBot(Refused):
    code = "noAggressiveBot"
    sentence = "Your opponent is not the aggressive bot: there is nothing to set."


class NoHintsHere(Refused):
    code = "noHintsHere"
    sentence = "Hints are for games that go on, against a bot or where both players agreed to them."


class HintsAgreedAlready(Refused):
    code = "hintsAgreedAlready"
    sentence = "You both have hints already, to the end of the game: ask for one."


class HintTooLate(Refused):
    code = "hintTooLate"
    sentence = "The board has changed since: ask again."


class HintUnavailable(Refused):
    code = "hintUnavailable"
    sentence = "There is no answer to that here: try another hint, or try again in a moment."


class TooManyQuestions(TooMuch):
    """For one visitor, who has to wait for an answer or a file first; others are served."""

    code = "tooManyQuestions"
    sentence = (
        "As much of what you asked for as can wait is waiting already: "
        "ask again when some of it is done, in 10 seconds or so."
    )
    retry_s = 10


class CommandIdReused(Refused):
    code = "commandIdReused"
    sentence = "This id belongs to another command of yours: choose a new one for each."


class TooFast(Refused):
    code = "tooFast"
    sentence = "Too many messages: wait a moment and try again."


class NameFirst(Refused):
    code = "nameFirst"
    sentence = "Choose a name first: then others know who speaks."


class AfterTheGame(Refused):
    code = "afterTheGame"
    sentence = "You can talk with the spectators when the game is over."


class SpectatorsBehind(Refused):
    code = "spectatorsBehind"
    sentence = (
        "The spectators see this game late, and not yet to its end: talk with them in a moment."
    )


class EmptyLine(Refused):
    code = "emptyLine"
    sentence = "Write something first."


class LineTooLong(Refused):
    code = "lineTooLong"

    def __init__(self, length: int, most: int) -> None:
        super().__init__(
            say(
                "A line has at most {most} characters; this one has {length}: say it in two.",
                most=most,
                length=length,
            )
        )


class Repeated(Refused):
    code = "repeated"
    sentence = "You have said that twice already: say something else."


class Silenced(Refused):
    code = "silenced"

    def __init__(self, until: datetime | None) -> None:
        super().__init__(
            say("A moderator has silenced you for good: you can play and read.")
            if until is None
            else say(
                "A moderator has silenced you until {until} UTC: you can play and read.",
                until=f"{until:%Y-%m-%d %H:%M}",
            )
        )


class NoSuchPlayer(NotFound):
    code = "noSuchPlayer"
    sentence = "There is no such player: check the link."


class NoSuchExhibition(NotFound):
    code = "noSuchExhibition"
    sentence = "There is no such exhibition: check the link."


class NoSuchLine(NotFound):
    code = "noSuchLine"
    sentence = "There is no such line (any more)."


class TooManyReports(TooMuch):
    code = "tooManyReports"
    sentence = "You have reported much in the last hour: the moderators will look at that first."


class Unavailable(Refused):
    """Nothing is wrong with what was asked: the database is away, full or read-only."""

    status = 503
    retry_s = 5


class NotKept(Unavailable):
    code = "notKept"
    sentence = "The server could not keep this, so nothing has changed: try again in a moment."


class DatabaseAway(Unavailable):
    code = "databaseAway"
    sentence = (
        "The server cannot reach its games, so it is not known yet whether this was kept: "
        "look again in a moment."
    )


class CannotRead(Unavailable):
    code = "databaseAway"
    sentence = "The server cannot reach its games just now: look again in a moment."


class Busy(Refused):
    code = "busy"
    sentence = "The game changed at the same moment: look at the board and try again."
