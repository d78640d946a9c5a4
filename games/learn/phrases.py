"""What several lessons say alike, and how a won step ends."""

from typing import Final

from games.learn.lesson import Goal, Right, Turn, Wrong
from games.say import later

ONE_SQUARE: Final = later("One square does it.")
TWO_SQUARES: Final = later("Two squares work. Find one.")
THREE_SQUARES: Final = later("Three squares work. Find one.")
FOUR_SQUARES: Final = later("Four squares work. Find one.")
MAKE_THREE_FOUR: Final = later("Now make your open three a four.")

FIVE: Final = later("Five in a row. You win!")
MUST_BLOCK: Final = later("Four and three. {opponent} must block the four at {answer}.")
TWO_FOURS: Final = later("Two fours. {opponent} can block only one, at {answer}.")
TWO_THREES: Final = later("Two open threes. {opponent} stops one at {answer}.")

TAKEN: Final = later("{opponent} takes {answer}, the square you needed.")
HAS_FIVE: Final = later("{opponent} plays {answer} and has five in a row.")
OPEN_FOUR: Final = later("{opponent} makes four at {answer}. You can block only one end.")
OPENED: Final = later("Four with both ends free. {opponent} blocks at {answer}.")
ONE_END: Final = later("{opponent} blocks at {answer}. Only one end is left.")
FILLS: Final = later("That leaves a gap, and {opponent} fills it at {answer}.")
CROSSING: Final = later("{opponent} takes {answer}, where your two rows cross.")
STOPS: Final = later("{opponent} stops your three at {answer}.")
STANDS_IN_BOTH: Final = later("A four, but {answer} blocks it, and your other row too.")
NO_FURTHER: Final = later("A four, but {opponent} blocks it at {answer}, and you’re no further.")


def opens(square: str, blocked: str, last: str) -> Right:
    """A four with both ends free: the opponent blocks one, the learner completes the other."""
    return Right(
        square,
        OPENED,
        blocked,
        _complete(last, later("One end is blocked. Use the other.")),
    )


def two_fours(square: str, blocked: str, last: str) -> Right:
    """Two fours at once: the opponent blocks one, the learner completes the other."""
    return Right(
        square,
        TWO_FOURS,
        blocked,
        _complete(last, later("One four is blocked. Complete the other.")),
    )


def two_threats(square: str, blocked: str, last: str) -> Right:
    """The same where three in a row win."""
    return Right(
        square,
        later("Two threats. {opponent} can stop only one, at {answer}."),
        blocked,
        _complete(last, later("Complete the other one."), later("Three in a row. You win!")),
    )


def _complete(square: str, asks: str, says: str = FIVE) -> Turn:
    return Turn(
        asks,
        Goal(wins_in=1),
        right=(Right(square, says),),
        wrong=(Wrong(answers=square, says=TAKEN),),
    )
