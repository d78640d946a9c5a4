"""A game's timing log in words, as its page shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE, SECOND
from games.pages import boards
from games.play.clocktime import timing
from games.say import say


def moment(ms: int) -> datetime:
    """A moment in milliseconds since 1970 UTC, to the second."""
    return datetime.fromtimestamp(ms // 1000, UTC)


def day(ms: int) -> str:
    """The day of a moment (ms since 1970 UTC).

    >>> day(0)
    '1 Jan 1970'
    """
    return date_format(moment(ms), "j M Y")


@dataclass(frozen=True, slots=True)
class When:
    """A moment, in UTC."""

    iso: str
    clock: str
    """As people read it; the browser shows it in their own zone."""
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
                yield EventRow(when, badge, SafeString(_sentence(entry, names)))


def _when(at_ms: int, first_ms: int) -> When:
    """
    >>> _when(1_700_000_083_456, 1_700_000_000_000)
    When(iso='2023-11-14T22:14:43.456Z', clock='22:14:43 UTC, 14 Nov 2023', since='+1:23.4')
    """
    at = moment(at_ms)
    iso = f"{at.replace(tzinfo=None).isoformat()}.{at_ms % SECOND:03}Z"
    clock = say("{time} UTC, {day}", time=f"{at:%H:%M:%S}", day=day(at_ms))
    return When(iso, clock, f"+{face(max(0, at_ms - first_ms))}")


def _sentence(event: timing.Event, names: mnk.BySide[str]) -> str:
    """What happened, as HTML: a name may be written in the other direction."""
    tagged = names.map(partial(format_html, "<bdi>{}</bdi>"))
    player = say("A player") if event.side is None else tagged[event.side]
    time = span(event.ms or 0)
    match event.kind:
        case "connected":
            return say("{player} connected", player=player)
        case "disconnected":
            return say("{player} disconnected", player=player)
        case "credited" if event.side is None:
            return say("The server was away. Time given back: {time}", time=time)
        case "credited":
            return say("The server was away. {player} got {time} back", time=time, player=player)
        case "added" if event.side is not None:
            giver = tagged[event.side.other]
            return say("{giver} gave {player} {time} more", giver=giver, player=player, time=time)
        case "added":
            return say("{time} more was given", time=time)
        case "paused":
            return say("The game was paused")
        case "resumed":
            return say("{player} resumed the game", player=player)
        case "taken_back":
            return say("{player} took back a move", player=player)
        case "flagged":
            return say("{player} ran out of time", player=player)
        case "ended":
            return say("The game ended")


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
    if days:
        time = f"{hours}:{minutes:02}:{seconds:02}"
        return say("{days} d {time}", days=days, time=time)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}.{ms // 100}"


def span(ms: int) -> str:
    """A length of time within a sentence.

    >>> [span(ms) for ms in (430, 15_000, 59_990, 83_499, 60_000, 86_400_000)]
    ['0.4 s', '15 s', '59.9 s', '1:23.4', '1:00', '1 d']
    """
    if ms < MINUTE:
        seconds = ms // 100 / 10 if ms % SECOND else ms // SECOND
        return say("{seconds} s", seconds=number_format(seconds))
    if ms % DAY == 0:
        return say("{days} d", days=ms // DAY)
    return face(ms).removesuffix(".0") if ms % SECOND == 0 else face(ms)
