"""Every refusal of the rules: one class each, with a code and a sentence for people."""

from typing import ClassVar


class RuleError(Exception):
    """A command the rules refuse. Nothing has changed."""

    code: ClassVar[str] = "ruleError"
    """Names the refusal on the wire; it never changes once released."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        """What was wrong and what to do, for the one who asked."""


class VariantError(RuleError):
    """A board, k or line rule outside the limits."""

    code = "badVariant"

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        """Which field is at fault: `width`, `height`, `k`, `line_rule`, `blocked` or
        `opening`."""


class OpeningImpossible(VariantError):
    """An opening rule that this board, or these moves, cannot begin with."""

    code = "badOpening"

    def __init__(self, sentence: str) -> None:
        super().__init__("opening", sentence)


class UnreadablePosition(RuleError):
    """A text that is neither a board nor a list of moves."""

    code = "unreadablePosition"


class NoSuchSquare(RuleError):
    """A square that is not on this board."""

    code = "noSuchSquare"


class SquareTaken(RuleError):
    """There is already a stone there."""

    code = "squareTaken"


class SquareBlocked(RuleError):
    """No stone may ever lie there: the square is blocked in this variant."""

    code = "squareBlocked"


class ForbiddenSquare(RuleError):
    """Black may not play there: it would make an overline, two fours or two threes (renju)."""

    code = "forbiddenSquare"


class StoneWouldFall(RuleError):
    """A stone put there does not stay: the square beneath it is empty (gravity)."""

    code = "stoneWouldFall"


class StoneInTheAir(RuleError):
    """A board is set up with a stone above an empty square, where stones fall."""

    code = "stoneInTheAir"


class NotYourTurn(RuleError):
    """The other side is to move."""

    code = "notYourTurn"


class GameIsOver(RuleError):
    """The game has its outcome; nothing more can be played, offered or resigned."""

    code = "gameIsOver"


class CannotAbortNow(RuleError):
    """Both sides have moved: the game counts, and can be resigned instead."""

    code = "cannotAbortNow"


class NotOffered(RuleError):
    """The other side has no such offer standing, or this side has none to cancel."""

    code = "notOffered"


class OfferedAlready(RuleError):
    """This side's own offer still stands."""

    code = "offeredAlready"


class CannotOfferNow(RuleError):
    """There is nothing to take back, no clock to pause, or no finished game to follow."""

    code = "cannotOfferNow"


class GameIsPaused(RuleError):
    """The clock is stopped by agreement: nothing is played until the game goes on."""

    code = "gameIsPaused"


class GameIsNotPaused(RuleError):
    """The game is already going on."""

    code = "gameIsNotPaused"


class NoClock(RuleError):
    """The game has no clock that runs."""

    code = "noClock"


class TimeControlError(RuleError):
    """A clock that cannot be, or a text that is not a clock."""

    code = "badClock"


class ChooseFirst(RuleError):
    """The opening asks for a choice, or for squares to be offered, not for a stone."""

    code = "chooseFirst"


class NotAChoice(RuleError):
    """The opening asks for a choice, or for squares, and these may not be chosen."""

    code = "notAChoice"


class NothingToChoose(RuleError):
    """There is no opening, it is over, or it asks for a stone."""

    code = "nothingToChoose"


class OutsideTheOpening(RuleError):
    """The opening keeps this stone to other squares."""

    code = "outsideTheOpening"


class OpeningGoesOn(RuleError):
    """Not before the opening is over."""

    code = "openingGoesOn"


class LineStillPossible(RuleError):
    """A draw can be claimed only when neither side can complete a line any more."""

    code = "lineStillPossible"
