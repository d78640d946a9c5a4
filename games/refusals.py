"""Every refusal has one root: a class with a code, a sentence, and the status of HTTP's answer.

A refusal is raised where the rule lives. `games.http.refusing` answers it by HTTP, as JSON, a page
or a sentence; `games.sockets.game` on a socket. The rules of the board do not know the web, so
their refusals have a root of their own with the same code and sentence; their status is here.

    Refused               409  the state of things rules it out: SeatIsTaken, StaleStudy …
    ├── BadRequest        400  what was asked for cannot be: BadName, BadQuery, DelayError …
    │   ├── NotSentAsJson 415
    │   └── TooBig        413  and StudyTooLarge
    ├── Forbidden         403  others may: NotSeated, NotTheHolder, PrivateGame
    ├── NotFound          404  NoSuchGame, NoSuchStudy, NotAssessed …
    ├── TooMuch           429  somebody has had their share: TooManyQuestions, TooManyReviews …
    └── Unavailable       503  the database is away: NotKept, DatabaseAway, CannotRead
    mnk.RuleError         400  what was sent cannot be on a board
    └── GameIsOver        409

A game's commands come through its socket, which has no status.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from games import mnk
from games.say import say


class Refused(Exception):
    """A request or a command that is refused; nothing has changed."""

    code: ClassVar[str] = "refused"
    """Names the refusal for programs; it never changes once released."""
    sentence: str = "That can’t be done."
    """What was wrong and what to do, for the one who asked."""
    status: int = 409
    """The status of the HTTP answer."""
    field: str | None = None
    """Which field sent is at fault, by our name for it; None unless it is one field."""
    retry_s: int | None = None
    """After how many seconds it may be tried again, if that is all that is wrong."""
    details: Mapping[str, object] = MappingProxyType({})
    """What programs are told besides."""

    def __init__(self, sentence: str | None = None, *, field: str | None = None) -> None:
        self.sentence = say(self.sentence) if sentence is None else sentence
        if field is not None:
            self.field = field
        super().__init__(self.sentence)


class BadRequest(Refused):
    """What was asked for cannot be."""

    code = "badRequest"
    status = 400


class Forbidden(Refused):
    """Others may, but not whoever asked."""

    code = "forbidden"
    status = 403


class NotFound(Refused):
    """There is no such thing, or none that the asker may know about."""

    code = "notFound"
    status = 404


class TooMuch(Refused):
    """Somebody has had their share for now: others are answered."""

    code = "tooMuch"
    status = 429


Refusal: TypeAlias = Refused | mnk.RuleError
ANY = (Refused, mnk.RuleError)
"""The same, for `except`."""


def status_of(refusal: Refusal) -> int:
    """The status of the HTTP answer."""
    if isinstance(refusal, mnk.RuleError):
        return 409 if isinstance(refusal, mnk.GameIsOver) else 400
    return refusal.status


def field_of(refusal: Refusal) -> str | None:
    """Which field sent is at fault, by our name for it; None unless it is one field.

    >>> field_of(mnk.VariantError("line_rule", "There is no such rule."))
    'line_rule'
    """
    match refusal:
        case Refused() | mnk.VariantError():
            return refusal.field
        case mnk.TimeControlError():
            return "clock"
    return None
