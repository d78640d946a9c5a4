"""Refusals of a live game that are not rules of the board: one class each, with a code."""

from datetime import datetime

from games.refusals import Forbidden, NotFound, Refused, TooMuch
from games.say import say


class NoSuchGame(NotFound):
    code = "noSuchGame"
    sentence = "We can’t find this game. Check the link."


class PrivateGame(Forbidden):
    code = "privateGame"
    sentence = "This game is private. Ask one of its players for the watch link."


class ShownLater(Refused):
    code = "shownLater"
    sentence = (
        "You see this game late, and not yet to its end. Until then only its players can have this."
    )


class NotSeated(Forbidden):
    code = "notSeated"
    sentence = "You’re watching. Only the players can do that."


class NoLongerYours(Refused):
    code = "noLongerYours"
    sentence = "The link of this seat was renewed. Ask its player for the new one."


class NotTheHolder(Forbidden):
    code = "notTheHolder"
    sentence = "Only the device this seat belongs to can renew its link."


class SeatIsTaken(Refused):
    code = "seatIsTaken"
    sentence = "Somebody else took the seat. You can watch the game."


class SeatIsKept(Refused):
    code = "seatIsKept"
    sentence = "This seat is kept for somebody else. You can watch the game."


class SeatedAlready(Refused):
    code = "seatedAlready"
    sentence = "You have the other seat. Send the link to a friend."


class OutsideRange(Refused):
    code = "outsideRange"

    def __init__(self, low: int, high: int, rating: int | None) -> None:
        super().__init__(
            say(
                "This game is for players rated {low} to {high}. You get a rating on these boards "
                "after 1 rated game.",
                low=low,
                high=high,
            )
            if rating is None
            else say(
                "This game is for players rated {low} to {high}. Yours is {rating}.",
                low=low,
                high=high,
                rating=rating,
            )
        )


class NoHintsInRated(Refused):
    code = "noHintsInRated"
    sentence = "This game is rated, so there are no hints."


class TooManySeeks(Refused):
    code = "tooManySeeks"
    sentence = (
        "You’re already looking for an opponent in 3 games. Cancel one of them or wait there."
    )


class WaitingForOpponent(Refused):
    code = "waitingForOpponent"
    sentence = "The game starts when your opponent joins."


class StalePly(Refused):
    code = "stalePly"
    sentence = "The board has changed. Look again."


class SidesChanged(Refused):
    code = "sidesChanged"
    sentence = "You two have just changed sides. Look at the board again."


class RematchExists(Refused):
    code = "rematchExists"
    sentence = "The rematch is on. Go to the next game."


class OnVacation(Refused):
    code = "onVacation"

    def __init__(self, name: str | None) -> None:
        """The name of whoever is away; None where it is the one who asks."""
        if name is None:
            sentence = say("You’re on vacation. End it in the settings, and this game goes on.")
        else:
            sentence = say(
                "{player} is on vacation. The game goes on when they’re back.", player=name
            )
        super().__init__(sentence)


class TimeIsUp(Refused):
    code = "timeIsUp"
    sentence = "You ran out of time before this arrived."


class OpponentNotGone(Refused):
    code = "opponentNotGone"
    sentence = "Your opponent is here or has only just left. Wait a moment."


class NothingToClaim(Refused):
    code = "nothingToClaim"
    sentence = (
        "You can claim a game only when your opponent has left and you’ve both moved, not in a "
        "pause, and not where a turn may take days."
    )


class NoTimeForBots(Refused):
    code = "noTimeForBots"
    sentence = "Bots can’t run out of time."


class NoAggressiveBot(Refused):
    code = "noAggressiveBot"
    sentence = "Only the bot Aggressive has this setting."


class NoHintsHere(Refused):
    code = "noHintsHere"
    sentence = "Hints are for live games against a bot, or where both players agreed to them."


class HintsAgreedAlready(Refused):
    code = "hintsAgreedAlready"
    sentence = "You both have hints already, to the end of the game."


class HintTooLate(Refused):
    code = "hintTooLate"
    sentence = "The board has changed. Ask again."


class HintUnavailable(Refused):
    code = "hintUnavailable"
    sentence = "There’s no answer to that here. Try another hint, or try again in a moment."


class TooManyQuestions(TooMuch):
    """For one visitor, who has to wait for an answer or a file first; others are served."""

    code = "tooManyQuestions"
    sentence = "You’ve asked for a lot at once. Try again in about 10 seconds."
    retry_s = 10


class CommandIdReused(Refused):
    code = "commandIdReused"
    sentence = "This id belongs to another command of yours. Use a new one for each."


class TooFast(Refused):
    code = "tooFast"
    sentence = "Too many messages. Wait a moment and try again."


class NameFirst(Refused):
    code = "nameFirst"
    sentence = "Choose a name so others know who’s talking."


class AfterTheGame(Refused):
    code = "afterTheGame"
    sentence = "You can talk with the spectators when the game is over."


class SpectatorsBehind(Refused):
    code = "spectatorsBehind"
    sentence = (
        "Spectators see this game late and haven’t seen its end yet. Talk with them in a moment."
    )


class EmptyLine(Refused):
    code = "emptyLine"
    sentence = "Write something first."


class LineTooLong(Refused):
    code = "lineTooLong"

    def __init__(self, length: int, most: int) -> None:
        super().__init__(
            say(
                "A message has at most {most} characters; this one has {length}. Send it in two.",
                most=most,
                length=length,
            )
        )


class Repeated(Refused):
    code = "repeated"
    sentence = "You’ve said that twice already. Say something else."


class Silenced(Refused):
    code = "silenced"

    def __init__(self, until: datetime | None) -> None:
        super().__init__(
            say("A moderator has silenced you for good. You can still play and read.")
            if until is None
            else say(
                "A moderator has silenced you until {until} UTC. You can still play and read.",
                until=f"{until:%Y-%m-%d %H:%M}",
            )
        )


class NoSuchPlayer(NotFound):
    code = "noSuchPlayer"
    sentence = "We can’t find this player. Check the link."


class NoSuchExhibition(NotFound):
    code = "noSuchExhibition"
    sentence = "We can’t find this exhibition. Check the link."


class NoSuchLine(NotFound):
    code = "noSuchLine"
    sentence = "This message is gone."


class TooManyReports(TooMuch):
    code = "tooManyReports"
    sentence = "You’ve reported a lot in the last hour. The moderators will look at that first."


class Unavailable(Refused):
    """Nothing is wrong with what was asked: the database is away, full or read-only."""

    status = 503
    retry_s = 5


class NotKept(Unavailable):
    code = "notKept"
    sentence = "We couldn’t save this, so nothing has changed. Try again in a moment."


class DatabaseAway(Unavailable):
    code = "databaseAway"
    sentence = (
        "We can’t reach the games, so we don’t know yet whether this was saved. Look again in a "
        "moment."
    )


class CannotRead(Unavailable):
    code = "databaseAway"
    sentence = "We can’t reach the games right now. Look again in a moment."


class Busy(Refused):
    code = "busy"
    sentence = "The game changed at the same moment. Look at the board and try again."
