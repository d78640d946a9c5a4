"""What is refused between people: one class each, with a code.

Nobody is told that they are blocked: whoever has blocked them is somebody nobody may ask.
"""

from games.players.models import OpenTo, Player
from games.refusals import NotFound, Refused, TooMuch
from games.say import say


class AsksOneself(Refused):
    code = "asksOneself"
    sentence = "This is you. You can ask others."


class NotAPerson(Refused):
    code = "notAPerson"

    def __init__(self, name: str) -> None:
        super().__init__(say("{name} plays by a program and doesn’t hear you.", name=name))


class YouBlock(Refused):
    code = "youBlock"

    def __init__(self, name: str) -> None:
        super().__init__(say("You’ve blocked {name}. Unblock them first.", name=name))


class NotOpen(Refused):
    """Somebody who is not to be asked, has blocked the one who asks, or is closed."""

    code = "notOpen"

    def __init__(self, whom: Player) -> None:
        super().__init__(
            say(
                "{name} takes requests from people with an account. Sign in or create one first.",
                name=whom.name,
            )
            if whom.open_to == OpenTo.ACCOUNTS and not whom.is_closed
            else say("{name} isn’t taking requests.", name=whom.name)
        )


# --- Friends -------------------------------------------------------------------------------------


class FriendsAlready(Refused):
    code = "friendsAlready"

    def __init__(self, name: str) -> None:
        super().__init__(say("You and {name} are friends already.", name=name))


class AskedAlready(Refused):
    code = "askedAlready"

    def __init__(self, name: str) -> None:
        super().__init__(say("You’ve already asked {name}. Wait for the answer.", name=name))


class AskedLately(Refused):
    """They have declined."""

    code = "askedLately"

    def __init__(self, name: str) -> None:
        super().__init__(
            say("{name} didn’t say yes the last time. They can still ask you.", name=name)
        )


class NobodyAsks(NotFound):
    code = "nobodyAsks"
    sentence = "This friend request is gone."


class TooManyFriends(Refused):
    code = "tooManyFriends"

    def __init__(self, most: int) -> None:
        super().__init__(say("You have {most} friends, the most you can.", most=most))


class TheyHaveTooMany(Refused):
    code = "theyHaveTooMany"

    def __init__(self, name: str) -> None:
        super().__init__(say("{name} can’t take more for now. Try again later.", name=name))


class AskedTooMany(Refused):
    code = "askedTooMany"

    def __init__(self, most: int) -> None:
        super().__init__(
            say("{most} people haven’t answered you yet. Withdraw a request first.", most=most)
        )


# --- Challenges ----------------------------------------------------------------------------------


class NoSuchChallenge(NotFound):
    code = "noSuchChallenge"
    sentence = "We can’t find this challenge. Check the link."


class ChallengeIsOver(Refused):
    code = "challengeIsOver"
    sentence = "This challenge no longer stands."


class ChallengedAlready(Refused):
    code = "challengedAlready"

    def __init__(self, name: str) -> None:
        super().__init__(
            say("You’ve already challenged {name}. Wait for the answer, or withdraw it.", name=name)
        )


class TheyChallengeYou(Refused):
    code = "theyChallengeYou"

    def __init__(self, name: str) -> None:
        super().__init__(say("{name} has already challenged you. Answer that first.", name=name))


class TooManyChallenges(Refused):
    code = "tooManyChallenges"

    def __init__(self, most: int) -> None:
        super().__init__(
            say(
                "{most} of your challenges are waiting for an answer. Withdraw one first.",
                most=most,
            )
        )


class ChallengedOften(TooMuch):
    code = "challengedOften"

    def __init__(self, name: str) -> None:
        super().__init__(
            say("You’ve challenged {name} often today. Try again tomorrow.", name=name)
        )
