"""A game's timing log in words, as its page shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE, SECOND
from games.pages import boards
from games.play import timing


def moment(ms: int) -> datetime:
    """A moment in milliseconds since 1970 UTC, to the second."""
    return datetime.fromtimestamp(ms // 1000, UTC)


def day(ms: int) -> str:
    """The day of a moment (ms since 1970 UTC).

    >>> day(0)
    '1 Jan 1970'
    """
    return f"{moment(ms).day} {moment(ms):%b %Y}"


@dataclass(frozen=True, slots=True)
class When:
    """A moment, in UTC."""

    iso: str
    clock: str
    """As people read it."""
    since: str
    """Counted from the log's first entry."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One played move."""

    when: When
    badge: boards.Badge
    name: str
    number: int
    square: str
    spent: str
    grace: str
    """Empty if none was used."""
    left: str
    """Empty in a game without a clock."""
    taken_back: bool


@dataclass(frozen=True, slots=True)
class EventRow:
    """What happened between the moves."""

    when: When
    badge: boards.Badge | None
    """None if it happened to neither side, or to both."""
    sentence: SafeString


def rows(
    log: timing.TimingLog, players: mnk.BySide[str], variant: mnk.Variant
) -> list[TurnRow | EventRow]:
    """The rows of a log's table. `players` are their names, empty where nobody sits."""
    sides = mnk.side_names(variant)
    names = mnk.BySide(*(players[side] or sides[side] for side in mnk.Side))
    badges = mnk.BySide(*(boards.badge(side, variant) for side in mnk.Side))
    return list(_rows(log, names, badges))


def _rows(
    log: timing.TimingLog, names: mnk.BySide[str], badges: mnk.BySide[boards.Badge]
) -> Iterator[TurnRow | EventRow]:
    for entry in log.entries:
        when = _when(entry.at_ms, log.entries[0].at_ms)
        match entry:
            case timing.Turn():
                yield TurnRow(
                    when=when,
                    badge=badges[entry.side],
                    name=names[entry.side],
                    number=entry.number,
                    square=entry.square_name,
                    spent=span(entry.spent_ms),
                    grace=span(entry.grace_ms) if entry.grace_ms else "",
                    left=_left(entry.left, log.control) if entry.left and log.control else "",
                    taken_back=entry.taken_back,
                )
            case timing.Event():
                badge = None if entry.side is None else badges[entry.side]
                yield EventRow(when, badge, _sentence(entry, names))


def _when(at_ms: int, first_ms: int) -> When:
    """
    >>> _when(1_700_000_083_456, 1_700_000_000_000)
    When(iso='2023-11-14T22:14:43.456Z', clock='2023-11-14 22:14:43 UTC', since='+1:23.4')
    """
    at = datetime.fromtimestamp(at_ms // SECOND, UTC).replace(tzinfo=None)
    iso = f"{at.isoformat()}.{at_ms % SECOND:03}Z"
    return When(iso, f"{at.isoformat(' ')} UTC", f"+{face(max(0, at_ms - first_ms))}")


def _sentence(event: timing.Event, names: mnk.BySide[str]) -> SafeString:
    who = "A player" if event.side is None else names[event.side]
    ms = span(event.ms or 0)
    match event.kind:
        case "connected":
            return format_html("<bdi>{}</bdi> connected", who)
        case "disconnected":
            return format_html("<bdi>{}</bdi> disconnected", who)
        case "credited" if event.side is None:
            return format_html("The server was away: {} given back", ms)
        case "credited":
            return format_html("The server was away: {} given back to <bdi>{}</bdi>", ms, who)
        case "added" if event.side is not None:
            giver = names[event.side.other]
            return format_html("<bdi>{}</bdi> gave <bdi>{}</bdi> {} more", giver, who, ms)
        case "added":
            return format_html("{} more was given", ms)
        case "paused":
            return SafeString("The game was paused")
        case "resumed":
            return format_html("<bdi>{}</bdi> resumed the game", who)
        case "taken_back":
            return format_html("<bdi>{}</bdi> took a turn back", who)
        case "flagged":
            return format_html("<bdi>{}</bdi> had no time left", who)
        case "ended":
            return SafeString("The game ended")


def _left(left: mnk.TimeLeft, control: mnk.TimeControl) -> str:
    r"""What a side has.

    >>> byoyomi = mnk.time_control_from_text("10+3x30s")
    >>> _left(mnk.TimeLeft(61_000, 3), byoyomi), _left(mnk.TimeLeft(9_400, 0), byoyomi)
    ('1:01.0 + 3×30\xa0s', '0:09.4')
    >>> _left(mnk.TimeLeft(0, 1), mnk.time_control_from_text("1d"))
    '1\xa0d'
    """
    if left.periods == 0:
        return face(left.main_ms)
    period = span(control.period_ms).replace(" ", "\xa0")
    periods = period if control.periods == 1 else f"{left.periods}×{period}"
    return f"{face(left.main_ms)} + {periods}" if left.main_ms else periods


def face(ms: int) -> str:
    """A length of time as a clock shows it.

    >>> [face(ms) for ms in (0, 83_499, 3_723_000, 180_000_000)]
    ['0:00.0', '1:23.4', '1:02:03', '2 d 2:00:00']
    """
    days, ms = divmod(ms, DAY)
    hours, ms = divmod(ms, HOUR)
    minutes, ms = divmod(ms, MINUTE)
    seconds, ms = divmod(ms, SECOND)
    if days or hours:
        return f"{days} d " * (days > 0) + f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}.{ms // 100}"


def span(ms: int) -> str:
    """A length of time within a sentence.

    >>> [span(ms) for ms in (430, 15_000, 59_990, 83_499, 60_000, 86_400_000)]
    ['0.4 s', '15 s', '59.9 s', '1:23.4', '1:00', '1 d']
    """
    if ms < MINUTE:
        return f"{ms // SECOND} s" if ms % SECOND == 0 else f"{ms // 100 / 10} s"
    if ms % DAY == 0:
        return f"{ms // DAY} d"
    return face(ms).removesuffix(".0") if ms % SECOND == 0 else face(ms)
