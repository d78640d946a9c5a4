"""What a notice says, in the language of whoever it is for."""

from dataclasses import dataclass
from typing import assert_never

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE
from games.notices.models import Kind
from games.say import count, say


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to say."""

    kind: Kind
    who: str
    """The other player."""
    link: str
    """Where it leads: a path of this server."""
    tag: str
    """What tells it from others."""
    variant: mnk.Variant | None = None
    opening: mnk.OpeningRule = mnk.OpeningRule.NONE
    left_ms: int | None = None
    """For the move; None without a clock."""
    result: str = ""
    """`won`, `lost`, `drawn` or `aborted`."""


def title(told: Told) -> str:
    """In a few words."""
    match told.kind:
        case Kind.TURN:
            return say("Your turn against {who}", who=told.who)
        case Kind.DEADLINE:
            return say("Your time is running out against {who}", who=told.who)
        case Kind.OVER:
            match told.result:
                case "won":
                    return say("You won against {who}!", who=told.who)
                case "lost":
                    return say("{who} won this one", who=told.who)
                case "drawn":
                    return say("Draw with {who}", who=told.who)
                case _:
                    return say("Your game with {who} was aborted", who=told.who)
        case Kind.CHALLENGE:
            return say("{who} challenges you", who=told.who)
        case _:
            assert_never(told.kind)


def body(told: Told) -> str:
    """And a line more."""
    parts = []
    if told.variant is not None:
        parts.append(mnk.title_of(told.variant, told.opening))
    if told.left_ms is not None and told.kind is not Kind.OVER:
        parts.append(time_left(told.left_ms))
    return " · ".join(parts)


def time_left(ms: int) -> str:
    """The time that is left until a deadline, rounded down to a whole unit.

    >>> [time_left(ms) for ms in (-1, 59_999, 60_000, 3_600_000, 86_400_000, 172_800_000)]
    ['less than a minute left', 'less than a minute left', '1 minute left', '1 hour left', \
'24 hours left', '2 days left']
    """
    if ms < MINUTE:
        return say("less than a minute left")
    if ms < HOUR:
        return count("{count} minute left", "{count} minutes left", ms // MINUTE)
    if ms < 2 * DAY:
        return count("{count} hour left", "{count} hours left", ms // HOUR)
    return count("{count} day left", "{count} days left", ms // DAY)
