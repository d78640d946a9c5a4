"""What the evaluator refuses: one class each, with a code and a sentence for people."""

from games import mnk


class EvaluatorError(mnk.RuleError):
    """A question the evaluator cannot take. Nothing was searched."""

    code = "evaluatorError"


class BadLimit(EvaluatorError):
    """A limit of zero or less."""

    code = "badLimit"


class ImpossiblePosition(EvaluatorError):
    """Stones that no game, or no set-up board, can show."""

    code = "impossiblePosition"


class TooLarge(EvaluatorError):
    """A board too large for what was asked."""

    code = "boardTooLarge"


class NothingToPlay(EvaluatorError):
    """A move was asked for, but the game is over."""

    code = "nothingToPlay"


class NoSuchLevel(EvaluatorError):
    """A level nobody has registered, or one that does not know this game."""

    code = "noSuchLevel"


class BadAggressiveness(EvaluatorError):
    """An A that no bot can have."""

    code = "badAggressiveness"


class LevelTaken(EvaluatorError):
    """A level is already registered under this key."""

    code = "levelTaken"


class NotInstalled(EvaluatorError):
    """A part of the evaluator that is not in this installation."""

    code = "notInstalled"
